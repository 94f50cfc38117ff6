/* layout_int.h - what the files of the layout share.
 *
 *   layout.c          the whole of it, part by part
 *   layout_rank.c     on which rank each node is
 *   layout_layers.c   a part of the graph as ranks of nodes, joined by edges
 *                     from one rank to the next; which nodes hang below which
 *   layout_moves.c    where a node or a block could go, and what that costs
 *   layout_order.c    the order on each rank
 *   layout_place.c    from the order to coordinates
 *   layout_polish.c   long edges, drawn straight */
#ifndef TBY_CORE_REP_LAYOUT_LAYOUT_INT_H
#define TBY_CORE_REP_LAYOUT_LAYOUT_INT_H

#include "core/base/grow.h"
#include "core/base/num.h"
#include "tabiya/layout.h"

/* The neighbours of each node: of node v, list[start[v]] to
 * list[start[v + 1] - 1]. */
typedef struct layout_links {
    uint32_t *start;
    uint32_t *list;
} layout_links;

/* A part of the graph.  An edge that passes ranks is a chain of edges with a
 * bend on each rank it passes; bends are nodes after the real ones.
 *
 * Places are numbered through all ranks, so that the node at place p is
 * order[p] and a rank is the places first[r] to first[r + 1] - 1.
 *
 * cut[p] to cut[p + 1] - 1 are the places of the next rank that hang below the
 * node at p.  The first node of each rank begins with the first of the next,
 * so that this holds for the last node of a rank, too. */
typedef struct layout_layers {
    uint32_t nodes; /* with the bends */
    uint32_t real;
    uint32_t edges;
    uint32_t ranks;
    uint32_t *rank;  /* of each node */
    uint32_t *first; /* ranks + 2 */
    uint32_t *order; /* by place */
    uint32_t *place; /* of each node */
    uint32_t *cut;   /* nodes + 1, by place */
    layout_links up, down;
} layout_layers;

/* From a place to the one before another. */
typedef struct layout_span {
    uint32_t from, to;
} layout_span;

typedef struct layout_meter {
    const tby_layout_watch *watch; /* or NULL */
    uint64_t done, total;          /* without what is being done */
    bool enough;                   /* no more work is wanted */
} layout_meter;

/* Reports that so much more is done; false if that is enough. */
bool tby__layout_progress(layout_meter *m, uint64_t work);

/* Room to work in, a number for each edge or node in each, and what has been
 * done so far. */
typedef struct layout_scratch {
    uint32_t *a, *b, *c, *d;
    uint64_t work;
} layout_scratch;

/* n numbers, not set; NULL: no memory. */
uint32_t *tby_layout_numbers(tby_arena *arena, size_t n);

/* For each of n nodes, the values of its keys, in their order. */
bool tby_layout_link(layout_links *links, uint32_t n, uint32_t keys,
                     const uint32_t *key, const uint32_t *value,
                     tby_arena *arena);

/* The rank of each node, below all that lead to it and not above where it was
 * before; the edges that close a cycle do not count.  It is as near to the
 * roots as can be unless there are such edges.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_ranks(const tby_layout_graph *g,
                                     const tby_layout_options *o,
                                     tby_arena *arena, uint32_t *rank);

/* Moves nodes further down where that makes edges shorter on the whole; none
 * comes to a rank above or beside what leads to it.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_shorten(const tby_layout_graph *g,
                                       tby_arena *arena, uint32_t *rank);

/* The ranks of a graph, in the order of a walk depth first.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_layer(layout_layers *l,
                                     const tby_layout_graph *g,
                                     const uint32_t *rank, tby_arena *arena,
                                     layout_scratch *s);

/* Crossings between neighbouring ranks. */
uint64_t tby_layout_count(const layout_layers *l, layout_scratch *s);

/* Hangs each node below one of those above, as many as can be below one they
 * have an edge to, without crossing each other. */
void tby_layout_hang(layout_layers *l, layout_scratch *s);

/* How many crossings there are more when the nodes at places a < b pass each
 * other, alone or with all that hangs below them.  INT64_MAX if there are more
 * than `limit` nodes to look at. */
int64_t tby_layout_exchange(const layout_layers *l, uint32_t a, uint32_t b,
                            layout_scratch *s);
int64_t tby_layout_exchange_blocks(const layout_layers *l, layout_span a,
                                   layout_span b, uint32_t limit,
                                   layout_scratch *s);

/* Takes the nodes of two neighbouring spans of a rank past each other, alone or
 * with all that hangs below them. */
void tby_layout_swap(layout_layers *l, uint32_t from, uint32_t middle,
                     uint32_t to, layout_scratch *s);
void tby_layout_swap_blocks(layout_layers *l, uint32_t from, uint32_t middle,
                            uint32_t to, layout_scratch *s);

typedef struct layout_search {
    layout_layers *l;
    layout_scratch *s;
    uint64_t random;    /* the same for each, so that the same graph is always
                           laid out in the same way */
    double heat;        /* what a move may cost, on average */
    uint32_t limit;     /* nodes of the largest blocks that are compared */
    uint32_t *multiple; /* nodes that can hang below several, ... */
    uint32_t *busy;     /* ... and those above them */
    uint32_t n_multiple, n_busy;
    bool again; /* another order is wanted, even if it is no better */
} layout_search;

/* The place above that a node of a rank below the first hangs below. */
uint32_t tby_layout_hook(const layout_layers *l, uint32_t v);

/* Moves a node, alone or with its block, to a better place of the span, or to
 * one that is not much worse. */
void tby_layout_sift(layout_search *q, uint32_t v, bool block, layout_span in);

/* Hangs a node and its block below another node it has an edge to, if that is
 * better or not much worse. */
void tby_layout_rehang(layout_search *q, uint32_t v);

typedef struct layout_effort {
    uint64_t work;
    uint32_t number; /* each gives another order */
    layout_meter *meter;
} layout_effort;

/* Looks for an order with few crossings.  No rank may be empty.
 * TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_order(layout_layers *l, const layout_effort *how,
                                     layout_scratch *s, tby_arena *arena);

void tby_layout_set_order(layout_layers *l, const uint32_t *order);

/* Nodes that had a place in the order they had; the others between them, where
 * they cross little.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_keep(layout_layers *l,
                                    const tby_layout_options *o,
                                    layout_scratch *s, tby_arena *arena);

/* x for each node, without changing the order: near its neighbours, or near
 * where it was (o->previous).  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_place(const layout_layers *l,
                                     const tby_layout_options *o,
                                     const double *width, tby_arena *arena,
                                     double *x);

/* Moves nodes where that makes long edges cross less when all are drawn
 * straight.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_layout_polish(const layout_layers *l,
                                      const tby_layout_graph *g,
                                      const layout_effort *how,
                                      tby_arena *arena, double *x);

/* Whether a real node had a place that is a number. */
static inline bool tby_layout_was_placed(const tby_layout_options *o,
                                         uint32_t v)
{
    return o->previous && (!o->had_place || o->had_place[v]) &&
           o->previous[v].x > -1e8 && o->previous[v].x < 1e8;
}

static inline bool tby_layout_stays(const layout_layers *l,
                                    const tby_layout_options *o, uint32_t v)
{
    return v < l->real && tby_layout_was_placed(o, v);
}

#endif
