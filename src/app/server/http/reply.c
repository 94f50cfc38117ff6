/* reply.c - answers, and the headers that all of them have. */
#include "app/server/http/refusal.h"
#include "app/server/http/request.h"
#include "core/base/checksum.h"
#include "core/base/str.h"
#include "io/stream/pack.h"

#include <stdio.h>
#include <string.h>

/* Nothing from elsewhere, no script or style inside the page but those with
 * these sums; WebAssembly may be compiled, and may share memory between
 * workers. */
#define POLICY                                                                 \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'%s; "             \
    "style-src 'self'%s; img-src 'self' data: blob:; font-src 'self'; "        \
    "media-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "    \
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; "               \
    "frame-ancestors 'none'"

const struct refusal_text tby__refusals[REFUSALS] = {
#define ROW(symbol, status, name, sentence) {status, name, sentence},
    REFUSAL_MAP(ROW)
#undef ROW
};

static const struct {
    const char *name, *value;
} ALWAYS[] = {
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"X-Content-Type-Options", "nosniff"},
    /* a page can read this one of itself, and knows whom to ask */
    {"Server-Timing", "tabiya"},
    {"Referrer-Policy", "no-referrer"},
};

void tby__reply_header(request *r, const char *name, const char *value)
{
    if (r->response)
        MHD_add_response_header(r->response, name, value);
}

void tby__reply_response(request *r, struct MHD_Response *response,
                         unsigned status)
{
    char policy[sizeof POLICY + (size_t)2 * INLINED_ROOM];

    r->response = response;
    r->status = status;
    (void)snprintf(policy, sizeof policy, POLICY, r->csp_hashes, r->csp_hashes);
    tby__reply_header(r, "Content-Security-Policy", policy);
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
        tby__reply_header(r, ALWAYS[i].name, ALWAYS[i].value);
}

static void give_back(void *bytes)
{
    tby_alloc alloc = tby_alloc_libc();

    alloc.realloc(alloc.ctx, bytes, 1, 0);
}

void tby__reply_buf(request *r, tby_buf *buf, const char *type, unsigned status)
{
    struct MHD_Response *response =
        buf->p ? MHD_create_response_from_buffer_with_free_callback(
                     buf->n, buf->p, give_back)
               : NULL;

    if (!response) {
        bool empty = !buf->p;
        tby_buf_free(buf);
        if (empty)
            tby__reply_static(r, (tby_str){"", 0}, type, status);
        return;
    }
    *buf = (tby_buf){.n = 0};
    tby__reply_response(r, response, status);
    tby__reply_header(r, "Content-Type", type);
}

void tby__reply_static(request *r, tby_str bytes, const char *type,
                       unsigned status)
{
    union {
        const char *kept;
        void *p;
    } at = {bytes.p};

    tby__reply_response(
        r,
        MHD_create_response_from_buffer(bytes.n, at.p, MHD_RESPMEM_PERSISTENT),
        status);
    if (type)
        tby__reply_header(r, "Content-Type", type);
}

void tby__reply_empty(request *r, unsigned status)
{
    tby__reply_static(r, (tby_str){"", 0}, NULL, status);
}

tby_rc tby__kept_body_open(kept_body *k, tby_str bytes)
{
    k->bytes = bytes;
    tby_buf_init(&k->gzip, NULL, LIMIT_ANSWER);
    tby__etag_of(bytes, k->etag);
    tby_rc rc = tby_pack_gzip(bytes, &k->gzip);
    if (rc == TBY_OK)
        tby__etag_of(tby_buf_str(&k->gzip), k->gzip_etag);
    return rc;
}

void tby__kept_body_close(kept_body *k)
{
    if (k->bytes.p)
        tby_buf_free(&k->gzip);
}

void tby__reply_kept(request *r, const kept_body *k, const char *type)
{
    unsigned weight = tby__request_weight(r, "gzip");
    bool gzip = weight && weight >= tby__request_weight(r, "identity");
    const char *etag = gzip ? k->gzip_etag : k->etag;

    if (!tby__etag_fresh(r, etag)) {
        tby__reply_static(r, gzip ? tby_buf_str(&k->gzip) : k->bytes, type,
                          MHD_HTTP_OK);
        tby__reply_header(r, "ETag", etag);
        if (gzip)
            tby__reply_header(r, "Content-Encoding", "gzip");
    }
    tby__reply_header(r, "Cache-Control", "no-cache");
    tby__reply_header(r, "Vary", "Accept-Encoding");
}

tby_jsonw *tby__reply_start(reply_json *j)
{
    tby_buf_init(&j->buf, NULL, LIMIT_ANSWER);
    j->w = (tby_jsonw){.buf = &j->buf};
    tby_jsonw_object(&j->w);
    return &j->w;
}

void tby__reply_drop(reply_json *j)
{
    tby_buf_free(&j->buf);
}

void tby__reply_end(request *r, reply_json *j, unsigned status)
{
    tby_jsonw_object_end(&j->w);
    tby_rc rc = tby_jsonw_end(&j->w);
    if (rc != TBY_OK) {
        tby__reply_drop(j);
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
        tby__reply_refusal(r);
        return;
    }
    tby__reply_buf(r, &j->buf, "application/json", status);
    tby__reply_header(r, "Cache-Control", "no-store");
}

void tby__reply_refusal(request *r)
{
    reply_json j;
    tby_jsonw *w = tby__reply_start(&j);
    const struct refusal_text *why = &tby__refusals[r->refused];

    tby_jsonw_put_cstr(w, "error",
                       *r->refused_name ? r->refused_name : why->name);
    tby_jsonw_put_cstr(w, "message", *r->message ? r->message : why->sentence);
    tby_jsonw_object_end(w);
    if (tby_jsonw_end(w) != TBY_OK) { /* the same needs no memory here */
        tby__reply_drop(&j);
        tby__reply_static(r,
                          tby_str_of("{\"error\":\"out_of_memory\",\"message\":"
                                     "\"Memory is exhausted.\"}\n"),
                          "application/json", 500);
        return;
    }
    tby__reply_buf(r, &j.buf, "application/json", why->status);
    tby__reply_header(r, "Cache-Control", "no-store");
    if (r->refused == REFUSE_DATABASE_BUSY) {
        char seconds[16];
        (void)snprintf(seconds, sizeof seconds, "%d", SECONDS_RETRY);
        tby__reply_header(r, "Retry-After", seconds);
    }
    if (r->refused == REFUSE_TOKEN)
        tby__reply_header(r, "WWW-Authenticate", "Bearer");
}

enum MHD_Result tby__reply_send(request *r)
{
    enum MHD_Result queued;

    if (!r->response)
        return MHD_NO; /* no memory: the connection is closed */
    queued = MHD_queue_response(r->connection, r->status, r->response);
    MHD_destroy_response(r->response);
    r->response = NULL;
    return queued;
}

void tby__etag_of(tby_str bytes, char out[ETAG_ROOM])
{
    (void)snprintf(out, ETAG_ROOM, "\"%016llx-%zx\"",
                   (unsigned long long)tby_checksum(bytes.p, bytes.n), bytes.n);
}

bool tby__etag_listed(const char *list, const char *etag, bool weak)
{
    tby_str rest = tby_str_of(list), one;

    while (tby_str_field(&rest, ',', &one)) {
        one = tby_str_trim(one);
        if (weak && tby_str_starts(one, TBY_STR("W/")))
            one = tby_str_from(one, 2);
        if (tby_str_is(one, etag) || tby_str_is(one, "*"))
            return true;
    }
    return false;
}

bool tby__etag_fresh(request *r, const char *etag)
{
    const char *seen = tby__request_header(r, "If-None-Match");

    if (!seen || !tby__etag_listed(seen, etag, true))
        return false;
    tby__reply_empty(r, MHD_HTTP_NOT_MODIFIED);
    tby__reply_header(r, "ETag", etag);
    return true;
}
