/* test_str.c - questions to slices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/str.h"

static const tby_str NOTHING = {NULL, 0};

static void assert_str(tby_str s, const char *text)
{
    assert_true(tby_str_is(s, text));
}

static void equality(void **state)
{
    (void)state;
    assert_true(tby_str_equal(TBY_STR("ab"), (tby_str){"abc", 2}));
    assert_false(tby_str_equal(TBY_STR("ab"), TBY_STR("ac")));
    assert_false(tby_str_equal(TBY_STR("ab"), TBY_STR("abc")));
    assert_true(tby_str_equal(NOTHING, TBY_STR("")));
    assert_true(tby_str_is(NOTHING, ""));
    /* a NUL is a byte like any other */
    assert_false(tby_str_equal((tby_str){"a\0b", 3}, (tby_str){"a\0c", 3}));
}

static void prefixes(void **state)
{
    (void)state;
    assert_true(tby_str_starts(TBY_STR("e4 e5"), TBY_STR("e4")));
    assert_true(tby_str_starts(TBY_STR("e4"), TBY_STR("")));
    assert_true(tby_str_starts(NOTHING, NOTHING));
    assert_false(tby_str_starts(TBY_STR("e"), TBY_STR("e4")));
    assert_false(tby_str_starts(TBY_STR("d4 d5"), TBY_STR("e4")));
}

static void order(void **state)
{
    (void)state;
    assert_true(tby_str_compare(TBY_STR("a"), TBY_STR("b")) < 0);
    assert_true(tby_str_compare(TBY_STR("b"), TBY_STR("a")) > 0);
    assert_true(tby_str_compare(TBY_STR("a"), TBY_STR("aa")) < 0);
    assert_true(tby_str_compare(TBY_STR("aa"), TBY_STR("a")) > 0);
    assert_int_equal(tby_str_compare(TBY_STR("a"), TBY_STR("a")), 0);
    assert_int_equal(tby_str_compare(NOTHING, TBY_STR("")), 0);
    assert_true(tby_str_compare(TBY_STR("z"), TBY_STR("\xC3\xA9")) < 0);
}

static void tails(void **state)
{
    (void)state;
    assert_str(tby_str_from(TBY_STR("abc"), 1), "bc");
    assert_str(tby_str_from(TBY_STR("abc"), 3), "");
    assert_str(tby_str_from(TBY_STR("abc"), 99), "");
}

static void trimming(void **state)
{
    (void)state;
    assert_str(tby_str_trim(TBY_STR(" \t a b\r\n")), "a b");
    assert_str(tby_str_trim(TBY_STR("ab")), "ab");
    assert_str(tby_str_trim(TBY_STR(" \n ")), "");
    assert_str(tby_str_trim(NOTHING), "");
    assert_null(tby_str_trim(NOTHING).p);
}

static void words(void **state)
{
    tby_str rest = TBY_STR("  e4\te5 \n Nf3");
    tby_str word;

    (void)state;
    assert_true(tby_str_word(&rest, &word));
    assert_str(word, "e4");
    assert_true(tby_str_word(&rest, &word));
    assert_str(word, "e5");
    assert_true(tby_str_word(&rest, &word));
    assert_str(word, "Nf3");
    assert_false(tby_str_word(&rest, &word));
    assert_false(tby_str_word(&rest, &word));
    rest = NOTHING;
    assert_false(tby_str_word(&rest, &word));
}

static void fields(void **state)
{
    tby_str rest = TBY_STR("a,,b,");
    tby_str field;

    (void)state;
    assert_true(tby_str_field(&rest, ',', &field));
    assert_str(field, "a");
    assert_true(tby_str_field(&rest, ',', &field));
    assert_str(field, "");
    assert_true(tby_str_field(&rest, ',', &field));
    assert_str(field, "b");
    assert_true(tby_str_field(&rest, ',', &field));
    assert_str(field, "");
    assert_false(tby_str_field(&rest, ',', &field));
    rest = TBY_STR("");
    assert_true(tby_str_field(&rest, ',', &field));
    assert_false(tby_str_field(&rest, ',', &field));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality), cmocka_unit_test(prefixes),
        cmocka_unit_test(order),    cmocka_unit_test(tails),
        cmocka_unit_test(trimming), cmocka_unit_test(words),
        cmocka_unit_test(fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
