/* serve.c - the server from its beginning to its end. */
#define _GNU_SOURCE /* pipe2(), and its strerror_r() */
#include "app/server/api/jobs.h"
#include "app/server/http/limits.h"
#include "app/server/http/server.h"
#include "app/server/http/timeouts.h"
#include "core/base/assert.h"
#include "core/openings/lists/list.h"
#include "engine/uci.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "io/system/thread.h"
#include "work/openings/named.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
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

    if (strchr(path, '\n') || tby_file_look(path, &info) == TBY_OK)
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
    TBY_TRY(make_database(path, f));
    TBY_TRY(tby__readers_open(&s->readers, path,
                              threads + LIMIT_LONG + LIMIT_TURNED, f->sentence,
                              sizeof f->sentence));
    TBY_TRY(tby__facts_start(&s->facts, path));
    /* a thread is left for those who ask meanwhile */
    return tby__jobs_start(&s->jobs, path, s->facts, &s->names,
                           threads > 1 ? threads - 1 : 1);
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
    union {
        const unsigned char *bytes;
        const char *p;
    } names = {o->names->base};
    tby_str bytes = {names.p, o->names->n};

    TBY_TRY(check_folder(o->repertoires, f));
    TBY_TRY(check_folder(o->web, f));
    s->names = *o->names;
    tby_buf_init(&s->list, NULL, LIMIT_ANSWER);
    TBY_TRY(tby_eco_unpack(&s->names, &s->table));
    TBY_TRY(tby_search_open(&s->search, &s->names, NULL));
    TBY_TRY(tby__kept_body_open(&s->names_file, bytes));
    TBY_TRY(tby_openings_list_write(s->table, &s->list));
    TBY_TRY(tby__kept_body_open(&s->list_file, tby_buf_str(&s->list)));
    TBY_TRY(open_database(s, threads, f));
    TBY_TRY(open_engine(s, f));
    TBY_TRY(tby_tables_open(&s->tables, o->tables));
    TBY_TRY(open_book(s, f));
    TBY_TRY(tby__work_pool_start(&s->work, threads));
    return tby__timeouts_start(&s->timeouts, on_tick, s);
}

typedef struct listener {
    int fd;
    unsigned port;
    bool loopback; /* only this machine can come */
    bool six;      /* the address is one of IPv6 */
} listener;

static tby_rc refuse(tby_serve_failure *f, const char *reason)
{
    (void)snprintf(f->sentence, sizeof f->sentence, "%s", reason);
    return TBY_E_HTTP_LISTEN;
}

static tby_rc refuse_errno(tby_serve_failure *f, int error)
{
    char room[128], text[192];

    (void)snprintf(text, sizeof text, "The server cannot listen there: %s.",
                   strerror_r(error, room, sizeof room));
    return refuse(f, text);
}

/* The system's own idea of a socket address, in one of two shapes. */
typedef union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_storage room;
} address;

static bool is_loopback(const address *a)
{
    if (a->any.sa_family == AF_INET)
        return ntohl(a->four.sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&a->six.sin6_addr);
}

static tby_rc resolve(const tby_serve_options *o, address *out,
                      socklen_t *length, tby_serve_failure *f)
{
    const char *name = o->listen ? o->listen : "127.0.0.1";
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                             .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[16];

    (void)snprintf(port, sizeof port, "%u", o->port);
    (void)snprintf(f->what, sizeof f->what, "%s:%u", name, o->port);
    int failed = getaddrinfo(name, port, &hints, &found);
    if (failed || !found || found->ai_addrlen > sizeof *out) {
        if (found)
            freeaddrinfo(found);
        return refuse(f, "There is no such address.");
    }
    memcpy(out, found->ai_addr, found->ai_addrlen);
    *length = found->ai_addrlen;
    freeaddrinfo(found);
    return TBY_OK;
}

static tby_rc open_socket(const address *a, socklen_t length, int *out,
                          tby_serve_failure *f)
{
    int on = 1;
    int fd =
        socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return refuse_errno(f, errno);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, &a->any, length) != 0 || listen(fd, LIMIT_CONNECTIONS) != 0) {
        int error = errno;
        close(fd);
        return refuse_errno(f, error);
    }
    *out = fd;
    return TBY_OK;
}

static unsigned port_of(int fd)
{
    address a = {.room = {0}};
    socklen_t length = sizeof a;

    if (getsockname(fd, &a.any, &length) != 0)
        return 0;
    return ntohs(a.any.sa_family == AF_INET ? a.four.sin_port
                                            : a.six.sin6_port);
}

/* Finds the address, and listens unless it is open to other machines and there
 * is no token. */
static tby_rc listen_at(const tby_serve_options *o, listener *out,
                        tby_serve_failure *failure)
{
    address a = {.room = {0}};
    socklen_t length = 0;
    int fd = -1;

    TBY_TRY(resolve(o, &a, &length, failure));
    if (!is_loopback(&a) && !(o->token && *o->token))
        return refuse(failure, "Other machines can reach this address: give "
                               "--token-file with --listen.");
    TBY_TRY(open_socket(&a, length, &fd, failure));
    *out = (listener){.fd = fd,
                      .port = port_of(fd),
                      .loopback = is_loopback(&a),
                      .six = a.any.sa_family == AF_INET6};
    return TBY_OK;
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

    if (!catch_signals(&wait_end) || !tby__daemon_start(s, l->fd, threads))
        return refuse(f, "The system does not let the server start.");
    const tby_serve_options *o = s->options;
    const char *host = o->listen ? o->listen : "127.0.0.1";
    char place[300], url[512];

    if (o->name)
        (void)snprintf(place, sizeof place, "https://%s", o->name);
    else
        (void)snprintf(place, sizeof place, "http://%s%s%s:%u",
                       l->six ? "[" : "", host, l->six ? "]" : "", l->port);
    (void)snprintf(url, sizeof url, "%s/%s%s", place, o->token ? "?token=" : "",
                   o->token ? o->token : "");
    if (o->ready)
        o->ready(o->ctx, url, l->loopback);
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
        rc = listen_at(options, &l, failure);
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
