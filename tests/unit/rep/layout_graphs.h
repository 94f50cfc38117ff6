/* layout_graphs.h - graphs for the tests of the layout. */
#ifndef TBY_TESTS_UNIT_LOGIC_LAYOUT_GRAPHS_H
#define TBY_TESTS_UNIT_LOGIC_LAYOUT_GRAPHS_H

#include "support/check.h"
#include "tabiya/layout.h"

/* Room for n nodes and m edges; to be freed with graph_free(). */
typedef struct graph {
    tby_layout_graph g;
    uint32_t *from, *to;
    tby_point *at;
    uint32_t room; /* for edges */
} graph;

static inline graph graph_new(uint32_t nodes, uint32_t room)
{
    graph t = {.from = malloc((room + 1) * sizeof *t.from),
               .to = malloc((room + 1) * sizeof *t.to),
               .at = malloc((nodes + 1) * sizeof *t.at),
               .room = room};

    CHECK(t.from && t.to && t.at, "no memory");
    t.g = (tby_layout_graph){.nodes = nodes, .from = t.from, .to = t.to};
    return t;
}

static inline void graph_free(graph *t)
{
    free(t->from);
    free(t->to);
    free(t->at);
}

static inline void add_edge(graph *t, uint32_t from, uint32_t to)
{
    CHECK(t->g.edges < t->room, "no room for an edge");
    t->from[t->g.edges] = from;
    t->to[t->g.edges++] = to;
}

static inline void lay_out(graph *t, const tby_layout_options *options)
{
    tby_rc rc = tby_layout(&t->g, options, NULL, t->at);

    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

static inline uint64_t crossings(const graph *t)
{
    uint64_t n = 0;
    tby_rc rc = tby_layout_crossings(&t->g, t->at, NULL, &n);

    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
    return n;
}

/* Each node below one before it; near the one before itself, or anywhere. */
static inline graph random_tree(rng *r, uint32_t nodes, unsigned branching,
                                uint32_t room)
{
    graph t = graph_new(nodes, nodes + room);

    for (uint32_t v = 1; v < nodes; v++)
        add_edge(&t, rng_chance(r, branching) ? rng_below(r, v) : v - 1, v);
    return t;
}

/* A tree with moves that lead to where others lead, and now and then back. */
static inline graph random_repertoire(rng *r, uint32_t nodes, uint32_t more)
{
    graph t = random_tree(r, nodes, 35, more);

    for (uint32_t i = 0; i < more && nodes > 1; i++) {
        uint32_t a = rng_below(r, nodes), b = rng_below(r, nodes);
        bool back = rng_chance(r, 5);
        add_edge(&t, a < b || back ? a : b, a < b || back ? b : a);
    }
    return t;
}

/* Anything at all: edges twice, to oneself, in circles. */
static inline graph random_graph(rng *r, uint32_t nodes, uint32_t edges)
{
    graph t = graph_new(nodes, edges);

    for (uint32_t i = 0; i < edges && nodes > 0; i++)
        add_edge(&t, rng_below(r, nodes), rng_below(r, nodes));
    return t;
}

#endif
