/* address.c - where a cluster is. */
#include "core/base/num.h"
#include "core/base/str.h"
#include "store/clickhouse/http.h"

#include <string.h>

/* A name that may stand in SQL as it is. */
static bool is_name(tby_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i] | 32;
        if (s.p[i] != '_' && !(c >= 'a' && c <= 'z') &&
            !(i && tby_is_digit(s.p[i])))
            return false;
    }
    return s.n > 0 && s.n < CH_DATABASE;
}

static void copy(char *to, tby_str s)
{
    memcpy(to, s.p, s.n);
    to[s.n] = '\0';
}

/* HOST:PORT or [ADDRESS]:PORT. */
static bool is_host(tby_str s)
{
    size_t colon = s.n;
    uint64_t port;

    while (colon && s.p[colon - 1] != ':')
        colon--;
    if (colon < 2 || s.n >= CH_HOST ||
        tby_num_u64(tby_str_from(s, colon), 1, 65535, &port, NULL) != TBY_OK)
        return false;
    tby_str name = {s.p, colon - 1};
    bool six = name.n > 2 && name.p[0] == '[' && name.p[name.n - 1] == ']';
    if (six)
        name = (tby_str){name.p + 1, name.n - 2};
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
        if (!letter && !tby_is_digit(c) && c != '.' && c != '-' &&
            !(six && c == ':') && !(!six && c == '_'))
            return false;
    }
    return true;
}

static const char *read_hosts(tby_str hosts, ch_address *out)
{
    tby_str host;

    while (tby_str_field(&hosts, ',', &host)) {
        if (!is_host(host))
            return "each server is written HOST:PORT, its port being that of "
                   "HTTP";
        if (out->shards == CH_SHARDS)
            return "there are more than 64 servers";
        copy(out->host[out->shards++], host);
        for (size_t i = 0; i + 1 < out->shards; i++)
            if (strcmp(out->host[i], out->host[out->shards - 1]) == 0)
                return "a server is named twice";
    }
    return out->shards ? NULL : "there is no server";
}

static const char *read_settings(tby_str settings, ch_address *out)
{
    tby_str setting, value;

    while (tby_str_field(&settings, '&', &setting)) {
        if (tby_str_starts(setting, TBY_STR("cluster="))) {
            value = tby_str_from(setting, 8);
            if (!is_name(value))
                return "the name of a cluster has letters, digits and _";
            copy(out->cluster, value);
        } else if (tby_str_is(setting, "tls=yes")) {
            out->tls = true;
        } else {
            return "what may follow the database is ?cluster=NAME and tls=yes";
        }
    }
    return NULL;
}

static const char *read_address(tby_str s, ch_address *out)
{
    size_t slash = 0, at = 0, end;

    while (slash < s.n && s.p[slash] != '/')
        slash++;
    for (size_t i = 0; i < slash; i++)
        if (s.p[i] == '@')
            at = i + 1;
    if (at) {
        tby_str user = {s.p, at - 1};
        for (size_t i = 0; i < user.n; i++)
            if (user.p[i] == ':')
                return "a password in an address is seen by whoever lists "
                       "processes: give it as TABIYA_CLICKHOUSE_PASSWORD or in "
                       "a file named by TABIYA_CLICKHOUSE_PASSWORD_FILE";
        if (!is_name(user))
            return "the name of a user has letters, digits and _";
        copy(out->user, user);
    }
    for (end = slash; end < s.n && s.p[end] != '?'; end++)
        ;
    tby_str database = {s.p + slash + 1, end > slash ? end - slash - 1 : 0};
    if (!is_name(database))
        return "the database after the servers is a name of letters, digits "
               "and _";
    copy(out->database, database);
    const char *why = read_hosts((tby_str){s.p + at, slash - at}, out);
    return why || end == s.n ? why
                             : read_settings(tby_str_from(s, end + 1), out);
}

tby_rc tby__ch_address(const char *where, ch_address *out, const char **why)
{
    tby_str s = {where, strlen(where)};
    size_t scheme = sizeof "clickhouse://" - 1;

    *out = (ch_address){.shards = 0};
    *why = !tby_str_starts(s, TBY_STR("clickhouse://"))
               ? "it does not begin with clickhouse://"
               : read_address(tby_str_from(s, scheme), out);
    return *why ? TBY_E_STORE_ADDRESS : TBY_OK;
}
