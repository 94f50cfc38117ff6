/* test_comment.c - the commands in comments. */
#include "core/game/comment.h"

#include "core/base/str.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static void commands_are_found_in_order(void **state)
{
    tby_str s = tby_str_of("a [%clk 0:01:02 ] b[%x][%cal Ga1b2,Rc3d4] [%eval");
    struct tby_command c;
    size_t at = 0;

    (void)state;
    assert_true(tby_comment_next(s, &at, &c));
    assert_int_equal(c.begin, 2);
    assert_int_equal(c.end, 17);
    assert_memory_equal(c.name.p, "clk", c.name.n);
    assert_int_equal(c.value.n, 7);
    assert_memory_equal(c.value.p, "0:01:02", 7);
    assert_true(tby_comment_next(s, &at, &c));
    assert_int_equal(c.name.n, 1);
    assert_int_equal(c.value.n, 0);
    assert_true(tby_comment_next(s, &at, &c));
    assert_memory_equal(c.name.p, "cal", 3);
    assert_int_equal(c.value.n, 11);
    assert_false(tby_comment_next(s, &at, &c));
    assert_int_equal(at, s.n);
}

static void what_looks_like_a_command_is_text(void **state)
{
    static const char *const texts[] = {"",           "[",        "[%",
                                        "[%]",        "[% eval]", "[%eval 1",
                                        "[%eval0.1]", "[eval 1]", "[%7 1]"};
    struct tby_command c;

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        size_t at = 0;
        CHECK(!tby_comment_next(tby_str_of(texts[i]), &at, &c), "%s", texts[i]);
    }
}

static void evaluations_are_read(void **state)
{
    static const struct {
        const char *text;
        double pawns;
    } good[] = {{"0.17", 0.17},     {"-0.5", -0.5},
                {"+1.25", 1.25},    {"3", 3},
                {"-12.0", -12},     {".5", 0.5},
                {"0.36,22", 0.36},  {"1e2", 100},
                {"25E-1", 2.5},     {"1.5e+1", 15},
                {"152.65", 152.65}, {"0.100000000000000000000000001", 0.1},
                {"1e-400", 0},      {"100000000000000000000", 1e20}};
    static const char *const bad[] = {"",      "-",    "+",    ".",    "e5",
                                      "1.2.3", "1e",   "1e+",  "0x1",  "--1",
                                      "1 2",   "nan",  "inf",  "1e39", "#",
                                      "#x",    "#1.5", "#--1", "1e999"};
    struct tby_raw_eval e;

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CHECK(tby_comment_eval(tby_str_of(good[i].text), &e), "%s",
              good[i].text);
        CHECK(!e.is_mate && e.pawns == good[i].pawns, "%s: %.17g", good[i].text,
              e.pawns);
    }
    for (size_t i = 0; i < LENGTH(bad); i++)
        CHECK(!tby_comment_eval(tby_str_of(bad[i]), &e), "%s", bad[i]);
}

static void mates_are_read(void **state)
{
    static const struct {
        const char *text;
        int32_t mate;
    } good[] = {{"#3", 3}, {"#-3", -3}, {"#+12", 12},
                {"#0", 0}, {"#-0", 0},  {"#-2147483648", INT32_MIN}};
    struct tby_raw_eval e;

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CHECK(tby_comment_eval(tby_str_of(good[i].text), &e), "%s",
              good[i].text);
        CHECK(e.is_mate && e.mate == good[i].mate, "%s", good[i].text);
    }
}

static void times_are_read(void **state)
{
    static const struct {
        const char *text;
        uint64_t ms;
    } good[] = {{"0:05:00", 300000},     {"1:00:00", 3600000},
                {"0:00:09.7", 9700},     {"5:00", 300000},
                {"59", 59000},           {"0:02:59.9876", 179987},
                {"100:00:00", 360000000}};
    static const char *const bad[] = {
        "",         ":", "1:",     "1::2",  "-0:01",         "1:2:3:4",
        "0:00:01.", "a", "0:0x:1", "1.2:3", "99999999:00:00"};
    uint64_t ms = 7;

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        CHECK(tby_comment_time(tby_str_of(good[i].text), &ms), "%s",
              good[i].text);
        CHECK(ms == good[i].ms, "%s: %" PRIu64, good[i].text, ms);
    }
    ms = 7;
    for (size_t i = 0; i < LENGTH(bad); i++)
        CHECK(!tby_comment_time(tby_str_of(bad[i]), &ms) && ms == 7, "%s",
              bad[i]);
    assert_false(tby_comment_time((tby_str){NULL, 0}, &ms));
}

static void a_comment_is_taken_apart(void **state)
{
    struct tby_comment_facts f = tby_comment_read(
        tby_str_of(" [%eval -0.25] [%clk 0:00:01.5] [%emt 0:00:02] "));

    (void)state;
    assert_true(f.has_eval && f.has_clock && f.has_elapsed && !f.has_rest);
    assert_true(f.eval.pawns == -0.25);
    assert_int_equal(f.clock, 1500);
    assert_int_equal(f.elapsed, 2000);
    f = tby_comment_read(tby_str_of("[%eval 1] [%eval 2]"));
    assert_true(f.has_eval && f.has_rest && f.eval.pawns == 1);
    f = tby_comment_read(tby_str_of("[%eval x] [%csl Ra1]"));
    assert_true(!f.has_eval && f.has_rest);
    assert_true(tby_comment_read(tby_str_of("[%clk 0:1:0]!")).has_rest);
    assert_true(tby_comment_read(tby_str_of("x")).has_rest);
    assert_false(tby_comment_read(tby_str_of(" \n")).has_rest);
    assert_false(tby_comment_read((tby_str){NULL, 0}).has_rest);
}

static void words_and_marks_are_split(void **state)
{
    static const struct {
        const char *comment, *words, *marks;
    } SPLITS[] = {
        {"", "", ""},
        {" two  spaces | and |", "two  spaces | and |", ""},
        {"[%csl Re5][%cal Ge2e4]", "", "[%csl Re5] [%cal Ge2e4]"},
        {"good [%cal Gc8f5] move", "good move", "[%cal Gc8f5]"},
        {"[%cal Gc8f5] | first | [%csl Gd4] | last", "first | last",
         "[%cal Gc8f5] [%csl Gd4]"},
        {"first | [%csl Gd4] ", "first", "[%csl Gd4]"},
        {"[%csl Gd4] | [%csl Gd5]", "", "[%csl Gd4] [%csl Gd5]"},
        {"[%c_arrow c8f5;keyPressed;none] x", "x",
         "[%c_arrow c8f5;keyPressed;none]"},
        {"[%cal Gc8f5", "[%cal Gc8f5", ""},
    };
    tby_buf words, marks;

    (void)state;
    tby_buf_init(&words, NULL, 100);
    tby_buf_init(&marks, NULL, 100);
    for (size_t i = 0; i < LENGTH(SPLITS); i++) {
        tby_buf_clear(&words);
        tby_buf_clear(&marks);
        tby_comment_split(tby_str_of(SPLITS[i].comment), &words, &marks);
        CHECK(tby_str_is(tby_buf_str(&words), SPLITS[i].words), "%zu: %.*s", i,
              (int)words.n, words.p);
        CHECK(tby_str_is(tby_buf_str(&marks), SPLITS[i].marks), "%zu: %.*s", i,
              (int)marks.n, marks.p);
    }
    tby_buf_free(&words);
    tby_buf_free(&marks);
}

static void assert_written(float value, const char *text)
{
    struct tby_raw_eval e = {.pawns = (double)value};
    char buf[32];
    size_t n = tby_comment_write_eval(&e, buf, sizeof buf);

    CHECK(n == strlen(text) && memcmp(buf, text, n) == 0, "%.*s for %s", (int)n,
          buf, text);
}

static void evaluations_are_written_short(void **state)
{
    struct tby_raw_eval mate = {.is_mate = true, .mate = -3};
    char buf[4];

    (void)state;
    assert_written(0.36F, "0.36");
    assert_written(-0.5F, "-0.5");
    assert_written(1.2F, "1.2");
    assert_written(0.0F, "0.0");
    assert_written(-0.0F, "-0.0");
    assert_written(12.0F, "12.0");
    assert_written(-100.0F, "-100.0");
    assert_written(152.65F, "152.65");
    assert_written(0.01F, "0.01");
    assert_written(3.4028235e38F, "34028235e31");
    assert_written(1e-45F, "1e-45");
    assert_int_equal(tby_comment_write_eval(&mate, buf, 2), 3);
    assert_memory_equal(buf, "#-", 2);
}

/* Judged by the C library: what is written reads as the same float there and
 * here, for any float. */
static void written_evaluations_read_as_the_same_float(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint32_t word = (uint32_t)rng_next(&r);
        float value;
        char buf[32] = {0};
        struct tby_raw_eval e, again;

        if (i % 2) /* what engines say */
            word = 0;
        memcpy(&value, &word, sizeof value);
        if (i % 2)
            value = (float)((int)rng_below(&r, 40000) - 20000) / 100;
        if (value - value != 0)
            continue;
        e = (struct tby_raw_eval){.pawns = (double)value};
        size_t n = tby_comment_write_eval(&e, buf, sizeof buf);
        CHECK(n < 24, "%s is long", buf);
        CHECK(tby_comment_eval((tby_str){buf, n}, &again), "%s", buf);
        float ours = (float)again.pawns, theirs = strtof(buf, NULL);
        CHECK(memcmp(&ours, &value, 4) == 0 && memcmp(&theirs, &value, 4) == 0,
              "%s for %.9g", buf, (double)value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_marks_are_split),
        cmocka_unit_test(commands_are_found_in_order),
        cmocka_unit_test(what_looks_like_a_command_is_text),
        cmocka_unit_test(evaluations_are_read),
        cmocka_unit_test(mates_are_read),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(a_comment_is_taken_apart),
        cmocka_unit_test(evaluations_are_written_short),
        cmocka_unit_test(written_evaluations_read_as_the_same_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
