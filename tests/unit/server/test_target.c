/* test_target.c - addresses of requests, hosts, origins, tags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/server/http/request.h"
#include "core/base/str.h"

#include <string.h>

static char room[4096];

static tby_rc parse(target *t, const char *text)
{
    return tby__target_parse(t, tby_str_of(text), room);
}

static void addresses_are_taken_apart(void **state)
{
    target t;

    (void)state;
    assert_int_equal(parse(&t, "/"), TBY_OK);
    assert_int_equal(t.segments_n, 0);
    assert_int_equal(parse(&t, "/a%2Fb/c+d?x=1+2%2B&y&z=a=b&"), TBY_OK);
    assert_int_equal(t.segments_n, 2);
    assert_true(tby_str_is(t.segments[0], "a/b"));
    assert_true(tby_str_is(t.segments[1], "c+d"));
    assert_int_equal(t.params_n, 3);
    assert_true(tby_str_is(tby__target_param_of(&t, "x"), "1 2+"));
    assert_true(tby_str_is(tby__target_param_of(&t, "z"), "a=b"));
    assert_null(tby__target_param_of(&t, "w").p);
    assert_true(tby_str_is(tby__target_unused(&t)->name, "y"));
    assert_int_equal(tby__target_param_of(&t, "y").n, 0);
    assert_null(tby__target_unused(&t));
    assert_int_equal(parse(&t, "/a/"), TBY_OK);
    assert_int_equal(t.segments_n, 2); /* the second is empty */
}

static void addresses_that_are_none_are_refused(void **state)
{
    static const char *const BAD[] = {
        "",      "a",     "http://x/", "/%",         "/%2",
        "/%zz",  "/%00",  "/%ff",      "/%c3%28",    "*",
        "/?a=%", "/?%=1", "/?a&a",     "/?a=1&%61=2"};
    target t;

    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(parse(&t, BAD[i]), TBY_E_HTTP_TARGET);
    assert_int_equal(parse(&t, "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16"),
                     TBY_OK);
    assert_int_equal(parse(&t, "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17"),
                     TBY_E_LIMIT);
}

static void routes_are_found(void **state)
{
    char allow[64];
    target t;

    (void)state;
    assert_int_equal(parse(&t, "/api/v1/games/7"), TBY_OK);
    assert_ptr_equal(tby__route_find(&t, "GET", allow, sizeof allow)->answer,
                     tby__answer_game);
    assert_ptr_equal(tby__route_find(&t, "HEAD", allow, sizeof allow)->answer,
                     tby__answer_game);
    assert_null(tby__route_find(&t, "get", allow, sizeof allow));
    assert_string_equal(allow, "GET, HEAD");
    assert_int_equal(parse(&t, "/api/v1/repertoires/games/cards"), TBY_OK);
    assert_true(tby__route_find(&t, "PUT", allow, sizeof allow)->flags &
                ROUTE_WORK);
    assert_int_equal(parse(&t, "/api/v1/games/"), TBY_OK);
    assert_null(tby__route_find(&t, "GET", allow, sizeof allow));
    assert_string_equal(allow, "");
}

/* Whatever asks the database or writes a file. */
static void long_work_is_for_the_pool(void **state)
{
    static const char *const WORK[][2] = {
        {"PUT", "/api/v1/repertoires/x"},
        {"DELETE", "/api/v1/repertoires/x"},
        {"PUT", "/api/v1/repertoires/x/cards"},
        {"DELETE", "/api/v1/repertoires/x/cards"},
        {"GET", "/api/v1/position"},
        {"POST", "/api/v1/positions"},
        {"GET", "/api/v1/games"},
        {"GET", "/api/v1/games/1"},
        {"GET", "/api/v1/players"},
        {"GET", "/api/v1/export"}};
    char allow[64];
    target t;

    (void)state;
    for (size_t i = 0; i < sizeof WORK / sizeof *WORK; i++) {
        assert_int_equal(parse(&t, WORK[i][1]), TBY_OK);
        const route *r = tby__route_find(&t, WORK[i][0], allow, sizeof allow);
        assert_non_null(r);
        assert_true(r->flags & ROUTE_WORK);
    }
    assert_int_equal(parse(&t, "/api/v1/health"), TBY_OK);
    assert_false(tby__route_find(&t, "GET", allow, sizeof allow)->flags &
                 ROUTE_WORK);
}

static bool host(const char *name)
{
    return tby__guard_host(tby_str_of(name), tby_str_of("home.example"),
                           tby_str_of("chess.example"));
}

static void hosts_are_judged(void **state)
{
    static const char *const GOOD[] = {
        "127.0.0.1",       "127.0.0.1:8090", "localhost:1", "LocalHost",
        "[::1]",           "chess.example",  "[::1]:8090",  "home.example",
        "home.example:80", "10.0.0.7"};
    static const char *const BAD[] = {"",
                                      "evil.example",
                                      "localhost.evil.example",
                                      "127.1",
                                      "home.example.evil",
                                      "[::1]x",
                                      "[::1",
                                      "::1",
                                      ":80",
                                      "a:80",
                                      "127.0.0.1:8o",
                                      "127.0.0.1:1:2",
                                      "[1.2.3.4",
                                      "localhost ",
                                      "[localhost]"};

    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        assert_true(host(GOOD[i]));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(host(BAD[i]));
    /* what comes after a NUL counts too */
    assert_false(
        tby__guard_host(TBY_STR("[::1\0.evil]"), TBY_STR(""), TBY_STR("")));
    assert_false(
        tby__guard_host(TBY_STR("127.0.0.1\0.evil"), TBY_STR(""), TBY_STR("")));
}

static void tags_are_compared(void **state)
{
    char a[ETAG_ROOM], b[ETAG_ROOM];

    (void)state;
    tby__etag_of(tby_str_of("one"), a);
    tby__etag_of(tby_str_of("two"), b);
    assert_string_not_equal(a, b);
    assert_true(tby__etag_listed(a, a, false));
    assert_true(tby__etag_listed("*", a, false));
    assert_true(tby__etag_listed("W/\"x\" , \"y\"", "\"y\"", false));
    assert_false(tby__etag_listed("W/\"x\"", "\"x\"", false));
    assert_true(tby__etag_listed("W/\"x\"", "\"x\"", true));
    assert_false(tby__etag_listed("", a, true));
    assert_true(tby__guard_same(tby_str_of("token"), tby_str_of("token")));
    assert_false(tby__guard_same(tby_str_of("token"), tby_str_of("tokenn")));
    assert_false(
        tby__guard_same(tby_str_of("tokentoken"), tby_str_of("token")));
    assert_false(tby__guard_same(tby_str_of(""), tby_str_of("")));
}

static void names_stay_in_their_folder(void **state)
{
    static const char *const BAD[] = {"",     ".",     "..",  ".x",  "a/b",
                                      "a\\",  "a\n",   "a:b", "a*",  "x.cards",
                                      "\xff", "a\x7f", "<",   "a|b", "\"q\""};

    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(tby__repertoire_name(tby_str_of(BAD[i])));
    assert_true(tby__repertoire_name(tby_str_of("K\xc3\xb6nig (2) a.b")));
    assert_true(tby__repertoire_name(tby_str_of("cards")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_taken_apart),
        cmocka_unit_test(addresses_that_are_none_are_refused),
        cmocka_unit_test(routes_are_found),
        cmocka_unit_test(long_work_is_for_the_pool),
        cmocka_unit_test(hosts_are_judged),
        cmocka_unit_test(tags_are_compared),
        cmocka_unit_test(names_stay_in_their_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
