/* test_ctree_graph.c - repertoires as trees, and back. */
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_write.h"
#include "support/graphs.h"
#include "unit/ctree/ctree.h"

/* The tree of a graph as text. */
static void text_of(const tby_graph *g, tby_buf *out)
{
    tby_ctree_grow_job job = {.graph = g, .max = 1000000};
    tby_ctree_grown grown;
    tby_ctree_net net;
    tby_ctree_emit emit;

    tby_buf_init(out, NULL, 1 << 28);
    assert_int_equal(tby_ctree_grow(&grown, &job, NULL), TBY_OK);
    assert_int_equal(grown.n, g->nodes_alive);
    assert_int_equal(tby_ctree_net_grown(&net, &grown), TBY_OK);
    assert_int_equal(tby_ctree_emit_open(&emit, &grown, &net), TBY_OK);
    for (uint32_t i = 0; i < grown.n; i++)
        assert_int_equal(tby_ctree_emit_node(&emit, i, out), TBY_OK);
    tby_ctree_emit_free(&emit);
    tby_ctree_net_free(&net);
    tby_ctree_grown_free(&grown);
}

static bool same_text(const tby_graph *a, tby_span x, const tby_graph *b,
                      tby_span y)
{
    tby_str s = tby_graph_text(a, x), t = tby_graph_text(b, y);

    return s.n == t.n && memcmp(s.p, t.p, s.n) == 0;
}

static void check_edge(const tby_graph *a, const tby_graph *b, uint32_t edge,
                       uint32_t node)
{
    uint32_t other = tby_graph_edge(b, node, a->edges[edge].move);

    CHECK(other != TBY_NONE, "a move is lost");
    CHECK(same_text(a, a->edges[edge].note, b, b->edges[other].note),
          "'%.*s' became '%.*s'", (int)a->edges[edge].note.n,
          tby_graph_text(a, a->edges[edge].note).p, (int)b->edges[other].note.n,
          tby_graph_text(b, b->edges[other].note).p);
    CHECK(same_text(a, a->edges[edge].nags, b, b->edges[other].nags),
          "glyphs are lost");
}

/* Everything but coordinates and the order of moves. */
static void check_same(const tby_graph *a, const tby_graph *b)
{
    assert_int_equal(a->nodes_alive, b->nodes_alive);
    assert_int_equal(a->edges_alive, b->edges_alive);
    assert_int_equal(a->loose_n, b->loose_n);
    assert_int_equal(a->has_color, b->has_color);
    assert_true(same_text(a, a->title, b, b->title));
    for (size_t i = 0; i < a->loose_n; i++)
        assert_true(same_text(a, a->loose[i], b, b->loose[i]));
    for (uint32_t i = 0; i < a->nodes_n; i++) {
        if (!a->nodes[i].alive)
            continue;
        uint32_t other = tby_graph_find(b, &a->nodes[i].pos);

        CHECK(other != TBY_NONE, "a position is lost");
        CHECK(tby_eval_equal(a->nodes[i].eval, b->nodes[other].eval),
              "an evaluation is lost");
        for (uint32_t e = a->nodes[i].first_out; e != TBY_NONE;
             e = a->edges[e].next_out)
            check_edge(a, b, e, other);
    }
}

static void check_round_trip(const tby_graph *g)
{
    tby_buf text, again;
    tby_ctree t;
    tby_graph back;
    tby_ctree_import_sum sum;
    told out;
    tby_ctree_listener listener = {hear, &out};

    text_of(g, &text);
    read_tree(&t, &out, tby_buf_str(&text));
    assert_int_equal(tby_ctree_check(&t, TBY_CTREE_POSITION, &listener),
                     TBY_OK);
    CHECK(out.faults == 0, "%.1000s", out.text);
    tby_graph_init(&back, NULL);
    assert_int_equal(tby_ctree_to_graph(&t, &back, &sum), TBY_OK);
    assert_int_equal(sum.moves + sum.comments, 0);
    check_same(g, &back);
    text_of(&back, &again);
    CHECK(text.n == again.n && memcmp(text.p, again.p, text.n) == 0,
          "another text");
    tby_buf_free(&text);
    tby_buf_free(&again);
    tby_graph_free(&back);
    tby_ctree_free(&t);
}

static void random_repertoires(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        tby_graph g;

        tby_graph_init(&g, NULL);
        if (i % 2)
            knotty_graph(&r, &g, 1 + rng_below(&r, 200));
        else
            random_graph(&r, &g, 1 + rng_below(&r, 200), 3);
        must(tby_graph_set_title(&g, tby_str_of("A title: of its own")));
        tby_graph_set_color(&g, TBY_BLACK);
        must(tby_graph_add_loose(&g, tby_str_of("loose: words")));
        for (uint32_t n = 0; n < g.nodes_n; n++)
            if (rng_chance(&r, 20))
                tby_graph_set_eval(&g, n, random_eval(&r));
        check_round_trip(&g);
        tby_graph_free(&g);
    }
}

/* Annotations that look like something else. */
static void treacherous_notes(void **state)
{
    static const char *const NOTES[] = {
        "$1",         "$1 good", "title: x",     "partial tree", "text: x",
        "eval: none", "#3",      "from #7 came", "color: blue",  "$"};

    (void)state;
    for (size_t i = 0; i < LENGTH(NOTES); i++) {
        tby_graph g;
        uint32_t edge, node;
        tby_pos start = tby_pos_start();

        tby_graph_init(&g, NULL);
        must(tby_graph_add_node(&g, &start, &node));
        must(tby_graph_add_edge(&g, node, move_of(&start, tby_str_of("e4")),
                                &edge, NULL));
        set_note(&g, edge, NOTES[i]);
        if (i % 2)
            must(tby_graph_add_nag(&g, edge, 5));
        check_round_trip(&g);
        tby_graph_free(&g);
    }
}

/* No recursion, and time in proportion: a line of 20,000 positions. */
static void a_long_line(void **state)
{
    rng r = rng_for(__func__);
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    long_line(&r, &g, 20000);
    check_round_trip(&g);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_repertoires),
        cmocka_unit_test(treacherous_notes),
        cmocka_unit_test(a_long_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
