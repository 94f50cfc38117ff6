/* request.c - what a request asks for, and refusing it. */
#include "app/server/http/request.h"

#include "core/base/num.h"
#include "core/base/str.h"

#include <stdarg.h>
#include <stdio.h>
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
