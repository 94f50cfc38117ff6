/* timeouts.h - a thread that looks after connections and streams: it cuts those
 * who are too slow, and keeps those alive who wait.
 *
 * A stream is written by one thread while its connection sleeps, and belongs to
 * both: each gives up its part, and the last one frees it. */
#ifndef TBY_APP_SERVER_HTTP_TIMEOUTS_H
#define TBY_APP_SERVER_HTTP_TIMEOUTS_H

#include "app/server/http/limits.h"
#include "app/server/http/request.h"
#include "core/base/buf.h"
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

/* --- server-sent events ----------------------------------------------------*/

/* Asked at every tick for what is new, by tby__stream_report() and
 * tby__stream_end(). */
typedef struct stream_source {
    void (*feed)(void *ctx, stream *s); /* NULL: there is none */
    void *ctx;
    uint64_t number; /* its own */
} stream_source;

struct stream {
    struct stream *next, *before; /* in the timeouts's list */
    timeouts *timeouts;
    atomic_int owners;
    pthread_mutex_t lock;
    struct MHD_Connection *connection; /* NULL: it is gone */
    int fd;
    bool asleep;      /* the connection is suspended */
    bool ended;       /* nothing more will come */
    bool reporter;    /* somebody tells, and has not ended it */
    tby_buf waits;    /* to be sent */
    size_t taken;     /* of that, sent already */
    double last;      /* when something was sent */
    atomic_bool left; /* nobody listens any more; to be looked at by anyone */
    stream_source source;
    uint64_t seen; /* for the source, to remember what it sent last */
};

/* Makes a stream the answer of a request, which is refused if there are too
 * many (NULL then).  Without a source the caller tells: it keeps the stream,
 * and gives it up with tby__stream_end(). */
stream *tby__stream_open(request *r, const stream_source *source);

/* Tells an event, whose data is one line of JSON.  What nobody takes in time is
 * dropped. */
void tby__stream_report(stream *s, const char *event, tby_str json);

/* Tells an object that was begun with tby__reply_start(), and ends it. */
void tby__stream_report_json(stream *s, const char *event, reply_json *j);

/* Tells {"error": name, "message": sentence}. */
void tby__stream_report_error(stream *s, const char *name,
                              const char *sentence);

/* Nothing more will come.  A reporter's stream must not be used any more. */
void tby__stream_end(stream *s);

/* Ends all of them, and lets none begin; how many there still are. */
size_t tby__stream_end_all(timeouts *k);

#endif
