/* request.h - one request on its way through the server.
 *
 *   begins with its address      tby__target_parse()        target.c
 *   is judged by its headers     tby__guard_check()         guard.c
 *   takes its body               into memory or a file daemon.c
 *   is answered                  the route's function  routes.c names them,
 *                                mostly in a pool      work_pool.c
 *   and sent                     tby__reply_send()          reply.c
 *
 * An answer is made by exactly one of the reply_...() functions. */
#ifndef TBY_APP_SERVER_HTTP_REQUEST_H
#define TBY_APP_SERVER_HTTP_REQUEST_H

#include "app/server/http/csp_hashes.h"
#include "app/server/http/refusal.h"
#include "app/server/http/target.h"
#include "app/server/http/work_pool.h"
#include "core/base/jsonw.h"
#include "io/stream/temp_file.h"

#include <microhttpd.h>

typedef struct server server;
typedef struct peer peer;
typedef struct request request;

/* What a route is like; to be or-ed. */
enum {
    ROUTE_WORK = 1,   /* answered by a thread of the pool */
    ROUTE_BODY = 2,   /* takes a body into memory */
    ROUTE_UPLOAD = 4, /* takes a body into a file */
    ROUTE_SLOW = 8,   /* its answer has its own time */
    ROUTE_ALL = 16    /* goes through all games, or answers much at once */
};

typedef struct route {
    const char *method, *pattern;
    void (*answer)(request *r);
    unsigned flags;
} route;

/* Where a request is on its way. */
typedef enum request_stage {
    STAGE_HEADERS, /* they have not been looked at */
    STAGE_BODY,    /* it comes */
    STAGE_ANSWER   /* the pool makes it, then it is sent */
} request_stage;

struct request {
    server *server;
    struct MHD_Connection *connection;
    peer *peer;
    const route *route; /* NULL: a file of the web app */
    target target;
    char *text; /* that the target points into */
    size_t text_n;
    char allow[64]; /* methods that the path takes, if not this one */
    request_stage stage;
    work_task task;   /* of STAGE_ANSWER */
    bool wrong_token; /* it has sent one */
    refusal refused;
    char refused_name[64]; /* instead of the table's; "" if not */
    char message[512];     /* likewise */
    /* the body */
    tby_buf body;
    tby_temp_file spool;
    uint64_t received;
    /* the answer */
    struct MHD_Response *response;
    unsigned status;
    char
        csp_hashes[INLINED_ROOM]; /* sums that its policy allows, "" for none */
};

/* --- asking (request.c) ---------------------------------------------------*/

/* A header as it was sent, NULL if it was not. */
const char *tby__request_header(const request *r, const char *name);

/* How much the client likes a content coding such as "gzip", in thousandths; 0:
 * it does not take it, or does not say. */
unsigned tby__request_weight(const request *r, const char *coding);

/* A parameter; p NULL: it is not there. */
tby_str tby__request_param(request *r, const char *name);

/* A whole number; *out stays if it is not there.  False after a refusal. */
bool tby__request_number(request *r, const char *name, uint64_t min,
                         uint64_t max, uint64_t *out);

/* "true", "false" or nothing behind the name. */
bool tby__request_flag(request *r, const char *name, bool *out);

/* All parameters have been asked for; otherwise the request is refused. */
bool tby__request_done(request *r);

/* --- refusing -------------------------------------------------------------*/

/* With the sentence of the table, or a better one; always false. */
bool tby__request_refuse(request *r, refusal why);
__attribute__((format(printf, 3, 4))) bool
tby__request_refuse_with(request *r, refusal why, const char *format, ...);

/* The same with the name and the sentence of a result. */
bool tby__request_refuse_rc(request *r, refusal why, tby_rc rc,
                            const char *text);

/* --- answering (reply.c) --------------------------------------------------*/

/* JSON on its way; *buf then belongs to the answer. */
typedef struct reply_json {
    tby_buf buf;
    tby_jsonw w;
} reply_json;

tby_jsonw *tby__reply_json_start(reply_json *j);
void tby__reply_json_end(request *r, reply_json *j, unsigned status);
void tby__reply_json_drop(reply_json *j);

/* Bytes that belong to the answer from now on. */
void tby__reply_buf(request *r, tby_buf *buf, const char *type,
                    unsigned status);

/* Bytes that stay where they are. */
void tby__reply_static(request *r, tby_str bytes, const char *type,
                       unsigned status);

/* Nothing but a status. */
void tby__reply_empty(request *r, unsigned status);

/* What the request was refused with. */
void tby__reply_refusal(request *r);

/* A response that somebody else has made. */
void tby__reply_response(request *r, struct MHD_Response *response,
                         unsigned status);

void tby__reply_header(request *r, const char *name, const char *value);

/* Sends it. */
enum MHD_Result tby__reply_send(request *r);

/* --- entity tags (etag.c) -------------------------------------------------*/

enum { ETAG_ROOM = 48 };

/* Of bytes: a quoted sum. */
void tby__etag_of(tby_str bytes, char out[ETAG_ROOM]);

/* Is it in the list of a header?  `weak`: W/"x" is as good as "x". */
bool tby__etag_listed(const char *list, const char *etag, bool weak);

/* Puts the header ETag, and true if the client has the same already; the answer
 * is then made. */
bool tby__etag_fresh(request *r, const char *etag);

/* --- bodies that are kept (reply.c) ---------------------------------------*/

/* A body that is sent again and again, compressed once. */
typedef struct kept_body {
    tby_str bytes; /* of somebody else */
    tby_buf gzip;
    char etag[ETAG_ROOM], gzip_etag[ETAG_ROOM];
} kept_body;

/* All zero is one that can be closed. */
TBY_MUST_USE tby_rc tby__kept_body_open(kept_body *k, tby_str bytes);
void tby__kept_body_close(kept_body *k);

/* As the client takes it, unless he has it already. */
void tby__reply_kept(request *r, const kept_body *k, const char *type);

#endif
