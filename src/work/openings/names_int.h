/* names_int.h - what the files of names.h share. */
#ifndef TBY_WORK_OPENINGS_NAMES_INT_H
#define TBY_WORK_OPENINGS_NAMES_INT_H

#include "core/base/buf.h"
#include "core/openings/lists/read.h"
#include "work/openings/names.h"

/* No list of openings is near this size. */
enum { NAMES_MAX_BYTES = 1 << 28 };

/* A load under way. */
typedef struct names_load {
    const tby_names_job *job;
    tby_openings *table;
    tby_names_sum *sum;
    const char *file; /* that is being read */
} names_load;

/* Reports a fault of the file that is being read, and counts a warning. */
void tby__names_report(names_load *l, tby_severity severity, tby_rc code,
                       tby_place place, const char *text);

/* Adds a row after showing it to the listener.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__names_add(names_load *l, const tby_opening *o,
                                   tby_place place);

/* The rows of a file of eco.json. */
TBY_MUST_USE tby_rc tby__names_read_json(names_load *l, tby_str text);

#endif
