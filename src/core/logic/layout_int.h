/* layout_int.h - what the files of the layout share.
 *
 *   layout.c        the whole of it
 *   layout_rank.c   which edges point down, and on which rank each node is */
#ifndef TBY_CORE_LOGIC_LAYOUT_INT_H
#define TBY_CORE_LOGIC_LAYOUT_INT_H

#include "core/base/arena.h"
#include "tabiya/layout.h"

/* The neighbours of each node: of node v, list[start[v]] to
 * list[start[v + 1] - 1]. */
typedef struct layout_links {
    uint32_t *start;
    uint32_t *list;
} layout_links;

/* Gives each node a rank of its own below all that lead to it; the edges that
 * close a cycle do not count.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_ranks(const tby_layout_graph *g,
                                     tby_arena *arena, uint32_t *rank);

#endif
