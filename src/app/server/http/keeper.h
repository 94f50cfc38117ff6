/* keeper.h - a thread that looks after connections and streams: it cuts those
 * who are too slow, and keeps those alive who wait. */
#ifndef TBY_APP_SERVER_HTTP_KEEPER_H
#define TBY_APP_SERVER_HTTP_KEEPER_H

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

typedef struct keeper {
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
} keeper;

/* TBY_E_IO_THREAD.  Stop it in any case. */
TBY_MUST_USE tby_rc keeper_start(keeper *k, void (*tick)(void *ctx), void *ctx);
void keeper_stop(keeper *k);

/* A connection comes (NULL: no memory) and goes. */
peer *keeper_welcome(keeper *k, int fd);
void keeper_leave(keeper *k, peer *p);

/* It has so many seconds from now; negative: as many as it likes. */
void keeper_allow(keeper *k, peer *p, double seconds);

#endif
