/* timeouts.h - a thread that looks after connections and streams: it cuts those
 * who are too slow, and keeps those alive who wait. */
#ifndef TBY_APP_SERVER_HTTP_TIMEOUTS_H
#define TBY_APP_SERVER_HTTP_TIMEOUTS_H

#include "app/server/http/limits.h"
#include "tabiya/base.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

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

/* Requests with a wrong token, whose connections sleep for a while before they
 * are answered, so that nobody can try many.  Ten are answered in a second,
 * whoever sends them; those with the right token never wait. */
typedef struct wrong_tokens {
    pthread_mutex_t lock;
    bool ending;
    double last; /* when the last of them will be answered */
    size_t n;
    struct wrong_token {
        struct MHD_Connection *connection;
        double at; /* to be answered */
    } all[LIMIT_CONNECTIONS];
} wrong_tokens;

void tby__wrong_tokens_open(wrong_tokens *w);

/* Suspends a connection until its time has come. */
void tby__wrong_tokens_add(wrong_tokens *w, struct MHD_Connection *c);

/* Wakes those whose time has come; all of them when the server ends. */
void tby__wrong_tokens_tick(wrong_tokens *w);
void tby__wrong_tokens_end_all(wrong_tokens *w);

#endif
