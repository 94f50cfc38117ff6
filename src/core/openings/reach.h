/* reach.h - lines for named positions that came without one.
 *
 * Some sources give a position, a code and a name, but not the moves.  A line
 * is put together from ways between named positions: from the start to one of
 * them, from there to the next, with at most so many plies in between. */
#ifndef TBY_CORE_OPENINGS_REACH_H
#define TBY_CORE_OPENINGS_REACH_H

#include "core/openings/way.h"
#include "tabiya/openings.h"

typedef struct tby_reach_sum {
    /* Lines that were found, by the longest way between two named positions
     * on them: 1 if every position of the line is named. */
    size_t found[TBY_WAY_MAX + 1];
    size_t missing; /* records that stay without a line */
} tby_reach_sum;

/* Adds lines to the records of a table of TBY_IDENTITY_POSITION that have
 * none.  The shortest line wins; of equally short ones the one whose last step
 * comes from the nearest relative (few unnamed positions, the same family, a
 * name that is continued, a code not far away), since players know a line by
 * the names on it.  The same table gives the same lines.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_openings_reach(tby_openings *t, tby_reach_sum *sum);

#endif
