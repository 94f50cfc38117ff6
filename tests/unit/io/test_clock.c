/* test_clock.c - time goes forward, and sleep takes some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/clock.h"

static void time_goes_forward(void **state)
{
    double before = tby_clock_now();

    (void)state;
    for (int i = 0; i < 1000; i++) {
        double now = tby_clock_now();
        assert_true(now >= before);
        before = now;
    }
}

static void sleep_takes_as_long_as_asked(void **state)
{
    double start = tby_clock_now();

    (void)state;
    tby_clock_sleep(0.02);
    assert_true(tby_clock_now() - start >= 0.02);
    start = tby_clock_now();
    tby_clock_sleep(0);
    tby_clock_sleep(-5);
    assert_true(tby_clock_now() - start < 4);
}

static void poll_is_told_whole_milliseconds(void **state)
{
    double now = tby_clock_now();

    (void)state;
    assert_int_equal(tby_clock_poll(-1), -1);
    assert_int_equal(tby_clock_poll(now), 0);
    assert_int_equal(tby_clock_poll(now - 10), 0);
    assert_in_range(tby_clock_poll(tby_clock_now() + 0.0001), 0, 1);
    assert_in_range(tby_clock_poll(tby_clock_now() + 2), 1000, 2001);
    assert_int_equal(tby_clock_poll(now + 1e12), 1000000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_goes_forward),
        cmocka_unit_test(sleep_takes_as_long_as_asked),
        cmocka_unit_test(poll_is_told_whole_milliseconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
