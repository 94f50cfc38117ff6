/* test_codes.c - ranges of ECO codes as people write them. */
#include "support/check.h"
#include "tabiya/codes.h"

static const struct {
    const char *text;
    int from, to; /* -1: refused */
} RANGES[] = {
    {"B90", 190, 190},
    {"b90", 190, 190},
    {"B9", 190, 199},
    {"B", 100, 199},
    {"e", 400, 499},
    {"A00", 0, 0},
    {"E99", 499, 499},
    {"B90-B99", 190, 199},
    {"B90-99", 190, 199},
    {"B90-b99", 190, 199},
    {"B90\xE2\x80\x93"
     "B92",
     190, 192},
    {"B20 - B99", 120, 199},
    {"b20..c19", 120, 219},
    {"B9*", 190, 199},
    {"B* - C*", 100, 299},
    {"B90*", -1, -1},
    {"B20 -", -1, -1},
    {"B9-C1", 190, 219},
    {"A-C", 0, 299},
    {"B-B05", 100, 105},
    {"B90-B90", 190, 190},
    {"", -1, -1},
    {"-", -1, -1},
    {"90", -1, -1},
    {"F00", -1, -1},
    {"B900", -1, -1},
    {"B90-", -1, -1},
    {"B90-9", -1, -1},
    {"B99-B90", -1, -1},
    {"C-B", -1, -1},
    {"B90 ", -1, -1},
    {" B90", -1, -1},
    {"B90-B91-B92", -1, -1},
    {"BB", -1, -1},
    {"B90B91", -1, -1},
    {"Bird", -1, -1},
    {"B90-B99B90-B99B90", -1, -1},
};

static void ranges_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(RANGES); i++) {
        tby_codes got = {7, 8};
        bool ok = tby_codes_parse(tby_str_of(RANGES[i].text), &got);
        if (RANGES[i].from < 0)
            CHECK(!ok && got.from == 7 && got.to == 8, "%s", RANGES[i].text);
        else
            CHECK(ok && got.from == RANGES[i].from && got.to == RANGES[i].to,
                  "%s: %d, %u to %u", RANGES[i].text, ok, got.from, got.to);
    }
}

static void a_nul_is_no_end(void **state)
{
    tby_codes got;

    (void)state;
    assert_false(tby_codes_parse((tby_str){"B90\0", 4}, &got));
    assert_false(tby_codes_parse((tby_str){"\0", 1}, &got));
}

static void ranges_have_codes(void **state)
{
    tby_codes range = {190, 199};

    (void)state;
    assert_true(tby_codes_have(range, "B90"));
    assert_true(tby_codes_have(range, "B99"));
    assert_false(tby_codes_have(range, "B89"));
    assert_false(tby_codes_have(range, "C00"));
    assert_false(tby_codes_have(range, ""));
    assert_false(tby_codes_have(range, "b90"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_read),
        cmocka_unit_test(a_nul_is_no_end),
        cmocka_unit_test(ranges_have_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
