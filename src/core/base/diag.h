/* diag.h - how readers report to a tby_diag. */
#ifndef TBY_CORE_BASE_DIAG_H
#define TBY_CORE_BASE_DIAG_H

#include "tabiya/diag.h"

/* Reports to a sink, which may be NULL: nobody listens. */
static inline void tby_diag_report(const tby_diag *d, const tby_diag_item *item)
{
    if (d && d->report)
        d->report(d->ctx, item);
}

/* What was found in a file: whatever reads files reports this. */
typedef struct tby_finding {
    tby_severity severity;
    tby_rc code;
    const char *file; /* "stdin" for "-" */
    tby_place place;  /* line 0: the whole file */
    const char *text; /* a sentence, valid during the call */
    const char *name; /* NULL: that of the code */
    bool loss;        /* something is left out, be it only a part of a row */
} tby_finding;

/* The place of a byte of text.  An offset past the end is the end. */
tby_place tby_place_of(tby_str text, size_t offset);

#endif
