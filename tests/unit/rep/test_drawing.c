/* test_drawing.c - a repertoire is laid out as it is, whatever it was. */
#include "core/rep/layout/drawing.h"
#include "support/failing.h"
#include "support/positions.h"

#include <math.h>

static void add_line(tby_graph *g, const char *moves)
{
    tby_pos start = tby_pos_start();
    uint32_t node, edge;
    tby_line line;

    assert_int_equal(tby_line_parse(tby_str_of(moves), NULL, &line, NULL, NULL),
                     TBY_OK);
    assert_int_equal(tby_graph_add_node(g, &start, &node), TBY_OK);
    for (size_t i = 0; i < line.plies; i++) {
        assert_int_equal(
            tby_graph_add_edge(g, node, line.moves[i], &edge, NULL), TBY_OK);
        node = g->edges[edge].to;
    }
    tby_line_free(&line);
}

static void build(tby_graph *g)
{
    add_line(g, "d4 Nf6 c4 e6 Nc3");
    add_line(g, "c4 Nf6 d4 e6 Nf3");
    add_line(g, "d4 d5 c4");
    add_line(g, "Nf3 Nf6 Ng1 Ng8"); /* and back to the start */
}

static void every_position_gets_its_place(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    build(&g);
    assert_int_equal(tby_graph_lay_out(&g, false, NULL, NULL), TBY_OK);
    for (size_t i = 0; i < g.nodes_n; i++) {
        double rank = g.nodes[i].y / TBY_LAYOUT_RANK;
        assert_true(g.nodes[i].placed);
        assert_true(fabs(rank - round(rank)) < 1e-3);
        for (size_t k = 0; k < i; k++)
            assert_true(g.nodes[i].x != g.nodes[k].x ||
                        g.nodes[i].y != g.nodes[k].y);
    }
    assert_true(g.nodes[0].y == 0);
    tby_graph_free(&g);
    tby_graph_init(&g, NULL);
    assert_int_equal(tby_graph_lay_out(&g, false, NULL, NULL), TBY_OK);
    tby_graph_free(&g);
}

/* Other numbers, dead nodes and edges in between: the same picture. */
static void what_was_taken_away_leaves_no_trace(void **state)
{
    tby_graph a, b;

    (void)state;
    tby_graph_init(&a, NULL);
    tby_graph_init(&b, NULL);
    build(&a);
    add_line(&b, "h4 h5 Rh3");
    for (uint32_t i = 3; i-- > 0;) {
        tby_graph_unlink(&b, i);
        tby_graph_drop_node(&b, i + 1);
    }
    build(&b);
    assert_int_equal(tby_graph_lay_out(&a, false, NULL, NULL), TBY_OK);
    assert_int_equal(tby_graph_lay_out(&b, false, NULL, NULL), TBY_OK);
    assert_int_not_equal(a.nodes_n, b.nodes_n);
    assert_int_equal(tby_graph_compare(&a, &b), TBY_OK);
    tby_graph_free(&a);
    tby_graph_free(&b);
}

static void without_memory_nothing_moves(void **state)
{
    tby_rc rc = TBY_E_NOMEM;
    tby_graph g;
    size_t budget;

    (void)state;
    tby_graph_init(&g, NULL);
    build(&g);
    for (budget = 0; rc != TBY_OK; budget++) {
        failing f = {.calls_left = budget};
        tby_alloc alloc = failing_alloc(&f);
        rc = tby_graph_lay_out(&g, false, NULL, &alloc);
        failing_check_back(&f);
        assert_true(rc == TBY_OK || rc == TBY_E_NOMEM);
        assert_true(rc == TBY_OK || !g.nodes[0].placed);
    }
    assert_true(budget > 5);
    tby_graph_free(&g);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_gets_its_place),
        cmocka_unit_test(what_was_taken_away_leaves_no_trace),
        cmocka_unit_test(without_memory_nothing_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
