/* test_evaluate.c - evaluations by the rules, by engines, and of one position
 * in depth. */
#include "unit/engine/engine.h"
#include "work/engine/search.h"

static const struct {
    const char *fen, *text;
} RULES[] = {
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
     "black M0"},
    {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "white M0"},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "white +0.00"},
    {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "white +0.00"},
    {"8/8/4k3/8/8/3KB3/8/8 b - - 0 1", "white +0.00"},
    {"8/8/4k3/n7/8/3K4/8/8 b - - 0 1", "white +0.00"},
    {"8/8/4k3/8/8/3KR3/8/8 b - - 0 1", ""},
    {"8/8/4k3/8/8/3KP3/8/8 w - - 199 150", ""}, /* counters do not count */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
};

static void the_rules_decide_what_they_can(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(RULES); i++) {
        tby_pos p = pos_of(RULES[i].fen);
        char text[TBY_EVAL_MAX];
        tby_eval_write(tby_evaluate_rules(&p), text, sizeof text);
        CHECK(strcmp(text, RULES[i].text) == 0, "%s: %s", RULES[i].fen, text);
    }
}

enum { N = LENGTH(RULES) };

static struct {
    unsigned told[N];
    tby_pool_answer answers[N];
} run;

static void take(void *ctx, const tby_pool_answer *a)
{
    (void)ctx;
    assert_in_range(a->index, 0, N - 1);
    run.told[a->index]++;
    run.answers[a->index] = *a;
}

static void engines_are_asked_about_the_rest(void **state)
{
    tby_pos positions[N];
    tby_evaluate_report report;
    tby_pool_job job = {.positions = positions,
                        .n = N,
                        .limit = {.depth = 3},
                        .engine = fake_settings(),
                        .engines = 2,
                        .answer = take};

    (void)state;
    memset(&run, 0, sizeof run);
    for (size_t i = 0; i < N; i++)
        positions[i] = pos_of(RULES[i].fen);
    tell_fake("");
    assert_int_equal(tby_evaluate(&job, FAKE_ENGINE, &report), TBY_OK);
    assert_int_equal(report.ruled, 6);
    assert_int_equal(report.pool.done, N - 6);
    for (size_t i = 0; i < N; i++) {
        tby_eval rules = tby_evaluate_rules(&positions[i]);
        tby_eval want = rules.kind ? rules : fake_eval(&positions[i]);
        CHECK(run.told[i] == 1 && run.answers[i].rc == TBY_OK &&
                  tby_eval_equal(run.answers[i].eval, want),
              "%s", RULES[i].fen);
    }
}

/* Six positions without an engine; the seventh needs one. */
static void no_engine_is_needed_where_the_rules_decide(void **state)
{
    static const char NONE[] = "/no/such/engine";
    tby_pos positions[N];
    tby_evaluate_report report;
    tby_pool_job job = {.positions = positions, .n = 6, .answer = take};

    (void)state;
    for (size_t i = 0; i < N; i++)
        positions[i] = pos_of(RULES[i].fen);
    assert_int_equal(tby_evaluate(&job, NONE, &report), TBY_OK);
    assert_int_equal(report.ruled, 6);
    job.n = 7;
    assert_int_equal(tby_evaluate(&job, NONE, &report), TBY_E_IO_SPAWN);
    job.n = 0;
    assert_int_equal(tby_evaluate(&job, NONE, &report), TBY_OK);
}

/* --- one position in depth */

static unsigned updates;

static void count_update(void *ctx, const tby_analysis *so_far)
{
    (void)ctx;
    updates++;
    assert_in_range(so_far->n, 1, 5);
}

static tby_engine start(const char *words)
{
    tby_engine_settings settings = fake_settings();
    tby_engine e;

    tell_fake(words);
    assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
    return e;
}

static void the_best_lines_in_their_order(void **state)
{
    static tby_analysis a;
    tby_engine e = start("");
    tby_moves legal;
    tby_analyse_job job = {.engine = &e,
                           .pos = tby_pos_start(),
                           .limit = {.depth = 4, .lines = 5},
                           .update = count_update};

    (void)state;
    updates = 0;
    assert_int_equal(tby_analyse(&job, &a), TBY_OK);
    assert_int_equal(updates, 20);
    assert_int_equal(a.n, 5);
    assert_true(a.over && !a.cut);
    tby_moves_legal(&job.pos, &legal);
    for (size_t i = 0; i < a.n; i++) {
        assert_int_equal(a.lines[i].pv[0], legal.at[i]);
        assert_int_equal(a.lines[i].depth, 4);
        assert_true(tby_eval_equal(a.lines[i].eval,
                                   tby_eval_from_cp(200 - (int32_t)i)));
    }
    assert_int_equal(a.nodes, 400);
    /* fewer legal moves than lines */
    job.pos = pos_of("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    assert_int_equal(tby_analyse(&job, &a), TBY_OK);
    assert_int_equal(a.n, 1);
    tby_engine_close(&e);
}

static void check_distinct(void *ctx, const tby_analysis *so_far)
{
    count_update(ctx, so_far);
    for (size_t i = 0; i < so_far->n; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(so_far->lines[i].pv[0],
                                 so_far->lines[k].pv[0]);
}

/* While an engine tells its lines in a new order. */
static void no_move_is_shown_twice(void **state)
{
    static tby_analysis a;
    tby_engine e = start("turns");
    tby_moves legal;
    tby_analyse_job job = {.engine = &e,
                           .pos = tby_pos_start(),
                           .limit = {.depth = 7, .lines = 5},
                           .update = check_distinct};

    (void)state;
    updates = 0;
    assert_int_equal(tby_analyse(&job, &a), TBY_OK);
    assert_int_equal(updates, 35);
    assert_int_equal(a.n, 5);
    tby_moves_legal(&job.pos, &legal);
    for (size_t i = 0; i < a.n; i++)
        assert_int_equal(a.lines[i].pv[0], legal.at[(i + 7) % 5]);
    tby_engine_close(&e);
}

static atomic_bool stop_flag;

static void stop_at_three(void *ctx, const tby_analysis *so_far)
{
    (void)ctx;
    if (so_far->lines[0].depth == 3)
        atomic_store(&stop_flag, true);
}

static void a_stop_gives_the_best_so_far(void **state)
{
    static tby_analysis a;
    tby_engine e = start("slow 2");
    tby_analyse_job job = {.engine = &e,
                           .pos = tby_pos_start(),
                           .stop = &stop_flag,
                           .update = stop_at_three};

    (void)state;
    atomic_store(&stop_flag, false);
    assert_int_equal(tby_analyse(&job, &a), TBY_OK);
    assert_true(a.cut);
    assert_in_range(a.lines[0].depth, 3, 40);
    tby_engine_close(&e);
}

static void what_was_known_outlives_the_engine(void **state)
{
    static tby_analysis a;
    tby_engine e = start("abort stop slow 2");
    tby_analyse_job job = {.engine = &e,
                           .pos = tby_pos_start(),
                           .stop = &stop_flag,
                           .update = stop_at_three};

    (void)state;
    atomic_store(&stop_flag, false);
    assert_int_equal(tby_analyse(&job, &a), TBY_E_ENGINE_ENDED);
    assert_int_equal(a.n, 1);
    assert_false(a.over);
    assert_in_range(a.lines[0].depth, 3, 40);
    tby_engine_close(&e);
    e = start("noscore");
    job = (tby_analyse_job){
        .engine = &e, .pos = tby_pos_start(), .limit = {.depth = 2}};
    assert_int_equal(tby_analyse(&job, &a), TBY_E_ENGINE_SCORE);
    assert_int_equal(a.n, 0);
    tby_engine_close(&e);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_decide_what_they_can),
        cmocka_unit_test(engines_are_asked_about_the_rest),
        cmocka_unit_test(no_engine_is_needed_where_the_rules_decide),
        cmocka_unit_test(the_best_lines_in_their_order),
        cmocka_unit_test(no_move_is_shown_twice),
        cmocka_unit_test(a_stop_gives_the_best_so_far),
        cmocka_unit_test(what_was_known_outlives_the_engine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
