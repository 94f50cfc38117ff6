/* test_work_pool.c - whose turn it is, and who is stopped. */
#define _GNU_SOURCE /* gettid() */
#include "support/check.h"

#include "app/server/http/work_pool.h"
#include "io/system/clock.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* A task that runs until it is told to end, or to stop. */
typedef struct job {
    work_task task;
    int client; /* the other end of task.fd */
    atomic_bool begun, end, done, stopped;
    atomic_int nice; /* when it ended */
} job;

static job *job_of(work_task *t)
{
    return (job *)((char *)t - offsetof(job, task));
}

static void run(work_task *t)
{
    job *j = job_of(t);

    atomic_store(&j->begun, true);
    while (!atomic_load(&j->end) && !atomic_load(&t->stop))
        tby_clock_sleep(0.001);
    atomic_store(&j->nice, getpriority(PRIO_PROCESS, (id_t)gettid()));
    atomic_store(&j->stopped, atomic_load(&t->stop));
}

static void done(work_task *t)
{
    atomic_store(&job_of(t)->done, true);
}

static void give(job *j, bool is_long)
{
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    *j = (job){
        .task = {.run = run, .done = done, .fd = ends[0], .is_long = is_long},
        .client = ends[1]};
}

static void take(job *j)
{
    close(j->task.fd);
    if (j->client >= 0)
        close(j->client);
}

static void wait_for(const atomic_bool *flag)
{
    double last = tby_clock_now() + HANG_SECONDS;

    while (!atomic_load(flag) && tby_clock_now() < last)
        tby_clock_sleep(0.001);
    assert_true(atomic_load(flag));
}

static void end(job *j)
{
    atomic_store(&j->end, true);
    wait_for(&j->done);
    take(j);
}

static void long_ones_leave_room_for_quick_ones(void **state)
{
    static job slow[20], quick;
    work_pool p;

    (void)state;
    assert_int_equal(tby__work_pool_start(&p, 1), TBY_OK);
    for (size_t i = 0; i < LENGTH(slow); i++) {
        give(&slow[i], true);
        assert_int_equal(tby__work_pool_add(&p, &slow[i].task), REFUSE_NONE);
    }
    wait_for(&slow[0].begun);
    give(&quick, false);
    assert_int_equal(tby__work_pool_add(&p, &quick.task), REFUSE_NONE);
    wait_for(&quick.begun); /* though it came last */
    assert_false(atomic_load(&slow[LENGTH(slow) - 1].begun));
    end(&quick);
    for (size_t i = 0; i < LENGTH(slow); i++)
        end(&slow[i]);
    assert_true(atomic_load(&slow[0].nice) > atomic_load(&quick.nice));
    assert_int_equal(tby__work_pool_count(&p), 0);
    tby__work_pool_stop(&p);
}

static void one_that_turns_out_long_gives_up_its_place(void **state)
{
    static job first, second;
    work_pool p;

    (void)state;
    assert_int_equal(tby__work_pool_start(&p, 1), TBY_OK);
    give(&first, false);
    give(&second, false);
    assert_int_equal(tby__work_pool_add(&p, &first.task), REFUSE_NONE);
    wait_for(&first.begun);
    assert_int_equal(tby__work_pool_add(&p, &second.task), REFUSE_NONE);
    for (int i = 0; i < 1000 * HANG_SECONDS && !atomic_load(&second.begun);
         i++) {
        tby_clock_sleep(0.001);
        tby__work_pool_tick(&p);
    }
    assert_true(atomic_load(&second.begun));
    assert_false(atomic_load(&first.done));
    end(&second);
    end(&first);
    assert_true(atomic_load(&first.nice) > atomic_load(&second.nice));
    /* those that follow do not give way, wherever they run */
    for (int i = 0; i < 10; i++) {
        static job next;
        give(&next, false);
        assert_int_equal(tby__work_pool_add(&p, &next.task), REFUSE_NONE);
        end(&next);
        assert_int_equal(atomic_load(&next.nice), atomic_load(&second.nice));
    }
    tby__work_pool_stop(&p);
}

/* Five wait behind one, whose moments are put here: those that go through all
 * games go later, but not for ever. */
static void who_looks_something_up_goes_first(void **state)
{
    static job busy, waits[5];
    static const struct {
        bool goes_through;
        double ago; /* in MS_LATER */
    } GIVEN[] = {
        {true, 0.6}, {true, 1.8}, {false, 0.4}, {true, 0.2}, {false, 0.2}};
    static const size_t ORDER[] = {1, 2, 4, 0, 3};
    work_pool p;

    (void)state;
    assert_int_equal(tby__work_pool_start(&p, 1), TBY_OK);
    give(&busy, false);
    assert_int_equal(tby__work_pool_add(&p, &busy.task), REFUSE_NONE);
    wait_for(&busy.begun);
    for (size_t i = 0; i < LENGTH(waits); i++) {
        give(&waits[i], false);
        waits[i].task.goes_through = GIVEN[i].goes_through;
        assert_int_equal(tby__work_pool_add(&p, &waits[i].task), REFUSE_NONE);
    }
    double now = waits[LENGTH(waits) - 1].task.since;
    for (size_t i = 0; i < LENGTH(waits); i++) /* nobody looks at it now */
        waits[i].task.due +=
            now - GIVEN[i].ago * MS_LATER / 1e3 - waits[i].task.since;
    end(&busy);
    for (size_t i = 0; i < LENGTH(waits); i++) {
        wait_for(&waits[ORDER[i]].begun);
        for (size_t k = i + 1; k < LENGTH(waits); k++)
            assert_false(atomic_load(&waits[ORDER[k]].begun));
        end(&waits[ORDER[i]]);
    }
    tby__work_pool_stop(&p);
}

static void whoever_leaves_or_takes_too_long_is_stopped(void **state)
{
    static job gone, slow, waits, stays, patient;
    work_pool p;

    (void)state;
    assert_int_equal(tby__work_pool_start(&p, 3), TBY_OK);
    give(&gone, false);
    give(&slow, false);
    give(&stays, false);
    assert_int_equal(tby__work_pool_add(&p, &gone.task), REFUSE_NONE);
    assert_int_equal(tby__work_pool_add(&p, &slow.task), REFUSE_NONE);
    assert_int_equal(tby__work_pool_add(&p, &stays.task), REFUSE_NONE);
    wait_for(&gone.begun);
    wait_for(&slow.begun);
    wait_for(&stays.begun);
    give(&patient, true);
    assert_int_equal(tby__work_pool_add(&p, &patient.task), REFUSE_NONE);
    patient.task.since -= SECONDS_QUESTION + 1; /* a long one may take longer */
    give(&waits, false);                        /* all places are taken */
    assert_int_equal(tby__work_pool_add(&p, &waits.task), REFUSE_NONE);
    close(gone.client);
    close(waits.client);
    gone.client = waits.client = -1;
    slow.task.since -= SECONDS_QUESTION + 1;
    tby__work_pool_tick(&p);
    wait_for(&gone.done);
    wait_for(&slow.done);
    assert_true(atomic_load(&waits.done)); /* at once */
    assert_false(atomic_load(&waits.begun));
    assert_false(atomic_load(&stays.done));
    assert_int_equal(gone.task.why, REFUSE_LEFT);
    assert_int_equal(waits.task.why, REFUSE_LEFT);
    assert_int_equal(slow.task.why, REFUSE_SLOW);
    assert_true(atomic_load(&gone.stopped) && atomic_load(&slow.stopped));
    end(&stays);
    assert_int_equal(stays.task.why, REFUSE_NONE);
    assert_int_equal(patient.task.why, REFUSE_NONE);
    patient.task.since -= SECONDS_LONG;
    tby__work_pool_tick(&p);
    wait_for(&patient.done);
    assert_int_equal(patient.task.why, REFUSE_SLOW);
    take(&patient);
    take(&gone);
    take(&slow);
    take(&waits);
    tby__work_pool_stop(&p);
}

static void there_is_room_for_so_many(void **state)
{
    static job all[LIMIT_LONG + LIMIT_TASKS_WAIT], more, part, quick;
    work_pool p;

    (void)state;
    assert_int_equal(tby__work_pool_start(&p, 1), TBY_OK);
    for (size_t i = 0; i < LENGTH(all); i++) {
        give(&all[i], true);
        assert_int_equal(tby__work_pool_add(&p, &all[i].task), REFUSE_NONE);
        if (i < LIMIT_LONG)
            wait_for(&all[i].begun);
    }
    give(&more, true);
    assert_int_equal(tby__work_pool_add(&p, &more.task), REFUSE_DATABASE_BUSY);
    take(&more);
    give(&quick, false);
    assert_int_equal(tby__work_pool_add(&p, &quick.task), REFUSE_NONE);
    wait_for(&quick.begun); /* long ones do not take its room */
    end(&quick);
    give(&part, true);
    part.task.must_go_on = true;
    assert_int_equal(tby__work_pool_add(&p, &part.task), REFUSE_NONE);
    /* and the server ends */
    while (tby__work_pool_end_all(&p))
        tby_clock_sleep(0.001);
    for (size_t i = 0; i < LENGTH(all); i++) {
        assert_true(atomic_load(&all[i].done));
        assert_int_equal(all[i].task.why, REFUSE_DRAINING);
        take(&all[i]);
    }
    take(&part);
    give(&more, false);
    assert_int_equal(tby__work_pool_add(&p, &more.task), REFUSE_DRAINING);
    take(&more);
    tby__work_pool_stop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_ones_leave_room_for_quick_ones),
        cmocka_unit_test(one_that_turns_out_long_gives_up_its_place),
        cmocka_unit_test(who_looks_something_up_goes_first),
        cmocka_unit_test(whoever_leaves_or_takes_too_long_is_stopped),
        cmocka_unit_test(there_is_room_for_so_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
