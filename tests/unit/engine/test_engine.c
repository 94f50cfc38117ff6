/* test_engine.c - a conversation with an engine that behaves. */
#include "unit/engine/engine.h"

static tby_engine start(const char *words)
{
    tby_engine_settings settings = fake_settings();
    tby_engine e;

    tell_fake(words);
    assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
    return e;
}

static void it_says_its_name_and_is_ready(void **state)
{
    tby_engine e = start("");
    tby_engine_event event;

    (void)state;
    assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
    assert_int_equal(event.kind, TBY_ENGINE_READY);
    /* what a terminal would obey is not taken over */
    assert_string_equal(e.name, "Fake 1.0 ?[31m??");
    assert_int_equal(e.stage, TBY_ENGINE_IDLE);
    assert_int_equal(tby_engine_next(&e, 0.01, &event), TBY_E_IO_TIMEOUT);
    tby_engine_close(&e);
    assert_int_equal(e.stage, TBY_ENGINE_GONE);
    tby_engine_close(&e);
    assert_no_child_is_left();
}

/* Asked before it has said anything, and again. */
static void searches_follow_each_other(void **state)
{
    rng r = rng_for(__func__);
    tby_engine e = start("");
    const tby_engine_limit limit = {.depth = 4};

    (void)state;
    for (int i = 0; i < 60; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_engine_info info = {0};
        tby_engine_event event;
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        if (legal.n == 0)
            continue;
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
        tby_rc rc = await(&e, &event, &info);
        CHECK(rc == TBY_OK && event.kind == TBY_ENGINE_BEST, "%s: %s",
              fen_of(&p).s, tby_rc_name(rc));
        CHECK(event.best == legal.at[0] && !event.cut, "%s", fen_of(&p).s);
        CHECK(tby_eval_equal(info.eval, fake_eval(&p)), "%s", fen_of(&p).s);
        CHECK(info.depth == 4 && info.n >= 1 && info.pv[0] == legal.at[0], "%s",
              fen_of(&p).s);
    }
    tby_engine_close(&e);
    assert_no_child_is_left();
}

static void several_lines(void **state)
{
    const tby_engine_limit limit = {.depth = 2, .lines = 3};
    tby_engine e = start("");
    tby_pos p = tby_pos_start();
    tby_engine_event event;
    unsigned seen[4] = {0};

    (void)state;
    assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
    assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
    while (event.kind == TBY_ENGINE_INFO) {
        assert_in_range(event.info.line, 1, 3);
        seen[event.info.line]++;
        assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
    }
    assert_int_equal(seen[1], 2);
    assert_int_equal(seen[2], 2);
    assert_int_equal(seen[3], 2);
    tby_engine_close(&e);
}

static void a_search_without_end_is_stopped(void **state)
{
    const tby_engine_limit forever = {0};
    tby_pos p = tby_pos_start();
    tby_engine e = start("");
    tby_engine_event event;
    tby_engine_info info;

    (void)state;
    assert_int_equal(tby_engine_search(&e, &p, &forever), TBY_OK);
    do
        assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
    while (event.info.depth < 5);
    assert_int_equal(tby_engine_stop(&e), TBY_OK);
    assert_int_equal(tby_engine_stop(&e), TBY_OK); /* once is enough */
    assert_int_equal(await(&e, &event, &info), TBY_OK);
    assert_int_equal(event.kind, TBY_ENGINE_BEST);
    assert_true(event.cut);
    tby_engine_close(&e);
}

/* Stopped before it has even started: the answer comes all the same. */
static void a_stop_may_come_early(void **state)
{
    const tby_engine_limit forever = {0};
    tby_pos p = tby_pos_start();
    tby_engine e = start("");
    tby_engine_event event;
    tby_engine_info info = {0};

    (void)state;
    assert_int_equal(tby_engine_search(&e, &p, &forever), TBY_OK);
    assert_int_equal(tby_engine_stop(&e), TBY_OK);
    assert_int_equal(await(&e, &event, &info), TBY_OK);
    assert_int_equal(event.kind, TBY_ENGINE_BEST);
    assert_true(event.cut);
    /* and the next search is not stopped by it */
    const tby_engine_limit three = {.depth = 3};
    assert_int_equal(tby_engine_search(&e, &p, &three), TBY_OK);
    assert_int_equal(await(&e, &event, &info), TBY_OK);
    assert_false(event.cut);
    assert_int_equal(info.depth, 3);
    tby_engine_close(&e);
}

/* One that says two best moves, the second of them after its search. */
static void late_words_do_not_count_for_the_next_search(void **state)
{
    const tby_engine_limit limit = {.depth = 2};
    tby_engine e = start("twice");

    (void)state;
    for (int i = 0; i < 50; i++) {
        tby_pos p =
            i % 2 ? pos_of("4k3/8/8/8/8/8/8/4KQ2 b - -") : tby_pos_start();
        tby_engine_info info = {0};
        tby_engine_event event;
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
        assert_int_equal(await(&e, &event, &info), TBY_OK);
        assert_true(tby_eval_equal(info.eval, fake_eval(&p)));
        assert_int_equal(info.depth, 2);
    }
    tby_engine_close(&e);
}

static void unsound_positions_do_not_reach_it(void **state)
{
    static const char *const faulty[] = {
        "8/8/8/8/8/8/8/8 w - -",          "4k3/8/8/8/8/8/8/8 w - -",
        "3kk3/8/8/8/8/8/8/4K3 w - -",     "P3k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/QQQQQQQQ w - -", "4k3/4Q3/8/8/8/8/8/4K3 w - -",
    };
    static const char *const over[] = {
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
    };
    const tby_engine_limit limit = {.depth = 1};
    tby_engine e = start("");
    tby_engine_event event;
    tby_engine_info info = {0};

    (void)state;
    for (size_t i = 0; i < LENGTH(faulty); i++) {
        tby_setup setup;
        tby_pos p;
        assert_int_equal(tby_fen_parse(tby_str_of(faulty[i]), &setup, NULL),
                         TBY_OK);
        assert_int_equal(tby_pos_from_setup(&setup, TBY_FAULTS_ALL, &p, NULL),
                         TBY_OK);
        CHECK(tby_engine_search(&e, &p, &limit) == TBY_E_POS_FAULTY, "%s",
              faulty[i]);
    }
    for (size_t i = 0; i < LENGTH(over); i++) {
        tby_pos p = pos_of(over[i]);
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_E_ENGINE_OVER);
    }
    tby_pos p = tby_pos_start();
    assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
    assert_int_equal(await(&e, &event, &info), TBY_OK);
    tby_engine_close(&e);
}

static void options_are_checked_against_what_it_has(void **state)
{
    static const struct {
        const char *words;
        unsigned threads, hash, lines;
        const char *fen;
        tby_rc rc;
    } rows[] = {
        {"", 8, 1024, 256, NULL, TBY_OK},
        {"", 9, 0, 1, NULL, TBY_E_ENGINE_OPTION},
        {"", 0, 1025, 1, NULL, TBY_E_ENGINE_OPTION},
        {"", 1, 1, 1, "4k3/8/8/8/8/8/8/1R2K3 w Q -", TBY_OK},
        {"quiet", 0, 0, 1, NULL, TBY_OK},
        {"quiet", 1, 0, 0, NULL, TBY_OK},
        {"quiet", 2, 0, 1, NULL, TBY_E_ENGINE_OPTION},
        {"quiet", 1, 16, 1, NULL, TBY_E_ENGINE_OPTION},
        {"quiet", 1, 0, 2, NULL, TBY_E_ENGINE_OPTION},
        {"quiet", 1, 0, 1, "4k3/8/8/8/8/8/8/1R2K3 w Q -", TBY_E_ENGINE_OPTION},
        {"quiet", 1, 0, 1, "4k3/8/8/8/8/8/8/R3K2R w KQ -", TBY_OK},
        /* the other's king stands where the own would in the orthodox game */
        {"quiet", 1, 0, 1, "rk2K3/8/8/8/8/8/8/8 b q -", TBY_E_ENGINE_OPTION},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_engine_settings settings = fake_settings();
        tby_engine_limit limit = {.depth = 1, .lines = rows[i].lines};
        tby_pos p = rows[i].fen ? pos_of(rows[i].fen) : tby_pos_start();
        tby_engine e;
        tby_engine_info info = {0};
        tby_engine_event event;
        settings.threads = rows[i].threads;
        settings.hash = rows[i].hash;
        tell_fake(rows[i].words);
        assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
        tby_rc rc = await(&e, &event, &info);
        CHECK(rc == rows[i].rc, "row %zu: %s", i, tby_rc_name(rc));
        tby_engine_close(&e);
    }
    assert_no_child_is_left();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_its_name_and_is_ready),
        cmocka_unit_test(searches_follow_each_other),
        cmocka_unit_test(several_lines),
        cmocka_unit_test(a_search_without_end_is_stopped),
        cmocka_unit_test(a_stop_may_come_early),
        cmocka_unit_test(late_words_do_not_count_for_the_next_search),
        cmocka_unit_test(unsound_positions_do_not_reach_it),
        cmocka_unit_test(options_are_checked_against_what_it_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
