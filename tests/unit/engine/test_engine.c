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

/* What the engine says of a choice; "" if it takes it. */
static tby_engine_failure try_options(const char *words,
                                      const tby_engine_choice *choices,
                                      size_t n, const tby_pos *p,
                                      unsigned lines)
{
    tby_engine_settings settings = fake_settings();
    tby_engine_limit limit = {.depth = 1, .lines = lines};
    tby_engine e;
    tby_engine_info info = {0};
    tby_engine_event event;

    settings.options = choices;
    settings.options_n = n;
    tell_fake(words);
    assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
    assert_int_equal(tby_engine_search(&e, p, &limit), TBY_OK);
    tby_rc rc = await(&e, &event, &info);
    tby_engine_failure f = e.failure;
    assert_int_equal(rc, f.code);
    tby_engine_close(&e);
    return f;
}

static void options_are_checked_against_what_it_has(void **state)
{
    static const struct {
        const char *words, *name, *value, *sentence;
    } rows[] = {
        {"", "Threads", "8", ""},
        {"", "threads", "8", ""}, /* UCI does not distinguish case */
        {"", "Threads", "9",
         "Threads must be a whole number from 1 to 8, not '9'."},
        {"", "Hash", "x",
         "Hash must be a whole number from 1 to 1024, not 'x'."},
        {"", "Clear Hash", "", ""},
        {"", "Clear Hash", "1",
         "Clear Hash is a button and takes no value, not '1'."},
        {"", "Hsh", "1",
         "The engine has no option 'Hsh'; it has Threads, Hash, Clear Hash, "
         "MultiPV, UCI_Chess960."},
        {"", "multipv", "2",
         "multipv depends on what is asked, and cannot be set."},
        {"quiet", "Threads", "1", ""},
        {"quiet", "Threads", "2",
         "The engine has no option 'Threads'; it has none."},
        {"rich", "Contempt", "-100", ""},
        {"rich", "Contempt", "-101",
         "Contempt must be a whole number from -100 to 100, not '-101'."},
        {"rich", "playing style", "very risky", ""},
        {"rich", "Playing Style", "Mad",
         "Playing Style must be one of Solid, Normal, Very Risky, not 'Mad'."},
        {"rich", "SyzygyPath", "/a b", ""},
        {"rich", "SyzygyPath", "", ""},
        {"rich", "SyzygyPath", "x\nquit",
         "SyzygyPath must be a text of one line, not 'x\nquit'."},
        {"rich", "UCI_ShowWDL", "yes",
         "UCI_ShowWDL must be true or false, not 'yes'."},
    };
    const tby_pos start_pos = tby_pos_start();

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_engine_choice one = {tby_str_of(rows[i].name),
                                 tby_str_of(rows[i].value)};
        tby_engine_failure f =
            try_options(rows[i].words, &one, 1, &start_pos, 1);
        CHECK(f.code == (*rows[i].sentence ? TBY_E_ENGINE_OPTION : TBY_OK),
              "row %zu: %s", i, tby_rc_name(f.code));
        char text[TBY_ENGINE_REFUSAL] = "";
        if (f.code != TBY_OK)
            tby_engine_explain(&f, text, sizeof text);
        assert_string_equal(text, rows[i].sentence);
    }
    assert_no_child_is_left();
}

static void of_two_values_the_last_counts(void **state)
{
    const tby_engine_choice two[] = {{{"Hash", 4}, {"5000", 4}},
                                     {{"hash", 4}, {"16", 2}}};
    const tby_pos p = tby_pos_start();

    (void)state;
    assert_int_equal(try_options("", two, 2, &p, 1).code, TBY_OK);
}

static void lines_and_chess960_need_options(void **state)
{
    static const struct {
        const char *words, *fen;
        unsigned lines;
        tby_rc rc;
    } rows[] = {
        {"", "4k3/8/8/8/8/8/8/1R2K3 w Q -", 256, TBY_OK},
        {"quiet", "4k3/8/8/8/8/8/8/R3K2R w KQ -", 1, TBY_OK},
        {"quiet", "4k3/8/8/8/8/8/8/R3K2R w KQ -", 0, TBY_OK},
        {"quiet", "4k3/8/8/8/8/8/8/R3K2R w KQ -", 2, TBY_E_ENGINE_OPTION},
        {"quiet", "4k3/8/8/8/8/8/8/1R2K3 w Q -", 1, TBY_E_ENGINE_OPTION},
        /* the other's king stands where the own would in the orthodox game */
        {"quiet", "rk2K3/8/8/8/8/8/8/8 b q -", 1, TBY_E_ENGINE_OPTION},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_pos p = pos_of(rows[i].fen);
        tby_engine_failure f =
            try_options(rows[i].words, NULL, 0, &p, rows[i].lines);
        CHECK(f.code == rows[i].rc, "row %zu: %s", i, tby_rc_name(f.code));
    }
    assert_no_child_is_left();
}

/* The moves of a search may be few, and the engine must keep to them. */
static void only_some_moves(void **state)
{
    tby_engine e = start("");
    tby_pos p = tby_pos_start();
    tby_engine_limit limit = {.depth = 2, .lines = 5, .only_n = 2};
    tby_engine_event event;

    (void)state;
    limit.only[0] = tby_move_make(12, 28, 0); /* e2e4 */
    limit.only[1] = tby_move_make(11, 27, 0);
    assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
    for (;;) {
        assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
        if (event.kind != TBY_ENGINE_INFO)
            break;
        assert_true(event.info.line <= 2);
        assert_true(event.info.pv[0] == limit.only[0] ||
                    event.info.pv[0] == limit.only[1]);
    }
    assert_true(event.best == limit.only[0] || event.best == limit.only[1]);
    tby_engine_close(&e);

    /* one that answers with another */
    e = start("wrong");
    p = pos_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    limit = (tby_engine_limit){.depth = 1, .only_n = 1};
    limit.only[0] = tby_move_make(51, 35, 0); /* d7d5, and it says e7e5 */
    assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
    tby_engine_info info = {0};
    assert_int_equal(await(&e, &event, &info), TBY_E_ENGINE_ANSWER);
    tby_engine_close(&e);
    assert_no_child_is_left();
}

/* Win, draw and loss are White's. */
static void chances_are_of_white(void **state)
{
    static const char *const fens[] = {"4k3/8/8/8/8/8/4P3/4K3 w - -",
                                       "4k3/8/8/8/8/8/4P3/4K3 b - -"};
    const tby_engine_limit limit = {.depth = 1};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        tby_engine e = start("rich");
        tby_pos p = pos_of(fens[i]);
        tby_engine_info info = {0};
        tby_engine_event event;
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
        assert_int_equal(await(&e, &event, &info), TBY_OK);
        assert_true(info.has_wdl);
        assert_int_equal(info.wdl[0], i ? 100 : 500);
        assert_int_equal(info.wdl[1], 400);
        assert_int_equal(info.wdl[2], i ? 500 : 100);
        tby_engine_close(&e);
    }
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
        cmocka_unit_test(of_two_values_the_last_counts),
        cmocka_unit_test(lines_and_chess960_need_options),
        cmocka_unit_test(only_some_moves),
        cmocka_unit_test(chances_are_of_white),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
