/* serve.c - the server from its beginning to its end. */
#define _GNU_SOURCE /* pipe2() */
#include "app/server/api/jobs.h"
#include "app/server/api/searches.h"
#include "app/server/http/daemon.h"
#include "app/server/http/listen.h"
#include "app/server/http/server.h"
#include "app/server/http/stream.h"

#include "core/openings/lists/list.h"
#include "engine/uci.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "io/system/thread.h"
#include "work/openings/named.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- signals --------------------------------------------------------------*/

/* A handler may write to a pipe, and little else. */
static int wake_end = -1;

static void on_signal(int number)
{
    int error = errno;
    char byte = (char)number;

    (void)!write(wake_end, &byte, 1);
    signal(number, SIG_DFL); /* who asks again does not want to wait */
    errno = error;
}

static bool catch_signals(int *wait_end)
{
    struct sigaction end = {.sa_handler = on_signal};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *wait_end = ends[0];
    wake_end = ends[1];
    sigemptyset(&end.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    sigaction(SIGHUP, &end, NULL);
    sigaction(SIGPIPE, &ignore, NULL); /* clients leave when they like */
    return true;
}

static void wait_for_signal(int wait_end)
{
    struct pollfd p = {.fd = wait_end, .events = POLLIN};

    while (poll(&p, 1, -1) < 1)
        ;
}

/* --- what all requests share ----------------------------------------------*/

static tby_rc open_book(server *s)
{
    union {
        const unsigned char *bytes;
        const char *p;
    } book = {s->options->book->base};
    tby_str bytes = {book.p, s->options->book->n};

    s->book = *s->options->book;
    tby_buf_init(&s->list, NULL, LIMIT_ANSWER);
    tby_rc rc = tby_eco_unpack(&s->book, &s->table);
    if (rc == TBY_OK)
        rc = tby_search_open(&s->search, &s->book, NULL);
    if (rc == TBY_OK)
        rc = kept_body_open(&s->book_file, bytes);
    if (rc == TBY_OK)
        rc = tby_openings_list_write(s->table, &s->list);
    if (rc == TBY_OK)
        rc = kept_body_open(&s->list_file, tby_buf_str(&s->list));
    return rc;
}

/* A database that is not there yet begins empty. */
static tby_rc make_database(const char *path, tby_serve_failure *f)
{
    tby_file_info info;
    tby_store *s = NULL;

    if (tby_file_look(path, &info) == TBY_OK)
        return TBY_OK;
    tby_rc rc = tby_store_open(&s, path, TBY_STORE_WRITE);
    if (rc != TBY_OK && s)
        (void)snprintf(f->sentence, sizeof f->sentence, "%s",
                       tby_store_error_text(s));
    tby_store_close(s);
    return rc;
}

static tby_rc open_database(server *s, unsigned threads, tby_serve_failure *f)
{
    const char *path = s->options->db;

    if (!path)
        return TBY_OK;
    (void)snprintf(f->what, sizeof f->what, "%s", path);
    tby_rc rc = make_database(path, f);
    if (rc == TBY_OK)
        rc = readers_open(&s->readers, path, threads, f->sentence,
                          sizeof f->sentence);
    if (rc == TBY_OK) /* a thread is left for those who ask meanwhile */
        rc =
            jobs_start(&s->jobs, path, &s->book, threads > 1 ? threads - 1 : 1);
    return rc;
}

/* A server without an engine serves the rest. */
static tby_rc open_engine(server *s, tby_serve_failure *f)
{
    const char *name = s->options->engine;
    tby_rc rc = tby_engine_find(name, s->engine, sizeof s->engine);

    if (rc == TBY_OK)
        return searches_start(&s->searches, s->engine);
    s->engine[0] = '\0';
    if (!name)
        return TBY_OK;
    (void)snprintf(f->what, sizeof f->what, "%s", name);
    return rc;
}

static tby_rc check_folder(const char *path, tby_serve_failure *f)
{
    tby_file_info info;

    if (!path || (tby_file_look(path, &info) == TBY_OK && info.folder))
        return TBY_OK;
    (void)snprintf(f->what, sizeof f->what, "%s", path);
    (void)snprintf(f->sentence, sizeof f->sentence, "There is no such folder.");
    return TBY_E_IO_OPEN;
}

static void on_tick(void *ctx)
{
    server *s = ctx;

    searches_tick(s->searches);
}

static tby_rc open_all(server *s, unsigned threads, tby_serve_failure *f)
{
    const tby_serve_options *o = s->options;
    tby_rc rc = check_folder(o->repertoires, f);

    if (rc == TBY_OK)
        rc = check_folder(o->web, f);
    if (rc == TBY_OK)
        rc = open_book(s);
    if (rc == TBY_OK)
        rc = open_database(s, threads, f);
    if (rc == TBY_OK)
        rc = open_engine(s, f);
    return rc == TBY_OK ? timeouts_start(&s->timeouts, on_tick, s) : rc;
}

static void close_all(server *s)
{
    timeouts_stop(&s->timeouts);
    jobs_stop(s->jobs);
    searches_stop(s->searches);
    daemon_stop(s);
    readers_close(&s->readers);
    tby_search_close(s->search);
    tby_openings_close(s->table);
    kept_body_close(&s->book_file);
    kept_body_close(&s->list_file);
    tby_buf_free(&s->list);
    pthread_mutex_destroy(&s->folder);
    pthread_mutex_destroy(&s->facts.lock);
}

/* --- serving --------------------------------------------------------------*/

static void tell_address(const server *s, const listener *l)
{
    const tby_serve_options *o = s->options;
    const char *host = o->listen ? o->listen : "127.0.0.1";
    char address[512];

    (void)snprintf(address, sizeof address, "http://%s%s%s:%u/%s%s",
                   l->six ? "[" : "", host, l->six ? "]" : "", l->port,
                   o->token ? "?token=" : "", o->token ? o->token : "");
    if (o->ready)
        o->ready(o->ctx, address);
}

/* Nothing new begins; what is under way has a few seconds. */
static void drain(server *s)
{
    double last = tby_clock_now() + SECONDS_DRAIN;

    atomic_store(&s->draining, true);
    daemon_quiesce(s);
    /* A connection that sleeps may not be there when the daemon stops. */
    while (stream_end_all(&s->timeouts) || atomic_load(&s->busy)) {
        if (tby_clock_now() > last)
            break;
        tby_clock_sleep(0.01);
    }
}

static tby_rc serve(server *s, const listener *l, unsigned threads,
                    tby_serve_failure *f)
{
    int wait_end = -1;

    if (!catch_signals(&wait_end) || !daemon_start(s, l->fd, threads)) {
        (void)snprintf(f->sentence, sizeof f->sentence,
                       "The system does not let the server start.");
        return TBY_E_HTTP_LISTEN;
    }
    tell_address(s, l);
    wait_for_signal(wait_end);
    drain(s);
    return TBY_OK;
}

tby_rc tby_serve(const tby_serve_options *options, tby_serve_failure *failure)
{
    unsigned threads = tby_cpu_count();
    static server s; /* large, and there is one */
    listener l = {.fd = -1};

    *failure = (tby_serve_failure){.what = "server"};
    s = (server){.options = options};
    pthread_mutex_init(&s.folder, NULL);
    pthread_mutex_init(&s.facts.lock, NULL);
    threads = threads < 2 ? 2 : threads > READERS_MOST ? READERS_MOST : threads;
    tby_rc rc = open_all(&s, threads, failure);
    if (rc == TBY_OK)
        rc = listen_at(options, &l, failure);
    if (rc == TBY_OK)
        rc = serve(&s, &l, threads, failure);
    close_all(&s);
    if (l.fd >= 0)
        close(l.fd);
    return rc;
}
