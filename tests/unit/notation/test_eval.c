/* test_eval.c - evaluations in the words of repertoires and of PGN. */
#include "support/check.h"
#include "tabiya/tabiya.h"

#include <string.h>

/* Reads from a copy of exactly that size, so that the sanitizer sees a byte
 * too many. */
static tby_rc parse(const char *text, tby_color turn, bool pgn, tby_eval *out)
{
    size_t n = strlen(text);
    char *copy = malloc(n ? n : 1);

    if (!copy)
        return TBY_E_NOMEM;
    memcpy(copy, text, n);
    tby_str s = {copy, n};
    tby_rc rc = pgn ? tby_eval_parse_pgn(s, out) : tby_eval_parse(s, turn, out);
    free(copy);
    return rc;
}

static const struct {
    const char *text;
    tby_color turn;
    tby_eval want;
    const char *again; /* how it is written */
} GOOD[] = {
    {"white +0.35", 0, {TBY_EVAL_CP, 0, 35}, "white +0.35"},
    {"black +1.20", 0, {TBY_EVAL_CP, 1, 120}, "black +1.20"},
    {"black -1.20", 0, {TBY_EVAL_CP, 1, 120}, "black +1.20"},
    {"white -1.20", 1, {TBY_EVAL_CP, 0, 120}, "white +1.20"},
    {"white 1.20", 1, {TBY_EVAL_CP, 0, 120}, "white +1.20"},
    {"white M5", 1, {TBY_EVAL_MATE, 0, 5}, "white M5"},
    {"black M3", 0, {TBY_EVAL_MATE, 1, 3}, "black M3"},
    {"white M0", 1, {TBY_EVAL_MATE, 0, 0}, "white M0"},
    {"black M0", 0, {TBY_EVAL_MATE, 1, 0}, "black M0"},
    {"M5", TBY_WHITE, {TBY_EVAL_MATE, 0, 5}, "white M5"},
    {"M5", TBY_BLACK, {TBY_EVAL_MATE, 1, 5}, "black M5"},
    {"M0", TBY_WHITE, {TBY_EVAL_MATE, 1, 0}, "black M0"},
    {"M0", TBY_BLACK, {TBY_EVAL_MATE, 0, 0}, "white M0"},
    /* nothing favours nobody: White, by agreement */
    {"white +0.00", 0, {TBY_EVAL_CP, 0, 0}, "white +0.00"},
    {"black +0.00", 0, {TBY_EVAL_CP, 0, 0}, "white +0.00"},
    {"black -0.004", 0, {TBY_EVAL_CP, 0, 0}, "white +0.00"},
    /* other counts of decimals */
    {"white +7", 0, {TBY_EVAL_CP, 0, 700}, "white +7.00"},
    {"white +7.5", 0, {TBY_EVAL_CP, 0, 750}, "white +7.50"},
    {"white +0.345", 0, {TBY_EVAL_CP, 0, 35}, "white +0.35"},
    {"white +0.3449999999999999", 0, {TBY_EVAL_CP, 0, 34}, "white +0.34"},
    {"black +0.995", 0, {TBY_EVAL_CP, 1, 100}, "black +1.00"},
    {"black +12.999999", 0, {TBY_EVAL_CP, 1, 1300}, "black +13.00"},
    {"white +00.35", 0, {TBY_EVAL_CP, 0, 35}, "white +0.35"},
    {"  white \t +0.35 ", 0, {TBY_EVAL_CP, 0, 35}, "white +0.35"},
    /* the largest */
    {"white +21474836.47",
     0,
     {TBY_EVAL_CP, 0, TBY_EVAL_MOST},
     "white +21474836.47"},
    {"black M2147483647",
     0,
     {TBY_EVAL_MATE, 1, TBY_EVAL_MOST},
     "black M2147483647"},
};

static void repertoire_forms_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(GOOD); i++) {
        char text[TBY_EVAL_MAX];
        tby_eval e = {0};
        tby_rc rc = parse(GOOD[i].text, GOOD[i].turn, false, &e);
        CHECK(rc == TBY_OK && tby_eval_equal(e, GOOD[i].want), "%s: %s",
              GOOD[i].text, tby_rc_name(rc));
        size_t n = tby_eval_write(e, text, sizeof text);
        assert_string_equal(text, GOOD[i].again);
        assert_int_equal(n, strlen(text));
        assert_true(n < sizeof text);
    }
}

static const char *const BAD[] = {
    "",
    " ",
    "white",
    "black ",
    "winning",
    "+0.35",
    "0.35",
    "white +",
    "white -",
    "white .5",
    "white +.5",
    "white 1.",
    "white +-1",
    "white ++1.0",
    "white 1.2.3",
    "white 1,20",
    "white 1e3",
    "white +0.35 x",
    "White +0.35",
    "WHITE +0.35",
    "whites +0.35",
    "grey +0.35",
    "white+0.35",
    "white M",
    "white M-5",
    "white +M5",
    "white m5",
    "white M5.0",
    "M",
    "M-5",
    "-M5",
    "M5 white",
    "M5 M5",
    "#5",
    "white nan",
    "white inf",
    "white +0x10",
    "white +21474836.475",
    "white +21474837",
    "white +99999999999999999999",
    "M2147483648",
    "white +1.\xff",
    "white \xc3\xa9",
};

static void anything_else_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_eval e = {7, 7, 7};
        CHECK(parse(BAD[i], TBY_WHITE, false, &e) == TBY_E_EVAL, "%s", BAD[i]);
        CHECK(e.kind == 7 && e.side == 7 && e.amount == 7, "%s", BAD[i]);
    }
}

static const struct {
    const char *text;
    tby_eval want;
    const char *again;
} PGN[] = {
    {"0.35", {TBY_EVAL_CP, 0, 35}, "0.35"},
    {"-1.20", {TBY_EVAL_CP, 1, 120}, "-1.20"},
    {"+1.2", {TBY_EVAL_CP, 0, 120}, "1.20"},
    {"-0.00", {TBY_EVAL_CP, 0, 0}, "0.00"},
    {"0.17,20", {TBY_EVAL_CP, 0, 17}, "0.17"},
    {" -3 , 12 ", {TBY_EVAL_CP, 1, 300}, "-3.00"},
    {"#5", {TBY_EVAL_MATE, 0, 5}, "#5"},
    {"#+5", {TBY_EVAL_MATE, 0, 5}, "#5"},
    {"#-3", {TBY_EVAL_MATE, 1, 3}, "#-3"},
    {"#-3,99", {TBY_EVAL_MATE, 1, 3}, "#-3"},
    {"#0", {TBY_EVAL_MATE, 0, 0}, "#0"},
    {"#-0", {TBY_EVAL_MATE, 1, 0}, "#-0"},
};

static void pgn_forms_are_read_and_written(void **state)
{
    static const char *const bad[] = {"",   ",",    "#",    "#M3", "#--3",
                                      "M3", "-#3",  "1..2", "- 1", "x",
                                      "1.", "#1.5", "1e2"};

    (void)state;
    for (size_t i = 0; i < LENGTH(PGN); i++) {
        char text[TBY_EVAL_MAX];
        tby_eval e = {0};
        tby_rc rc = parse(PGN[i].text, 0, true, &e);
        CHECK(rc == TBY_OK && tby_eval_equal(e, PGN[i].want), "%s: %s",
              PGN[i].text, tby_rc_name(rc));
        assert_int_equal(tby_eval_write_pgn(e, text, sizeof text),
                         strlen(PGN[i].again));
        assert_string_equal(text, PGN[i].again);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        tby_eval e;
        CHECK(parse(bad[i], 0, true, &e) == TBY_E_EVAL, "%s", bad[i]);
    }
}

static void centipawns_are_whites_view(void **state)
{
    static const int32_t values[] = {0, 1, -1, 35, -120, INT32_MAX, -INT32_MAX};
    int32_t cp = 77;

    (void)state;
    for (size_t i = 0; i < LENGTH(values); i++) {
        tby_eval e = tby_eval_from_cp(values[i]);
        assert_true(tby_eval_to_cp(e, &cp));
        assert_int_equal(cp, values[i]);
        assert_int_equal(e.side, values[i] < 0);
    }
    assert_int_equal(tby_eval_from_cp(INT32_MIN).amount, TBY_EVAL_MOST);
    assert_int_equal(tby_eval_from_mate(1, UINT32_MAX).amount, TBY_EVAL_MOST);
    assert_false(tby_eval_to_cp(tby_eval_from_mate(TBY_BLACK, 3), &cp));
    assert_false(tby_eval_to_cp((tby_eval){0}, &cp));
}

/* The third decimal decides, whatever follows it. */
static void rounding_is_that_of_the_text(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        unsigned whole = rng_below(&r, 30), part = rng_below(&r, 1000);
        char text[48];
        tby_eval e;
        snprintf(text, sizeof text, "black %c%u.%03u%u", "+-"[i % 2], whole,
                 part, rng_below(&r, 10));
        assert_int_equal(parse(text, 0, false, &e), TBY_OK);
        CHECK(e.amount == whole * 100 + (part + 5) / 10, "%s", text);
    }
}

static void nothing_is_written_for_no_evaluation(void **state)
{
    char text[TBY_EVAL_MAX] = "x";

    (void)state;
    assert_int_equal(tby_eval_write((tby_eval){0}, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(tby_eval_write_pgn((tby_eval){0}, text, sizeof text), 0);
    assert_int_equal(tby_eval_write(tby_eval_from_cp(-35), text, 6), 11);
    assert_string_equal(text, "black");
    assert_int_equal(tby_eval_write(tby_eval_from_cp(-35), NULL, 0), 11);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(repertoire_forms_are_read_and_written),
        cmocka_unit_test(anything_else_is_refused),
        cmocka_unit_test(pgn_forms_are_read_and_written),
        cmocka_unit_test(centipawns_are_whites_view),
        cmocka_unit_test(rounding_is_that_of_the_text),
        cmocka_unit_test(nothing_is_written_for_no_evaluation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
