/* daemon.c - see daemon.h. */
#include "app/server/http/daemon.h"

#include "app/server/http/guard.h"
#include "app/server/http/routes.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"

#include <string.h>

/* --- a request begins -----------------------------------------------------*/

static peer *peer_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

/* The address has come; it is kept as it was sent, since libmicrohttpd decodes
 * "%2F" before it can be told from "/". */
static void *on_address(void *ctx, const char *address,
                        struct MHD_Connection *c)
{
    server *s = ctx;
    tby_alloc alloc = tby_alloc_libc();
    tby_str raw = tby_str_of(address);
    request *r = tby_grow_new(&alloc, 1, sizeof *r);

    if (!r)
        return NULL;
    *r = (request){.server = s,
                   .connection = c,
                   .peer = peer_of(c),
                   .text = tby_grow_new(&alloc, raw.n, 1),
                   .text_n = raw.n};
    tby_buf_init(&r->body, NULL, LIMIT_BODY);
    timeouts_allow(&s->timeouts, r->peer, SECONDS_REQUEST);
    tby_rc rc = r->text ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK && raw.n > LIMIT_ADDRESS) {
        request_refuse(r, REFUSE_ADDRESS);
        return r;
    }
    if (rc == TBY_OK)
        rc = target_parse(&r->target, raw, r->text);
    if (rc != TBY_OK)
        request_refuse_rc(r, REFUSE_TARGET, rc, NULL);
    return r;
}

static void request_close(request *r)
{
    tby_alloc alloc = tby_alloc_libc();

    if (r->response)
        MHD_destroy_response(r->response);
    tby_buf_free(&r->body);
    tby_temp_file_close(&r->spool);
    tby_grow_free(&alloc, r->text, r->text_n, 1);
    tby_grow_free(&alloc, r, 1, sizeof *r);
}

/* --- its headers ----------------------------------------------------------*/

static const char READING[] = "GET, HEAD";

static bool is_api(const target *t)
{
    return t->segments_n && tby_str_is(t->segments[0], "api");
}

static bool reads(const char *method)
{
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static bool find_route(request *r, const char *method)
{
    r->route = route_find(&r->target, method, r->allow, sizeof r->allow);
    if (r->route)
        return true;
    if (*r->allow || (!is_api(&r->target) && !reads(method)))
        return request_refuse_with(r, REFUSE_METHOD, "Allowed here: %s.",
                                   *r->allow ? r->allow : READING);
    return !is_api(&r->target) || request_refuse(r, REFUSE_NOT_FOUND);
}

static uint64_t most_of(const request *r)
{
    return r->route && r->route->flags & ROUTE_UPLOAD ? LIMIT_UPLOAD
                                                      : LIMIT_BODY;
}

/* NOLINTNEXTLINE(readability-function-size): the caller wants it so */
static enum MHD_Result add_size(void *ctx, enum MHD_ValueKind kind,
                                const char *name, size_t name_n,
                                const char *value, size_t value_n)
{
    size_t *sum = ctx;

    (void)kind;
    (void)name;
    (void)value;
    *sum += name_n + value_n + sizeof ": \r\n" - 1;
    return MHD_YES;
}

static bool check_headers(request *r)
{
    size_t sum = 0;

    MHD_get_connection_values_n(r->connection, MHD_HEADER_KIND, add_size, &sum);
    return sum <= LIMIT_HEADER || request_refuse(r, REFUSE_HEADER);
}

static bool check_body(request *r)
{
    const char *length = request_header(r, "Content-Length");
    const char *encoding = request_header(r, "Content-Encoding");
    uint64_t n;

    if (length && tby_num_u64(tby_str_of(length), 0, most_of(r), &n, NULL))
        return request_refuse(r, REFUSE_TOO_LARGE);
    if (encoding && strcmp(encoding, "identity") != 0)
        return request_refuse(r, REFUSE_ENCODING);
    return true;
}

static bool judge(request *r, const char *method)
{
    bool guarded;

    if (r->refused != REFUSE_NONE || !check_headers(r))
        return false; /* by its address */
    bool found = find_route(r, method);
    guarded = r->route ? r->route->flags & ROUTE_GUARDED : !reads(method);
    /* who may not ask learns nothing else */
    if (!guard_check(r, guarded) || !found)
        return false;
    if (guarded && atomic_load(&r->server->draining))
        return request_refuse(r, REFUSE_DRAINING);
    return check_body(r);
}

static bool open_spool(request *r)
{
    if (!r->route || !(r->route->flags & ROUTE_UPLOAD))
        return true;
    tby_rc rc = tby_temp_file_open(&r->spool);
    return rc == TBY_OK || request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
}

static bool has_body(const request *r)
{
    const char *length = request_header(r, "Content-Length");

    return request_header(r, "Transfer-Encoding") ||
           (length && strcmp(length, "0") != 0);
}

/* An answer at this moment closes the connection (and is five times slower), so
 * that it is given only to those whose body nobody wants to read. */
static enum MHD_Result begin(request *r, const char *method)
{
    r->begun = true;
    if (!judge(r, method) || !open_spool(r)) {
        if (!has_body(r))
            return MHD_YES;
        reply_refusal(r);
        return reply_send(r);
    }
    if (r->spool.open)
        timeouts_allow(&r->server->timeouts, r->peer, SECONDS_UPLOAD);
    return MHD_YES;
}

/* --- its body -------------------------------------------------------------*/

static bool store(request *r, const char *bytes, size_t n)
{
    if (r->received > most_of(r))
        return request_refuse(r, REFUSE_TOO_LARGE);
    if (r->spool.open) {
        tby_rc rc = tby_temp_file_write(&r->spool, bytes, n);
        return rc == TBY_OK || request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
    }
    if (r->route && r->route->flags & ROUTE_BODY) {
        tby_buf_add(&r->body, (tby_str){bytes, n});
        if (r->body.rc != TBY_OK)
            return request_refuse_rc(r, REFUSE_TOO_LARGE, r->body.rc, NULL);
    }
    return true;
}

/* Of a body that is refused the rest is passed over, but not for ever. */
static enum MHD_Result take(request *r, const char *bytes, size_t *n)
{
    enum { PATIENCE = 1 << 20 };

    r->received += *n;
    if (r->refused == REFUSE_NONE)
        store(r, bytes, *n);
    *n = 0;
    return r->received > most_of(r) + PATIENCE ? MHD_NO : MHD_YES;
}

/* --- its answer -----------------------------------------------------------*/

static void allow_answer(const request *r)
{
    bool slow = r->route && r->route->flags & ROUTE_SLOW;

    timeouts_allow(&r->server->timeouts, r->peer, slow ? -1 : SECONDS_ANSWER);
}

static enum MHD_Result answer(request *r)
{
    allow_answer(r);
    if (r->refused == REFUSE_NONE) {
        if (r->route)
            r->route->answer(r);
        else if (!guard_welcome(r))
            answer_file(r);
    }
    if (!r->response && r->refused == REFUSE_NONE)
        request_refuse(r, REFUSE_MEMORY);
    if (!r->response)
        reply_refusal(r);
    if (r->refused == REFUSE_METHOD)
        reply_header(r, "Allow", *r->allow ? r->allow : READING);
    if (atomic_load(&r->server->draining))
        reply_header(r, "Connection", "close");
    return reply_send(r);
}

/* NOLINTNEXTLINE(readability-function-size): the caller wants it so */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c,
                                  const char *url, const char *method,
                                  const char *version, const char *bytes,
                                  size_t *n, void **con)
{
    server *s = ctx;
    request *r = *con;
    enum MHD_Result done;

    (void)c;
    (void)url;
    (void)version;
    if (!r)
        return MHD_NO;
    if (!r->begun)
        return begin(r, method);
    if (*n)
        return take(r, bytes, n);
    atomic_fetch_add(&s->busy, 1);
    done = answer(r);
    atomic_fetch_sub(&s->busy, 1);
    return done;
}

static void on_completed(void *ctx, struct MHD_Connection *c, void **con,
                         enum MHD_RequestTerminationCode why)
{
    server *s = ctx;
    request *r = *con;

    (void)c;
    (void)why;
    if (!r)
        return;
    timeouts_allow(&s->timeouts, r->peer, SECONDS_IDLE);
    request_close(r);
    *con = NULL;
}

/* --- connections ----------------------------------------------------------*/

static void on_connection(void *ctx, struct MHD_Connection *c, void **socket,
                          enum MHD_ConnectionNotificationCode what)
{
    server *s = ctx;

    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
        *socket =
            info ? timeouts_welcome(&s->timeouts, info->connect_fd) : NULL;
    } else if (*socket) {
        timeouts_leave(&s->timeouts, *socket);
        *socket = NULL;
    }
}

bool daemon_start(server *s, int listener, unsigned threads)
{
    s->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL |
            MHD_ALLOW_SUSPEND_RESUME,
        0, NULL, NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)LIMIT_CONNECTIONS,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)LIMIT_CONNECTIONS_OF_ADDRESS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)SECONDS_IDLE, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, on_address, s, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, s, MHD_OPTION_NOTIFY_CONNECTION, on_connection, s,
        MHD_OPTION_END);
    return s->daemon;
}

void daemon_quiesce(server *s)
{
    (void)MHD_quiesce_daemon(s->daemon);
}

void daemon_stop(server *s)
{
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    s->daemon = NULL;
}
