/* test_json.c - the reader of JSON: values, what is refused, and where. */
#include "core/base/json.h"
#include "core/base/str.h"
#include "support/check.h"

#include <string.h>

static void open_text(tby_json *j, const char *text)
{
    *j = (tby_json){.text = tby_str_of(text)};
    tby_buf_init(&j->scratch, NULL, 1 << 16);
}

static void values_are_read_in_turn(void **state)
{
    tby_json j;
    tby_buf scratch;
    tby_str s;
    uint64_t n;
    bool first = true, more = true, yes;

    (void)state;
    tby_buf_init(&scratch, NULL, 1 << 16);
    open_text(&j, " [\"a\\u00e9\\ud83d\\ude00\", 42, true] ");
    assert_int_equal(tby_json_open(&j, '['), TBY_OK);
    assert_int_equal(tby_json_element(&j, ']', &first, &more), TBY_OK);
    assert_int_equal(tby_json_string(&j, &scratch, &s), TBY_OK);
    assert_true(tby_str_is(s, "a\xc3\xa9\xf0\x9f\x98\x80"));
    assert_int_equal(tby_json_element(&j, ']', &first, &more), TBY_OK);
    assert_int_equal(tby_json_uint(&j, 42, &n), TBY_OK);
    assert_int_equal(n, 42);
    assert_int_equal(tby_json_element(&j, ']', &first, &more), TBY_OK);
    assert_int_equal(tby_json_bool(&j, &yes), TBY_OK);
    assert_true(yes && more);
    assert_int_equal(tby_json_element(&j, ']', &first, &more), TBY_OK);
    assert_true(!more && tby_json_end(&j) == TBY_OK);
    tby_buf_free(&scratch);
    tby_buf_free(&j.scratch);
}

static const struct {
    const char *text;
    tby_rc rc;
    size_t line, column;
} ROWS[] = {
    {"{\"a\": [1, 2.5e-3, null, {}], \"b\": \"\\n\"}", TBY_OK, 1, 40},
    {"[1,\n 2,]", TBY_E_JSON_SYNTAX, 2, 4},
    {"{\"\xc3\xa9\": tru}", TBY_E_JSON_SYNTAX, 1, 7},
    {"[\"\\ud800x\"]", TBY_E_JSON_SYNTAX, 1, 9},
    {"[\"\\udc00\"]", TBY_E_JSON_SYNTAX, 1, 9},
    {"[\"\n\"]", TBY_E_JSON_SYNTAX, 1, 3},
    {"[\"\xff\"]", TBY_E_UTF8, 1, 3},
    {"[01]", TBY_E_JSON_SYNTAX, 1, 3},
    {"{1: 2}", TBY_E_JSON_SYNTAX, 1, 2},
    {"[\n\n[", TBY_E_JSON_SYNTAX, 3, 2},
};

static void what_is_wrong_has_a_line_and_a_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_json j;
        open_text(&j, ROWS[i].text);
        tby_rc rc = tby_json_skip(&j);
        tby_place at = tby_json_place(&j);
        CHECK(rc == ROWS[i].rc && at.line == ROWS[i].line &&
                  at.column == ROWS[i].column,
              "%s: %s at %zu:%zu", ROWS[i].text, tby_rc_name(rc), at.line,
              at.column);
        tby_buf_free(&j.scratch);
    }
}

static void nesting_is_bounded(void **state)
{
    char text[2 * TBY_JSON_DEPTH + 3];

    (void)state;
    for (size_t depth = TBY_JSON_DEPTH; depth <= TBY_JSON_DEPTH + 1; depth++) {
        tby_json j;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        open_text(&j, text);
        tby_rc rc = tby_json_skip(&j);
        assert_int_equal(rc, depth > TBY_JSON_DEPTH ? TBY_E_LIMIT : TBY_OK);
        assert_int_equal(tby_json_place(&j).column, depth > TBY_JSON_DEPTH
                                                        ? TBY_JSON_DEPTH + 1
                                                        : 2 * depth + 1);
        tby_buf_free(&j.scratch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read_in_turn),
        cmocka_unit_test(what_is_wrong_has_a_line_and_a_column),
        cmocka_unit_test(nesting_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
