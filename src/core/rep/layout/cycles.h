/* cycles.h - where a graph goes in circles. */
#ifndef TBY_CORE_REP_LAYOUT_CYCLES_H
#define TBY_CORE_REP_LAYOUT_CYCLES_H

#include "tabiya/graph.h"

/* The number of largest groups of at least two positions in which every one
 * can be reached from every other.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_cycles_count(const tby_graph *g, const tby_alloc *alloc,
                                     uint32_t *out);

#endif
