/* loose.h - comments of a graph that belong to no move, in order of their text:
 * there may be as many as there were games, so that they are looked up rather
 * than compared one by one. */
#ifndef TBY_CORE_REP_LOOSE_H
#define TBY_CORE_REP_LOOSE_H

#include "tabiya/graph.h"

typedef struct tby_loose {
    tby_alloc alloc;
    const tby_graph *graph;
    uint32_t *at; /* numbers of comments */
    size_t n;     /* as many as the graph had */
} tby_loose;

/* TBY_E_NOMEM.  Comments that are added later do not matter. */
TBY_MUST_USE tby_rc tby_loose_sort(tby_loose *l, const tby_graph *g,
                                   const tby_alloc *alloc);
void tby_loose_free(tby_loose *l);

tby_str tby_loose_text(const tby_loose *l, size_t i);

bool tby_loose_has(const tby_loose *l, tby_str text);

#endif
