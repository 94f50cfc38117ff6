/* walk.h - a graph from its roots, depth first: the one order that the writer,
 * the facts, the lines and the layout all follow.
 *
 * Roots come in this order: the starting position if it has moves, positions
 * with moves that no move leads to, the first position of each cycle that
 * nothing leads into, positions without any move.  Children come in the order
 * of their edges. */
#ifndef TBY_WALK_H
#define TBY_WALK_H

#include "tabiya/graph.h"

typedef struct tby_walk {
    tby_alloc alloc;
    uint32_t n;       /* nodes, all that are alive */
    uint32_t *order;  /* nodes as they are met first */
    uint32_t *topo;   /* nodes so that every edge that is not a back edge goes
                         from an earlier to a later one */
    uint32_t *edges;  /* edges as they are met */
    uint32_t edges_n; /* all that are alive */
    uint32_t *via;    /* by node: the edge it was met by; TBY_NONE at a root */
    uint8_t *back;    /* by edge: 1 if it leads to a node above itself on its
                         line, so that without it there is no cycle */
    uint32_t first_n; /* how many nodes the first root reaches: order[0] to
                         order[first_n - 1] */
    size_t nodes_room, edges_room;
} tby_walk;

TBY_BEGIN

/* TBY_E_NOMEM.  alloc NULL is the C library's.  The walk is over as soon as
 * the graph changes. */
TBY_API TBY_MUST_USE tby_rc tby_walk_graph(tby_walk *w, const tby_graph *g,
                                           const tby_alloc *alloc);
TBY_API void tby_walk_free(tby_walk *w);

/* The moves from a root to a node by the path the walk took, as edges.  Returns
 * their number; `path` is filled only if there is room for all of them. */
TBY_API uint32_t tby_walk_path(const tby_walk *w, const tby_graph *g,
                               uint32_t node, uint32_t *path, uint32_t cap);

/* The fewest moves from the same root to a node, *n of them: the walk's own
 * path where none is shorter.  `path` must have room for that one. TBY_E_NOMEM.
 */
TBY_API TBY_MUST_USE tby_rc tby_walk_shortest(const tby_walk *w,
                                              const tby_graph *g, uint32_t node,
                                              uint32_t *path, uint32_t *n);

/* The position of a node that a path begins at, with the counters it begins
 * with: the starting position has its usual ones whatever a file says. */
TBY_API tby_pos tby_walk_begin(const tby_graph *g, uint32_t node);

/* ply[node] becomes the half-move that the moves from a node are on the path
 * the walk took; White's first from the start is 2, so that ply / 2 is the
 * number of the move.  The counters of nodes do not say: they may come from a
 * file that keeps none. */
TBY_API void tby_walk_plies(const tby_walk *w, const tby_graph *g,
                            uint32_t *ply);

TBY_END

#endif
