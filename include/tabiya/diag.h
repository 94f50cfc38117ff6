/* diag.h - where a reader that can meet many faults reports them.
 *
 * A reader goes on after a fault where it can; its caller decides
 * what to do with each: print, count, keep the first. */
#ifndef TBY_DIAG_H
#define TBY_DIAG_H

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

#endif
