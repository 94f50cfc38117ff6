/* test_thread.c - every task once, on as many threads as asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/clock.h"
#include "io/system/thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { TASKS = 1000 };

typedef struct tally {
    atomic_int done[TASKS];
    atomic_int running;
    atomic_int most; /* that ran at the same time */
    pthread_t caller;
    atomic_int by_caller;
} tally;

static void count_task(void *ctx, size_t task)
{
    tally *t = ctx;

    atomic_fetch_add(&t->done[task], 1);
    if (pthread_equal(pthread_self(), t->caller))
        atomic_fetch_add(&t->by_caller, 1);
}

/* Stays until `want` have met here, or for two seconds. */
static void meet(void *ctx, size_t task)
{
    tally *t = ctx;
    double deadline = tby_clock_now() + 2;
    int now = atomic_fetch_add(&t->running, 1) + 1;
    int most = atomic_load(&t->most);

    (void)task;
    while (now > most && !atomic_compare_exchange_weak(&t->most, &most, now))
        continue;
    while (atomic_load(&t->most) < 4 && tby_clock_now() < deadline)
        tby_clock_sleep(0.001);
    atomic_fetch_sub(&t->running, 1);
}

static tally fresh(void)
{
    tally t;

    memset(&t, 0, sizeof t);
    t.caller = pthread_self();
    return t;
}

static void every_task_is_done_once(void **state)
{
    static const unsigned THREADS[] = {0, 1, 2, 7, 300};

    (void)state;
    for (size_t i = 0; i < sizeof THREADS / sizeof *THREADS; i++) {
        tally t = fresh();

        assert_int_equal(tby_parallel(THREADS[i], TASKS, count_task, &t),
                         TBY_OK);
        for (size_t k = 0; k < TASKS; k++)
            assert_int_equal(atomic_load(&t.done[k]), 1);
    }
}

static void one_thread_is_the_callers(void **state)
{
    tally t = fresh();

    (void)state;
    assert_int_equal(tby_parallel(1, TASKS, count_task, &t), TBY_OK);
    assert_int_equal(atomic_load(&t.by_caller), TASKS);
}

static void no_tasks_are_no_work(void **state)
{
    tally t = fresh();

    (void)state;
    assert_int_equal(tby_parallel(4, 0, count_task, &t), TBY_OK);
    assert_int_equal(atomic_load(&t.by_caller), 0);
}

static void threads_run_at_the_same_time(void **state)
{
    tally t = fresh();

    (void)state;
    assert_int_equal(tby_parallel(4, 4, meet, &t), TBY_OK);
    assert_int_equal(atomic_load(&t.most), 4);
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_in_range(tby_cpu_count(), 1, TBY_THREADS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_is_done_once),
        cmocka_unit_test(one_thread_is_the_callers),
        cmocka_unit_test(no_tasks_are_no_work),
        cmocka_unit_test(threads_run_at_the_same_time),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
