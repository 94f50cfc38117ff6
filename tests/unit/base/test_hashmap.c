/* test_hashmap.c - numbers by hash and by key, next to a plain list. */
#include "core/base/hashmap.h"
#include "support/check.h"

static uint32_t slow_find(const uint64_t *keys, uint32_t n, uint64_t key)
{
    for (uint32_t i = 0; i < n; i++)
        if (keys[i] == key)
            return i;
    return TBY_NONE;
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
    assert_int_equal(tby_keyset_find(&k, 0), TBY_NONE);
    for (unsigned i = 0; i < 20000; i++) {
        /* alike in the low bits, or in the high ones */
        uint64_t key = rng_below(&r, 1500);
        key = i % 2 ? key : key << 52;
        uint32_t expected = slow_find(keys, n, key);

        assert_int_equal(tby_keyset_find(&k, key), expected);
        tby_rc rc = tby_keyset_add(&k, key, &number, &made);
        if (expected == TBY_NONE && n == LENGTH(keys)) {
            assert_int_equal(rc, TBY_E_LIMIT);
            continue;
        }
        assert_int_equal(rc, TBY_OK);
        assert_int_equal(made, expected == TBY_NONE);
        assert_int_equal(number, made ? n : expected);
        if (made)
            keys[n++] = key;
    }
    assert_int_equal(k.n, n);
    tby_keyset_clear(&k);
    assert_int_equal(tby_keyset_find(&k, keys[0]), TBY_NONE);
    tby_keyset_free(&k);
}

/* Things of one hash are all candidates, whatever lies between. */
static void one_hash_may_have_many_numbers(void **state)
{
    tby_alloc alloc = tby_alloc_libc();
    tby_hashmap m = {0};
    bool grown;
    uint32_t n = 0;

    (void)state;
    assert_int_equal(tby_hashmap_at(&m, 7, 0), TBY_NONE);
    for (; n < 500; n++) {
        assert_int_equal(tby_hashmap_reserve(&m, &alloc, n, &grown), TBY_OK);
        for (uint32_t i = 0; grown && i < n; i++)
            tby_hashmap_put(&m, i % 3, i);
        tby_hashmap_put(&m, n % 3, n);
    }
    for (uint64_t hash = 0; hash < 4; hash++) {
        uint32_t i, found = 0;
        for (size_t k = 0; (i = tby_hashmap_at(&m, hash, k)) != TBY_NONE; k++)
            found += i % 3 == hash;
        assert_int_equal(found, hash < 3 ? (n + 2 - hash) / 3 : 0);
    }
    tby_hashmap_clear(&m);
    assert_int_equal(tby_hashmap_at(&m, 1, 0), TBY_NONE);
    tby_hashmap_free(&m, &alloc);
    assert_null(m.slots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_was_added),
        cmocka_unit_test(one_hash_may_have_many_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
