#include "app/server/http/work_pool.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/thread.h"

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

/* With the lock. */
static work_task *next_task(work_pool *p, bool is_long)
{
    work_task *first = NULL;

    for (work_task *t = p->tasks; t; t = t->next)
        if (!t->running && t->is_long == is_long &&
            (!first || t->due < first->due))
            first = t;
    return first;
}

static double computed(const work_task *t)
{
    struct timespec now = {0};

    (void)clock_gettime(t->clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void work_on(work_pool *p, bool is_long)
{
    bool replaced = false;

    pthread_mutex_lock(&p->lock);
    while (!replaced) {
        work_task *t = next_task(p, is_long);
        if (!t && p->ending)
            break;
        if (!t) {
            pthread_cond_wait(&p->more[is_long], &p->lock);
            continue;
        }
        t->running = true;
        t->begun = tby_clock_now();
        t->thread = tby_thread_id();
        (void)pthread_getcpuclockid(pthread_self(), &t->clock);
        t->computed = computed(t);
        pthread_mutex_unlock(&p->lock);
        t->run(t);
        pthread_mutex_lock(&p->lock);
        replaced = t->turned;
        p->turned_n -= replaced;
        unlink_task(p, t);
        pthread_mutex_unlock(&p->lock);
        t->done(t);
        pthread_mutex_lock(&p->lock);
        p->finishing_n--;
    }
    p->threads_n--;
    pthread_cond_signal(&p->gone);
    pthread_mutex_unlock(&p->lock);
}

static void *work_on_quick(void *ctx)
{
    work_on(ctx, false);
    return NULL;
}

static void *work_on_long(void *ctx)
{
    tby_thread_give_way(0);
    work_on(ctx, true);
    return NULL;
}

/* With the lock. */
static bool start_thread(work_pool *p, void *(*work)(void *))
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, work, p) != 0)
        return false;
    pthread_detach(thread);
    p->threads_n++;
    return true;
}

tby_rc tby__work_pool_start(work_pool *p, size_t quick)
{
    bool ok = true;

    *p = (work_pool){.opened = true};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more[false], NULL);
    pthread_cond_init(&p->more[true], NULL);
    pthread_cond_init(&p->gone, NULL);
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; ok && i < quick && i < LIMIT_QUICK; i++)
        ok = start_thread(p, work_on_quick);
    for (size_t i = 0; ok && i < LIMIT_LONG; i++)
        ok = start_thread(p, work_on_long);
    pthread_mutex_unlock(&p->lock);
    return ok ? TBY_OK : TBY_E_IO_THREAD;
}

void tby__work_pool_stop(work_pool *p)
{
    if (!p->opened)
        return;
    pthread_mutex_lock(&p->lock);
    TBY_ASSERT(p->tasks_n + p->finishing_n == 0);
    p->ending = true;
    pthread_cond_broadcast(&p->more[false]);
    pthread_cond_broadcast(&p->more[true]);
    while (p->threads_n)
        pthread_cond_wait(&p->gone, &p->lock);
    pthread_mutex_unlock(&p->lock);
    pthread_cond_destroy(&p->more[false]);
    pthread_cond_destroy(&p->more[true]);
    pthread_cond_destroy(&p->gone);
    pthread_mutex_destroy(&p->lock);
    p->opened = false;
}

refusal tby__work_pool_add(work_pool *p, work_task *t)
{
    refusal why = REFUSE_NONE;
    work_task **end = &p->tasks;
    size_t waiting = 0; /* of its kind */

    t->next = NULL;
    t->running = t->turned = false;
    t->why = REFUSE_NONE;
    t->since = tby_clock_now();
    t->due = t->since + (t->goes_through ? MS_LATER / 1e3 : 0);
    atomic_store(&t->stop, false);
    pthread_mutex_lock(&p->lock);
    for (; *end; end = &(*end)->next)
        waiting += !(*end)->running && (*end)->is_long == t->is_long;
    if (p->ending) {
        why = REFUSE_DRAINING;
    } else if (waiting >= LIMIT_TASKS_WAIT && !t->must_go_on) {
        why = REFUSE_DATABASE_BUSY;
    } else {
        *end = t;
        p->tasks_n++;
        pthread_cond_signal(&p->more[t->is_long]);
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

bool tby__client_left(int fd)
{
    char byte;

    return recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* With the lock: stops those that are to stop.  The result is a list of those
 * that had not begun, which are in the pool no more. */
static work_task *stop_some(work_pool *p, bool all)
{
    work_task *t = p->tasks, *next, *idle = NULL;
    double now = tby_clock_now();

    for (; t; t = next) {
        next = t->next;
        int most = t->is_long || t->turned ? SECONDS_LONG : SECONDS_QUESTION;
        if (t->why == REFUSE_NONE)
            t->why = all                       ? REFUSE_DRAINING
                     : now - t->since > most   ? REFUSE_SLOW
                     : tby__client_left(t->fd) ? REFUSE_LEFT
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
            (computed(t) - t->computed > MS_TURN / 1e3 ||
             now - t->begun > MS_STUCK / 1e3) &&
            p->turned_n < LIMIT_TURNED && start_thread(p, work_on_quick)) {
            t->turned = true;
            p->turned_n++;
            tby_thread_give_way(t->thread);
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
    pthread_mutex_unlock(&p->lock);
    finish(p, idle);
    return n;
}
