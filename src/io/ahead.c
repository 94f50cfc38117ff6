/* ahead.c - see ahead.h.
 *
 * Chunks stand in a ring.  `filled` and `emptied` count them and only grow; a
 * chunk's place is its number modulo the ring's length.  The lock guards these
 * counts and nothing else: a chunk belongs to the thread until it is filled,
 * then to the reader until it is emptied. */
#include "io/ahead.h"

#include "core/base/assert.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct chunk {
    size_t n;             /* all there is room for, unless the source ended */
    tby_rc end;           /* of the source behind them; TBY_OK: it goes on */
    uint64_t done, total; /* its progress */
    uint8_t bytes[TBY_AHEAD_CHUNK];
} chunk;

struct tby_ahead {
    tby_source *source;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more; /* a chunk was filled */
    pthread_cond_t room; /* one was emptied, or the end */
    uint64_t filled, emptied;
    bool ending;
    /* the reader's */
    size_t at; /* in the chunk that is being emptied */
    uint64_t done, total;
    chunk ring[TBY_AHEAD_CHUNKS];
};

static chunk *chunk_of(tby_ahead *a, uint64_t number)
{
    return &a->ring[number % TBY_AHEAD_CHUNKS];
}

/* --- the thread -----------------------------------------------------------*/

/* The next chunk to fill, as soon as there is one; NULL if no more is wanted.
 */
static chunk *wait_for_room(tby_ahead *a)
{
    pthread_mutex_lock(&a->lock);
    while (!a->ending && a->filled - a->emptied == TBY_AHEAD_CHUNKS)
        pthread_cond_wait(&a->room, &a->lock);
    chunk *c = a->ending ? NULL : chunk_of(a, a->filled);
    pthread_mutex_unlock(&a->lock);
    return c;
}

static void fill(chunk *c, tby_source *source)
{
    c->n = 0;
    c->end = TBY_OK;
    while (c->n < sizeof c->bytes && c->end == TBY_OK) {
        size_t got = 0;
        c->end = tby_source_read(source, c->bytes + c->n,
                                 sizeof c->bytes - c->n, &got);
        if (c->end == TBY_OK)
            c->n += got;
    }
    tby_source_progress(source, &c->done, &c->total);
}

static void hand_over(tby_ahead *a)
{
    pthread_mutex_lock(&a->lock);
    a->filled++;
    pthread_cond_signal(&a->more);
    pthread_mutex_unlock(&a->lock);
}

static void *work(void *arg)
{
    tby_ahead *a = arg;
    tby_rc end = TBY_OK;
    chunk *c;

    while (end == TBY_OK && (c = wait_for_room(a)) != NULL) {
        fill(c, a->source);
        end = c->end;
        hand_over(a);
    }
    return NULL;
}

/* --- the reader -----------------------------------------------------------*/

static chunk *wait_for_more(tby_ahead *a)
{
    pthread_mutex_lock(&a->lock);
    while (a->filled == a->emptied)
        pthread_cond_wait(&a->more, &a->lock);
    pthread_mutex_unlock(&a->lock);
    return chunk_of(a, a->emptied); /* only the reader changes this */
}

static void give_back(tby_ahead *a)
{
    a->at = 0;
    pthread_mutex_lock(&a->lock);
    a->emptied++;
    pthread_cond_signal(&a->room);
    pthread_mutex_unlock(&a->lock);
}

tby_rc tby_ahead_read(tby_ahead *a, void *buf, size_t cap, size_t *n)
{
    TBY_ASSERT(cap > 0);
    const chunk *c = wait_for_more(a);
    size_t left = c->n - a->at;

    a->done = c->done;
    a->total = c->total;
    if (left == 0)
        return c->end; /* and it stays there */
    *n = cap < left ? cap : left;
    memcpy(buf, c->bytes + a->at, *n);
    a->at += *n;
    if (a->at == c->n && c->end == TBY_OK)
        give_back(a);
    return TBY_OK;
}

void tby_ahead_progress(const tby_ahead *a, uint64_t *done, uint64_t *total)
{
    *done = a->done;
    *total = a->total;
}

/* --- start and stop -------------------------------------------------------*/

static void release(tby_ahead *a)
{
    pthread_cond_destroy(&a->room);
    pthread_cond_destroy(&a->more);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

tby_ahead *tby_ahead_start(tby_source *source)
{
    tby_ahead *a = malloc(sizeof *a);

    if (!a)
        return NULL;
    a->source = source;
    a->filled = a->emptied = 0;
    a->ending = false;
    a->at = 0;
    tby_source_progress(source, &a->done, &a->total);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->more, NULL);
    pthread_cond_init(&a->room, NULL);
    if (pthread_create(&a->thread, NULL, work, a) != 0) {
        release(a);
        return NULL;
    }
    return a;
}

void tby_ahead_stop(tby_ahead *a)
{
    if (!a)
        return;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    pthread_cond_signal(&a->room);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    release(a);
}
