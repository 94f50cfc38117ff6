/* graphs.h - graphs to test with: of lines of moves, and made at random. */
#ifndef TBY_TESTS_GRAPHS_H
#define TBY_TESTS_GRAPHS_H

#include "core/base/str.h"
#include "support/positions.h"
#include "tabiya/graph.h"

/* Adds a line of SAN without numbers from a position, NULL for the start; the
 * last of its edges. */
static inline uint32_t add_line(tby_graph *g, const tby_pos *from,
                                const char *moves)
{
    tby_pos pos = from ? *from : tby_pos_start();
    tby_str rest = tby_str_of(moves), word;
    uint32_t node, edge = TBY_NONE;

    assert_int_equal(tby_graph_add_node(g, &pos, &node), TBY_OK);
    while (tby_str_word(&rest, &word)) {
        tby_move m;

        CHECK(tby_san_parse(&g->nodes[node].pos, word, TBY_SAN_TOLERANT, &m,
                            NULL) == TBY_OK,
              "%.*s of %s", (int)word.n, word.p, moves);
        assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL), TBY_OK);
        node = g->edges[edge].to;
    }
    return edge;
}

/* The node at the end of a line that must be there. */
static inline uint32_t node_after(const tby_graph *g, const char *moves)
{
    tby_pos pos = tby_pos_start();
    tby_str rest = tby_str_of(moves), word;

    while (tby_str_word(&rest, &word)) {
        tby_move m;

        CHECK(tby_san_parse(&pos, word, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK,
              "%.*s of %s", (int)word.n, word.p, moves);
        tby_pos_play(&pos, m);
    }
    uint32_t node = tby_graph_find(g, &pos);
    CHECK(node != TBY_NONE, "%s", moves);
    return node;
}

static inline void set_note(tby_graph *g, uint32_t edge, const char *text)
{
    assert_int_equal(tby_graph_set_note(g, edge, tby_str_of(text)), TBY_OK);
}

/* What is the same move in many positions often leads to the same ones in
 * another order: only one in three of those is played. */
static inline tby_move transposing_move(rng *r, const tby_pos *p)
{
    tby_moves legal;
    tby_move few[TBY_MOVES_MAX];
    unsigned n = 0;

    tby_moves_legal(p, &legal);
    for (size_t i = 0; i < legal.n; i++)
        if (legal.at[i] * 2654435761u >> 24 & 1 && legal.at[i] % 3 == 0)
            few[n++] = legal.at[i];
    return n ? few[rng_below(r, n)] : random_move(r, p);
}

static inline tby_eval random_eval(rng *r)
{
    if (rng_chance(r, 20))
        return tby_eval_from_mate(rng_chance(r, 50) ? TBY_WHITE : TBY_BLACK,
                                  rng_below(r, 9));
    return tby_eval_from_cp((int32_t)rng_below(r, 2000) - 1000);
}

/* Annotations of all kinds that a file can hold. */
static inline const char *random_note(rng *r)
{
    static const char *const texts[] = {
        "the main line",
        "a } brace, a { brace, a \"quote\" and a \\",
        "[%eval 0.17] and a clock [%clk 0:05:00]",
        "[%cal Gd2d4] arrows",
        "one | two",
        "; a semicolon  two blanks\tand a tab",
        "% percent % at the % end of a line, which is long enough to be broken "
        "% somewhere % between % these % words",
        "[Event \"no\"]",
        "Ж ♘ 𝄞 é",
        "Transposes to 5. e3",
        "(bracket) $1 1. e4 1-0 *",
        "[%note] what",
        "-> e4 : 1, 2",
        "!?",
    };

    return texts[rng_below(r, LENGTH(texts))];
}

static inline void random_marks(rng *r, tby_graph *g, uint32_t edge)
{
    if (rng_chance(r, 30))
        set_note(g, edge, random_note(r));
    for (unsigned n = rng_chance(r, 30) ? rng_below(r, 4) : 0; n; n--)
        assert_int_equal(tby_graph_add_nag(g, edge, (uint8_t)rng_below(r, 256)),
                         TBY_OK);
    if (rng_chance(r, 20))
        tby_graph_set_eval(g, g->edges[edge].to, random_eval(r));
}

/* Adds up to so many moves, most of them where moves were added last. */
static inline void random_graph(rng *r, tby_graph *g, unsigned moves,
                                unsigned roots)
{
    for (unsigned i = 0; i < roots; i++) {
        tby_pos pos = tby_pos_start();
        uint32_t node;

        play_random(r, &pos, i ? 10 : 0);
        assert_int_equal(tby_graph_add_node(g, &pos, &node), TBY_OK);
        if (rng_chance(r, 30))
            tby_graph_set_eval(g, node, random_eval(r));
    }
    for (unsigned i = 0; i < moves; i++) {
        unsigned n = (unsigned)g->nodes_n;
        uint32_t edge;

        if (n > 10 && rng_chance(r, 60))
            n = 10;
        uint32_t from = (uint32_t)(g->nodes_n - 1 - rng_below(r, n));
        tby_move m = transposing_move(r, &g->nodes[from].pos);
        if (m == TBY_MOVE_NONE)
            continue;
        assert_int_equal(tby_graph_add_edge(g, from, m, &edge, NULL), TBY_OK);
        random_marks(r, g, edge);
    }
}

#endif
