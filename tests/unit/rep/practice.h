/* practice.h - repertoires for the tests of lines and drills: from lines of
 * moves, and at random. */
#ifndef TBY_TESTS_UNIT_LOGIC_PRACTICE_H
#define TBY_TESTS_UNIT_LOGIC_PRACTICE_H

#include "support/positions.h"
#include "tabiya/tabiya.h"

#include <string.h>

static inline uint32_t add_node(tby_graph *g, const tby_pos *p)
{
    uint32_t node = TBY_NONE;

    assert_int_equal(tby_graph_add_node(g, p, &node), TBY_OK);
    return node;
}

/* Adds a line of moves in SAN, separated by spaces; returns its last edge. */
static inline uint32_t add_line(tby_graph *g, const char *fen, const char *line)
{
    tby_pos p = fen ? pos_of(fen) : tby_pos_start();
    uint32_t node = add_node(g, &p), edge = TBY_NONE;
    char text[512], *rest = text;

    snprintf(text, sizeof text, "%s", line);
    for (char *san; (san = strtok_r(rest, " ", &rest));) {
        tby_move m = TBY_MOVE_NONE;
        CHECK(tby_san_parse(&g->nodes[node].pos, tby_str_of(san),
                            TBY_SAN_TOLERANT, &m, NULL) == TBY_OK,
              "%s in %s", san, line);
        assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL), TBY_OK);
        node = g->edges[edge].to;
    }
    return edge;
}

/* Adds up to n moves, each to a random position of the graph and one of the
 * first `wide` of it, so that many orders of moves meet and come back. */
static inline void grow_random(rng *r, tby_graph *g, unsigned n, unsigned wide)
{
    while (n-- > 0) {
        uint32_t node = rng_below(r, (unsigned)g->nodes_n), edge;
        tby_moves legal;
        tby_moves_legal(&g->nodes[node].pos, &legal);
        if (legal.n == 0)
            continue;
        unsigned most = legal.n < wide ? (unsigned)legal.n : wide;
        assert_int_equal(tby_graph_add_edge(g, node,
                                            legal.at[rng_below(r, most)], &edge,
                                            NULL),
                         TBY_OK);
    }
}

/* Adds every move between two positions of the graph with a chance of so many
 * per cent: those that take the last move back close cycles. */
static inline void close_cycles(rng *r, tby_graph *g, unsigned percent)
{
    for (uint32_t node = 0; node < g->nodes_n; node++) {
        tby_moves legal;
        uint32_t edge;
        tby_moves_legal(&g->nodes[node].pos, &legal);
        for (size_t i = 0; i < legal.n; i++) {
            tby_pos after = g->nodes[node].pos;
            tby_pos_play(&after, legal.at[i]);
            if (tby_graph_find(g, &after) != TBY_NONE && rng_chance(r, percent))
                assert_int_equal(
                    tby_graph_add_edge(g, node, legal.at[i], &edge, NULL),
                    TBY_OK);
        }
    }
}

/* From one or two positions with few pieces. */
static inline void random_graph(rng *r, tby_graph *g, unsigned n, unsigned wide)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "k7/8/8/8/8/8/8/KN6 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/p7/8/8/8/8/7P/4K3 b - - 0 1"};
    unsigned roots = 1 + rng_chance(r, 25);

    tby_graph_init(g, NULL);
    for (unsigned i = 0; i < roots; i++) {
        tby_pos p = pos_of(fens[rng_below(r, LENGTH(fens))]);
        add_node(g, &p);
    }
    grow_random(r, g, n, wide);
    tby_graph_set_color(g, (tby_color)rng_below(r, 2));
}

#endif
