/* test_powers.c - powers without tables, against the long doubles of the C
 * library, which have eleven bits more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/powers.h"
#include "support/random.h"

#include <float.h>
#include <math.h>

enum { TRIES = 20000 };

/* Between two bounds. */
static double number(rng *r, double low, double high)
{
    return low + (high - low) * (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* The nearest double, or as near to the middle of two as a long double can
 * tell. */
static void is_nearest(double found, long double exact, double x, double y)
{
    long double ulp = (long double)(nextafter(found, HUGE_VAL) - found);

    if (fabsl((long double)found - exact) > 0.501L * ulp)
        fail_msg("%a, %a: %a, not %La", x, y, found, exact);
}

static void exponentials_are_exact(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < TRIES; i++) {
        double x = number(&r, -690, 690) * (i % 2 ? 1 : 0.01);
        is_nearest(tby_exp(x), expl((long double)x), x, 0);
    }
}

static void powers_are_exact(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < TRIES; i++) {
        double x = exp(number(&r, -30, 30)), y = number(&r, -20, 20);
        is_nearest(tby_pow(x, y), powl((long double)x, (long double)y), x, y);
    }
}

/* Where reductions change their number, and next to it. */
static void edges_are_exact(void **state)
{
    static const double X[] = {0.5,     2 / 3.0, 0.75,    1,    4 / 3.0,
                               1.5,     2,       3,       1e-5, 36500,
                               DBL_MIN, 0x1p52,  0x1p500, 10};
    static const double Y[] = {-1.4, -1, -0.1542, 0, 0x1p-60, 0.2629, 0.5, 1};

    (void)state;
    for (size_t i = 0; i < sizeof X / sizeof *X; i++)
        for (size_t k = 0; k < sizeof Y / sizeof *Y; k++)
            for (int side = -1; side <= 1; side++) {
                double x = side ? nextafter(X[i], side * HUGE_VAL) : X[i];
                if (x >= DBL_MIN && fabs(log(x) * Y[k]) < 700)
                    is_nearest(tby_pow(x, Y[k]),
                               powl((long double)x, (long double)Y[k]), x,
                               Y[k]);
            }
    assert_true(tby_exp(0) == 1);
    assert_true(tby_pow(1, 17) == 1);
    assert_true(tby_pow(2, 10) == 1024);
}

static void products_are_whole(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < TRIES; i++) {
        double a = exp(number(&r, -50, 50)), b = number(&r, -1e8, 1e8);
        tby_twin p = tby_product(a, b);
        assert_true(p.high == a * b);
        assert_true(p.low == fma(a, b, -p.high));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_are_exact),
        cmocka_unit_test(powers_are_exact),
        cmocka_unit_test(edges_are_exact),
        cmocka_unit_test(products_are_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
