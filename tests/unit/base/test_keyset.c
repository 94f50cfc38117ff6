/* test_keyset.c - keys with numbers, next to a plain list. */
#include "core/base/keyset.h"
#include "support/check.h"

static uint32_t slow_find(const uint64_t *keys, uint32_t n, uint64_t key)
{
    for (uint32_t i = 0; i < n; i++)
        if (keys[i] == key)
            return i;
    return TBY_NO_KEY;
}

static void finds_what_was_added(void **state)
{
    rng r = rng_for(__func__);
    uint64_t keys[2000];
    uint32_t n = 0, number;
    bool made;
    tby_keyset k;

    (void)state;
    tby_keyset_init(&k, NULL, LENGTH(keys));
    assert_int_equal(tby_keyset_find(&k, 0), TBY_NO_KEY);
    for (unsigned i = 0; i < 20000; i++) {
        /* alike in the low bits, or in the high ones */
        uint64_t key = rng_below(&r, 1500);
        key = i % 2 ? key : key << 52;
        uint32_t expected = slow_find(keys, n, key);

        assert_int_equal(tby_keyset_find(&k, key), expected);
        tby_rc rc = tby_keyset_add(&k, key, &number, &made);
        if (expected == TBY_NO_KEY && n == LENGTH(keys)) {
            assert_int_equal(rc, TBY_E_LIMIT);
            continue;
        }
        assert_int_equal(rc, TBY_OK);
        assert_int_equal(made, expected == TBY_NO_KEY);
        assert_int_equal(number, made ? n : expected);
        if (made)
            keys[n++] = key;
    }
    assert_int_equal(k.n, n);
    tby_keyset_clear(&k);
    assert_int_equal(tby_keyset_find(&k, keys[0]), TBY_NO_KEY);
    tby_keyset_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
