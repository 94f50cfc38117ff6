/* named.h - what answers about named positions are made of: a list of names as
 * a table, the last name on a line, the named positions one move away. */
#ifndef TBY_WORK_OPENINGS_NAMED_H
#define TBY_WORK_OPENINGS_NAMED_H

#include "core/openings/names.h"
#include "tabiya/line.h"
#include "tabiya/uci.h"

/* A list of names as a table in which every code has its root.  *out is to be
 * closed in any case.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_eco_unpack(const tby_names *b, tby_openings **out);

/* The record of an entry in the table of the names. */
const tby_opening *tby_eco_record(const tby_openings *t, const tby_names *b,
                                  uint32_t entry);

/* What the position of a line is called, by its own name or the last one on the
 * way; of a FEN no way is known.  Points into the line. */
tby_last_named tby_eco_last_named(const tby_names *b, const tby_line *line);

/* A step to be shown: the move, and the record at its other end. */
typedef struct tby_eco_step {
    const tby_opening *opening;
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
} tby_eco_step;

typedef struct tby_eco_near {
    tby_eco_step *at;
    size_t n, cap;
} tby_eco_near;

/* The steps to a position (back) or from it, by code and name.  Free it in any
 * case.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_eco_near_find(tby_eco_near *l, const tby_openings *t,
                                      const tby_pos *p, bool back);
void tby_eco_near_free(tby_eco_near *l);

#endif
