/* rep_random.h - repertoires that are hard to write down: several roots, roots
 * that differ from other positions only in what files lose, cycles, positions
 * without moves, and every kind of remark. */
#ifndef TBY_TESTS_UNIT_FORMAT_REP_RANDOM_H
#define TBY_TESTS_UNIT_FORMAT_REP_RANDOM_H

#include "core/chess/castling.h"
#include "support/graphs.h"
#include "unit/rep/rep.h"

static inline uint32_t add_root(tby_graph *g, const tby_pos *pos)
{
    uint32_t node = TBY_NONE;

    if (tby_castling_is_orthodox(pos))
        assert_int_equal(tby_graph_add_node(g, pos, &node), TBY_OK);
    return node;
}

/* A position that is there already but for some castling rights or the en
 * passant square. */
static inline void add_sibling(rng *r, tby_graph *g)
{
    const tby_node *n = &g->nodes[rng_below(r, (unsigned)g->nodes_n)];
    tby_setup s = tby_pos_to_setup(&n->pos);
    tby_pos pos;

    if (rng_chance(r, 50))
        s.ep = TBY_NO_SQUARE;
    if (rng_chance(r, 50))
        s.castling = rng_chance(r, 50) ? 0 : s.castling & rng_next(r);
    if (tby_pos_from_setup(&s, 0, &pos, NULL) == TBY_OK)
        add_root(g, &pos);
}

/* A board with few moves, so that lines go in circles. */
static inline void add_circles(rng *r, tby_graph *g)
{
    static const char *const fens[] = {
        "8/8/8/p1p1p3/P1P1P1k1/6p1/6P1/6K1 w - - 0 1",
        "7k/5Q2/8/8/8/8/8/K7 w - - 7 30",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "4k2r/8/8/8/8/8/8/4K3 b k - 3 12"};
    tby_pos pos = pos_of(fens[rng_below(r, LENGTH(fens))]);
    uint32_t node = add_root(g, &pos), edge;

    for (unsigned i = rng_below(r, 40); i; i--) {
        tby_move m = random_move(r, &g->nodes[node].pos);
        if (m == TBY_MOVE_NONE)
            return;
        assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL), TBY_OK);
        node = rng_chance(r, 80) ? g->edges[edge].to : node;
    }
}

/* Both orders of moves to one board, with en passant and without. */
static inline void add_ep_orders(rng *r, tby_graph *g)
{
    static const char *const lines[] = {"e4 e6 e5 d5",
                                        "e4 d5 e5 e6",
                                        "e4 e6 e5 d5 exd6",
                                        "e4 d5 e5 e6 Nf3",
                                        "e4 e6 e5 d5 Nf3",
                                        "e4 d5 e5 e6 d4 c5",
                                        "c4 a6 c5 b5 cxb6",
                                        "c4 b6 c5 b5 a4",
                                        "c4 b5 c5 a6",
                                        "Nf3 Nf6 Ng1 Ng8 d4",
                                        "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3",
                                        "e4 e5 Nf3"};

    for (unsigned n = rng_below(r, 5); n; n--)
        add_line(g, NULL, lines[rng_below(r, LENGTH(lines))]);
}

static inline const char *random_remark(rng *r)
{
    static const char *const texts[] = {"# not a heading",
                                        "#",
                                        "start -> e4",
                                        "a -> b : c",
                                        "= a title",
                                        "v5.0",
                                        "white",
                                        "Black's \"idea\"",
                                        "two  blanks",
                                        "\xEF\xBB\xBF",
                                        "ends with \\",
                                        "->",
                                        " : "};

    return rng_chance(r, 50) ? random_note(r)
                             : texts[rng_below(r, LENGTH(texts))];
}

static inline void random_places(rng *r, tby_graph *g)
{
    unsigned share = rng_below(r, 4) * 33;

    for (uint32_t i = 0; i < g->nodes_n; i++) {
        double scale = rng_chance(r, 5) ? 1e6 : 10;
        if (rng_chance(r, share))
            tby_graph_place(g, i, ((int)rng_below(r, 20000) - 10000) / scale,
                            ((int)rng_below(r, 20000) - 10000) / scale);
        if (rng_chance(r, share / 4))
            tby_graph_set_eval(g, i, random_eval(r));
    }
}

static inline void random_head(rng *r, tby_graph *g)
{
    tby_graph_set_color(g, (tby_color)rng_below(r, 2));
    assert_int_equal(tby_graph_set_title(g, tby_str_of(random_remark(r))),
                     TBY_OK);
    for (unsigned n = rng_chance(r, 30) ? rng_below(r, 4) : 0; n; n--)
        assert_int_equal(tby_graph_add_loose(g, tby_str_of(random_remark(r))),
                         TBY_OK);
}

/* Anything that a graph can be. */
static inline void random_repertoire(rng *r, tby_graph *g)
{
    tby_graph_init(g, NULL);
    random_head(r, g);
    if (rng_chance(r, 80))
        random_graph(r, g, rng_below(r, 1u << rng_below(r, 9)),
                     1 + rng_below(r, 3));
    if (rng_chance(r, 40))
        add_ep_orders(r, g);
    while (rng_chance(r, 40)) {
        tby_pos pos = random_scattered(r);
        uint32_t node = add_root(g, &pos), edge;
        tby_move m = random_move(r, &pos);
        if (node != TBY_NONE && m != TBY_MOVE_NONE && rng_chance(r, 70)) {
            assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL),
                             TBY_OK);
            random_marks(r, g, edge);
        }
    }
    if (rng_chance(r, 30))
        add_circles(r, g);
    while (g->nodes_n && rng_chance(r, 60))
        add_sibling(r, g);
    if (g->nodes_n && rng_chance(r, 50))
        random_graph(r, g, rng_below(r, 30), 0);
    for (uint32_t i = 0; i < g->edges_n; i++)
        if (rng_chance(r, 5))
            set_note(g, i, random_remark(r));
    random_places(r, g);
}

#endif
