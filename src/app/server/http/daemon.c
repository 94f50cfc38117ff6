#include "app/server/http/server.h"

#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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
    tby_str raw = tby_str_of(address);
    request *r = tby_grow_new(NULL, 1, sizeof *r);

    if (!r)
        return NULL;
    *r = (request){.server = s,
                   .connection = c,
                   .peer = peer_of(c),
                   .text = tby_grow_new(NULL, raw.n, 1),
                   .text_n = raw.n};
    tby_buf_init(&r->body, NULL, LIMIT_BODY);
    tby__timeouts_allow(&s->timeouts, r->peer, SECONDS_REQUEST);
    tby_rc rc = r->text ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK && raw.n > LIMIT_ADDRESS) {
        tby__request_refuse(r, REFUSE_ADDRESS);
        return r;
    }
    if (rc == TBY_OK)
        rc = tby__target_parse(&r->target, raw, r->text);
    if (rc != TBY_OK)
        tby__request_refuse_rc(r, REFUSE_TARGET, rc, NULL);
    return r;
}

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
    r->route = tby__route_find(&r->target, method, r->allow, sizeof r->allow);
    if (r->route)
        return true;
    if (*r->allow || (!is_api(&r->target) && !reads(method)))
        return tby__request_refuse_with(r, REFUSE_METHOD, "Allowed here: %s.",
                                        *r->allow ? r->allow : READING);
    return !is_api(&r->target) || tby__request_refuse(r, REFUSE_NOT_FOUND);
}

static uint64_t most_of(const request *r)
{
    return r->route && r->route->flags & ROUTE_UPLOAD ? LIMIT_UPLOAD
                                                      : LIMIT_BODY;
}

typedef struct seen_headers {
    size_t sum; /* bytes */
    unsigned hosts, origins, sites, framings;
    bool other; /* that different servers would understand differently */
} seen_headers;

/* NOLINTNEXTLINE(readability-function-size): the caller wants it so */
static enum MHD_Result add_header(void *ctx, enum MHD_ValueKind kind,
                                  const char *name, size_t name_n,
                                  const char *value, size_t value_n)
{
    seen_headers *seen = ctx;

    (void)kind;
    seen->sum += name_n + value_n + sizeof ": \r\n" - 1;
    seen->hosts += strcasecmp(name, "Host") == 0;
    seen->origins += strcasecmp(name, "Origin") == 0;
    seen->sites += strcasecmp(name, "Sec-Fetch-Site") == 0;
    bool coding = strcasecmp(name, "Transfer-Encoding") == 0;
    seen->framings += coding || strcasecmp(name, "Content-Length") == 0;
    seen->other |= strpbrk(name, " \t") ||
                   (coding && (!value || strcasecmp(value, "chunked") != 0));
    return MHD_YES;
}

static bool check_headers(request *r)
{
    seen_headers seen = {.sum = 0};

    MHD_get_connection_values_n(r->connection, MHD_HEADER_KIND, add_header,
                                &seen);
    /* a proxy in front might see two requests where we see one */
    if (seen.hosts > 1 || seen.origins > 1 || seen.sites > 1 ||
        seen.framings > 1 || seen.other)
        return tby__request_refuse(r, REFUSE_FRAMING);
    return seen.sum <= LIMIT_HEADER || tby__request_refuse(r, REFUSE_HEADER);
}

/* Who may not ask learns nothing else. */
static bool judge(request *r, const char *method)
{
    if (r->refused != REFUSE_NONE || !check_headers(r))
        return false; /* by its address */
    bool found = find_route(r, method);
    if (!tby__guard_check(r, is_api(&r->target) || !reads(method)) || !found)
        return false;
    if (r->route && !reads(method) && atomic_load(&r->server->draining))
        return tby__request_refuse(r, REFUSE_DRAINING);
    const char *length = tby__request_header(r, "Content-Length");
    const char *encoding = tby__request_header(r, "Content-Encoding");
    uint64_t n;

    if (length && tby_num_u64(tby_str_of(length), 0, most_of(r), &n, NULL))
        return tby__request_refuse(r, REFUSE_TOO_LARGE);
    if (encoding && strcmp(encoding, "identity") != 0)
        return tby__request_refuse(r, REFUSE_ENCODING);
    return true;
}

static bool reserve(request *r, uint64_t bytes)
{
    tby_rc rc = tby_temp_file_reserve(&r->spool, &r->server->uploads, bytes);

    return rc == TBY_OK || tby__request_refuse(r, REFUSE_DISK);
}

static bool open_spool(request *r)
{
    if (!r->route || !(r->route->flags & ROUTE_UPLOAD))
        return true;
    const char *length = tby__request_header(r, "Content-Length");
    uint64_t n = 0;
    tby_rc rc = tby_temp_file_open(&r->spool, NULL);
    if (rc == TBY_OK && length)
        rc = tby_num_u64(tby_str_of(length), 0, LIMIT_UPLOAD, &n, NULL);
    if (rc != TBY_OK)
        return tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
    return reserve(r, n);
}

static bool has_body(const request *r)
{
    const char *length = tby__request_header(r, "Content-Length");

    return tby__request_header(r, "Transfer-Encoding") ||
           (length && strcmp(length, "0") != 0);
}

/* The answer comes later: the connection sleeps. */
static void let_wait(request *r)
{
    r->stage = STAGE_ANSWER;
    atomic_fetch_add(&r->server->busy, 1);
    tby__timeouts_allow(&r->server->timeouts, r->peer, -1);
    tby__wrong_tokens_add(&r->server->wrong, r->connection);
}

/* An answer at this moment closes the connection (and is five times slower), so
 * that it is given only to those whose body nobody wants to read. */
static enum MHD_Result begin(request *r, const char *method)
{
    r->stage = STAGE_BODY;
    bool fits = judge(r, method) && open_spool(r);
    if (r->wrong_token && has_body(r)) {
        let_wait(r);
        return MHD_YES;
    }
    if (!fits) {
        if (!has_body(r) && r->refused != REFUSE_FRAMING)
            return MHD_YES;
        tby__reply_refusal(r);
        tby__reply_header(r, "Connection", "close");
        return tby__reply_send(r);
    }
    if (r->spool.open)
        tby__timeouts_allow(&r->server->timeouts, r->peer, SECONDS_UPLOAD);
    return MHD_YES;
}

static bool store(request *r, const char *bytes, size_t n)
{
    if (r->received > most_of(r))
        return tby__request_refuse(r, REFUSE_TOO_LARGE);
    if (r->spool.open) {
        enum { STEP = 16 << 20 }; /* of one that does not say its length */
        if (r->received > r->spool.reserved && !reserve(r, STEP))
            return false;
        tby_rc rc = tby_temp_file_write(&r->spool, bytes, n);
        if (rc == TBY_E_IO_FULL)
            return tby__request_refuse(r, REFUSE_DISK);
        return rc == TBY_OK ||
               tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
    }
    if (r->route && r->route->flags & ROUTE_BODY) {
        tby_buf_add(&r->body, (tby_str){bytes, n});
        if (r->body.rc != TBY_OK)
            return tby__request_refuse_rc(r, REFUSE_TOO_LARGE, r->body.rc,
                                          NULL);
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

static request *request_of(work_task *t)
{
    return (request *)((char *)t - offsetof(request, task));
}

static void run_task(work_task *t)
{
    request *r = request_of(t);

    r->route->answer(r);
}

static void end_task(work_task *t)
{
    request *r = request_of(t);

    if (!r->response && r->refused == REFUSE_NONE)
        tby__request_refuse(r, t->why);
    MHD_resume_connection(r->connection);
}

/* Conditions that every game has to be looked at for. */
static bool is_long(const target *t)
{
    static const char *const SLOW[] = {"pattern", "material", "move"};

    for (size_t i = 0; i < t->params_n; i++)
        for (size_t k = 0; k < sizeof SLOW / sizeof *SLOW; k++)
            if (tby_str_is(t->params[i].name, SLOW[k]))
                return true;
    return false;
}

/* Suspends the connection until a thread of the pool has made the answer; then
 * libmicrohttpd calls again. */
static void give_to_pool(request *r)
{
    TBY_ASSERT(r->stage == STAGE_BODY);
    r->task = (work_task){.run = run_task,
                          .done = end_task,
                          .fd = tby__client_fd(r->connection),
                          .is_long = is_long(&r->target),
                          .goes_through = r->route->flags & ROUTE_ALL};
    const char *name = tby__request_header(r, "Question");
    if (name)
        (void)snprintf(r->task.name, sizeof r->task.name, "%s", name);
    r->stage = STAGE_ANSWER;
    atomic_fetch_add(&r->server->busy, 1);
    tby__timeouts_allow(&r->server->timeouts, r->peer, -1);
    MHD_suspend_connection(r->connection);
    refusal why = tby__work_pool_add(&r->server->work, &r->task);
    if (why != REFUSE_NONE) {
        tby__request_refuse(r, why);
        MHD_resume_connection(r->connection);
    }
}

/* The answer to a request that was refused, answered by the pool, or can be
 * answered at once. */
static enum MHD_Result answer(request *r)
{
    bool slow = r->route && r->route->flags & ROUTE_SLOW;

    tby__timeouts_allow(&r->server->timeouts, r->peer,
                        slow ? -1 : SECONDS_ANSWER);
    if (r->refused == REFUSE_NONE && r->stage == STAGE_BODY && !r->response) {
        if (r->route)
            r->route->answer(r);
        else
            tby__answer_file(r);
    }
    if (!r->response && r->refused == REFUSE_NONE)
        tby__request_refuse(r, REFUSE_MEMORY);
    if (!r->response)
        tby__reply_refusal(r);
    if (r->refused == REFUSE_METHOD)
        tby__reply_header(r, "Allow", *r->allow ? r->allow : READING);
    if (atomic_load(&r->server->draining))
        tby__reply_header(r, "Connection", "close");
    return tby__reply_send(r);
}

/* NOLINTNEXTLINE(readability-function-size): the caller wants it so */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c,
                                  const char *url, const char *method,
                                  const char *version, const char *bytes,
                                  size_t *n, void **con)
{
    request *r = *con;

    (void)ctx;
    (void)c;
    (void)url;
    (void)version;
    if (!r)
        return MHD_NO;
    if (r->stage == STAGE_HEADERS)
        return begin(r, method);
    if (*n && r->stage == STAGE_BODY)
        return take(r, bytes, n);
    if (r->stage == STAGE_BODY && r->refused == REFUSE_NONE && !r->route)
        tby__guard_welcome(r);
    if (r->stage == STAGE_BODY && r->wrong_token) {
        let_wait(r);
        return MHD_YES;
    }
    if (r->stage == STAGE_BODY && r->refused == REFUSE_NONE && r->route &&
        r->route->flags & ROUTE_WORK) {
        give_to_pool(r);
        return MHD_YES;
    }
    return answer(r);
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
    if (r->stage == STAGE_ANSWER)
        atomic_fetch_sub(&s->busy, 1);
    tby__timeouts_allow(&s->timeouts, r->peer, SECONDS_IDLE);

    if (r->response)
        MHD_destroy_response(r->response);
    tby_buf_free(&r->body);
    tby_temp_file_close(&r->spool);
    tby_grow_free(NULL, r->text, r->text_n, 1);
    tby_grow_free(NULL, r, 1, sizeof *r);
    *con = NULL;
}

static void on_connection(void *ctx, struct MHD_Connection *c, void **socket,
                          enum MHD_ConnectionNotificationCode what)
{
    server *s = ctx;

    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        int fd = tby__client_fd(c);
        *socket = fd >= 0 ? tby__timeouts_welcome(&s->timeouts, fd) : NULL;
    } else if (*socket) {
        tby__timeouts_leave(&s->timeouts, *socket);
        *socket = NULL;
    }
}

bool tby__daemon_start(server *s, int listener, unsigned threads)
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

void tby__daemon_quiesce(server *s)
{
    (void)MHD_quiesce_daemon(s->daemon);
}

void tby__daemon_stop(server *s)
{
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    s->daemon = NULL;
}
