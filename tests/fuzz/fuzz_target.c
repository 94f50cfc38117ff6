/* fuzz_target.c - any bytes as the address of a request, the name of a host,
 * and the origin of a page. */
#include "app/server/http/request.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include "fuzz/check.h"

#include <stdlib.h>
#include <string.h>

/* Decoded texts lie in the room, are UTF-8 and have no NUL. */
static void check_text(tby_str s, const char *room, size_t n)
{
    CHECK(s.p >= room && s.n <= n && (size_t)(s.p - room) <= n - s.n);
    CHECK(tby_utf8_validate(s, NULL) == TBY_OK);
    CHECK(s.n == 0 || !memchr(s.p, '\0', s.n));
}

static void check_target(target *t, const char *room, size_t n)
{
    CHECK(t->segments_n <= LIMIT_SEGMENTS && t->params_n <= LIMIT_PARAMS);
    for (size_t i = 0; i < t->segments_n; i++)
        check_text(t->segments[i], room, n);
    for (size_t i = 0; i < t->params_n; i++) {
        check_text(t->params[i].name, room, n);
        check_text(t->params[i].value, room, n);
        for (size_t k = 0; k < i; k++)
            CHECK(!tby_str_equal(t->params[i].name, t->params[k].name));
    }
    for (size_t i = 0; i < t->params_n; i++) {
        char name[64];
        tby_str own = t->params[i].name;

        CHECK(tby__target_unused(t) == &t->params[i]);
        if (own.n >= sizeof name) {
            t->params[i].used = true;
            continue;
        }
        memcpy(name, own.p, own.n);
        name[own.n] = '\0';
        CHECK(tby__target_param_of(t, name).p == t->params[i].value.p);
    }
    CHECK(!tby__target_unused(t));
    (void)tby__target_fits(t, "api/v1/repertoires/*/cards");
    CHECK(tby__target_fits(t, "*") ==
          (t->segments_n == 1 && t->segments[0].n > 0));
}

/* What is no address of its own and no known name is not this host. */
static void check_host(tby_str host)
{
    static const char GOOD[] = "0123456789abcdefABCDEF.:[]";
    bool odd = false;

    for (size_t i = 0; i < host.n; i++)
        odd |= !host.p[i] || !strchr(GOOD, host.p[i]);
    if (odd && host.n >= 9 && memcmp(host.p, "localhost", 9) != 0)
        CHECK(!tby__guard_host(host, tby_str_of(""), tby_str_of("")) ||
              (host.p[0] | 32) == 'l'); /* in capitals */
    (void)tby__guard_host(host, tby_str_of("home.example"), tby_str_of(""));
    (void)tby__guard_origin(host, tby_str_of("127.0.0.1:8090"));
    CHECK(tby__guard_same(host, host) == (host.n > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *room = malloc(size + 1);
    tby_str raw = {(const char *)data, size};
    target t;

    CHECK(room);
    if (size && tby__target_parse(&t, raw, room) == TBY_OK)
        check_target(&t, room, size);
    if (size)
        check_host(raw);
    free(room);
    return 0;
}
