/* timeouts.c - connections and streams: see timeouts.h.
 *
 * Order of locks: the timeouts's, a stream's, those of libmicrohttpd. */
#include "app/server/http/timeouts.h"
#include "app/server/http/limits.h"
#include "app/server/http/server.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <string.h>
#include <sys/socket.h>

peer *tby__timeouts_welcome(timeouts *k, int fd)
{
    peer *p = tby_grow_new(NULL, 1, sizeof *p);

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
    pthread_mutex_lock(&k->lock);
    if (p->before)
        p->before->next = p->next;
    else
        k->peers = p->next;
    if (p->next)
        p->next->before = p->before;
    pthread_mutex_unlock(&k->lock);
    tby_grow_free(NULL, p, 1, sizeof *p);
}

void tby__timeouts_allow(timeouts *k, peer *p, double seconds)
{
    if (!p)
        return;
    pthread_mutex_lock(&k->lock);
    p->deadline = seconds < 0 ? -1 : tby_clock_now() + seconds;
    pthread_mutex_unlock(&k->lock);
}

/* What keeps a silent stream alive, and shows whether anyone listens. */
static const double ALIVE_SECONDS = 0.5;

/* With the lock. */
static void wake(stream *s)
{
    if (!s->asleep || !s->connection)
        return;
    s->asleep = false;
    MHD_resume_connection(s->connection);
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

static void tick_streams(timeouts *k)
{
    pthread_mutex_lock(&k->lock);
    for (stream *s = k->streams; s; s = s->next) {
        if (s->source.feed)
            s->source.feed(s->source.ctx, s);
        keep_alive(s);
    }
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

        tick_streams(k);
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

static void wake_due(wrong_tokens *w, double now)
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
    wake_due(w, tby_clock_now());
    pthread_mutex_unlock(&w->lock);
}

void tby__wrong_tokens_end_all(wrong_tokens *w)
{
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    wake_due(w, w->last);
    pthread_mutex_unlock(&w->lock);
}

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
    if (atomic_fetch_sub(&s->owners, 1) != 1)
        return;
    pthread_mutex_destroy(&s->lock);
    tby_buf_free(&s->waits);
    tby_grow_free(NULL, s, 1, sizeof *s);
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
    stream *s = tby_grow_new(NULL, 1, sizeof *s);

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
