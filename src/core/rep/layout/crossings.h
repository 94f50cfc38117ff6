/* crossings.h - one counter of crossings, for our layouts and for others'. */
#ifndef TBY_CORE_REP_LAYOUT_CROSSINGS_H
#define TBY_CORE_REP_LAYOUT_CROSSINGS_H

#include "tabiya/layout.h"

/* The largest coordinate, in tenths: the difference of two products of two
 * differences stays within 63 bits. */
#define TBY_TENTHS_MAX 1000000000

/* A coordinate as a file holds it; what is too large, or no number, is cut. */
static inline int32_t tby_tenths(double value)
{
    double t = value * 10;

    if (!(t > -TBY_TENTHS_MAX))
        return -TBY_TENTHS_MAX;
    if (t > TBY_TENTHS_MAX)
        return TBY_TENTHS_MAX;
    return (int32_t)(t < 0 ? t - 0.5 : t + 0.5);
}

/* How many pairs of numbers are in falling order.  Sorts them, here or there,
 * with `spare` of the same size. */
uint64_t tby_inversions(uint32_t *numbers, uint32_t *spare, uint32_t n);

/* TBY_E_LIMIT or TBY_E_GRAPH_EDGE if the graph is not one. */
TBY_MUST_USE tby_rc tby_layout_check(const tby_layout_graph *g);

#endif
