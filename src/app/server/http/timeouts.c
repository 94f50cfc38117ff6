/* timeouts.c - see timeouts.h. */
#include "app/server/http/timeouts.h"
#include "app/server/http/limits.h"
#include "app/server/http/stream.h"
#include "core/base/grow.h"
#include "io/system/clock.h"

#include <sys/socket.h>

peer *tby__timeouts_welcome(timeouts *k, int fd)
{
    tby_alloc alloc = tby_alloc_libc();
    peer *p = tby_grow_new(&alloc, 1, sizeof *p);

    if (!p)
        return NULL;
    pthread_mutex_lock(&k->lock);
    *p = (peer){.fd = fd,
                .next = k->peers,
                .deadline = tby_clock_now() + SECONDS_REQUEST};
    if (k->peers)
        k->peers->before = p;
    k->peers = p;
    pthread_mutex_unlock(&k->lock);
    return p;
}

void tby__timeouts_leave(timeouts *k, peer *p)
{
    tby_alloc alloc = tby_alloc_libc();

    pthread_mutex_lock(&k->lock);
    if (p->before)
        p->before->next = p->next;
    else
        k->peers = p->next;
    if (p->next)
        p->next->before = p->before;
    pthread_mutex_unlock(&k->lock);
    tby_grow_free(&alloc, p, 1, sizeof *p);
}

void tby__timeouts_allow(timeouts *k, peer *p, double seconds)
{
    if (!p)
        return;
    pthread_mutex_lock(&k->lock);
    p->deadline = seconds < 0 ? -1 : tby_clock_now() + seconds;
    pthread_mutex_unlock(&k->lock);
}

static void *keep(void *ctx)
{
    timeouts *k = ctx;

    while (!atomic_load(&k->stop)) {
        tby_clock_sleep(MS_TICK / 1e3);

        /* The descriptor is the connection's as long as it is in the list: it
         * leaves before it is closed. */
        double now = tby_clock_now();

        pthread_mutex_lock(&k->lock);
        for (peer *p = k->peers; p; p = p->next) {
            if (p->deadline < 0 || p->deadline > now)
                continue;
            shutdown(p->fd, SHUT_RDWR);
            p->deadline = -1;
        }
        pthread_mutex_unlock(&k->lock);

        tby__stream_tick_all(k);
        k->tick(k->ctx);
    }
    return NULL;
}

tby_rc tby__timeouts_start(timeouts *k, void (*tick)(void *ctx), void *ctx)
{
    *k = (timeouts){.tick = tick, .ctx = ctx};
    pthread_mutex_init(&k->lock, NULL);
    k->running = pthread_create(&k->thread, NULL, keep, k) == 0;
    return k->running ? TBY_OK : TBY_E_IO_THREAD;
}

void tby__timeouts_stop(timeouts *k)
{
    if (!k->running)
        return;
    atomic_store(&k->stop, true);
    pthread_join(k->thread, NULL);
    k->running = false;
}

void tby__wrong_tokens_open(wrong_tokens *w)
{
    w->n = 0;
    w->last = 0;
    w->ending = false;
    pthread_mutex_init(&w->lock, NULL);
}

void tby__wrong_tokens_add(wrong_tokens *w, struct MHD_Connection *c)
{
    double at = tby_clock_now() + MS_WRONG_TOKEN / 1e3;

    MHD_suspend_connection(c);
    pthread_mutex_lock(&w->lock);
    if (at < w->last + MS_NEXT_TOKEN / 1e3)
        at = w->last + MS_NEXT_TOKEN / 1e3;
    bool room = !w->ending && w->n < LIMIT_CONNECTIONS;
    if (room) {
        w->last = at;
        w->all[w->n++] = (struct wrong_token){c, at};
    }
    pthread_mutex_unlock(&w->lock);
    if (!room)
        MHD_resume_connection(c);
}

static void wake(wrong_tokens *w, double now)
{
    size_t kept = 0;

    for (size_t i = 0; i < w->n; i++)
        if (w->all[i].at <= now)
            MHD_resume_connection(w->all[i].connection);
        else
            w->all[kept++] = w->all[i];
    w->n = kept;
}

void tby__wrong_tokens_tick(wrong_tokens *w)
{
    pthread_mutex_lock(&w->lock);
    wake(w, tby_clock_now());
    pthread_mutex_unlock(&w->lock);
}

void tby__wrong_tokens_end_all(wrong_tokens *w)
{
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    wake(w, w->last);
    pthread_mutex_unlock(&w->lock);
}
