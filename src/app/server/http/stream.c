/* stream.c - see stream.h.
 *
 * Order of locks: the timeouts's, a stream's, those of libmicrohttpd. */
#include "app/server/http/stream.h"

#include "app/server/http/server.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <string.h>

/* What keeps a silent stream alive, and shows whether anyone listens. */
static const double ALIVE_SECONDS = 0.5;

static void unlist(stream *s)
{
    timeouts *k = s->timeouts;

    if (s->before)
        s->before->next = s->next;
    else
        k->streams = s->next;
    if (s->next)
        s->next->before = s->before;
    k->streams_n--;
}

/* One of the two has given it up. */
static void drop(stream *s)
{
    tby_alloc alloc = tby_alloc_libc();

    if (atomic_fetch_sub(&s->owners, 1) != 1)
        return;
    pthread_mutex_destroy(&s->lock);
    tby_buf_free(&s->waits);
    tby_grow_free(&alloc, s, 1, sizeof *s);
}

/* The connection is closed, or all was sent. */
static void on_free(void *ctx)
{
    stream *s = ctx;
    timeouts *k = s->timeouts;

    pthread_mutex_lock(&k->lock);
    unlist(s);
    pthread_mutex_lock(&s->lock);
    atomic_store(&s->left, true);
    s->connection = NULL;
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&k->lock);
    drop(s);
}

/* With the lock. */
static void wake(stream *s)
{
    if (!s->asleep || !s->connection)
        return;
    s->asleep = false;
    MHD_resume_connection(s->connection);
}

static ssize_t give(stream *s, char *buf, size_t max)
{
    size_t n = s->waits.n - s->taken;

    n = n < max ? n : max;
    memcpy(buf, s->waits.p + s->taken, n);
    s->taken += n;
    if (s->taken == s->waits.n) {
        tby_buf_clear(&s->waits);
        s->taken = 0;
    }
    return (ssize_t)n;
}

static ssize_t on_read(void *ctx, uint64_t at, char *buf, size_t max)
{
    stream *s = ctx;
    ssize_t n = 0;

    (void)at;
    pthread_mutex_lock(&s->lock);
    if (tby__client_left(s->fd)) {
        atomic_store(&s->left, true);
        n = MHD_CONTENT_READER_END_WITH_ERROR;
    } else if (s->waits.n) {
        n = give(s, buf, max);
    } else if (s->ended) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        s->asleep = true;
        MHD_suspend_connection(s->connection);
    }
    pthread_mutex_unlock(&s->lock);
    return n;
}

/* False if there are too many. */
static bool enlist(timeouts *k, stream *s, refusal *why)
{
    pthread_mutex_lock(&k->lock);
    bool room = !k->ending && k->streams_n < LIMIT_STREAMS;
    *why = k->ending ? REFUSE_DRAINING : REFUSE_STREAMS;
    if (room) {
        s->next = k->streams;
        if (k->streams)
            k->streams->before = s;
        k->streams = s;
        k->streams_n++;
    }
    pthread_mutex_unlock(&k->lock);
    return room;
}

/* A stream that no list has yet; NULL: no memory. */
static stream *make(request *r, const stream_source *source)
{
    tby_alloc alloc = tby_alloc_libc();
    stream *s = tby_grow_new(&alloc, 1, sizeof *s);

    if (!s)
        return NULL;
    *s = (stream){.timeouts = &r->server->timeouts,
                  .connection = r->connection,
                  .fd = tby__client_fd(r->connection),
                  .reporter = !source,
                  .owners = source ? 1 : 2,
                  .last = tby_clock_now()};
    if (source)
        s->source = *source;
    pthread_mutex_init(&s->lock, NULL);
    tby_buf_init(&s->waits, NULL, LIMIT_STREAM_WAITS);
    return s;
}

static stream *unmake(request *r, stream *s, refusal why)
{
    if (s) {
        atomic_store(&s->owners, 1);
        drop(s);
    }
    tby__request_refuse(r, why);
    return NULL;
}

stream *tby__stream_open(request *r, const stream_source *source)
{
    enum { BLOCK = 4096 };
    stream *s = make(r, source);
    refusal why = REFUSE_MEMORY;

    if (!s || !enlist(s->timeouts, s, &why))
        return unmake(r, s, why);
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK, on_read, s, on_free);
    if (!response) {
        pthread_mutex_lock(&s->timeouts->lock);
        unlist(s);
        pthread_mutex_unlock(&s->timeouts->lock);
        return unmake(r, s, REFUSE_MEMORY);
    }
    tby__reply_response(r, response, MHD_HTTP_OK);
    tby__reply_header(r, "Content-Type", "text/event-stream");
    tby__reply_header(r, "Cache-Control", "no-store");
    return s;
}

/* --- reporting ------------------------------------------------------------*/

static void append(stream *s, const char *event, tby_str json)
{
    size_t n = s->waits.n;

    tby_buf_cstr(&s->waits, "event: ");
    tby_buf_cstr(&s->waits, event);
    tby_buf_cstr(&s->waits, "\ndata: ");
    tby_buf_add(&s->waits, tby_str_trim(json));
    tby_buf_cstr(&s->waits, "\n\n");
    if (s->waits.rc != TBY_OK) { /* too slow: the next one will do */
        s->waits.n = n;
        s->waits.rc = TBY_OK;
    }
}

void tby__stream_report(stream *s, const char *event, tby_str json)
{
    pthread_mutex_lock(&s->lock);
    s->last = tby_clock_now();
    if (!atomic_load(&s->left) && !s->ended)
        append(s, event, json);
    wake(s);
    pthread_mutex_unlock(&s->lock);
}

void tby__stream_report_json(stream *s, const char *event, reply_json *j)
{
    tby_jsonw_object_end(&j->w);
    if (tby_jsonw_end(&j->w) == TBY_OK)
        tby__stream_report(s, event, tby_buf_str(&j->buf));
    tby__reply_drop(j);
}

void tby__stream_report_error(stream *s, const char *name, const char *sentence)
{
    reply_json j;
    tby_jsonw *w = tby__reply_start(&j);

    tby_jsonw_put_cstr(w, "error", name);
    tby_jsonw_put_cstr(w, "message", sentence);
    tby__stream_report_json(s, "error", &j);
}

void tby__stream_end(stream *s)
{
    pthread_mutex_lock(&s->lock);
    bool reporter = s->reporter;
    s->ended = true;
    wake(s);
    s->reporter = false;
    pthread_mutex_unlock(&s->lock);
    if (reporter)
        drop(s);
}

/* A line that clients pass over. */
static void keep_alive(stream *s)
{
    double now = tby_clock_now();

    pthread_mutex_lock(&s->lock);
    if (now - s->last >= ALIVE_SECONDS && s->asleep) {
        s->last = now;
        tby_buf_cstr(&s->waits, ": \n\n");
        wake(s);
    }
    pthread_mutex_unlock(&s->lock);
}

void tby__stream_tick_all(timeouts *k)
{
    pthread_mutex_lock(&k->lock);
    for (stream *s = k->streams; s; s = s->next) {
        if (s->source.feed)
            s->source.feed(s->source.ctx, s);
        keep_alive(s);
    }
    pthread_mutex_unlock(&k->lock);
}

size_t tby__stream_end_all(timeouts *k)
{
    pthread_mutex_lock(&k->lock);
    k->ending = true;
    for (stream *s = k->streams; s; s = s->next) {
        pthread_mutex_lock(&s->lock);
        atomic_store(&s->left, true); /* whoever tells shall stop */
        s->ended = true;
        wake(s);
        pthread_mutex_unlock(&s->lock);
    }
    size_t n = k->streams_n;
    pthread_mutex_unlock(&k->lock);
    return n;
}
