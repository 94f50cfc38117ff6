/* layout.h - where to draw the nodes of a graph: rank by rank from the roots
 * down, with few crossings.
 *
 * A graph is nodes 0 to nodes-1 and edges between them, nothing else: cycles,
 * several roots, parts that hang together with nothing, edges twice or from a
 * node to itself are all ordinary.
 *
 * The same input gives the same bytes everywhere: what is spent is counted in
 * steps, never in time, and the arithmetic is + - * / and sqrt. */
#ifndef TBY_LAYOUT_H
#define TBY_LAYOUT_H

#include "tabiya/base.h"

/* From one rank to the next. */
#define TBY_LAYOUT_RANK 129.6

/* A node that does not say how wide it is, and what is left free between two
 * nodes of a rank. */
#define TBY_LAYOUT_WIDTH 40.0
#define TBY_LAYOUT_GAP   40.0

/* Widths are cut to it. */
#define TBY_LAYOUT_WIDTH_MAX 1000.0

/* More nodes or edges than that are refused. */
#define TBY_LAYOUT_MAX (1u << 20)

typedef struct tby_point {
    double x, y;
} tby_point;

typedef struct tby_layout_graph {
    uint32_t nodes;
    uint32_t edges;
    const uint32_t *from, *to; /* as many as edges */
    const double *width;       /* as many as nodes, or NULL */
} tby_layout_graph;

/* Called some ten times in a second of work, that so many of `total`
 * steps are done, and may say that it is enough: then the best that was found
 * so far is taken, which depends on when that was.  Without such a word the
 * result is the same as without it. */
typedef struct tby_layout_watch {
    bool (*go_on)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
} tby_layout_watch;

typedef struct tby_layout_options {
    /* How much is done, in steps of a few nanoseconds; 0 is what pays for a
     * graph of this size.  Less gives more crossings, never a failure. */
    uint64_t work;

    /* A layout to stay near: NULL, or a point for each node.  On each rank
     * the nodes that had a place keep their order, and nearly their place;
     * only the others are moved about. */
    const tby_point *previous;
    const bool *had_place; /* NULL: every node */

    const tby_layout_watch *watch; /* or NULL */
} tby_layout_options;

TBY_BEGIN

/* Writes a point for each node.  x and y are multiples of 0.1, as files hold
 * them; y is TBY_LAYOUT_RANK times the rank, 0 for a root, and grows downward;
 * the leftmost node is at x = 0, or near where it was.  Where the graph allows
 * it, moves that come first are on the left.  A tree has no crossings.
 *
 * options and alloc may be NULL.  TBY_E_NOMEM; TBY_E_LIMIT for too large a
 * graph; TBY_E_GRAPH_EDGE for an edge from or to a node that is not there. */
TBY_API TBY_MUST_USE tby_rc tby_layout(const tby_layout_graph *g,
                                       const tby_layout_options *options,
                                       const tby_alloc *alloc, tby_point *out);

/* How many pairs of edges cross, drawn as straight lines between the points:
 * meet inside both and do not run along each other.  Edges that share a node
 * do not cross.  Points are rounded to 0.1 first, so that the count is exact.
 * Errors as above. */
TBY_API TBY_MUST_USE tby_rc tby_layout_crossings(const tby_layout_graph *g,
                                                 const tby_point *at,
                                                 const tby_alloc *alloc,
                                                 uint64_t *out);

TBY_END

#endif
