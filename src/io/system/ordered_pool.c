/* ordered_pool.c - see ordered_pool.h.
 *
 * Tasks stand in a ring in the order they were given.  `given`, `begun` and
 * `taken` only grow; a task's place is its number modulo the ring's length. */
#include "io/system/ordered_pool.h"

#include "core/base/assert.h"
#include "io/system/thread.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct seat {
    void *task;
    bool done;
} seat;

struct tby_ordered_pool {
    void (*fn)(void *ctx, void *task);
    void *ctx;
    pthread_mutex_t lock;
    pthread_cond_t work; /* there is a task, or the end */
    pthread_cond_t done; /* one was done */
    uint64_t given, begun, taken;
    bool ending;
    bool owner_works;
    size_t depth;
    size_t threads; /* that were started */
    pthread_t *started;
    seat ring[];
};

static seat *seat_of(tby_ordered_pool *c, uint64_t number)
{
    return &c->ring[number % c->depth];
}

/* Does the next task that nobody has begun; the lock is held before and after,
 * but not meanwhile. */
static void do_next(tby_ordered_pool *c)
{
    seat *s = seat_of(c, c->begun++);

    pthread_mutex_unlock(&c->lock);
    c->fn(c->ctx, s->task);
    pthread_mutex_lock(&c->lock);
    s->done = true;
    pthread_cond_signal(&c->done);
}

static void *work(void *arg)
{
    tby_ordered_pool *c = arg;

    pthread_mutex_lock(&c->lock);
    while (!c->ending) {
        if (c->begun < c->given)
            do_next(c);
        else
            pthread_cond_wait(&c->work, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static bool start_threads(tby_ordered_pool *c, size_t threads)
{
    c->started = malloc(threads * sizeof *c->started);
    if (!c->started)
        return false;
    while (c->threads < threads &&
           pthread_create(&c->started[c->threads], NULL, work, c) == 0)
        c->threads++;
    return c->threads == threads;
}

/* A pool of the owner alone; NULL: no memory. */
static tby_ordered_pool *make_pool(size_t depth,
                                   void (*fn)(void *ctx, void *task), void *ctx)
{
    tby_ordered_pool *c = malloc(sizeof *c + depth * sizeof *c->ring);

    TBY_ASSERT(depth > 0);
    if (!c)
        return NULL;
    *c = (tby_ordered_pool){
        .fn = fn, .ctx = ctx, .owner_works = true, .depth = depth};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    pthread_cond_init(&c->done, NULL);
    return c;
}

tby_rc tby_ordered_pool_start(tby_ordered_pool **out, unsigned threads,
                              size_t depth, void (*fn)(void *ctx, void *task),
                              void *ctx)
{
    size_t n = threads ? threads : tby_cpu_count();
    tby_ordered_pool *c = make_pool(depth, fn, ctx);

    *out = NULL;
    if (!c)
        return TBY_E_NOMEM;
    if (n > TBY_THREADS_MAX)
        n = TBY_THREADS_MAX;
    if (n > 1 && !start_threads(c, n - 1)) {
        tby_rc rc = c->started ? TBY_E_IO_THREAD : TBY_E_NOMEM;
        tby_ordered_pool_stop(c);
        return rc;
    }
    *out = c;
    return TBY_OK;
}

tby_rc tby_ordered_pool_start_aside(tby_ordered_pool **out, size_t depth,
                                    void (*fn)(void *ctx, void *task),
                                    void *ctx)
{
    tby_ordered_pool *c = make_pool(depth, fn, ctx);

    *out = c;
    if (!c)
        return TBY_E_NOMEM;
    c->owner_works = !start_threads(c, 1);
    return TBY_OK;
}

size_t tby_ordered_pool_pending(const tby_ordered_pool *c)
{
    return (size_t)(c->given - c->taken); /* only the owner changes these */
}

void tby_ordered_pool_give(tby_ordered_pool *c, void *task)
{
    TBY_ASSERT(tby_ordered_pool_pending(c) < c->depth);
    pthread_mutex_lock(&c->lock);
    *seat_of(c, c->given++) = (seat){.task = task};
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
}

void *tby_ordered_pool_take(tby_ordered_pool *c)
{
    if (tby_ordered_pool_pending(c) == 0)
        return NULL;
    pthread_mutex_lock(&c->lock);
    seat *s = seat_of(c, c->taken);
    while (!s->done) {
        if (c->owner_works && c->begun < c->given)
            do_next(c);
        else
            pthread_cond_wait(&c->done, &c->lock);
    }
    void *task = s->task;
    c->taken++;
    pthread_mutex_unlock(&c->lock);
    return task;
}

void tby_ordered_pool_stop(tby_ordered_pool *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->ending = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (size_t i = 0; i < c->threads; i++)
        pthread_join(c->started[i], NULL);
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c->started);
    free(c);
}
