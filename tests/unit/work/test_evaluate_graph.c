/* test_evaluate_graph.c - evaluations for the positions of a repertoire. */
#include "unit/engine/engine.h"
#include "work/engine/search.h"

/* Lines from the start, with a mate and a transposition. */
static const char *const LINES[] = {
    "e4 e5 Nf3 Nc6", "f3 e5 g4 Qh4#", "d4 Nf6 c4 e6", "c4 Nf6 d4 e6", "a3 a6",
};

static void build(tby_graph *g)
{
    tby_graph_init(g, NULL);
    for (size_t i = 0; i < LENGTH(LINES); i++) {
        tby_pos start = tby_pos_start();
        uint32_t node, edge;
        tby_line line;
        assert_int_equal(
            tby_line_parse(tby_str_of(LINES[i]), NULL, &line, NULL, NULL),
            TBY_OK);
        assert_int_equal(tby_graph_add_node(g, &start, &node), TBY_OK);
        for (size_t k = 0; k < line.plies; k++) {
            assert_int_equal(
                tby_graph_add_edge(g, node, line.moves[k], &edge, NULL),
                TBY_OK);
            node = g->edges[edge].to;
        }
        tby_line_free(&line);
    }
}

static tby_eval truth(const tby_pos *p)
{
    tby_eval rules = tby_evaluate_rules(p);

    return rules.kind ? rules : fake_eval(p);
}

static size_t told, failed;
static atomic_bool stop_flag;
static size_t stop_after;

static void report(void *ctx, size_t done, size_t total)
{
    (void)ctx;
    assert_int_equal(done, ++told);
    assert_true(done <= total);
    if (done == stop_after)
        atomic_store(&stop_flag, true);
}

static void note_failure(void *ctx, uint32_t node, tby_rc rc)
{
    const tby_graph *g = ctx;

    assert_int_equal(rc, TBY_E_ENGINE_ENDED);
    assert_int_equal(g->nodes[node].pos.fullmoves, 1);
    failed++;
}

static tby_evaluate_graph_job job_for(tby_graph *g, const char *words)
{
    tell_fake(words);
    told = failed = stop_after = 0;
    atomic_store(&stop_flag, false);
    return (tby_evaluate_graph_job){
        .graph = g,
        .limit = {.depth = 2},
        .engine = fake_settings(),
        .engine_name = FAKE_ENGINE,
        .engines = 2,
        .stop = &stop_flag,
        .report = report,
        .failed = note_failure,
        .ctx = g,
    };
}

static void leaves_or_all(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        tby_evaluate_report out;
        tby_graph g;
        build(&g);
        tby_evaluate_graph_job job = job_for(&g, "");
        job.all = all;
        assert_int_equal(tby_evaluate_graph(&job, &out), TBY_OK);
        assert_int_equal(out.chosen, all ? g.nodes_n : 4);
        assert_int_equal(told, out.chosen);
        assert_int_equal((out.ruled + out.pool.done), out.chosen);
        for (size_t i = 0; i < g.nodes_n; i++) {
            const tby_node *n = &g.nodes[i];
            bool wanted = all || n->out_n == 0;
            CHECK(wanted ? tby_eval_equal(n->eval, truth(&n->pos))
                         : n->eval.kind == TBY_EVAL_NONE,
                  "%s", fen_of(&n->pos).s);
        }
        tby_graph_free(&g);
    }
}

static void what_is_evaluated_stays_unless_redone(void **state)
{
    const tby_eval mine = {TBY_EVAL_CP, TBY_WHITE, 7};

    (void)state;
    for (int redo = 0; redo < 2; redo++) {
        tby_evaluate_report out;
        tby_graph g;
        build(&g);
        for (uint32_t i = 0; i < g.nodes_n; i++)
            if (i % 2)
                tby_graph_set_eval(&g, i, mine);
        tby_evaluate_graph_job job = job_for(&g, "");
        job.all = true;
        job.redo = redo;
        assert_int_equal(tby_evaluate_graph(&job, &out), TBY_OK);
        assert_int_equal(out.chosen, redo ? g.nodes_n : (g.nodes_n + 1) / 2);
        for (uint32_t i = 0; i < g.nodes_n; i++) {
            tby_eval want = i % 2 && !redo ? mine : truth(&g.nodes[i].pos);
            CHECK(tby_eval_equal(g.nodes[i].eval, want), "node %u", i);
        }
        /* and nothing is left to do */
        job.redo = false;
        told = 0;
        job.engine_name = "/no/such/engine";
        assert_int_equal(tby_evaluate_graph(&job, &out), TBY_OK);
        assert_int_equal(out.chosen, 0);
        tby_graph_free(&g);
    }
}

/* Positions after one ply have the number 1, the start too. */
static void failures_and_stops_keep_the_rest(void **state)
{
    tby_evaluate_report out;
    tby_graph g;
    size_t without = 0;

    (void)state;
    build(&g);
    tby_evaluate_graph_job job = job_for(&g, "abort go@1");
    job.all = true;
    tby_rc rc = tby_evaluate_graph(&job, &out);
    /* six in a row at the least, so it gives up when it meets them together */
    assert_true(rc == TBY_OK || rc == TBY_E_ENGINE_ENDED);
    for (size_t i = 0; i < g.nodes_n; i++)
        without += g.nodes[i].eval.kind == TBY_EVAL_NONE;
    assert_int_equal(without, out.chosen - (out.ruled + out.pool.done));
    assert_int_equal(failed, out.pool.failed);
    tby_graph_free(&g);

    build(&g);
    job = job_for(&g, "");
    job.all = true;
    stop_after = 5;
    assert_int_equal(tby_evaluate_graph(&job, &out), TBY_OK);
    assert_true(out.pool.stopped);
    assert_in_range((out.ruled + out.pool.done), 5, 7);
    without = 0;
    for (size_t i = 0; i < g.nodes_n; i++)
        without += g.nodes[i].eval.kind == TBY_EVAL_NONE;
    assert_int_equal(without, out.chosen - (out.ruled + out.pool.done));
    tby_graph_free(&g);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_or_all),
        cmocka_unit_test(what_is_evaluated_stays_unless_redone),
        cmocka_unit_test(failures_and_stops_keep_the_rest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
