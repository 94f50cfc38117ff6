/* test_object_pool.c - nothing is lost, and nothing is with two at once. */
#include "support/check.h"

#include "io/system/thread.h"

enum { THINGS = 3, TURNS = 20000 };

typedef struct thing {
    atomic_bool used;
    int turns;
} thing;

static void a_spares_gives_back_what_was_put_there(void **state)
{
    int a = 0, b = 0;
    tby_object_pool s = {{NULL}};

    (void)state;
    assert_null(tby_object_pool_take(&s));
    assert_true(tby_object_pool_put(&s, &a));
    assert_true(tby_object_pool_put(&s, &b));
    void *first = tby_object_pool_take(&s);
    assert_true(first == &a || first == &b);
    assert_true(tby_object_pool_put(&s, first));
    assert_ptr_equal(tby_object_pool_take(&s), first);
    assert_ptr_equal(tby_object_pool_take(&s), first == &a ? &b : &a);
    assert_null(tby_object_pool_take(&s));
}

static void a_full_spares_takes_no_more(void **state)
{
    int things[TBY_SHELF_MAX + 1] = {0};
    tby_object_pool s = {{NULL}};

    (void)state;
    for (size_t i = 0; i < TBY_SHELF_MAX; i++)
        assert_true(tby_object_pool_put(&s, &things[i]));
    assert_false(tby_object_pool_put(&s, &things[TBY_SHELF_MAX]));
    for (size_t i = 0; i < TBY_SHELF_MAX; i++)
        assert_non_null(tby_object_pool_take(&s));
    assert_null(tby_object_pool_take(&s));
}

static void use_things(void *ctx, size_t task)
{
    tby_object_pool *s = ctx;

    (void)task;
    for (int turn = 0; turn < TURNS; turn++) {
        thing *t = tby_object_pool_take(s);
        if (!t)
            continue;
        assert_false(atomic_exchange(&t->used, true));
        t->turns++;
        atomic_store(&t->used, false);
        assert_true(tby_object_pool_put(s, t));
    }
}

/* More threads than things: some find none. */
static void threads_never_share_a_thing(void **state)
{
    thing things[THINGS] = {0};
    tby_object_pool s = {{NULL}};
    int turns = 0;

    (void)state;
    for (size_t i = 0; i < THINGS; i++)
        assert_true(tby_object_pool_put(&s, &things[i]));
    assert_int_equal(tby_parallel(THINGS + 1, THINGS + 1, use_things, &s),
                     TBY_OK);
    for (size_t i = 0; i < THINGS; i++) {
        assert_non_null(tby_object_pool_take(&s));
        turns += things[i].turns;
    }
    assert_null(tby_object_pool_take(&s));
    assert_in_range(turns, TURNS, (THINGS + 1) * TURNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spares_gives_back_what_was_put_there),
        cmocka_unit_test(a_full_spares_takes_no_more),
        cmocka_unit_test(threads_never_share_a_thing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
