/* test_engine_faults.c - engines that hang, crash, lie and babble. */
#include "core/base/str.h"
#include "unit/engine/engine.h"

#include <signal.h>

/* How the search of a spoilt engine ends, and what is said about it. */
static const struct {
    const char *words;
    tby_rc rc;
    const char *text; /* NULL: there is an answer */
} ROWS[] = {
    {"hang start", TBY_E_ENGINE_START,
     "The program does not answer as a UCI engine does."},
    {"hang uci", TBY_E_ENGINE_START, ""},
    {"babble uci", TBY_E_ENGINE_START, ""},
    {"flood uci", TBY_E_ENGINE_START, ""},
    {"exit3 start", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it started: exit status 3."},
    {"abort uci", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it started: signal 6."},
    {"close uci", TBY_E_ENGINE_ENDED, ""},
    {"hang isready", TBY_E_ENGINE_SILENT,
     "The engine does not answer while it prepared a search."},
    {"babble isready", TBY_E_ENGINE_SILENT, ""},
    {"flood isready", TBY_E_ENGINE_SILENT, ""},
    {"thoughts isready", TBY_E_ENGINE_SILENT, ""},
    {"abort isready", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it prepared a search: signal 6."},
    {"hang go", TBY_E_ENGINE_SILENT,
     "The engine does not answer when it was told to stop."},
    {"babble go", TBY_E_ENGINE_SILENT, ""},
    {"flood go", TBY_E_ENGINE_SILENT, ""},
    {"thoughts go", TBY_E_ENGINE_SILENT, ""},
    {"exit3 go", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it was thinking: exit status 3."},
    {"abort go", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it was thinking: signal 6."},
    {"close go", TBY_E_ENGINE_ENDED,
     "The engine ended unasked while it was thinking."},
    {"illegal", TBY_E_ENGINE_ANSWER,
     "The engine answered with a move that is not legal."},
    {"none", TBY_E_ENGINE_ANSWER, ""},
    {"wrong", TBY_E_ENGINE_ANSWER, ""},
    /* these are put up with */
    {"binary uci", TBY_OK, NULL},
    {"binary isready", TBY_OK, NULL},
    {"binary go", TBY_OK, NULL},
    {"badtail", TBY_OK, NULL},
    {"slow 1", TBY_OK, NULL},
};

/* Short of patience where it will not answer, and nowhere else: the machine may
 * be busy. */
static tby_engine_settings impatient(const char *words, tby_rc expected)
{
    tby_engine_settings settings = fake_settings();

    settings.patience.quit = 0.3;
    if (expected == TBY_E_ENGINE_START)
        settings.patience.start = 0.3;
    if (strstr(words, "isready") && expected == TBY_E_ENGINE_SILENT)
        settings.patience.ready = 0.3;
    if (expected == TBY_E_ENGINE_SILENT) {
        settings.patience.silence = 0.3;
        settings.patience.longest = 0.5;
        settings.patience.stop = 0.3;
    }
    return settings;
}

static void every_fault_ends_in_time(void **state)
{
    const tby_engine_limit limit = {.depth = 3};

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_engine_settings settings = impatient(ROWS[i].words, ROWS[i].rc);
        tby_pos p = tby_pos_start();
        tby_engine_info info = {0};
        tby_engine_event event;
        tby_engine e;
        char text[256];

        tell_fake(ROWS[i].words);
        double begin = tby_clock_now();
        tby_rc rc = tby_engine_start(&e, &settings);
        if (rc == TBY_OK)
            rc = tby_engine_search(&e, &p, &limit);
        if (rc == TBY_OK)
            rc = await(&e, &event, &info);
        CHECK(rc == ROWS[i].rc, "%s: %s", ROWS[i].words, tby_rc_name(rc));
        CHECK(tby_clock_now() - begin < HANG_SECONDS, "%s", ROWS[i].words);
        if (rc == TBY_OK) {
            CHECK(info.depth == 3 && info.n == 3 &&
                      tby_eval_equal(info.eval, fake_eval(&p)),
                  "%s", ROWS[i].words);
        } else {
            assert_int_equal(e.stage, TBY_ENGINE_GONE);
            assert_int_equal(tby_engine_next(&e, 1, &event), rc);
            assert_int_equal(tby_engine_search(&e, &p, &limit), rc);
            tby_engine_explain(&e.failure, text, sizeof text);
            CHECK(!*ROWS[i].text || strcmp(text, ROWS[i].text) == 0, "%s: %s",
                  ROWS[i].words, text);
        }
        tby_engine_close(&e);
        assert_no_child_is_left();
    }
}

/* What it says is not believed, but it comes to an end. */
static void nonsense_is_passed_over(void **state)
{
    static const char *const words[] = {"absurd", "noscore", "badpv"};
    const tby_engine_limit limit = {.depth = 3};

    (void)state;
    for (size_t i = 0; i < LENGTH(words); i++) {
        tby_engine_settings settings = fake_settings();
        tby_pos p = tby_pos_start();
        tby_engine_event event;
        tby_engine e;
        tell_fake(words[i]);
        assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
        assert_int_equal(tby_engine_search(&e, &p, &limit), TBY_OK);
        assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
        CHECK(event.kind == TBY_ENGINE_BEST, "%s", words[i]);
        tby_engine_close(&e);
    }
}

/* A slow search is stopped when time is up, and its answer taken. */
static void an_engine_that_takes_too_long_is_stopped_first(void **state)
{
    static const tby_engine_limit limits[] = {{.depth = 1000}, {.ms = 100}};
    tby_engine_settings settings = fake_settings();

    (void)state;
    settings.patience.longest = 0.2;
    settings.patience.stop = 5;
    tell_fake("slow 20");
    for (size_t i = 0; i < LENGTH(limits); i++) {
        tby_pos p = tby_pos_start();
        tby_engine_info info = {0};
        tby_engine_event event;
        tby_engine e;
        assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
        assert_int_equal(tby_engine_search(&e, &p, &limits[i]), TBY_OK);
        assert_int_equal(await(&e, &event, &info), TBY_OK);
        assert_int_equal(event.cut, i == 0);
        assert_true(info.depth >= 1);
        tby_engine_close(&e);
    }
}

/* One that does not hear is killed, whatever it says meanwhile. */
static void an_engine_that_ignores_stop_is_killed(void **state)
{
    static const char *const words[] = {
        "deaf slow 10", "deaf", "hang stop slow 10", "abort stop slow 10"};
    const tby_engine_limit forever = {0};

    (void)state;
    for (size_t i = 0; i < LENGTH(words); i++) {
        tby_engine_settings settings = fake_settings();
        tby_pos p = tby_pos_start();
        tby_engine_info info = {0};
        tby_engine_event event;
        tby_engine e;
        settings.patience.stop = i < 3 ? 0.3 : 20;
        settings.patience.quit = 0.1;
        tell_fake(words[i]);
        assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
        assert_int_equal(tby_engine_search(&e, &p, &forever), TBY_OK);
        assert_int_equal(tby_engine_next(&e, 30, &event), TBY_OK);
        assert_int_equal(tby_engine_stop(&e), TBY_OK);
        double begin = tby_clock_now();
        tby_rc rc = await(&e, &event, &info);
        CHECK(rc == (i < 3 ? TBY_E_ENGINE_SILENT : TBY_E_ENGINE_ENDED),
              "%s: %s", words[i], tby_rc_name(rc));
        assert_true(tby_clock_now() - begin < HANG_SECONDS);
        assert_no_child_is_left();
    }
}

/* Who does not wait gets a turn even when the engine never pauses. */
static void a_flood_does_not_hold_us(void **state)
{
    static const char *const words[] = {"flood go", "thoughts go", "babble go"};
    const tby_engine_limit forever = {0};

    (void)state;
    for (size_t i = 0; i < LENGTH(words); i++) {
        tby_engine_settings settings = fake_settings();
        tby_pos p = tby_pos_start();
        tby_engine_event event;
        tby_engine e;
        tell_fake(words[i]);
        assert_int_equal(tby_engine_start(&e, &settings), TBY_OK);
        assert_int_equal(tby_engine_search(&e, &p, &forever), TBY_OK);
        double begin = tby_clock_now();
        while (tby_clock_now() - begin < 0.5) {
            tby_rc rc = tby_engine_next(&e, 0, &event);
            CHECK(rc == TBY_OK || rc == TBY_E_IO_TIMEOUT, "%s: %s", words[i],
                  tby_rc_name(rc));
        }
        tby_engine_close(&e);
        assert_no_child_is_left();
        assert_true(tby_clock_now() - begin < HANG_SECONDS);
    }
}

static void programs_that_are_no_engines(void **state)
{
    static const struct {
        const char *path;
        tby_rc rc;
    } rows[] = {
        {"/no/such/program", TBY_E_IO_SPAWN},
        {"/etc/passwd", TBY_E_IO_SPAWN},
        {"/bin/true", TBY_E_ENGINE_ENDED},
        {"/bin/cat", TBY_E_ENGINE_START}, /* gives back what it gets */
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_engine_settings settings = impatient("", TBY_E_ENGINE_START);
        tby_engine_event event;
        tby_engine e;
        settings.path = rows[i].path;
        tby_rc rc = tby_engine_start(&e, &settings);
        if (rc == TBY_OK)
            rc = tby_engine_next(&e, 10, &event);
        CHECK(rc == rows[i].rc, "%s: %s", rows[i].path, tby_rc_name(rc));
        tby_engine_close(&e);
        assert_no_child_is_left();
    }
}

static void an_engine_is_found_or_not(void **state)
{
    char path[4096] = "untouched";
    char *before = strdup(getenv("PATH"));

    (void)state;
    assert_int_equal(tby_engine_find(FAKE_ENGINE, path, sizeof path), TBY_OK);
    assert_string_equal(path, FAKE_ENGINE);
    assert_int_equal(tby_engine_find("/no/such", path, sizeof path),
                     TBY_E_IO_SPAWN);
    setenv("PATH", "/no/such/directory", 1);
    tby_rc rc = tby_engine_find(NULL, path, sizeof path);
    assert_true(rc == TBY_E_ENGINE_NONE ||
                (rc == TBY_OK && strcmp(path, "/usr/games/stockfish") == 0));
    setenv("PATH", before, 1);
    free(before);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_ends_in_time),
        cmocka_unit_test(nonsense_is_passed_over),
        cmocka_unit_test(an_engine_that_takes_too_long_is_stopped_first),
        cmocka_unit_test(an_engine_that_ignores_stop_is_killed),
        cmocka_unit_test(a_flood_does_not_hold_us),
        cmocka_unit_test(programs_that_are_no_engines),
        cmocka_unit_test(an_engine_is_found_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
