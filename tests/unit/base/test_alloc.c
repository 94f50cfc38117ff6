/* test_alloc.c - the C library's allocator keeps the contract of base.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "tabiya/base.h"

#include <string.h>

static void it_allocates_grows_and_frees(void **state)
{
    tby_alloc a = tby_alloc_libc();

    (void)state;
    char *p = a.realloc(a.ctx, NULL, 0, 4);
    assert_non_null(p);
    memcpy(p, "abc", 4);
    p = a.realloc(a.ctx, p, 4, 100000);
    assert_non_null(p);
    assert_string_equal(p, "abc");
    assert_null(a.realloc(a.ctx, p, 100000, 0));
}

static void freeing_nothing_is_allowed(void **state)
{
    tby_alloc a = tby_alloc_libc();

    (void)state;
    assert_null(a.realloc(a.ctx, NULL, 0, 0));
}

static void strings_become_slices(void **state)
{
    const char *text = "e4";
    tby_str s = tby_str_of(text);

    (void)state;
    assert_ptr_equal(s.p, text);
    assert_int_equal(s.n, 2);
    assert_int_equal(tby_str_of("").n, 0);
    assert_int_equal(tby_str_of(NULL).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_allocates_grows_and_frees),
        cmocka_unit_test(freeing_nothing_is_allowed),
        cmocka_unit_test(strings_become_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
