/* timeouts.h - a thread that looks after connections and streams: it cuts those
 * who are too slow, and keeps those alive who wait. */
#ifndef TBY_APP_SERVER_HTTP_TIMEOUTS_H
#define TBY_APP_SERVER_HTTP_TIMEOUTS_H

#include "tabiya/base.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct stream stream;

/* A connection. */
typedef struct peer {
    struct peer *next, *before;
    int fd;
    double deadline; /* when it is cut; negative: never */
} peer;

typedef struct timeouts {
    pthread_mutex_t lock;
    peer *peers;
    stream *streams;
    size_t streams_n;
    bool ending; /* no more streams */
    /* the thread */
    pthread_t thread;
    bool running;
    atomic_bool stop;
    void *ctx;
    void (*tick)(void *ctx); /* whatever else is to be done now and then */
} timeouts;

/* TBY_E_IO_THREAD.  Stop it in any case. */
TBY_MUST_USE tby_rc tby__timeouts_start(timeouts *k, void (*tick)(void *ctx),
                                        void *ctx);
void tby__timeouts_stop(timeouts *k);

/* A connection comes (NULL: no memory) and goes. */
peer *tby__timeouts_welcome(timeouts *k, int fd);
void tby__timeouts_leave(timeouts *k, peer *p);

/* It has so many seconds from now; negative: as many as it likes. */
void tby__timeouts_allow(timeouts *k, peer *p, double seconds);

#endif
