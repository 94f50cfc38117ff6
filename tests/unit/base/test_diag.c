/* test_diag.c - places in a text, and the sink. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/diag.h"

static const struct {
    const char *text;
    size_t offset;
    size_t line, column;
} PLACES[] = {
    {"", 0, 1, 1},
    {"", 5, 1, 1},
    {"abc", 0, 1, 1},
    {"abc", 2, 1, 3},
    {"abc", 3, 1, 4},
    {"abc", 9, 1, 4},
    {"a\nbc", 1, 1, 2}, /* the line end belongs to its line */
    {"a\nbc", 2, 2, 1},
    {"a\nbc", 3, 2, 2},
    {"a\n", 2, 2, 1},
    {"\n\n\n", 3, 4, 1},
    {"a\r\nb", 3, 2, 1},
    {"é♔x", 0, 1, 1},
    {"é♔x", 2, 1, 2},
    {"é♔x", 5, 1, 3},
    {"é♔x", 3, 1, 2}, /* in the middle of the king */
    {"é♔x", 4, 1, 2},
    {"\xFF\xFE!", 2, 1, 3}, /* bytes that are no text count one by one */
};

static void a_byte_has_a_line_and_a_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        tby_place p =
            tby_place_of(tby_str_of(PLACES[i].text), PLACES[i].offset);

        assert_int_equal(p.line, PLACES[i].line);
        assert_int_equal(p.column, PLACES[i].column);
    }
}

static void no_text_has_a_place_too(void **state)
{
    tby_place p = tby_place_of((tby_str){NULL, 0}, 3);

    (void)state;
    assert_int_equal(p.line, 1);
    assert_int_equal(p.column, 1);
}

static void count_item(void *ctx, const tby_diag_item *item)
{
    assert_int_equal(item->code, TBY_E_UTF8);
    ++*(int *)ctx;
}

static void a_sink_gets_reports_and_none_is_needed(void **state)
{
    const tby_diag_item item = {.severity = TBY_ERROR, .code = TBY_E_UTF8};
    int heard = 0;
    tby_diag sink = {.report = count_item, .ctx = &heard};
    tby_diag deaf = {.report = NULL};

    (void)state;
    tby_diag_report(&sink, &item);
    tby_diag_report(&sink, &item);
    tby_diag_report(&deaf, &item);
    tby_diag_report(NULL, &item);
    assert_int_equal(heard, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_has_a_line_and_a_column),
        cmocka_unit_test(no_text_has_a_place_too),
        cmocka_unit_test(a_sink_gets_reports_and_none_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
