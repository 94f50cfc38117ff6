/* stream.h - server-sent events, from a thread that has something to tell to a
 * connection that sleeps meanwhile.
 *
 * A stream belongs to two: the connection, and whoever tells.  Each gives up
 * its part, and the last one frees it. */
#ifndef TBY_APP_SERVER_HTTP_STREAM_H
#define TBY_APP_SERVER_HTTP_STREAM_H

#include "app/server/http/request.h"
#include "app/server/http/timeouts.h"
#include "core/base/buf.h"

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
    double last;      /* when something was told */
    atomic_bool left; /* nobody listens any more; to be looked at by anyone */
    stream_source source;
    uint64_t seen; /* for the source, to remember what it told last */
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

/* --- for the timeouts ------------------------------------------------------*/

void tby__stream_tick_all(timeouts *k);

/* Ends all of them, and lets none begin; how many there still are. */
size_t tby__stream_end_all(timeouts *k);

#endif
