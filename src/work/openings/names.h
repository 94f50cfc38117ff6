/* names.h - named openings from files: which sources there are, one table of
 * all of them, and the names that are made of them once and kept. */
#ifndef TBY_WORK_OPENINGS_NAMES_H
#define TBY_WORK_OPENINGS_NAMES_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "core/openings/lists/read.h"
#include "tabiya/names.h"

typedef struct tby_names_job {
    const char *const *paths; /* files or folders, in no order: sources rank */
    size_t n;
    const char *overlay; /* a TSV that wins over everything, or NULL */
    bool builtin;        /* the library's own names, too */
    bool scid;           /* scid.eco where Debian's scid-data put it, too */
    tby_identity identity;
    void *ctx;
    /* A row that was refused, or is read but not all of it, or not as it should
     * be written; or NULL. */
    void (*fault)(void *ctx, const tby_finding *fault);
    /* Gets each row that is taken, as it is read and before it is joined
     * with others, so that lint can say where two of them stand; or NULL. */
    void (*row)(void *ctx, const tby_opening *o, const char *file,
                tby_place place);
} tby_names_job;

typedef struct tby_names_sum {
    uint64_t rows, refused, warnings;
    uint64_t losses; /* those of the warnings by which something is left out */
} tby_names_sum;

/* Reads all sources into a new table.  A row that is refused is reported and
 * left out; a file that cannot be read at all ends it: TBY_E_IO_OPEN and the
 * like, reported too.  *sum, unless NULL, has what was counted in any case. */
TBY_MUST_USE tby_rc tby_names_load(const tby_names_job *job, tby_openings **out,
                                   tby_names_sum *sum);

/* The same as names.  If it is only the built-in one, or one such file,
 * nothing is read; else it comes from a cache file ($XDG_CACHE_HOME/tabiya,
 * ~/.cache/tabiya) when sources and versions are those it was made from, and is
 * made and written there (atomically; a cache that cannot be written is no
 * error) when not.  Names are not kept if something was left out, so
 * that it is reported each time; *sum has no rows if nothing was read. */
typedef struct tby_names_set tby_names_set;
TBY_MUST_USE tby_rc tby_names_set_open(tby_names_set **out,
                                       const tby_names_job *job,
                                       tby_names_sum *sum);
const tby_names *tby_names_set_get(const tby_names_set *b);
/* NULL is allowed. */
void tby_names_set_close(tby_names_set *b);

/* --- one file of openings, for tests ---------------------------------------*/

/* No list of openings is near this size. */
enum { NAMES_MAX_BYTES = 1 << 28 };

/* A load under way. */
typedef struct names_load {
    const tby_names_job *job;
    tby_openings *table;
    tby_names_sum *sum;
    const char *file; /* that is being read */
} names_load;

/* The rows of a file of eco.json. */
TBY_MUST_USE tby_rc tby__names_read_json(names_load *l, tby_str text);

#endif
