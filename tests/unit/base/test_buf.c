/* test_buf.c - the growing buffer: limits, failures, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/buf.h"
#include "support/failing.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void assert_content(const tby_buf *b, const char *text)
{
    assert_int_equal(b->n, strlen(text));
    if (b->n)
        assert_memory_equal(b->p, text, b->n);
}

static void appends_follow_each_other(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    tby_buf_cstr(&b, "moves ");
    tby_buf_u64(&b, 20);
    tby_buf_char(&b, ',');
    tby_buf_add(&b, (tby_str){"abcdef", 3});
    tby_buf_add(&b, (tby_str){NULL, 0});
    assert_int_equal(b.rc, TBY_OK);
    assert_content(&b, "moves 20,abc");
    tby_buf_free(&b);
    assert_null(b.p);
}

static void it_grows_to_its_limit_and_not_beyond(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    for (int i = 0; i < 1000; i++)
        tby_buf_char(&b, (char)('a' + i % 26));
    assert_int_equal(b.rc, TBY_OK);
    assert_int_equal(b.n, 1000);
    assert_true(b.cap <= b.max);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(b.p[i], 'a' + i % 26);
    tby_buf_char(&b, 'x');
    assert_int_equal(b.rc, TBY_E_LIMIT);
    assert_int_equal(b.n, 1000);
    tby_buf_free(&b);
}

/* A writer that failed once must not continue in the middle of a text. */
static void the_first_failure_stays(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 4);
    tby_buf_cstr(&b, "abc");
    tby_buf_cstr(&b, "de");
    tby_buf_char(&b, 'f');
    tby_buf_u64(&b, 7);
    assert_int_equal(b.rc, TBY_E_LIMIT);
    assert_content(&b, "abc");
    tby_buf_clear(&b);
    assert_int_equal(b.rc, TBY_OK);
    tby_buf_cstr(&b, "wxyz");
    assert_content(&b, "wxyz");
    tby_buf_free(&b);
}

static void a_limit_of_nothing_holds_nothing(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 0);
    tby_buf_cstr(&b, "");
    assert_int_equal(b.rc, TBY_OK);
    tby_buf_char(&b, 'a');
    assert_int_equal(b.rc, TBY_E_LIMIT);
    tby_buf_free(&b);
}

/* However early memory runs out: nothing leaks, and what was added is a
 * prefix made of whole appends. */
static void out_of_memory_keeps_what_there_was(void **state)
{
    (void)state;
    for (size_t allowed = 0; allowed < 6; allowed++) {
        failing f = {.calls_left = allowed};
        tby_alloc alloc = failing_alloc(&f);
        tby_buf b;

        tby_buf_init(&b, &alloc, 1 << 20);
        for (int i = 0; i < 1000; i++)
            tby_buf_cstr(&b, "1234567");
        assert_int_equal(b.rc, TBY_E_NOMEM);
        assert_int_equal(b.n % 7, 0);
        for (size_t i = 0; i < b.n; i++)
            assert_int_equal(b.p[i], '1' + (int)(i % 7));
        assert_int_equal(f.out, b.cap);
        tby_buf_free(&b);
        assert_int_equal(f.out, 0);
        assert_false(f.wrong_size);
    }
}

static void signed_numbers(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 200);
    tby_buf_i64(&b, 0);
    tby_buf_char(&b, ' ');
    tby_buf_i64(&b, -1);
    tby_buf_char(&b, ' ');
    tby_buf_i64(&b, INT64_MAX);
    tby_buf_char(&b, ' ');
    tby_buf_i64(&b, INT64_MIN);
    tby_buf_char(&b, ' ');
    tby_buf_u64(&b, UINT64_MAX);
    assert_content(&b, "0 -1 9223372036854775807 -9223372036854775808 "
                       "18446744073709551615");
    tby_buf_free(&b);
}

static const struct {
    double value;
    unsigned decimals;
    const char *text;
} DOUBLES[] = {
    {0, 0, "0"},
    {0, 2, "0.00"},
    {-0.0, 2, "0.00"},
    {1.5, 0, "2"},
    {2.5, 0, "3"}, /* half away from zero, unlike printf() */
    {-2.5, 0, "-3"},
    {0.005, 3, "0.005"},
    {3.14159, 2, "3.14"},
    {-3.14159, 4, "-3.1416"},
    {0.999, 2, "1.00"},
    {-0.001, 2, "0.00"},
    {1e15, 3, "1000000000000000.000"},
    {123456789.125, 9, "123456789.125000000"},
    {9007199254740991.0, 0, "9007199254740991"},
    {4503599627370497.5, 0, "4503599627370498"},
};

static void fixed_decimals(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 100);
    for (size_t i = 0; i < sizeof DOUBLES / sizeof *DOUBLES; i++) {
        tby_buf_clear(&b);
        tby_buf_double(&b, DOUBLES[i].value, DOUBLES[i].decimals);
        assert_content(&b, DOUBLES[i].text);
    }
    tby_buf_free(&b);
}

static void huge_numbers_have_an_exponent(void **state)
{
    static const double HUGES[] = {1e19, 1.25e100, DBL_MAX, -3e300};
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 100);
    for (size_t i = 0; i < sizeof HUGES / sizeof *HUGES; i++) {
        double back = 0;

        tby_buf_clear(&b);
        tby_buf_double(&b, HUGES[i], 3);
        tby_buf_char(&b, '\0');
        assert_int_equal(sscanf(b.p, "%lf", &back), 1);
        assert_true(back / HUGES[i] > 1 - 1e-11 && back / HUGES[i] < 1 + 1e-11);
    }
    tby_buf_free(&b);
}

static void what_is_no_number_says_so(void **state)
{
    const double zero = 0;
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 100);
    tby_buf_double(&b, (double)INFINITY, 2);
    tby_buf_char(&b, ' ');
    tby_buf_double(&b, -(double)INFINITY, 2);
    tby_buf_char(&b, ' ');
    tby_buf_double(&b, (double)NAN + zero, 2);
    assert_content(&b, "inf -inf nan");
    tby_buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appends_follow_each_other),
        cmocka_unit_test(it_grows_to_its_limit_and_not_beyond),
        cmocka_unit_test(the_first_failure_stays),
        cmocka_unit_test(a_limit_of_nothing_holds_nothing),
        cmocka_unit_test(out_of_memory_keeps_what_there_was),
        cmocka_unit_test(signed_numbers),
        cmocka_unit_test(fixed_decimals),
        cmocka_unit_test(huge_numbers_have_an_exponent),
        cmocka_unit_test(what_is_no_number_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
