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
