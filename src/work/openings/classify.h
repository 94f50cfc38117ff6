/* classify.h - the games of files by their openings: a row for each, PGN with
 * tags that say so, a file for each opening, or how many there are.
 *
 *     tby_classes_open(&c, &options);
 *     job.visitor = tby_classes_visitor(c);
 *     ... tby_classes_file(c, name), then tby_games_read() for each file
 *     ... tby_classes_count(), tby_classes_commit()
 *
 * A damaged game is named by the moves before the damage. */
#ifndef TBY_WORK_OPENINGS_CLASSIFY_H
#define TBY_WORK_OPENINGS_CLASSIFY_H

#include "io/stream/sink.h"
#include "tabiya/names.h"
#include "work/games/games.h"

typedef enum tby_classes_output {
    TBY_CLASSES_NONE, /* they are only counted */
    TBY_CLASSES_TSV,
    TBY_CLASSES_JSON,
    TBY_CLASSES_PGN,
    TBY_CLASSES_FILES /* PGN, a file for each group */
} tby_classes_output;

/* What makes two openings one. */
typedef enum tby_classes_group {
    TBY_CLASSES_CODE,
    TBY_CLASSES_FAMILY, /* whatever a source calls it: see tby_family_stem() */
    TBY_CLASSES_NAME
} tby_classes_group;

/* Which openings are wanted; what is NULL wants all.  All must hold. */
typedef struct tby_classes_filter {
    const char *eco;    /* codes and ranges of them, see codes.h, by commas */
    const char *family; /* the family of what a search finds first */
    const char *name;   /* what a search finds */
} tby_classes_filter;

typedef struct tby_classes_options {
    const tby_names *names; /* stays the caller's, as all of this */
    tby_classes_filter filter;
    tby_classes_output output;
    tby_sink *sink;     /* of rows and PGN */
    const char *folder; /* of files */
    tby_classes_group group;
    bool keep;      /* tags that are there stay */
    bool variation; /* Opening holds the family, Variation the rest */
} tby_classes_options;

typedef struct tby_classes tby_classes;

/* TBY_E_NOMEM; TBY_E_OPENING_CODE if filter.eco is no list of codes; TBY_DONE
 * if no opening of the names are wanted; and what io/stream/spread.h says. *out
 * is set on failure too (NULL if there is no memory).  Close it in any case. */
TBY_MUST_USE tby_rc tby_classes_open(tby_classes **out,
                                     const tby_classes_options *options);
/* NULL is allowed. */
void tby_classes_close(tby_classes *c);

/* Writes what stands before all rows. */
TBY_MUST_USE tby_rc tby_classes_begin(tby_classes *c, bool files);

/* The games of another file follow, numbered from 1; its name is put into the
 * rows unless it is NULL. */
void tby_classes_file(tby_classes *c, const char *name);

tby_games_visitor tby_classes_visitor(tby_classes *c);

/* Writes the files, calling `on_file` (if not NULL) for each with its name
 * before it is written; TBY_DONE from there ends it.  TBY_E_IO_WRITE and the
 * like. */
TBY_MUST_USE tby_rc tby_classes_commit(
    tby_classes *c, tby_rc (*on_file)(void *ctx, const char *name), void *ctx);

/* About the folder; "" if nothing failed. */
const char *tby_classes_error_text(const tby_classes *c);

typedef struct tby_classes_sum {
    uint64_t games; /* all */
    uint64_t named; /* those with an opening */
    uint64_t taken; /* those that are wanted */
    uint64_t files; /* that were written */
} tby_classes_sum;

tby_classes_sum tby_classes_summary(const tby_classes *c);

typedef struct tby_classes_row {
    tby_str label; /* a code, a family or a name; empty: no opening */
    uint64_t n;    /* games that are wanted */
} tby_classes_row;

/* The groups that occur, the largest first; of two as large the one that comes
 * first in the order of bytes.  Valid until the next call.  Not for
 * TBY_CLASSES_FILES.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_classes_count(tby_classes *c, tby_classes_group group,
                                      const tby_classes_row **rows, size_t *n);

#endif
