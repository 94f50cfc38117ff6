/* test_diff.c - how two repertoires differ. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/diff.h"
#include "tabiya/merge.h"

typedef struct two {
    tby_graph a, b;
    tby_diff d;
} two;

static void open_two(two *t)
{
    tby_graph_init(&t->a, NULL);
    tby_graph_init(&t->b, NULL);
}

static void close_two(two *t)
{
    tby_graph_free(&t->a);
    tby_graph_free(&t->b);
}

static size_t compare(two *t)
{
    assert_int_equal(tby_diff_of(&t->d, &t->a, &t->b, NULL), TBY_OK);
    return t->d.n;
}

static size_t count(const two *t, tby_diff_kind kind)
{
    size_t n = 0;

    for (size_t i = 0; i < t->d.n; i++)
        n += t->d.at[i].kind == kind;
    return n;
}

/* --- tests ----------------------------------------------------------------*/

static void a_graph_does_not_differ_from_itself(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 30; round++) {
        two t;

        open_two(&t);
        random_graph(&r, &t.a, rng_below(&r, 200), 1);
        assert_int_equal(tby_graph_merge(&t.b, &t.a, TBY_MERGE_EVALS), TBY_OK);
        CHECK(compare(&t) == 0, "%zu differences", t.d.n);
        tby_diff_free(&t.d);
        close_two(&t);
    }
}

/* Counted by hand: an edge of one that the other lacks, both ways. */
static void moves_are_those_that_one_lacks(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 40; round++) {
        two t;
        size_t only_a = 0, only_b = 0;

        open_two(&t);
        random_graph(&r, &t.a, 10 + rng_below(&r, 150), 1 + rng_below(&r, 2));
        random_graph(&r, &t.b, 10 + rng_below(&r, 150), 1 + rng_below(&r, 2));
        compare(&t);
        for (size_t i = 0; i < t.d.n; i++) {
            const tby_difference *one = &t.d.at[i];

            if (one->kind != TBY_DIFF_MOVE)
                continue;
            only_a += one->edge_b == TBY_NONE;
            only_b += one->edge_a == TBY_NONE;
        }
        tby_graph both;
        tby_graph_init(&both, NULL);
        assert_int_equal(tby_graph_merge(&both, &t.a, TBY_MERGE_NO_EVALS),
                         TBY_OK);
        assert_int_equal(tby_graph_merge(&both, &t.b, TBY_MERGE_NO_EVALS),
                         TBY_OK);
        assert_int_equal(t.b.edges_alive + only_a, both.edges_alive);
        assert_int_equal(t.a.edges_alive + only_b, both.edges_alive);
        tby_graph_free(&both);
        tby_diff_free(&t.d);
        close_two(&t);
    }
}

static void marks_that_differ_are_listed(void **state)
{
    two t;

    (void)state;
    open_two(&t);
    uint32_t a = add_line(&t.a, NULL, "e4 e5"),
             b = add_line(&t.b, NULL, "e4 e5");
    assert_int_equal(compare(&t), 0);
    tby_diff_free(&t.d);

    set_note(&t.a, a, "one");
    set_note(&t.b, b, "two");
    must(tby_graph_add_nag(&t.a, a, 1));
    must(tby_graph_add_nag(&t.a, a, 2));
    must(tby_graph_add_nag(&t.b, b, 2));
    tby_graph_set_eval(&t.b, t.b.edges[b].to, tby_eval_from_cp(7));
    tby_graph_place(&t.b, t.b.edges[b].to, 1, 2);
    must(tby_graph_set_title(&t.a, TBY_STR("A")));
    must(tby_graph_add_loose(&t.a, TBY_STR("x")));
    must(tby_graph_add_loose(&t.a, TBY_STR("y")));
    must(tby_graph_add_loose(&t.b, TBY_STR("y")));
    tby_graph_set_color(&t.b, TBY_BLACK);
    assert_int_equal(compare(&t), 4);
    assert_int_equal(t.d.at[0].kind, TBY_DIFF_COMMENT);
    assert_int_equal(t.d.at[0].loose_a, 0);
    assert_int_equal(t.d.at[0].loose_b, TBY_NONE);
    assert_int_equal(t.d.at[1].kind, TBY_DIFF_NOTE);
    assert_int_equal(t.d.at[1].edge_a, a);
    assert_int_equal(t.d.at[1].edge_b, b);
    assert_int_equal(t.d.at[2].kind, TBY_DIFF_NAGS);
    assert_int_equal(t.d.at[3].kind, TBY_DIFF_EVAL);
    assert_int_equal(t.d.at[3].node_a, t.a.edges[a].to);
    tby_diff_free(&t.d);

    must(tby_graph_set_title(&t.b, TBY_STR("B")));
    tby_graph_set_color(&t.a, TBY_WHITE);
    must(tby_graph_add_nag(&t.b, b, 1)); /* in another order */
    assert_int_equal(compare(&t), 5);
    assert_int_equal(t.d.at[0].kind, TBY_DIFF_TITLE);
    assert_int_equal(t.d.at[1].kind, TBY_DIFF_COLOR);
    assert_int_equal(count(&t, TBY_DIFF_NAGS), 0);
    tby_diff_free(&t.d);
    close_two(&t);
}

/* What a position that only one has is worth shows by its moves; without any
 * move it would not show at all. */
static void positions_without_moves_count(void **state)
{
    two t;

    (void)state;
    open_two(&t);
    uint32_t e = add_line(&t.a, NULL, "e4");
    tby_graph_set_eval(&t.a, t.a.edges[e].to, tby_eval_from_cp(7));
    add_line(&t.b, NULL, "d4");
    assert_int_equal(compare(&t), 2);
    assert_int_equal(count(&t, TBY_DIFF_MOVE), 2);
    tby_diff_free(&t.d);
    tby_pos alone = pos_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    uint32_t node;
    must(tby_graph_add_node(&t.b, &alone, &node));
    assert_int_equal(compare(&t), 2);
    tby_diff_free(&t.d);
    tby_graph_set_eval(&t.b, node, tby_eval_from_cp(500));
    assert_int_equal(compare(&t), 3);
    assert_int_equal(t.d.at[2].kind, TBY_DIFF_EVAL);
    assert_int_equal(t.d.at[2].node_a, TBY_NONE);
    assert_int_equal(t.d.at[2].node_b, node);
    tby_diff_free(&t.d);
    close_two(&t);
}

static void memory_may_end_anywhere(void **state)
{
    two t;
    size_t n = 0;
    tby_rc rc = TBY_E_NOMEM;

    (void)state;
    open_two(&t);
    add_line(&t.a, NULL, "e4");
    add_line(&t.b, NULL, "d4");
    for (; rc == TBY_E_NOMEM; n++) {
        failing f = {.calls_left = n};
        tby_alloc alloc = failing_alloc(&f);

        rc = tby_diff_of(&t.d, &t.a, &t.b, &alloc);
        if (rc == TBY_OK)
            tby_diff_free(&t.d);
        failing_check_back(&f);
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(n > 10, "%zu", n);
    close_two(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graph_does_not_differ_from_itself),
        cmocka_unit_test(moves_are_those_that_one_lacks),
        cmocka_unit_test(marks_that_differ_are_listed),
        cmocka_unit_test(positions_without_moves_count),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
