/* graphs.h - graphs to test with: of lines of moves, made at random, knotty, or
 * one line without end; and all that one holds as text. */
#ifndef TBY_TESTS_GRAPHS_H
#define TBY_TESTS_GRAPHS_H

#include "core/base/buf.h"
#include "core/base/str.h"
#include "support/positions.h"
#include "tabiya/graph.h"

#include <string.h>

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
        ("% percent % at the % end of a line, which is long enough to be "
         "broken % somewhere % between % these % words"),
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

/* --- single nodes and edges -----------------------------------------------*/

static inline void must(tby_rc rc)
{
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

static inline tby_move move_of(const tby_pos *p, tby_str san)
{
    tby_move m = TBY_MOVE_NONE;

    CHECK(tby_san_parse(p, san, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK,
          "%.*s in %s", (int)san.n, san.p, fen_of(p).s);
    return m;
}

static inline uint32_t node_at(tby_graph *g, const tby_pos *p)
{
    uint32_t node = TBY_NONE;

    must(tby_graph_add_node(g, p, &node));
    return node;
}

static inline uint32_t edge_on(tby_graph *g, uint32_t from, tby_move m)
{
    uint32_t edge = TBY_NONE;

    must(tby_graph_add_edge(g, from, m, &edge, NULL));
    return edge;
}

/* The node that a move leads to. */
static inline uint32_t step_on(tby_graph *g, uint32_t from, tby_move m)
{
    uint32_t edge = edge_on(g, from, m);

    return g->edges[edge].to;
}

/* The last node of a line from a position. */
static inline uint32_t line_end_from(tby_graph *g, const tby_pos *p,
                                     const char *moves)
{
    uint32_t edge = add_line(g, p, moves);

    return g->edges[edge].to;
}

static inline uint32_t line_end(tby_graph *g, const char *moves)
{
    return line_end_from(g, NULL, moves);
}

/* --- knots ----------------------------------------------------------------*/

/* A position with few pieces, where random moves soon meet again. */
static inline tby_pos small_start(rng *r)
{
    static const char *const FENS[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "k7/8/8/8/8/8/8/K1N5 w - - 0 1",
        "4k3/p7/8/8/8/8/7P/4K3 w - - 0 1",
        "k7/8/8/8/8/8/8/KR6 b - - 0 1",
    };

    return pos_of(FENS[rng_below(r, LENGTH(FENS))]);
}

/* A legal move among the first few, so that nodes are met again. */
static inline tby_move narrow_move(rng *r, const tby_pos *p, unsigned width)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    if (!legal.n)
        return TBY_MOVE_NONE;
    unsigned n = legal.n < width ? (unsigned)legal.n : width;
    return legal.at[rng_below(r, n)];
}

static inline uint32_t random_node(rng *r, const tby_graph *g)
{
    for (;;) {
        uint32_t v = rng_below(r, (unsigned)g->nodes_n);
        if (g->nodes[v].alive)
            return v;
    }
}

/* TBY_NONE if there is none. */
static inline uint32_t random_edge(rng *r, const tby_graph *g)
{
    if (!g->edges_alive)
        return TBY_NONE;
    for (;;) {
        uint32_t e = rng_below(r, (unsigned)g->edges_n);
        if (g->edges[e].alive)
            return e;
    }
}

/* Moves from a few roots, with many transpositions and cycles, and nodes alone;
 * texts, glyphs, evaluations and coordinates here and there. */
static inline void knotty_graph(rng *r, tby_graph *g, unsigned moves)
{
    unsigned roots = 1 + rng_below(r, 3), width = 2 + rng_below(r, 4);

    for (unsigned i = 0; i < roots; i++) {
        tby_pos p = small_start(r);
        play_random(r, &p, rng_below(r, 3));
        node_at(g, &p);
    }
    for (unsigned i = 0; i < moves; i++) {
        uint32_t v = random_node(r, g);
        tby_move m = narrow_move(r, &g->nodes[v].pos, width);
        if (m == TBY_MOVE_NONE)
            continue;
        random_marks(r, g, edge_on(g, v, m));
        if (rng_chance(r, 20))
            tby_graph_place(g, v, rng_below(r, 1000) / 10.0 - 50,
                            rng_below(r, 1000) / 10.0);
    }
}

/* One line of n moves that never meets itself: king and knights of each side
 * behind a wall, with millions of places to be in. */
static inline void long_line(rng *r, tby_graph *g, uint32_t n)
{
    tby_pos p = pos_of("k1nn4/8/8/pppppppp/PPPPPPPP/8/8/K1NN4 w - - 0 1");
    uint32_t node = node_at(g, &p);

    for (uint32_t i = 0; i < n;) {
        tby_pos next = g->nodes[node].pos;
        tby_move m = random_move(r, &next);
        bool capture = tby_pos_is_capture(&next, m);
        tby_pos_play(&next, m);
        if (capture || tby_graph_find(g, &next) != TBY_NONE)
            continue;
        node = step_on(g, node, m);
        i++;
    }
}

/* --- what can be reached, by brute force ----------------------------------*/

enum { REACH_MOST = 512 };

/* at[a][b]: moves lead from node a to node b. */
typedef struct reach_table {
    bool at[REACH_MOST][REACH_MOST];
} reach_table;

static inline void find_reach(const tby_graph *g, reach_table *t)
{
    assert_true(g->nodes_n <= REACH_MOST);
    memset(t, 0, sizeof *t);
    for (uint32_t e = 0; e < g->edges_n; e++)
        if (g->edges[e].alive)
            t->at[g->edges[e].from][g->edges[e].to] = true;
    for (uint32_t k = 0; k < g->nodes_n; k++)
        for (uint32_t i = 0; i < g->nodes_n; i++)
            for (uint32_t j = 0; t->at[i][k] && j < g->nodes_n; j++)
                t->at[i][j] |= t->at[k][j];
}

/* --- all of it as text ----------------------------------------------------*/

static inline void dump_text(tby_buf *b, const tby_graph *g, const char *label,
                             tby_span s)
{
    tby_buf_cstr(b, label);
    tby_buf_add(b, tby_graph_text(g, s));
    tby_buf_char(b, '\n');
}

static inline void dump_edge(tby_buf *b, const tby_graph *g, uint32_t e)
{
    const tby_edge *d = &g->edges[e];

    tby_buf_cstr(b, " edge ");
    tby_buf_u64(b, e);
    tby_buf_char(b, ' ');
    tby_buf_u64(b, d->move);
    tby_buf_cstr(b, " to ");
    tby_buf_u64(b, d->to);
    dump_text(b, g, " note ", d->note);
    dump_text(b, g, "  nags ", d->nags);
}

static inline void dump_node(tby_buf *b, const tby_graph *g, uint32_t v)
{
    const tby_node *n = &g->nodes[v];
    char eval[TBY_EVAL_MAX];

    tby_eval_write(n->eval, eval, sizeof eval);
    tby_buf_u64(b, v);
    tby_buf_char(b, ' ');
    tby_buf_cstr(b, fen_of(&n->pos).s);
    tby_buf_char(b, ' ');
    tby_buf_cstr(b, eval);
    if (n->placed)
        tby_buf_double(b, n->x, 3), tby_buf_double(b, n->y, 3);
    tby_buf_cstr(b, " in");
    uint32_t in_n = 0, out_n = 0, last = TBY_NONE;
    for (uint32_t e = n->first_in; e != TBY_NONE; e = g->edges[e].next_in) {
        assert_true(g->edges[e].alive && g->edges[e].to == v);
        assert_int_equal(g->edges[e].prev_in, last);
        tby_buf_char(b, ' ');
        tby_buf_u64(b, e);
        last = e;
        in_n++;
    }
    assert_int_equal(n->last_in, last);
    tby_buf_char(b, '\n');
    last = TBY_NONE;
    for (uint32_t e = n->first_out; e != TBY_NONE; e = g->edges[e].next_out) {
        assert_true(g->edges[e].alive && g->edges[e].from == v);
        assert_int_equal(g->edges[e].prev_out, last);
        dump_edge(b, g, e);
        last = e;
        out_n++;
    }
    assert_int_equal(n->last_out, last);
    assert_true(in_n == n->in_n && out_n == n->out_n);
}

/* Everything that a graph says, with the numbers of nodes and edges; its lists
 * are checked on the way.  Free it with tby_buf_free(). */
static inline tby_buf graph_dump(const tby_graph *g)
{
    uint32_t nodes = 0, edges = 0;
    tby_buf b;

    tby_buf_init(&b, NULL, 1 << 28);
    dump_text(&b, g, "title ", g->title);
    tby_buf_u64(&b, g->has_color ? 1u + g->color : 0);
    tby_buf_char(&b, '\n');
    for (size_t i = 0; i < g->loose_n; i++)
        dump_text(&b, g, "loose ", g->loose[i]);
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (g->nodes[v].alive) {
            dump_node(&b, g, v);
            assert_int_equal(tby_graph_find(g, &g->nodes[v].pos), v);
            nodes++;
        }
    for (uint32_t e = 0; e < g->edges_n; e++)
        edges += g->edges[e].alive;
    assert_true(nodes == g->nodes_alive && edges == g->edges_alive);
    must(b.rc);
    return b;
}

#endif
