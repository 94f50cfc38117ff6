/* test_merge_edits.c - merging as a command: it does what merging does, and
 * undo takes exactly that back. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/merge.h"
#include "tabiya/rep.h"

/* Everything that a graph holds, the file that is written of it, and where the
 * board is. */
static tby_buf snapshot(const tby_graph *g, const tby_edits *e)
{
    tby_buf b = graph_dump(g);

    must(tby_rep_write(g, 5, &b));
    tby_buf_u64(&b, tby_edits_node(e));
    must(b.rc);
    return b;
}

static void check_same(const tby_graph *g, const tby_edits *e,
                       const tby_buf *want)
{
    tby_buf now = snapshot(g, e);

    CHECK(tby_str_equal(tby_buf_str(&now), tby_buf_str(want)),
          "%.*s\nnot\n%.*s", (int)now.n, now.p, (int)want->n, want->p);
    tby_buf_free(&now);
}

/* A graph, the same each time for a state of the generator. */
static void make_graph(rng *r, tby_graph *g, const tby_alloc *alloc)
{
    tby_graph_init(g, alloc);
    knotty_graph(r, g, rng_below(r, 25));
    if (rng_chance(r, 50))
        must(tby_graph_set_title(g, tby_str_of(random_note(r))));
    if (rng_chance(r, 50))
        tby_graph_set_color(g, rng_chance(r, 50) ? TBY_WHITE : TBY_BLACK);
    if (rng_chance(r, 50))
        must(tby_graph_add_loose(g, tby_str_of(random_note(r))));
}

static void a_merge_is_one_command(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        rng again = r;
        tby_graph g, same, other;
        tby_edits *e = NULL;

        make_graph(&r, &g, NULL);
        make_graph(&again, &same, NULL);
        make_graph(&r, &other, NULL);
        must(tby_edits_open(&e, &g, NULL));
        tby_buf before = snapshot(&g, e);
        must(tby_edits_merge(e, &other));
        must(tby_graph_merge(&same, &other, TBY_MERGE_NO_EVALS));
        assert_int_equal(tby_graph_compare(&g, &same), TBY_OK);
        tby_buf after = snapshot(&g, e);
        while (tby_edits_can_undo(e))
            tby_edits_undo(e);
        check_same(&g, e, &before);
        tby_edits_redo(e);
        check_same(&g, e, &after);
        assert_false(tby_edits_can_redo(e));
        must(tby_edits_merge(e, &other)); /* nothing is new */
        check_same(&g, e, &after);
        tby_buf_free(&before);
        tby_buf_free(&after);
        tby_edits_close(e);
        tby_graph_free(&g);
        tby_graph_free(&same);
        tby_graph_free(&other);
    }
}

/* Into nothing: the board stands on the start, which has a node then. */
static void the_board_gets_its_node(void **state)
{
    tby_graph g, other;
    tby_edits *e = NULL;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_graph_init(&other, NULL);
    add_line(&other, NULL, "e4 e5");
    must(tby_edits_open(&e, &g, NULL));
    assert_int_equal(tby_edits_node(e), TBY_NONE);
    must(tby_edits_merge(e, &other));
    assert_int_equal(tby_edits_node(e), node_after(&g, ""));
    tby_edits_undo(e);
    assert_int_equal(tby_edits_node(e), TBY_NONE);
    assert_int_equal(g.nodes_alive, 0);
    tby_edits_close(e);
    tby_graph_free(&g);
    tby_graph_free(&other);
}

static void without_memory_nothing_happens(void **state)
{
    rng r = rng_for(__func__);
    failing f = {.calls_left = SIZE_MAX};
    tby_alloc alloc = failing_alloc(&f);
    tby_graph g, other;
    tby_edits *e = NULL;
    size_t calls = 0;
    tby_rc rc;

    (void)state;
    tby_graph_init(&g, &alloc);
    knotty_graph(&r, &g, 20);
    tby_graph_init(&other, NULL);
    knotty_graph(&r, &other, 200);
    must(tby_edits_open(&e, &g, &alloc));
    must(tby_edits_set_title(e, TBY_STR("undone")));
    tby_edits_undo(e);
    tby_buf before = snapshot(&g, e);
    do {
        f.calls_left = calls++;
        rc = tby_edits_merge(e, &other);
        f.calls_left = SIZE_MAX;
        if (rc != TBY_OK) {
            assert_int_equal(rc, TBY_E_NOMEM);
            check_same(&g, e, &before);
            assert_true(tby_edits_can_redo(e));
        }
    } while (rc != TBY_OK);
    assert_true(calls > 3);
    tby_buf_free(&before);
    tby_edits_close(e);
    tby_graph_free(&g);
    tby_graph_free(&other);
    failing_check_back(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_merge_is_one_command),
        cmocka_unit_test(the_board_gets_its_node),
        cmocka_unit_test(without_memory_nothing_happens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
