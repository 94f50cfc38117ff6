/* work_pool.c - see work_pool.h. */
#include "app/server/http/work_pool.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <sys/socket.h>

/* With the lock; done() follows without it. */
static void unlink_task(work_pool *p, work_task *t)
{
    work_task **at = &p->tasks;

    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    TBY_ASSERT(p->tasks_n > 0);
    p->tasks_n--;
    p->finishing_n++;
}

/* With the lock: the first that may have its turn now.  Two places are left
 * for tasks that only turn out to be long. */
static work_task *next_task(work_pool *p)
{
    for (work_task *t = p->tasks; t; t = t->next)
        if (!t->running &&
            (t->is_long ? p->long_n < LIMIT_LONG - 2 : p->quick_n < p->quick))
            return t;
    return NULL;
}

static void *work_on(void *ctx)
{
    work_pool *p = ctx;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        work_task *t = next_task(p);
        if (!t && p->ending)
            break;
        if (!t) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        t->running = true;
        t->begun = tby_clock_now();
        ++*(t->is_long ? &p->long_n : &p->quick_n);
        pthread_mutex_unlock(&p->lock);
        t->run(t);
        pthread_mutex_lock(&p->lock);
        --*(t->is_long || t->turned ? &p->long_n : &p->quick_n);
        TBY_ASSERT(p->quick_n <= p->quick && p->long_n <= LIMIT_LONG);
        unlink_task(p, t);
        pthread_cond_signal(&p->more);
        pthread_mutex_unlock(&p->lock);
        t->done(t);
        pthread_mutex_lock(&p->lock);
        p->finishing_n--;
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

tby_rc tby__work_pool_start(work_pool *p, size_t quick)
{
    *p = (work_pool){.quick = quick < LIMIT_QUICK ? quick : LIMIT_QUICK,
                     .opened = true};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    while (p->threads_n < p->quick + LIMIT_LONG) {
        if (pthread_create(&p->threads[p->threads_n], NULL, work_on, p) != 0)
            return TBY_E_IO_THREAD;
        p->threads_n++;
    }
    return TBY_OK;
}

void tby__work_pool_stop(work_pool *p)
{
    if (!p->opened)
        return;
    pthread_mutex_lock(&p->lock);
    TBY_ASSERT(p->tasks_n + p->finishing_n == 0);
    p->ending = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->threads_n; i++)
        pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
    p->opened = false;
}

refusal tby__work_pool_add(work_pool *p, work_task *t)
{
    refusal why = REFUSE_NONE;
    work_task **end = &p->tasks;

    t->next = NULL;
    t->running = t->turned = false;
    t->why = REFUSE_NONE;
    t->since = tby_clock_now();
    atomic_store(&t->stop, false);
    pthread_mutex_lock(&p->lock);
    if (p->ending) {
        why = REFUSE_DRAINING;
    } else if (p->tasks_n - p->quick_n - p->long_n >= LIMIT_TASKS_WAIT &&
               !t->must_go_on) {
        why = REFUSE_DATABASE_BUSY;
    } else {
        while (*end)
            end = &(*end)->next;
        *end = t;
        p->tasks_n++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    return why;
}

size_t tby__work_pool_count(work_pool *p)
{
    pthread_mutex_lock(&p->lock);
    size_t n = p->tasks_n + p->finishing_n;
    pthread_mutex_unlock(&p->lock);
    return n;
}

bool tby__work_pool_status(work_pool *p, tby_str name, work_status *out)
{
    double now = tby_clock_now();

    pthread_mutex_lock(&p->lock);
    const work_task *t = p->tasks;
    while (t && !tby_str_is(name, t->name))
        t = t->next;
    if (t)
        *out = (work_status){.running = t->running,
                             .seconds = now - t->since,
                             .share = atomic_load(&t->share) / 1e3};
    pthread_mutex_unlock(&p->lock);
    return t != NULL;
}

static bool has_left(const work_task *t)
{
    char byte;

    return recv(t->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* With the lock: stops those that are to stop.  The result is a list of those
 * that had not begun, which are in the pool no more. */
static work_task *stop_some(work_pool *p, bool all)
{
    work_task *t = p->tasks, *next, *idle = NULL;
    double now = tby_clock_now();

    for (; t; t = next) {
        next = t->next;
        if (t->why == REFUSE_NONE)
            t->why = all                                 ? REFUSE_DRAINING
                     : now - t->since > SECONDS_QUESTION ? REFUSE_SLOW
                     : has_left(t)                       ? REFUSE_LEFT
                                                         : REFUSE_NONE;
        if (t->why == REFUSE_NONE)
            continue;
        atomic_store(&t->stop, true);
        if (!t->running) {
            unlink_task(p, t);
            t->next = idle;
            idle = t;
        }
    }
    return idle;
}

static void finish(work_pool *p, work_task *idle)
{
    size_t n = 0;

    for (; idle; n++) {
        work_task *t = idle;
        idle = t->next;
        t->done(t);
    }
    pthread_mutex_lock(&p->lock);
    p->finishing_n -= n;
    pthread_mutex_unlock(&p->lock);
}

void tby__work_pool_tick(work_pool *p)
{
    double now = tby_clock_now();

    pthread_mutex_lock(&p->lock);
    work_task *idle = stop_some(p, false);
    for (work_task *t = p->tasks; t; t = t->next)
        if (t->running && !t->is_long && !t->turned &&
            now - t->begun > MS_TURN / 1e3 && p->long_n < LIMIT_LONG) {
            t->turned = true;
            p->quick_n--;
            p->long_n++;
            pthread_cond_signal(&p->more);
        }
    pthread_mutex_unlock(&p->lock);
    finish(p, idle);
}

size_t tby__work_pool_end_all(work_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    work_task *idle = stop_some(p, true);
    size_t n = p->tasks_n + p->finishing_n;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    finish(p, idle);
    return n;
}
