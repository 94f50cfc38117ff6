/* test_picture.c - a repertoire as a picture. */
#include "core/base/str.h"
#include "core/rep/layout/drawing.h"
#include "support/failing.h"
#include "tabiya/pos.h"
#include "tabiya/san.h"

#include <string.h>

/* Plays the moves from the start, edges added; the last edge. */
static uint32_t add_line(tby_graph *g, const char *moves)
{
    tby_pos p = tby_pos_start();
    tby_str rest = tby_str_of(moves), word;
    uint32_t node, edge = TBY_NONE;

    assert_int_equal(tby_graph_add_node(g, &p, &node), TBY_OK);
    while (tby_str_word(&rest, &word)) {
        tby_move m;
        assert_int_equal(tby_san_parse(&g->nodes[node].pos, word,
                                       TBY_SAN_TOLERANT, &m, NULL),
                         TBY_OK);
        assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL), TBY_OK);
        node = g->edges[edge].to;
    }
    return edge;
}

static void make(tby_graph *g)
{
    tby_graph_init(g, NULL);
    uint32_t edge = add_line(g, "d4 d5 c4");
    add_line(g, "c4 d5 d4");
    assert_int_equal(tby_graph_set_note(g, edge, TBY_STR("a <gambit>")),
                     TBY_OK);
    tby_graph_set_eval(g, g->edges[edge].to, tby_eval_from_cp(25));
    assert_int_equal(tby_graph_lay_out(g, false, NULL, NULL), TBY_OK);
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;

    while ((text = strstr(text, what)) != NULL) {
        text += strlen(what);
        n++;
    }
    return n;
}

static void nodes_and_moves_are_drawn(void **state)
{
    tby_graph g;
    tby_buf b;

    (void)state;
    make(&g);
    tby_buf_init(&b, NULL, 1 << 20);
    assert_int_equal(tby_graph_draw(&g, &b, NULL), TBY_OK);
    tby_buf_char(&b, '\0');
    assert_int_equal(count(b.p, "<circle class"), 6);
    assert_int_equal(count(b.p, "<circle class=\"s\""), 1);
    assert_int_equal(count(b.p, "<circle class=\"e\""), 1);
    assert_int_equal(count(b.p, "<circle class=\"w\""), 2);
    assert_int_equal(count(b.p, "<circle class=\"b\""), 2);
    assert_int_equal(count(b.p, "<path d"), 5);
    assert_int_equal(count(b.p, "<path class=\"t\""), 1);
    assert_int_equal(count(b.p, ">d4</text>"), 2);
    assert_int_equal(count(b.p, "a &lt;gambit&gt;"), 1);
    assert_int_equal(count(b.p, ", white +0.25</title>"), 1);
    tby_buf_free(&b);
    tby_graph_free(&g);
}

static void memory_may_run_out_anywhere(void **state)
{
    tby_rc rc = TBY_E_NOMEM;
    tby_graph g;

    (void)state;
    make(&g);
    for (size_t left = 0; rc != TBY_OK; left++) {
        failing f = {.calls_left = left};
        tby_alloc alloc = failing_alloc(&f);
        tby_buf b;

        tby_buf_init(&b, &alloc, 1 << 20);
        rc = tby_graph_draw(&g, &b, &alloc);
        CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "%s", tby_rc_name(rc));
        tby_buf_free(&b);
        failing_check_back(&f);
    }
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_and_moves_are_drawn),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
