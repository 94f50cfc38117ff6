/* test_csp_hashes.c - sums that a policy may allow, and what is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/server/http/request.h"
#include "core/base/str.h"

#include <string.h>

/* of the empty text and of "abc", as FIPS 180-4 has them */
#define EMPTY "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
#define ABC   "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"

static void sums_are_listed(void **state)
{
    static const struct {
        const char *text, *sums;
    } CASES[] = {
        {"", ""},
        {" \n", ""},
        {EMPTY, " " EMPTY},
        {EMPTY "\n" ABC "\r\n", " " EMPTY " " ABC},
        {ABC " " ABC " " ABC " " ABC, " " ABC " " ABC " " ABC " " ABC},
    };

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char sums[INLINED_ROOM];
        assert_true(tby__csp_hashes_read(tby_str_of(CASES[i].text), sums));
        assert_string_equal(sums, CASES[i].sums);
    }
}

static void nothing_else_gets_into_a_policy(void **state)
{
    static const char *const BAD[] = {
        "'unsafe-inline'",
        "*",
        EMPTY ";",
        EMPTY "; script-src *",
        EMPTY " 'unsafe-eval'",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "'sha512-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
        "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSu;U='",
        "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFUx'",
        "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuF='",
        ABC " " ABC " " ABC " " ABC " " ABC,
    };

    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char sums[INLINED_ROOM] = "x";
        assert_false(tby__csp_hashes_read(tby_str_of(BAD[i]), sums));
        assert_string_equal(sums, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_listed),
        cmocka_unit_test(nothing_else_gets_into_a_policy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
