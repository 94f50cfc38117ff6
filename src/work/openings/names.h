/* names.h - named openings from files: which sources there are, one table of
 * all of them, and the book that is made of them once and kept. */
#ifndef TBY_WORK_OPENINGS_NAMES_H
#define TBY_WORK_OPENINGS_NAMES_H

#include "core/base/diag.h"
#include "tabiya/book.h"

/* A row that was refused, or is read but not as it should be written. */
typedef struct tby_names_fault {
    tby_severity severity; /* TBY_ERROR: the row is left out */
    tby_rc code;
    const char *file;
    tby_place place;
    const char *text; /* a sentence, valid during the call */
} tby_names_fault;

typedef struct tby_names_job {
    const char *const *paths; /* files or folders, in no order: sources rank */
    size_t n;
    const char *overlay; /* a TSV that wins over everything, or NULL */
    bool builtin;        /* the library's own book, too */
    bool scid;           /* scid.eco where Debian's scid-data put it, too */
    tby_identity identity;
    void *ctx;
    void (*fault)(void *ctx, const tby_names_fault *fault); /* or NULL */
    /* Hears of each row that is taken, as it is read and before it is joined
     * with others, so that lint can tell where two of them stand; or NULL. */
    void (*row)(void *ctx, const tby_opening *o, const char *file,
                tby_place place);
} tby_names_job;

typedef struct tby_names_sum {
    uint64_t rows, refused, warnings;
} tby_names_sum;

/* Reads all sources into a new table.  A row that is refused is told and left
 * out; a file that cannot be read at all ends it: TBY_E_IO_OPEN and the like,
 * told too.  *sum, unless NULL, has what was counted in any case. */
TBY_MUST_USE tby_rc tby_names_load(const tby_names_job *job, tby_openings **out,
                                   tby_names_sum *sum);

/* The same as a book.  If it is only the built-in one, or one book file,
 * nothing is read; else it comes from a cache file ($XDG_CACHE_HOME/tabiya,
 * ~/.cache/tabiya) when sources and versions are those it was made from, and is
 * made and written there (atomically; a cache that cannot be written is no
 * error) when not.  A book of which rows were refused is not kept, so that they
 * are told each time; *sum has no rows if nothing was read. */
typedef struct tby_names_book tby_names_book;
TBY_MUST_USE tby_rc tby_names_book_open(tby_names_book **out,
                                        const tby_names_job *job,
                                        tby_names_sum *sum);
const tby_book *tby_names_book_get(const tby_names_book *b);
/* NULL is allowed. */
void tby_names_book_close(tby_names_book *b);

/* Where Debian's scid-data has scid.eco, NULL if it is not installed (or
 * TBY_SCID_ECO in the environment says otherwise; empty: none). */
const char *tby_names_scid_path(void);

#endif
