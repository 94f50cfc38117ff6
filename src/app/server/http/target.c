/* target.c - see target.h. */
#include "app/server/http/request.h"

#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <string.h>

/* The byte of "%41"; 0 if it is none, or NUL. */
static char escaped(tby_str s)
{
    int high = s.n > 2 ? tby_hex_value(s.p[1]) : -1;
    int low = s.n > 2 ? tby_hex_value(s.p[2]) : -1;

    if (high < 0 || low < 0)
        return '\0';
    return (char)(high << 4 | low);
}

/* Decodes a part to *room, which moves on behind it. */
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
        value = raw; /* all that is behind the first '=' */
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
