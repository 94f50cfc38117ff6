/* reply.c - answers, and the headers that all of them have. */
#include "app/server/http/request.h"

#include "io/stream/pack.h"

#include <stdio.h>
#include <string.h>

/* --- headers --------------------------------------------------------------*/

/* Nothing from elsewhere, no script or style inside the page but those with
 * these sums; WebAssembly may be compiled, and may share memory between
 * workers. */
#define POLICY                                                                 \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'%s; "             \
    "style-src 'self'%s; img-src 'self' data: blob:; font-src 'self'; "        \
    "media-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "    \
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; "               \
    "frame-ancestors 'none'"

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

void reply_header(request *r, const char *name, const char *value)
{
    if (r->response)
        MHD_add_response_header(r->response, name, value);
}

void reply_response(request *r, struct MHD_Response *response, unsigned status)
{
    char policy[sizeof POLICY + (size_t)2 * INLINED_ROOM];

    r->response = response;
    r->status = status;
    (void)snprintf(policy, sizeof policy, POLICY, r->csp_hashes, r->csp_hashes);
    reply_header(r, "Content-Security-Policy", policy);
    for (size_t i = 0; i < sizeof ALWAYS / sizeof *ALWAYS; i++)
        reply_header(r, ALWAYS[i].name, ALWAYS[i].value);
}

/* --- bodies ---------------------------------------------------------------*/

static void give_back(void *bytes)
{
    tby_alloc alloc = tby_alloc_libc();

    alloc.realloc(alloc.ctx, bytes, 1, 0);
}

void reply_buf(request *r, tby_buf *buf, const char *type, unsigned status)
{
    struct MHD_Response *response =
        buf->p ? MHD_create_response_from_buffer_with_free_callback(
                     buf->n, buf->p, give_back)
               : NULL;

    if (!response) {
        bool empty = !buf->p;
        tby_buf_free(buf);
        if (empty)
            reply_static(r, (tby_str){"", 0}, type, status);
        return;
    }
    *buf = (tby_buf){.n = 0};
    reply_response(r, response, status);
    reply_header(r, "Content-Type", type);
}

void reply_static(request *r, tby_str bytes, const char *type, unsigned status)
{
    union {
        const char *kept;
        void *p;
    } at = {bytes.p};

    reply_response(
        r,
        MHD_create_response_from_buffer(bytes.n, at.p, MHD_RESPMEM_PERSISTENT),
        status);
    if (type)
        reply_header(r, "Content-Type", type);
}

void reply_empty(request *r, unsigned status)
{
    reply_static(r, (tby_str){"", 0}, NULL, status);
}

/* --- bodies that are kept -------------------------------------------------*/

tby_rc kept_body_open(kept_body *k, tby_str bytes)
{
    k->bytes = bytes;
    tby_buf_init(&k->gzip, NULL, LIMIT_ANSWER);
    etag_of(bytes, k->etag);
    tby_rc rc = tby_pack_gzip(bytes, &k->gzip);
    if (rc == TBY_OK)
        etag_of(tby_buf_str(&k->gzip), k->gzip_etag);
    return rc;
}

void kept_body_close(kept_body *k)
{
    if (k->bytes.p)
        tby_buf_free(&k->gzip);
}

void reply_kept(request *r, const kept_body *k, const char *type)
{
    bool gzip = request_takes(r, "gzip");
    const char *etag = gzip ? k->gzip_etag : k->etag;

    if (!etag_fresh(r, etag)) {
        reply_static(r, gzip ? tby_buf_str(&k->gzip) : k->bytes, type,
                     MHD_HTTP_OK);
        reply_header(r, "ETag", etag);
        if (gzip)
            reply_header(r, "Content-Encoding", "gzip");
    }
    reply_header(r, "Cache-Control", "no-cache");
    reply_header(r, "Vary", "Accept-Encoding");
}

/* --- JSON -----------------------------------------------------------------*/

tby_jsonw *reply_json_start(reply_json *j)
{
    tby_buf_init(&j->buf, NULL, LIMIT_ANSWER);
    j->w = (tby_jsonw){.buf = &j->buf};
    return &j->w;
}

void reply_json_drop(reply_json *j)
{
    tby_buf_free(&j->buf);
}

void reply_json_end(request *r, reply_json *j, unsigned status)
{
    tby_rc rc = tby_jsonw_end(&j->w);

    if (rc != TBY_OK) {
        reply_json_drop(j);
        request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
        reply_refusal(r);
        return;
    }
    reply_buf(r, &j->buf, "application/json", status);
    reply_header(r, "Cache-Control", "no-store");
}

void reply_refusal(request *r)
{
    reply_json j;
    tby_jsonw *w = reply_json_start(&j);
    refusal why = r->refused;

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "error",
                       *r->refused_name ? r->refused_name : refusal_name(why));
    tby_jsonw_put_cstr(w, "message",
                       *r->message ? r->message : refusal_sentence(why));
    tby_jsonw_object_end(w);
    if (tby_jsonw_end(w) != TBY_OK) { /* the same needs no memory here */
        reply_json_drop(&j);
        reply_static(r,
                     tby_str_of("{\"error\":\"out_of_memory\",\"message\":"
                                "\"Memory is exhausted.\"}\n"),
                     "application/json", 500);
        return;
    }
    reply_buf(r, &j.buf, "application/json", refusal_status(why));
    reply_header(r, "Cache-Control", "no-store");
    if (why == REFUSE_TOKEN)
        reply_header(r, "WWW-Authenticate", "Bearer");
}

enum MHD_Result reply_send(request *r)
{
    enum MHD_Result queued;

    if (!r->response)
        return MHD_NO; /* no memory: the connection is closed */
    queued = MHD_queue_response(r->connection, r->status, r->response);
    MHD_destroy_response(r->response);
    r->response = NULL;
    return queued;
}
