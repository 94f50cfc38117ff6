/* request.h - one request on its way through the server.
 *
 *   begins with its address      tby__target_parse()        request.c
 *   is judged by its headers     tby__guard_check()         guard.c
 *   takes its body               into memory or a file daemon.c
 *   is answered                  the route's function  request.c names it,
 *                                mostly in a pool      work_pool.c
 *   and sent                     tby__reply_send()          reply.c
 *
 * An answer is made by exactly one of the reply_...() functions. */
#ifndef TBY_APP_SERVER_HTTP_REQUEST_H
#define TBY_APP_SERVER_HTTP_REQUEST_H

#include "app/server/http/limits.h"
#include "app/server/http/refusal.h"
#include "app/server/http/work_pool.h"
#include "core/base/jsonw.h"
#include "io/stream/temp_file.h"
#include "tabiya/base.h"

#include <microhttpd.h>

/* --- scripts and styles inside of the page (../api/files.c) ----------------*/

enum {
    INLINED_SUM = 53, /* 'sha256-', 44 characters of base64, and quotes */
    INLINED_MOST = 4,
    INLINED_ROOM = INLINED_MOST * (INLINED_SUM + 1) + 1
};

/* The sums as a policy has them, a space before each.  False, and "", if one is
 * not well formed or there are too many: a policy is no place for guesses. */
bool tby__csp_hashes_read(tby_str text, char sums[INLINED_ROOM]);

/* --- the address: any bytes may come ---------------------------------------*/

typedef struct target_param {
    tby_str name, value;
    bool used; /* somebody has asked for it */
} target_param;

/* "/api/v1/games?eco=B90": the segments api, v1, games, and a parameter.
 * Everything is decoded, is UTF-8 and has no NUL. */
typedef struct target {
    size_t segments_n, params_n;
    tby_str segments[LIMIT_SEGMENTS];
    target_param params[LIMIT_PARAMS];
} target;

/* Takes raw apart; the texts are in `room`, which has raw.n bytes.
 * TBY_E_HTTP_TARGET: it does not begin with '/', has a '%' without two digits,
 * bytes that are no text, or a parameter twice.  TBY_E_LIMIT: too many parts.
 */
TBY_MUST_USE tby_rc tby__target_parse(target *out, tby_str raw, char *room);

/* The value of a parameter, which is then known to be used; p NULL: it is not
 * there. */
tby_str tby__target_param_of(target *t, const char *name);

/* The first parameter that nobody has asked for, NULL if there is none. */
const target_param *tby__target_unused(const target *t);

/* Fits the path a pattern such as "api/v1/games", in which a segment that is a
 * star stands for any one that is not empty? */
bool tby__target_fits(const target *t, const char *pattern);

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
    /* sums that its policy allows, "" for none */
    char csp_hashes[INLINED_ROOM];
};

int tby__client_fd(struct MHD_Connection *c);

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

/* "true", "false" or nothing after the name. */
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

/* An object of JSON on its way, which is open after start() and closed by
 * end(); *buf then belongs to the answer. */
typedef struct reply_json {
    tby_buf buf;
    tby_jsonw w;
} reply_json;

tby_jsonw *tby__reply_start(reply_json *j);
void tby__reply_end(request *r, reply_json *j, unsigned status);
void tby__reply_drop(reply_json *j);

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

/* --- entity tags, so that nobody overwrites what he has not seen -----------*/

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

/* --- who may ask (guard.c) -------------------------------------------------*/

/* May a request name this host?  An IP address, localhost, the name that the
 * server listens at, or the one it is known by, each with or without a port:
 * whoever lets a name of his own point here (DNS rebinding) is not among them.
 */
bool tby__guard_host(tby_str host, tby_str listen, tby_str known);

/* Is the origin of a page the host that it asks? */
bool tby__guard_origin(tby_str origin, tby_str host);

/* The same bytes, found out in a time that does not tell how many are. */
bool tby__guard_same(tby_str a, tby_str b);

/* Refuses the request if it may not be.  `guarded`: it is not for pages of
 * other origins. */
bool tby__guard_check(request *r, bool guarded);

/* A browser's first visit with the token in the address: makes the answer, a
 * cookie and the way to the page without the token; or refuses it. */
void tby__guard_welcome(request *r);

/* --- paths, and their answers (../api) -------------------------------------*/

void tby__answer_health(request *r);
void tby__answer_question(request *r);
void tby__answer_position(request *r);
void tby__answer_positions(request *r);
void tby__answer_coverage(request *r);
void tby__answer_deviations(request *r);
void tby__answer_tablebase(request *r);
void tby__answer_names(request *r);
void tby__answer_openings(request *r);
void tby__answer_games(request *r);
void tby__answer_game(request *r);
void tby__answer_players(request *r);
void tby__answer_export(request *r);
void tby__answer_import(request *r);
void tby__answer_import_events(request *r);
void tby__answer_import_stop(request *r);
void tby__answer_engine(request *r);
void tby__answer_repertoires(request *r);
void tby__answer_repertoire_get(request *r);
void tby__answer_repertoire_put(request *r);
void tby__answer_repertoire_delete(request *r);

/* A file of the web app. */
void tby__answer_file(request *r);

/* A name of one file, on every system, and not that of cards. */
bool tby__repertoire_name(tby_str name);

/* The body of a request can be read as a repertoire, or as cards, without
 * losing a line; it is refused otherwise. */
bool tby__repertoire_sound(request *r, bool cards);

/* The route of a request.  NULL: there is none for the method; *allow then
 * names those that there are, "" if it is no path of the API. */
const route *tby__route_find(const target *t, const char *method, char *allow,
                             size_t cap);

#endif
