/* test_text.c - the bounded writer: snprintf()'s promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/text.h"

#include <string.h>

static size_t write_sample(char *buf, size_t cap)
{
    tby_text t = {.buf = buf, .cap = cap};

    tby_text_cstr(&t, "ab");
    tby_text_char(&t, '-');
    tby_text_u64(&t, 1203);
    tby_text_str(&t, (tby_str){"xyz", 2});
    return tby_text_end(&t);
}

static void text_that_fits_is_whole(void **state)
{
    char buf[16];

    (void)state;
    assert_int_equal(write_sample(buf, sizeof buf), 9);
    assert_string_equal(buf, "ab-1203xy");
}

/* For every capacity: the length is the full one, the text a prefix, and not
 * a byte after the capacity changes. */
static void text_that_does_not_fit_is_cut_and_counted(void **state)
{
    (void)state;
    for (size_t cap = 0; cap <= 10; cap++) {
        char buf[16];

        memset(buf, '#', sizeof buf);
        assert_int_equal(write_sample(buf, cap), 9);
        if (cap) {
            size_t kept = cap - 1 < 9 ? cap - 1 : 9;
            assert_memory_equal(buf, "ab-1203xy", kept);
            assert_int_equal(buf[kept], '\0');
        }
        for (size_t i = cap; i < sizeof buf; i++)
            assert_int_equal(buf[i], '#');
    }
}

static void nothing_needs_no_buffer(void **state)
{
    (void)state;
    assert_int_equal(write_sample(NULL, 0), 9);
}

static void numbers_at_the_ends(void **state)
{
    char buf[32];
    tby_text t = {.buf = buf, .cap = sizeof buf};

    (void)state;
    tby_text_u64(&t, 0);
    tby_text_char(&t, ' ');
    tby_text_u64(&t, UINT64_MAX);
    tby_text_end(&t);
    assert_string_equal(buf, "0 18446744073709551615");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_fits_is_whole),
        cmocka_unit_test(text_that_does_not_fit_is_cut_and_counted),
        cmocka_unit_test(nothing_needs_no_buffer),
        cmocka_unit_test(numbers_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
