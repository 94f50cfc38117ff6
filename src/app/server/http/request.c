/* request.c - what a request asks for: its address, its headers, the route that
 * it takes; and refusing it. */
#include "app/server/http/request.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *tby__request_header(const request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

int tby__client_fd(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);

    return info ? info->connect_fd : -1;
}

/* The weight of "gzip;q=0.5" and the like, in thousandths. */
static unsigned weight_of(tby_str parameters)
{
    tby_str one;

    while (tby_str_field(&parameters, ';', &one)) {
        one = tby_str_trim(one);
        if (one.n < 3 || (one.p[0] != 'q' && one.p[0] != 'Q') ||
            one.p[1] != '=')
            continue;
        unsigned weight = one.p[2] == '1' ? 1000 : 0, digit = 100;
        for (size_t i = 4; i < one.n && i < 7 && tby_is_digit(one.p[i]); i++) {
            weight += digit * (unsigned)(one.p[i] - '0');
            digit /= 10;
        }
        return weight < 1000 ? weight : 1000;
    }
    return 1000;
}

unsigned tby__request_weight(const request *r, const char *coding)
{
    const char *sent = tby__request_header(r, "Accept-Encoding");
    tby_str rest = tby_str_of(sent ? sent : ""), one, name;
    tby_str wanted = tby_str_of(coding);
    unsigned any = 0;

    while (tby_str_field(&rest, ',', &one)) {
        tby_str_field(&one, ';', &name);
        name = tby_str_trim(name);
        if (name.n == wanted.n && strncasecmp(name.p, coding, name.n) == 0)
            return weight_of(one);
        if (tby_str_is(name, "*"))
            any = weight_of(one);
    }
    return any;
}

tby_str tby__request_param(request *r, const char *name)
{
    return tby__target_param_of(&r->target, name);
}

bool tby__request_number(request *r, const char *name, uint64_t min,
                         uint64_t max, uint64_t *out)
{
    tby_str value = tby__request_param(r, name);

    if (!value.p || tby_num_u64(value, min, max, out, NULL) == TBY_OK)
        return true;
    return tby__request_refuse_with(
        r, REFUSE_PARAMETER, "'%s' must be a number from %llu to %llu.", name,
        (unsigned long long)min, (unsigned long long)max);
}

bool tby__request_flag(request *r, const char *name, bool *out)
{
    tby_str value = tby__request_param(r, name);

    if (!value.p)
        return true;
    *out = !tby_str_is(value, "false");
    if (!*out || value.n == 0 || tby_str_is(value, "true"))
        return true;
    return tby__request_refuse_with(r, REFUSE_PARAMETER,
                                    "'%s' must be true or false.", name);
}

bool tby__request_done(request *r)
{
    const target_param *p = tby__target_unused(&r->target);

    if (!p)
        return true;
    return tby__request_refuse_with(
        r, REFUSE_UNKNOWN, "There is no parameter '%.*s' here.",
        (int)(p->name.n < 80 ? p->name.n : 80), p->name.p);
}

bool tby__request_refuse(request *r, refusal why)
{
    r->refused = why;
    r->refused_name[0] = r->message[0] = '\0';
    return false;
}

bool tby__request_refuse_with(request *r, refusal why, const char *format, ...)
{
    va_list args;

    tby__request_refuse(r, why);
    va_start(args, format);
    (void)vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
    return false;
}

bool tby__request_refuse_rc(request *r, refusal why, tby_rc rc,
                            const char *text)
{
    if (rc == TBY_E_NOMEM)
        return tby__request_refuse(r, REFUSE_MEMORY);
    tby__request_refuse_with(r, why, "%s",
                             text && *text ? text : tby_rc_text(rc));
    (void)snprintf(r->refused_name, sizeof r->refused_name, "%s",
                   tby_rc_name(rc));
    return false;
}

/* The byte of "%41"; 0 if it is none, or NUL. */
static char escaped(tby_str s)
{
    int high = s.n > 2 ? tby_hex_value(s.p[1]) : -1;
    int low = s.n > 2 ? tby_hex_value(s.p[2]) : -1;

    if (high < 0 || low < 0)
        return '\0';
    return (char)(high << 4 | low);
}

/* Decodes a part to *room, which moves on after it. */
static tby_rc decode(tby_str raw, bool plus, char **room, tby_str *out)
{
    char *to = *room;

    for (size_t i = 0; i < raw.n; i++) {
        char c = raw.p[i];

        if (c == '%') {
            c = escaped(tby_str_from(raw, i));
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (c == '\0')
            return TBY_E_HTTP_TARGET;
        *to++ = c;
    }
    *out = (tby_str){*room, (size_t)(to - *room)};
    *room = to;
    return tby_utf8_validate(*out, NULL) == TBY_OK ? TBY_OK : TBY_E_HTTP_TARGET;
}

static tby_rc read_path(target *t, tby_str path, char **room)
{
    tby_str rest = tby_str_from(path, 1), raw;

    if (path.n == 0 || path.p[0] != '/')
        return TBY_E_HTTP_TARGET;
    if (rest.n == 0)
        return TBY_OK; /* the root has no segments */
    while (tby_str_field(&rest, '/', &raw)) {
        if (t->segments_n == LIMIT_SEGMENTS)
            return TBY_E_LIMIT;
        TBY_TRY(decode(raw, false, room, &t->segments[t->segments_n++]));
    }
    return TBY_OK;
}

static tby_rc read_param(target *t, tby_str raw, char **room)
{
    tby_str name, value = {"", 0};
    target_param p = {.used = false};

    tby_str_field(&raw, '=', &name);
    if (raw.p)
        value = raw; /* all that comes after the first '=' */
    TBY_TRY(decode(name, true, room, &p.name));
    TBY_TRY(decode(value, true, room, &p.value));
    for (size_t i = 0; i < t->params_n; i++)
        if (tby_str_equal(t->params[i].name, p.name))
            return TBY_E_HTTP_TARGET;
    if (t->params_n == LIMIT_PARAMS)
        return TBY_E_LIMIT;
    t->params[t->params_n++] = p;
    return TBY_OK;
}

tby_rc tby__target_parse(target *out, tby_str raw, char *room)
{
    const char *mark = raw.n ? memchr(raw.p, '?', raw.n) : NULL;
    size_t path = mark ? (size_t)(mark - raw.p) : raw.n;

    out->segments_n = out->params_n = 0;
    TBY_TRY(read_path(out, (tby_str){raw.p, path}, &room));
    tby_str query = tby_str_from(raw, path + 1), one;
    while (mark && tby_str_field(&query, '&', &one))
        if (one.n)
            TBY_TRY(read_param(out, one, &room));
    return TBY_OK;
}

tby_str tby__target_param_of(target *t, const char *name)
{
    for (size_t i = 0; i < t->params_n; i++) {
        if (!tby_str_is(t->params[i].name, name))
            continue;
        t->params[i].used = true;
        return t->params[i].value;
    }
    return (tby_str){NULL, 0};
}

const target_param *tby__target_unused(const target *t)
{
    for (size_t i = 0; i < t->params_n; i++)
        if (!t->params[i].used)
            return &t->params[i];
    return NULL;
}

bool tby__target_fits(const target *t, const char *pattern)
{
    tby_str rest = tby_str_of(pattern), want;
    size_t i = 0;

    while (tby_str_field(&rest, '/', &want)) {
        if (i == t->segments_n)
            return false;
        tby_str have = t->segments[i++];
        if (tby_str_is(want, "*") ? have.n == 0 : !tby_str_equal(want, have))
            return false;
    }
    return i == t->segments_n;
}

#define V1   "api/v1/"
#define REPS V1 "repertoires"

enum {
    WORK = ROUTE_WORK,
    WRITE = ROUTE_WORK | ROUTE_BODY,
};

static const route ROUTES[] = {
    {"GET", V1 "position", tby__answer_position, WORK},
    {"POST", V1 "positions", tby__answer_positions, WRITE | ROUTE_ALL},
    {"POST", V1 "coverage", tby__answer_coverage, WRITE | ROUTE_ALL},
    {"POST", V1 "deviations", tby__answer_deviations, WRITE | ROUTE_ALL},
    {"GET", V1 "tablebase", tby__answer_tablebase, WORK},
    {"GET", V1 "games", tby__answer_games, WORK | ROUTE_ALL},
    {"GET", V1 "games/*", tby__answer_game, WORK},
    {"GET", V1 "players", tby__answer_players, WORK | ROUTE_ALL},
    {"GET", V1 "openings", tby__answer_openings, 0},
    {"GET", V1 "names", tby__answer_names, 0},
    {"GET", V1 "health", tby__answer_health, 0},
    {"GET", V1 "questions/*", tby__answer_question, 0},
    {"GET", V1 "engine", tby__answer_engine, ROUTE_SLOW},
    {"GET", V1 "export", tby__answer_export, WORK | ROUTE_SLOW | ROUTE_ALL},
    {"POST", V1 "import", tby__answer_import, ROUTE_UPLOAD},
    {"GET", V1 "import/*", tby__answer_import_events, ROUTE_SLOW},
    {"DELETE", V1 "import/*", tby__answer_import_stop, 0},
    {"GET", REPS, tby__answer_repertoires, WORK},
    {"GET", REPS "/*", tby__answer_repertoire_get, WORK},
    {"PUT", REPS "/*", tby__answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*", tby__answer_repertoire_delete, WORK},
    {"GET", REPS "/*/cards", tby__answer_repertoire_get, WORK},
    {"PUT", REPS "/*/cards", tby__answer_repertoire_put, WRITE},
    {"DELETE", REPS "/*/cards", tby__answer_repertoire_delete, WORK},
};

/* HEAD is GET without a body, which libmicrohttpd leaves out. */
static bool takes(const route *r, const char *method)
{
    return strcmp(strcmp(method, "HEAD") == 0 ? "GET" : method, r->method) == 0;
}

const route *tby__route_find(const target *t, const char *method, char *allow,
                             size_t cap)
{
    tby_text allowed = {.buf = allow, .cap = cap};

    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        if (!tby__target_fits(t, ROUTES[i].pattern))
            continue;
        if (takes(&ROUTES[i], method))
            return &ROUTES[i];
        tby_text_cstr(&allowed, allowed.len ? ", " : "");
        tby_text_cstr(&allowed, ROUTES[i].method);
        if (strcmp(ROUTES[i].method, "GET") == 0)
            tby_text_cstr(&allowed, ", HEAD");
    }
    tby_text_end(&allowed);
    return NULL;
}
