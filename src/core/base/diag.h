/* diag.h - where a reader that can meet many faults tells them.
 *
 * A reader goes on after a fault where it can; the one who called it decides
 * what to do with each: print, count, keep the first. */
#ifndef TBY_CORE_BASE_DIAG_H
#define TBY_CORE_BASE_DIAG_H

#include "tabiya/base.h"

typedef enum tby_severity {
    TBY_NOTE,    /* worth knowing */
    TBY_WARNING, /* read, but not as it should be written */
    TBY_ERROR    /* some of the input could not be used */
} tby_severity;

/* A place in a text as an editor shows it: both count from 1, columns in
 * characters rather than bytes. */
typedef struct tby_place {
    size_t line;
    size_t column;
} tby_place;

typedef struct tby_diag_item {
    tby_severity severity;
    tby_rc code;
    size_t offset; /* byte of the input */
    tby_place place;
    tby_str detail; /* one sentence, valid during the call; may be empty */
} tby_diag_item;

typedef struct tby_diag {
    void (*report)(void *ctx, const tby_diag_item *item);
    void *ctx;
} tby_diag;

/* Reports to a sink, which may be NULL: nobody listens. */
static inline void tby_diag_report(const tby_diag *d, const tby_diag_item *item)
{
    if (d && d->report)
        d->report(d->ctx, item);
}

/* The place of a byte of text.  An offset past the end is the end. */
tby_place tby_place_of(tby_str text, size_t offset);

#endif
