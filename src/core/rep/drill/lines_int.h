/* lines_int.h - the flow behind a cover.
 *
 * An owed edge carries a unit from its node to the next, where the unit is free
 * to go on: to another owed edge, perhaps further down.  Each owed edge that
 * gets its unit from an earlier one saves a line; what gets none begins a new
 * one.  So the fewest lines are those where as many units as possible go from
 * the nodes that have some over to the nodes that lack some, by whatever way
 * down: a maximum flow in which every edge is as wide as needed.
 *
 * An owed edge that is cut asks for a unit too and is where its line ends. */
#ifndef TBY_CORE_REP_DRILL_LINES_INT_H
#define TBY_CORE_REP_DRILL_LINES_INT_H

#include "tabiya/lines.h"

typedef struct tby_units {
    const tby_dag *dag;
    uint32_t *over; /* by node: units that came in by owed edges, not used */
    uint32_t *lack; /* by node: owed edges from there without a unit */
    uint32_t *flow; /* by edge: units on their way, without its own if owed */
} tby_units;

/* Sends as many as possible.  What stays over and what is still lacking is left
 * in the nodes.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_units_send(tby_units *u);

#endif
