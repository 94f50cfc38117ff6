/* test_num.c - numbers from text, to the last one that fits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/num.h"

static const struct {
    const char *text;
    uint64_t min, max;
    uint64_t value;
} GOOD[] = {
    {"0", 0, 9, 0},
    {"007", 0, 9, 7},
    {"5", 5, 5, 5},
    {"256", 0, 256, 256},
    {"18446744073709551615", 0, UINT64_MAX, UINT64_MAX},
};

static void good_numbers_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        uint64_t out = 12345;
        tby_err err = {TBY_OK, 77};

        assert_int_equal(tby_num_u64(tby_str_of(GOOD[i].text), GOOD[i].min,
                                     GOOD[i].max, &out, &err),
                         TBY_OK);
        assert_int_equal(out, GOOD[i].value);
        assert_int_equal(err.at, 77);
    }
}

/* Each bad text names the byte at which it stops being a number in range. */
static const struct {
    const char *text;
    uint64_t min, max;
    size_t at;
} BAD[] = {
    {"", 0, 9, 0},
    {"x", 0, 9, 0},
    {"12x", 0, 99, 2},
    {" 1", 0, 9, 0},
    {"+1", 0, 9, 0},
    {"-1", 0, 9, 0},
    {"1 ", 0, 9, 1},
    {"0x10", 0, 99, 1},
    {"10", 0, 9, 1},
    {"9", 0, 5, 0},
    {"4", 5, 9, 0},
    {"18446744073709551616", 0, UINT64_MAX, 19},
    {"99999999999999999999999", 0, UINT64_MAX, 19},
};

static void bad_numbers_are_refused_at_the_right_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        uint64_t out = 12345;
        tby_err err = {TBY_OK, 0};

        assert_int_equal(tby_num_u64(tby_str_of(BAD[i].text), BAD[i].min,
                                     BAD[i].max, &out, &err),
                         TBY_E_NUMBER);
        assert_int_equal(err.code, TBY_E_NUMBER);
        assert_int_equal(err.at, BAD[i].at);
        assert_int_equal(out, 12345);
        assert_int_equal(tby_num_u64(tby_str_of(BAD[i].text), BAD[i].min,
                                     BAD[i].max, &out, NULL),
                         TBY_E_NUMBER);
    }
}

static tby_rc read_signed(const char *text, int64_t min, int64_t max,
                          int64_t *out, tby_err *err)
{
    return tby_num_i64(tby_str_of(text), min, max, out, err);
}

static void signed_numbers_reach_both_ends(void **state)
{
    int64_t out = 1;

    (void)state;
    assert_int_equal(
        read_signed("-9223372036854775808", INT64_MIN, INT64_MAX, &out, NULL),
        TBY_OK);
    assert_true(out == INT64_MIN);
    assert_int_equal(
        read_signed("9223372036854775807", INT64_MIN, INT64_MAX, &out, NULL),
        TBY_OK);
    assert_true(out == INT64_MAX);
    assert_int_equal(read_signed("-0", -5, 5, &out, NULL), TBY_OK);
    assert_true(out == 0);
    assert_int_equal(read_signed("-5", -5, 5, &out, NULL), TBY_OK);
    assert_true(out == -5);
}

static void signed_numbers_out_of_range(void **state)
{
    tby_err err = {TBY_OK, 0};
    int64_t out = 1;

    (void)state;
    assert_int_equal(
        read_signed("9223372036854775808", INT64_MIN, INT64_MAX, &out, &err),
        TBY_E_NUMBER);
    assert_int_equal(err.at, 18);
    assert_int_equal(
        read_signed("-9223372036854775809", INT64_MIN, INT64_MAX, &out, &err),
        TBY_E_NUMBER);
    assert_int_equal(err.at, 19);
    assert_int_equal(read_signed("-", -5, 5, &out, &err), TBY_E_NUMBER);
    assert_int_equal(err.at, 1);
    assert_int_equal(read_signed("--1", -5, 5, &out, &err), TBY_E_NUMBER);
    assert_int_equal(err.at, 1);
    assert_int_equal(read_signed("-6", -5, 5, &out, &err), TBY_E_NUMBER);
    assert_int_equal(read_signed("6", -5, 5, &out, &err), TBY_E_NUMBER);
    assert_true(out == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_numbers_are_read),
        cmocka_unit_test(bad_numbers_are_refused_at_the_right_byte),
        cmocka_unit_test(signed_numbers_reach_both_ends),
        cmocka_unit_test(signed_numbers_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
