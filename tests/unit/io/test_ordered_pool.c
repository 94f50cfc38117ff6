#define _GNU_SOURCE /* pthread_setattr_default_np() */
/* test_ordered_pool.c - tasks come back in their order, whoever does them. */
#include "support/check.h"

#include "io/system/clock.h"
#include "io/system/ordered_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { TASKS = 500 };

typedef struct task {
    atomic_int done;
    double seconds; /* it takes */
    pthread_t by;
} task;

static void do_task(void *ctx, void *arg)
{
    task *t = arg;

    tby_clock_sleep(t->seconds);
    t->by = pthread_self();
    atomic_fetch_add(&t->done, 1);
    atomic_fetch_add((atomic_int *)ctx, 1);
}

/* Takes what is left; each task was done once. */
static void finish(tby_ordered_pool *pool, task *tasks, size_t taken)
{
    while (taken < TASKS)
        assert_ptr_equal(tby_ordered_pool_take(pool), &tasks[taken++]);
    assert_null(tby_ordered_pool_take(pool));
    tby_ordered_pool_stop(pool);
    for (size_t i = 0; i < TASKS; i++)
        assert_int_equal(atomic_load(&tasks[i].done), 1);
}

static void tasks_come_back_in_order(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned threads = 0; threads < 6; threads++) {
        static task tasks[TASKS];
        atomic_int total = 0;
        size_t depth = 1 + rng_below(&r, 10), taken = 0;
        tby_ordered_pool *pool;

        memset(tasks, 0, sizeof tasks);
        assert_int_equal(
            tby_ordered_pool_start(&pool, threads, depth, do_task, &total),
            TBY_OK);
        for (size_t i = 0; i < TASKS; i++) {
            tasks[i].seconds = rng_chance(&r, 10) ? 0.001 : 0;
            while (tby_ordered_pool_pending(pool) == depth ||
                   (rng_chance(&r, 20) && tby_ordered_pool_pending(pool)))
                assert_ptr_equal(tby_ordered_pool_take(pool), &tasks[taken++]);
            tby_ordered_pool_give(pool, &tasks[i]);
        }
        finish(pool, tasks, taken);
        assert_int_equal(atomic_load(&total), TASKS);
    }
}

static void one_thread_is_the_callers(void **state)
{
    atomic_int total = 0;
    task t = {.seconds = 0};
    tby_ordered_pool *pool;

    (void)state;
    assert_int_equal(tby_ordered_pool_start(&pool, 1, 1, do_task, &total),
                     TBY_OK);
    tby_ordered_pool_give(pool, &t);
    assert_ptr_equal(tby_ordered_pool_take(pool), &t);
    assert_int_equal(atomic_load(&total), 1);
    assert_true(pthread_equal(t.by, pthread_self()));
    tby_ordered_pool_stop(pool);
}

/* The owner only gives and takes, and the order stays. */
static void one_thread_aside_is_not_the_callers(void **state)
{
    static task tasks[TASKS];
    atomic_int total = 0;
    size_t taken = 0;
    tby_ordered_pool *pool;

    (void)state;
    assert_int_equal(tby_ordered_pool_start_aside(&pool, 3, do_task, &total),
                     TBY_OK);
    for (size_t i = 0; i < TASKS; i++) {
        if (tby_ordered_pool_pending(pool) == 3)
            assert_ptr_equal(tby_ordered_pool_take(pool), &tasks[taken++]);
        tby_ordered_pool_give(pool, &tasks[i]);
    }
    finish(pool, tasks, taken);
    assert_int_equal(atomic_load(&total), TASKS);
    assert_false(pthread_equal(tasks[0].by, pthread_self()));
    for (size_t i = 0; i < TASKS; i++)
        assert_true(pthread_equal(tasks[i].by, tasks[0].by));
}

/* Where no thread can be had, because no memory has room for its stack, the
 * owner works after all. */
static void without_a_thread_the_owner_works(void **state)
{
    const size_t too_much = (size_t)1 << 47;
    atomic_int total = 0;
    task t = {.seconds = 0};
    pthread_attr_t before, attr;
    tby_ordered_pool *pool;

    (void)state;
    assert_int_equal(pthread_getattr_default_np(&before), 0);
    assert_int_equal(pthread_attr_init(&attr), 0);
    assert_int_equal(pthread_attr_setstacksize(&attr, too_much), 0);
    assert_int_equal(pthread_setattr_default_np(&attr), 0);
    assert_int_equal(tby_ordered_pool_start(&pool, 2, 1, do_task, &total),
                     TBY_E_IO_THREAD);
    assert_int_equal(tby_ordered_pool_start_aside(&pool, 1, do_task, &total),
                     TBY_OK);
    assert_int_equal(pthread_setattr_default_np(&before), 0);
    tby_ordered_pool_give(pool, &t);
    assert_ptr_equal(tby_ordered_pool_take(pool), &t);
    assert_int_equal(atomic_load(&total), 1);
    assert_true(pthread_equal(t.by, pthread_self()));
    tby_ordered_pool_stop(pool);
    pthread_attr_destroy(&attr);
    pthread_attr_destroy(&before);
}

static void a_pool_may_stop_with_work_left(void **state)
{
    static task tasks[8];
    atomic_int total = 0;
    tby_ordered_pool *pool;

    (void)state;
    assert_int_equal(tby_ordered_pool_start(&pool, 3, 8, do_task, &total),
                     TBY_OK);
    for (size_t i = 0; i < 8; i++) {
        tasks[i].seconds = 0.002;
        tby_ordered_pool_give(pool, &tasks[i]);
    }
    assert_ptr_equal(tby_ordered_pool_take(pool), &tasks[0]);
    tby_ordered_pool_stop(pool);
    int done = 0;
    for (size_t i = 0; i < 8; i++)
        done += atomic_load(&tasks[i].done);
    assert_int_equal(done, atomic_load(&total)); /* none is half done */
    tby_ordered_pool_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_come_back_in_order),
        cmocka_unit_test(one_thread_is_the_callers),
        cmocka_unit_test(one_thread_aside_is_not_the_callers),
        cmocka_unit_test(without_a_thread_the_owner_works),
        cmocka_unit_test(a_pool_may_stop_with_work_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
