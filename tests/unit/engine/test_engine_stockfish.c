/* test_engine_stockfish.c - Debian's engine, on positions whose value is
 * known. */
#include "engine/pool.h"
#include "unit/engine/engine.h"

static const struct {
    const char *fen, *eval; /* NULL: only the side is known */
    tby_color side;
} KNOWN[] = {
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "white M1", TBY_WHITE},
    {"r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "black M1", TBY_BLACK},
    {"6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1", "white M2", TBY_WHITE},
    /* the side to move is mated: still who mates is favoured */
    {"7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", "white M1", TBY_WHITE},
    {"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", NULL, TBY_WHITE},
    {"4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", NULL, TBY_WHITE},
    {"qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL, TBY_BLACK},
    {"qq2k3/8/8/8/8/8/8/4K3 b - - 0 1", NULL, TBY_BLACK},
    /* castling and en passant, orthodox and not */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, TBY_WHITE},
    {"4k3/8/8/8/8/8/8/1RQ1K3 w Q - 0 1", NULL, TBY_WHITE},
    {"4k3/8/8/3pP3/8/8/8/QQ2K3 w - d6 0 2", NULL, TBY_WHITE},
};

enum { N = LENGTH(KNOWN) };

static tby_pool_answer answers[N];

static void take(void *ctx, const tby_pool_answer *a)
{
    (void)ctx;
    answers[a->index] = *a;
}

static char path[4096];

static const tby_engine_choice SMALL[] = {{{"Threads", 7}, {"1", 1}},
                                          {{"Hash", 4}, {"4", 1}}};

static tby_pool_job job_for(const tby_pos *positions, unsigned engines)
{
    return (tby_pool_job){
        .positions = positions,
        .n = N,
        .limit = {.depth = 12},
        .engine = {.path = path, .options = SMALL, .options_n = 2},
        .engines = engines,
        .answer = take};
}

static void known_positions(void **state)
{
    tby_pos positions[N];
    tby_pool_report report;

    (void)state;
    for (size_t i = 0; i < N; i++)
        positions[i] = pos_of(KNOWN[i].fen);
    tby_pool_job job = job_for(positions, 2);
    assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
    assert_int_equal(report.done, N);
    for (size_t i = 0; i < N; i++) {
        char text[TBY_EVAL_MAX];
        tby_eval_write(answers[i].eval, text, sizeof text);
        CHECK(answers[i].rc == TBY_OK && answers[i].eval.side == KNOWN[i].side,
              "%s: %s", KNOWN[i].fen, text);
        CHECK(!KNOWN[i].eval || strcmp(text, KNOWN[i].eval) == 0, "%s: %s",
              KNOWN[i].fen, text);
        CHECK(tby_pos_judge(&positions[i], answers[i].best) == TBY_OK, "%s",
              KNOWN[i].fen);
    }
}

/* Whoever searches it and whatever was searched before. */
static void an_evaluation_does_not_depend_on_the_others(void **state)
{
    rng r = rng_for(__func__);
    tby_pos positions[N];
    tby_pool_answer alone[N];
    tby_pool_report report;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        do
            positions[i] = random_position(&r, ORTHODOX);
        while (tby_moves_count(&positions[i]) == 0);
    }
    for (size_t i = 0; i < N; i++) {
        tby_pool_job job = job_for(&positions[i], 1);
        job.n = 1;
        job.limit.depth = 8;
        assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
        alone[i] = answers[0];
    }
    tby_pool_job job = job_for(positions, 3);
    job.limit.depth = 8;
    assert_int_equal(tby_pool_run(&job, &report), TBY_OK);
    for (size_t i = 0; i < N; i++)
        CHECK(tby_eval_equal(alone[i].eval, answers[i].eval) &&
                  alone[i].best == answers[i].best,
              "%s", fen_of(&positions[i]).s);
}

static void each_limit_ends_a_search(void **state)
{
    static const tby_engine_limit limits[] = {
        {.depth = 6}, {.nodes = 5000}, {.ms = 50}, {.depth = 60, .ms = 50}};
    tby_engine_settings settings = {.path = path};
    tby_pos p = tby_pos_start();
    tby_engine e;

    (void)state;
    assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
    for (size_t i = 0; i < LENGTH(limits); i++) {
        tby_engine_info info = {0};
        tby_engine_event event;
        assert_int_equal(tby_engine_search(&e, &p, &limits[i]), TBY_OK);
        assert_int_equal(await(&e, &event, &info), TBY_OK);
        assert_int_equal(event.kind, TBY_ENGINE_BEST);
        assert_false(event.cut);
        assert_int_equal(info.pv[0], event.best);
    }
    assert_non_null(strstr(e.name, "Stockfish"));
    tby_engine_close(&e);
    assert_no_child_is_left();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),
        cmocka_unit_test(an_evaluation_does_not_depend_on_the_others),
        cmocka_unit_test(each_limit_ends_a_search),
    };

    if (tby_engine_find("stockfish", path, sizeof path) != TBY_OK) {
        puts("skipped: there is no stockfish");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
