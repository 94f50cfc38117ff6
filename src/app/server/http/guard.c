
#include "app/server/http/server.h"
#include "core/base/str.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define COOKIE "tabiya_token"

/* "name", "1.2.3.4" or "[::1]" of what may have a port after it; p NULL if it
 * is nothing of that kind. */
static tby_str without_port(tby_str host)
{
    const char *end = host.n ? memchr(host.p, ']', host.n) : NULL;
    size_t from = end ? (size_t)(end - host.p) + 1 : 0, n = from;

    while (n < host.n && host.p[n] != ':')
        n++;
    for (size_t i = n + 1; i < host.n; i++)
        if (!tby_is_digit(host.p[i]))
            return (tby_str){NULL, 0};
    if (n == 0 || (end && n != from))
        return (tby_str){NULL, 0};
    return (tby_str){host.p, n};
}

static bool is_address(tby_str host)
{
    bool six = host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']';
    tby_str bare = six ? (tby_str){host.p + 1, host.n - 2} : host;
    char text[INET6_ADDRSTRLEN + 1];
    struct in6_addr room;

    /* inet_pton() would stop at a NUL and not see the rest */
    if (bare.n >= sizeof text || memchr(bare.p, '\0', bare.n))
        return false;
    memcpy(text, bare.p, bare.n);
    text[bare.n] = '\0';
    return inet_pton(six ? AF_INET6 : AF_INET, text, &room) == 1;
}

static bool same_name(tby_str a, tby_str b)
{
    return a.n == b.n && a.n && strncasecmp(a.p, b.p, a.n) == 0;
}

bool tby__guard_host(tby_str host, tby_str listen, tby_str known)
{
    tby_str name = without_port(host);

    return name.p &&
           (same_name(name, TBY_STR("localhost")) || same_name(name, listen) ||
            same_name(name, known) || is_address(name));
}

bool tby__guard_origin(tby_str origin, tby_str host)
{
    static const char *const SCHEMES[] = {"http://", "https://"};

    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++) {
        tby_str scheme = tby_str_of(SCHEMES[i]);
        if (tby_str_starts(origin, scheme))
            return same_name(tby_str_from(origin, scheme.n), host);
    }
    return false; /* "null" too */
}

/* Browsers say in one of two headers where a request comes from; whoever says
 * nothing is no browser. */
static bool from_here(const request *r, tby_str host)
{
    const char *origin = tby__request_header(r, "Origin");
    const char *site = tby__request_header(r, "Sec-Fetch-Site");

    if (origin && !tby__guard_origin(tby_str_of(origin), host))
        return false;
    return !site || strcmp(site, "same-origin") == 0 ||
           strcmp(site, "none") == 0;
}

bool tby__guard_same(tby_str a, tby_str b)
{
    unsigned different = a.n != b.n;

    for (size_t i = 0; i < a.n; i++)
        different |=
            (unsigned char)a.p[i] ^ (unsigned char)b.p[b.n ? i % b.n : 0];
    return !different && b.n;
}

/* Notes in the request whether it has sent one that is wrong. */
static bool has_token(request *r, tby_str token)
{
    const char *sent = tby__request_header(r, "Authorization");
    const char *cookie =
        MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, COOKIE);
    tby_str bearer = TBY_STR("Bearer ");

    bool same = false;

    if (sent && tby_str_starts(tby_str_of(sent), bearer))
        same = tby__guard_same(tby_str_from(tby_str_of(sent), bearer.n), token);
    else if (cookie)
        same = tby__guard_same(tby_str_of(cookie), token);
    r->wrong_token = !same && (sent || cookie);
    return same;
}

void tby__guard_welcome(request *r)
{
    const char *token = r->server->options->token;
    tby_str given = tby__request_param(r, "token");
    char cookie[256];

    if (!token || !given.p || r->target.segments_n)
        return;
    if (!tby__guard_same(given, tby_str_of(token))) {
        r->wrong_token = true;
        tby__request_refuse(r, REFUSE_TOKEN);
        return;
    }
    (void)snprintf(cookie, sizeof cookie,
                   COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict%s", token,
                   r->server->options->name ? "; Secure" : "");
    tby__reply_empty(r, MHD_HTTP_SEE_OTHER);
    tby__reply_header(r, "Location", "/");
    tby__reply_header(r, "Set-Cookie", cookie);
    tby__reply_header(r, "Cache-Control", "no-store");
}

bool tby__guard_check(request *r, bool guarded)
{
    const tby_serve_options *o = r->server->options;
    const char *host = tby__request_header(r, "Host");
    tby_str name = host ? tby_str_of(host) : TBY_STR("");

    if (!tby__guard_host(name, tby_str_of(o->listen ? o->listen : ""),
                         tby_str_of(o->name ? o->name : "")))
        return tby__request_refuse(r, REFUSE_HOST);
    if (guarded && !from_here(r, name))
        return tby__request_refuse(r, REFUSE_ORIGIN);
    if (r->route && o->token && !has_token(r, tby_str_of(o->token)))
        return tby__request_refuse(r, REFUSE_TOKEN);
    return true;
}
