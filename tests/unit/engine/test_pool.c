/* test_pool.c - many positions and some engines, of which some fail. */
#include "engine/pool.h"
#include "unit/engine/engine.h"

enum { POSITIONS = 100 };

/* What the pool said of each position. */
static struct {
    tby_pos positions[POSITIONS];
    unsigned told[POSITIONS];
    tby_pool_answer answers[POSITIONS];
    size_t n;
    atomic_bool stop;
    size_t stop_after;
} run;

/* Positions of games, numbered by their move number. */
static void set_up(rng *r)
{
    memset(&run, 0, sizeof run);
    atomic_init(&run.stop, false);
    for (unsigned i = 0; i < POSITIONS; i++) {
        tby_moves legal;
        do {
            run.positions[i] = random_position(r, ORTHODOX);
            tby_moves_legal(&run.positions[i], &legal);
        } while (legal.n == 0);
        run.positions[i].fullmoves = (uint16_t)(i + 1);
    }
}

static void take(void *ctx, const tby_pool_answer *a)
{
    (void)ctx;
    assert_in_range(a->index, 0, POSITIONS - 1);
    run.told[a->index]++;
    run.answers[a->index] = *a;
    if (++run.n == run.stop_after)
        atomic_store(&run.stop, true);
}

static tby_pool_job job_for(const char *words, unsigned engines)
{
    tell_fake(words);
    return (tby_pool_job){
        .positions = run.positions,
        .n = POSITIONS,
        .limit = {.depth = 2},
        .engine = fake_settings(),
        .engines = engines,
        .stop = &run.stop,
        .answer = take,
    };
}

static bool is_right(size_t i)
{
    return run.told[i] == 1 && run.answers[i].rc == TBY_OK &&
           tby_eval_equal(run.answers[i].eval, fake_eval(&run.positions[i])) &&
           run.answers[i].depth == 2;
}

static void every_position_is_answered_once(void **state)
{
    static const unsigned engines[] = {1, 2, 3, 0};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t k = 0; k < LENGTH(engines); k++) {
        tby_pool_report report;
        set_up(&r);
        tby_pool_job job = job_for("", engines[k]);
        assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
        assert_int_equal(report.done, POSITIONS);
        assert_int_equal(report.failed, 0);
        assert_false(report.stopped);
        assert_int_equal(report.failure.code, TBY_OK);
        for (size_t i = 0; i < POSITIONS; i++)
            CHECK(is_right(i), "%s", fen_of(&run.positions[i]).s);
        assert_no_child_is_left();
    }
}

static void only_those_of_the_order(void **state)
{
    static const size_t order[] = {42, 7, 99};
    rng r = rng_for(__func__);
    tby_pool_report report;

    (void)state;
    set_up(&r);
    tby_pool_job job = job_for("", 2);
    job.order = order;
    job.n = LENGTH(order);
    assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
    assert_int_equal(report.done, 3);
    assert_int_equal(run.n, 3);
    assert_true(is_right(42) && is_right(7) && is_right(99));
    job.n = 0;
    assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
    assert_int_equal(report.done, 0);
}

/* Each of them costs exactly the positions it was told to fail at. */
static void a_failure_costs_one_position(void **state)
{
    static const struct {
        const char *words;
        tby_rc rc;
        size_t failed; /* the fifth, and the fiftieth if there are two */
    } rows[] = {
        {"abort go@5 exit3 go@50", TBY_E_ENGINE_ENDED, 2},
        {"hang go@5", TBY_E_ENGINE_SILENT, 1},
        {"babble go@5", TBY_E_ENGINE_SILENT, 1},
        {"flood go@5", TBY_E_ENGINE_SILENT, 1},
        {"thoughts go@5", TBY_E_ENGINE_SILENT, 1},
    };
    rng r = rng_for(__func__);

    (void)state;
    for (size_t k = 0; k < LENGTH(rows); k++) {
        tby_pool_report report;
        set_up(&r);
        tby_pool_job job = job_for(rows[k].words, 2);
        job.engine.patience.silence = 2;
        job.engine.patience.longest = 3;
        job.engine.patience.stop = 0.3;
        assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
        assert_int_equal(report.done, POSITIONS - rows[k].failed);
        assert_int_equal(report.failed, rows[k].failed);
        assert_int_equal(report.failure.code, rows[k].rc);
        for (size_t i = 0; i < POSITIONS; i++) {
            if (i == 4 || (i == 49 && rows[k].failed == 2))
                CHECK(run.told[i] == 1 && run.answers[i].rc == rows[k].rc &&
                          run.answers[i].eval.kind == TBY_EVAL_NONE,
                      "%s", rows[k].words);
            else
                CHECK(is_right(i), "%s", rows[k].words);
        }
        assert_no_child_is_left();
    }
}

/* There is no point in going on. */
static void the_pool_gives_up(void **state)
{
    static const struct {
        const char *words;
        tby_rc rc;
        size_t failed; /* positions that were lost before */
    } rows[] = {
        {"exit3 start", TBY_E_ENGINE_ENDED, 0},
        {"hang uci", TBY_E_ENGINE_START, 0},
        {"abort go", TBY_E_ENGINE_ENDED, TBY_POOL_FAILURES},
        {"illegal", TBY_E_ENGINE_ANSWER, TBY_POOL_FAILURES},
        {"noscore", TBY_E_ENGINE_SCORE, TBY_POOL_FAILURES},
        {"badpv", TBY_E_ENGINE_SCORE, TBY_POOL_FAILURES},
        {"absurd", TBY_E_ENGINE_SCORE, TBY_POOL_FAILURES},
    };
    rng r = rng_for(__func__);

    (void)state;
    for (size_t k = 0; k < LENGTH(rows); k++) {
        tby_pool_report report;
        set_up(&r);
        tby_pool_job job = job_for(rows[k].words, 2);
        if (rows[k].rc == TBY_E_ENGINE_START)
            job.engine.patience.start = 0.3;
        tby_rc rc = tby_pool_run(&job, &report);
        CHECK(rc == rows[k].rc, "%s: %s", rows[k].words, tby_rc_name(rc));
        assert_int_equal(report.failure.code, rc);
        CHECK(report.failed == rows[k].failed, "%s: %zu", rows[k].words,
              report.failed);
        assert_int_equal(report.done, 0);
        assert_no_child_is_left();
    }
    tby_pool_report report;
    tby_pool_job job = job_for("", 2);
    job.engine.path = "/no/such/program";
    assert_int_equal(tby_pool_run(&job, &report), TBY_E_IO_SPAWN);
}

/* What is done is done; the engines go at once. */
static void a_stop_keeps_what_is_done(void **state)
{
    static const char *const words[] = {"", "slow 5", "hang go@31",
                                        "deaf thoughts go@31"};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t k = 0; k < LENGTH(words); k++) {
        tby_pool_report report;
        set_up(&r);
        run.stop_after = 30;
        tby_pool_job job = job_for(words[k], 2);
        job.engine.patience.quit = 0.5;
        double begin = tby_clock_now();
        assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
        assert_true(report.stopped);
        assert_in_range(report.done, 30, 32);
        assert_int_equal(report.done, run.n);
        for (size_t i = 0; i < POSITIONS; i++)
            CHECK(!run.told[i] || is_right(i), "%s", words[k]);
        assert_true(tby_clock_now() - begin < HANG_SECONDS);
        assert_no_child_is_left();
    }
}

/* A position without kings or without moves is nobody's fault. */
static void positions_that_cannot_be_searched(void **state)
{
    rng r = rng_for(__func__);
    tby_pool_report report;
    tby_setup setup = setup_of("8/8/8/8/8/8/8/8 w - -");

    (void)state;
    set_up(&r);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(
            tby_pos_from_setup(&setup, TBY_FAULTS_ALL, &run.positions[i], NULL),
            TBY_OK);
    run.positions[20] = pos_of("7k/6Q1/6K1/8/8/8/8/8 b - -");
    tby_pool_job job = job_for("", 2);
    assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
    assert_int_equal(report.failed, 21);
    assert_int_equal(report.done, POSITIONS - 21);
    for (size_t i = 0; i < POSITIONS; i++) {
        if (i < 20)
            assert_int_equal(run.answers[i].rc, TBY_E_POS_FAULTY);
        else if (i == 20)
            assert_int_equal(run.answers[i].rc, TBY_E_ENGINE_OVER);
        else
            assert_true(is_right(i));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_answered_once),
        cmocka_unit_test(only_those_of_the_order),
        cmocka_unit_test(a_failure_costs_one_position),
        cmocka_unit_test(the_pool_gives_up),
        cmocka_unit_test(a_stop_keeps_what_is_done),
        cmocka_unit_test(positions_that_cannot_be_searched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
