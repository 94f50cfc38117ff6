/* target.h - the address of a request: what stands between the method and the
 * protocol, taken apart.  No I/O; any bytes may come. */
#ifndef TBY_APP_SERVER_HTTP_TARGET_H
#define TBY_APP_SERVER_HTTP_TARGET_H

#include "app/server/http/limits.h"
#include "tabiya/base.h"

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

#endif
