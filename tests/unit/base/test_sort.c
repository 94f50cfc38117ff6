/* test_sort.c - sorting of indexes. */
#include "core/base/sort.h"
#include "support/check.h"

static bool less(const void *ctx, uint32_t a, uint32_t b)
{
    const unsigned *values = ctx;

    return values[a] != values[b] ? values[a] < values[b] : a < b;
}

static void sorts(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned n = 0; n < 200; n++) {
        unsigned values[200];
        uint32_t at[200];
        bool seen[200] = {false};
        for (uint32_t i = 0; i < n; i++) {
            at[i] = i;
            values[i] = rng_below(&r, 1 + n / 2);
        }
        tby_sort(at, n, less, values);
        for (uint32_t i = 0; i < n; i++) {
            assert_false(seen[at[i]]);
            seen[at[i]] = true;
            assert_true(i == 0 || less(values, at[i - 1], at[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
