/* serve.c - the server from its beginning to its end. */
#define _GNU_SOURCE /* pipe2() */
#include "app/server/api/facts.h"
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
    sigaction(SIGXFSZ, &ignore, NULL); /* writing fails, and says so */
    return true;
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
        rc = tby__readers_open(&s->readers, path,
                               threads + LIMIT_LONG + LIMIT_TURNED, f->sentence,
                               sizeof f->sentence);
    if (rc == TBY_OK)
        rc = tby__facts_start(&s->facts, path);
    if (rc == TBY_OK) /* a thread is left for those who ask meanwhile */
        rc = tby__jobs_start(&s->jobs, path, s->facts, &s->names,
                             threads > 1 ? threads - 1 : 1);
    return rc;
}

/* A server without an engine serves the rest. */
static tby_rc open_engine(server *s, tby_serve_failure *f)
{
    const char *name = s->options->engine;
    tby_rc rc = tby_engine_find(name, s->engine, sizeof s->engine);

    if (rc == TBY_OK)
        return tby__searches_start(
            &s->searches,
            &(tby_engine_settings){.path = s->engine,
                                   .options = s->options->engine_options,
                                   .options_n = s->options->engine_options_n});
    s->engine[0] = '\0';
    if (!name)
        return TBY_OK;
    (void)snprintf(f->what, sizeof f->what, "%s", name);
    return rc;
}

static tby_rc open_book(server *s, tby_serve_failure *f)
{
    const char *path = s->options->book;
    tby_err err;

    if (!path)
        return TBY_OK;
    tby_rc rc = tby_book_open(&s->book, path, &err);
    if (rc == TBY_OK)
        return TBY_OK;
    (void)snprintf(f->what, sizeof f->what, "%s", path);
    if (err.at)
        (void)snprintf(f->sentence, sizeof f->sentence, "Byte %zu: %s", err.at,
                       tby_rc_text(rc));
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

    tby__work_pool_tick(&s->work);
    tby__wrong_tokens_tick(&s->wrong);
    tby__searches_tick(s->searches);
}

static tby_rc open_all(server *s, unsigned threads, tby_serve_failure *f)
{
    const tby_serve_options *o = s->options;
    tby_rc rc = check_folder(o->repertoires, f);

    if (rc == TBY_OK)
        rc = check_folder(o->web, f);
    if (rc == TBY_OK) {
        union {
            const unsigned char *bytes;
            const char *p;
        } names = {s->options->names->base};
        tby_str bytes = {names.p, s->options->names->n};

        s->names = *s->options->names;
        tby_buf_init(&s->list, NULL, LIMIT_ANSWER);
        rc = tby_eco_unpack(&s->names, &s->table);
        if (rc == TBY_OK)
            rc = tby_search_open(&s->search, &s->names, NULL);
        if (rc == TBY_OK)
            rc = tby__kept_body_open(&s->names_file, bytes);
        if (rc == TBY_OK)
            rc = tby_openings_list_write(s->table, &s->list);
        if (rc == TBY_OK)
            rc = tby__kept_body_open(&s->list_file, tby_buf_str(&s->list));
    }
    if (rc == TBY_OK)
        rc = open_database(s, threads, f);
    if (rc == TBY_OK)
        rc = open_engine(s, f);
    if (rc == TBY_OK)
        rc = tby_tables_open(&s->tables, o->tables);
    if (rc == TBY_OK)
        rc = open_book(s, f);
    if (rc == TBY_OK)
        rc = tby__work_pool_start(&s->work, threads);
    return rc == TBY_OK ? tby__timeouts_start(&s->timeouts, on_tick, s) : rc;
}

/* Whatever does not end by itself in time is cut off: the database is whole at
 * every moment, and a program that does not end is killed anyway. */
static void *end_hard(void *ctx)
{
    (void)ctx;
    tby_clock_sleep(SECONDS_DRAIN);
    _exit(0);
}

static tby_rc serve(server *s, const listener *l, unsigned threads,
                    tby_serve_failure *f)
{
    int wait_end = -1;

    if (!catch_signals(&wait_end) || !tby__daemon_start(s, l->fd, threads)) {
        (void)snprintf(f->sentence, sizeof f->sentence,
                       "The system does not let the server start.");
        return TBY_E_HTTP_LISTEN;
    }
    const tby_serve_options *o = s->options;
    const char *host = o->listen ? o->listen : "127.0.0.1";
    char place[300], address[512];

    if (o->name)
        (void)snprintf(place, sizeof place, "https://%s", o->name);
    else
        (void)snprintf(place, sizeof place, "http://%s%s%s:%u",
                       l->six ? "[" : "", host, l->six ? "]" : "", l->port);
    (void)snprintf(address, sizeof address, "%s/%s%s", place,
                   o->token ? "?token=" : "", o->token ? o->token : "");
    if (o->ready)
        o->ready(o->ctx, address, l->loopback);
    struct pollfd p = {.fd = wait_end, .events = POLLIN};

    while (poll(&p, 1, -1) < 1)
        ;

    /* Nothing new begins; what is under way has a few seconds. */
    pthread_t last;

    if (pthread_create(&last, NULL, end_hard, NULL) == 0)
        pthread_detach(last);
    atomic_store(&s->draining, true);
    tby__daemon_quiesce(s);
    tby__wrong_tokens_end_all(&s->wrong);
    /* A connection that sleeps may not be there when the daemon stops. */
    while (tby__stream_end_all(&s->timeouts) +
           tby__work_pool_end_all(&s->work) + atomic_load(&s->busy))
        tby_clock_sleep(0.01);

    return TBY_OK;
}

tby_rc tby_serve(const tby_serve_options *options, tby_serve_failure *failure)
{
    unsigned threads = tby_cpu_count();
    static server s; /* large, and there is one */
    listener l = {.fd = -1};

    *failure = (tby_serve_failure){.what = "server"};
    s = (server){.options = options, .uploads = {.most = LIMIT_UPLOADS}};
    tby__wrong_tokens_open(&s.wrong);
    threads = threads < 2 ? 2 : threads > LIMIT_QUICK ? LIMIT_QUICK : threads;
    tby_rc rc = open_all(&s, threads, failure);
    if (rc == TBY_OK)
        rc = tby__listen_at(options, &l, failure);
    if (rc == TBY_OK)
        rc = serve(&s, &l, threads, failure);
    tby__timeouts_stop(&s.timeouts);
    tby__jobs_stop(s.jobs);
    tby__searches_stop(s.searches);
    tby__daemon_stop(&s);
    tby__work_pool_stop(&s.work);
    tby__facts_stop(s.facts);
    tby__readers_close(&s.readers);
    tby_tables_close(s.tables);
    tby_book_close(&s.book);
    tby_search_close(s.search);
    tby_openings_close(s.table);
    tby__kept_body_close(&s.names_file);
    tby__kept_body_close(&s.list_file);
    tby_buf_free(&s.list);
    if (l.fd >= 0)
        close(l.fd);
    return rc;
}
