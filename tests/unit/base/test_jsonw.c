/* test_jsonw.c - the writer that cannot write invalid JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "support/failing.h"
#include "support/fork.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void assert_content(const tby_buf *b, const char *text)
{
    assert_int_equal(b->n, strlen(text));
    assert_memory_equal(b->p, text, b->n);
}

/* Everything the writer knows. */
static tby_rc write_sample(tby_buf *b)
{
    tby_jsonw w = {.buf = b};

    tby_jsonw_object(&w);
    tby_jsonw_put_cstr(&w, "name", "tabiya");
    tby_jsonw_key(&w, "empty");
    tby_jsonw_object(&w);
    tby_jsonw_object_end(&w);
    tby_jsonw_key(&w, "list");
    tby_jsonw_array(&w);
    tby_jsonw_u64(&w, UINT64_MAX);
    tby_jsonw_i64(&w, -7);
    tby_jsonw_double(&w, 0.25, 2);
    tby_jsonw_bool(&w, true);
    tby_jsonw_null(&w);
    tby_jsonw_array(&w);
    tby_jsonw_array_end(&w);
    tby_jsonw_object(&w);
    tby_jsonw_put_bool(&w, "x", false);
    tby_jsonw_object_end(&w);
    tby_jsonw_array_end(&w);
    tby_jsonw_put_cstr(&w, "none", NULL);
    tby_jsonw_put_u64(&w, "last", 1);
    tby_jsonw_object_end(&w);
    return tby_jsonw_end(&w);
}

static const char SAMPLE[] =
    "{\"name\":\"tabiya\",\"empty\":{},\"list\":[18446744073709551615,-7,0.25,"
    "true,null,[],{\"x\":false}],\"none\":null,\"last\":1}\n";

static void commas_and_brackets_fall_into_place(void **state)
{
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    assert_int_equal(write_sample(&b), TBY_OK);
    assert_content(&b, SAMPLE);
    tby_buf_free(&b);
}

static void values_may_follow_each_other_as_lines(void **state)
{
    tby_jsonw w;
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    w = (tby_jsonw){.buf = &b};
    tby_jsonw_u64(&w, 1);
    assert_int_equal(tby_jsonw_end(&w), TBY_OK);
    tby_jsonw_cstr(&w, "two");
    assert_int_equal(tby_jsonw_end(&w), TBY_OK);
    assert_content(&b, "1\n\"two\"\n");
    tby_buf_free(&b);
}

static void assert_quoted(tby_str text, const char *json)
{
    tby_jsonw w;
    tby_buf b;

    tby_buf_init(&b, NULL, 1000);
    w = (tby_jsonw){.buf = &b};
    tby_jsonw_str(&w, text);
    assert_int_equal(b.rc, TBY_OK);
    assert_content(&b, json);
    tby_buf_free(&b);
}

static void strings_are_escaped(void **state)
{
    (void)state;
    assert_quoted((tby_str){NULL, 0}, "\"\"");
    assert_quoted(tby_str_of("a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
    assert_quoted(tby_str_of("\n\r\t\b\x1F\x7F"),
                  "\"\\n\\r\\t\\u0008\\u001f\\u007f\"");
    assert_quoted((tby_str){"a\0b", 3}, "\"a\\u0000b\"");
    assert_quoted(tby_str_of("Réti ♘ 𝄞"), "\"Réti ♘ 𝄞\"");
}

static void bytes_that_are_no_text_become_replacement_characters(void **state)
{
    (void)state;
    assert_quoted(tby_str_of("R\xE9ti"), "\"R\xEF\xBF\xBDti\"");
    assert_quoted(tby_str_of("\xED\xA0\x80"),
                  "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_quoted(tby_str_of("ab\xE2\x99"), "\"ab\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

static void numbers_that_json_lacks_become_null(void **state)
{
    tby_jsonw w;
    tby_buf b;

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    w = (tby_jsonw){.buf = &b};
    tby_jsonw_array(&w);
    tby_jsonw_double(&w, (double)NAN, 2);
    tby_jsonw_double(&w, -(double)INFINITY, 2);
    tby_jsonw_double(&w, 1e300, 2);
    tby_jsonw_array_end(&w);
    assert_int_equal(tby_jsonw_end(&w), TBY_OK);
    assert_content(&b, "[null,null,1.000000000000e+300]\n");
    tby_buf_free(&b);
}

/* So many levels work; one more is a limit, not a broken text. */
static void nesting_has_a_limit(void **state)
{
    (void)state;
    for (unsigned depth = TBY_JSONW_DEPTH; depth <= TBY_JSONW_DEPTH + 2;
         depth++) {
        tby_jsonw w;
        tby_buf b;

        tby_buf_init(&b, NULL, 10000);
        w = (tby_jsonw){.buf = &b};
        for (unsigned i = 0; i < depth; i++) {
            tby_jsonw_object(&w);
            tby_jsonw_key(&w, "k");
        }
        tby_jsonw_null(&w);
        for (unsigned i = 0; i < depth; i++)
            tby_jsonw_object_end(&w);
        assert_int_equal(tby_jsonw_end(&w),
                         depth > TBY_JSONW_DEPTH ? TBY_E_LIMIT : TBY_OK);
        tby_buf_free(&b);
    }
}

/* Whatever byte is the last that fits, the failure is reported and what was
 * written is a prefix of the whole. */
static void a_full_buffer_is_reported(void **state)
{
    (void)state;
    for (size_t max = 0; max < sizeof SAMPLE - 1; max++) {
        tby_buf b;

        tby_buf_init(&b, NULL, max);
        assert_int_equal(write_sample(&b), TBY_E_LIMIT);
        assert_true(b.n <= max);
        if (b.n)
            assert_memory_equal(b.p, SAMPLE, b.n);
        tby_buf_free(&b);
    }
}

static void out_of_memory_is_reported(void **state)
{
    (void)state;
    for (size_t allowed = 0; allowed < 2; allowed++) {
        failing f = {.calls_left = allowed};
        tby_alloc alloc = failing_alloc(&f);
        tby_buf b;

        tby_buf_init(&b, &alloc, 10000);
        assert_int_equal(write_sample(&b), TBY_E_NOMEM);
        tby_buf_free(&b);
        assert_int_equal(f.out, 0);
    }
}

/* --- misuse: each of these must trap --------------------------------------*/

static void key_in_array(tby_jsonw *w)
{
    tby_jsonw_array(w);
    tby_jsonw_key(w, "k");
}

static void value_without_key(tby_jsonw *w)
{
    tby_jsonw_object(w);
    tby_jsonw_null(w);
}

static void two_keys(tby_jsonw *w)
{
    tby_jsonw_object(w);
    tby_jsonw_key(w, "a");
    tby_jsonw_key(w, "b");
}

static void key_without_value(tby_jsonw *w)
{
    tby_jsonw_object(w);
    tby_jsonw_key(w, "a");
    tby_jsonw_object_end(w);
}

static void wrong_end(tby_jsonw *w)
{
    tby_jsonw_object(w);
    tby_jsonw_array_end(w);
}

static void end_of_nothing(tby_jsonw *w)
{
    tby_jsonw_array_end(w);
}

static void two_values_on_a_line(tby_jsonw *w)
{
    tby_jsonw_null(w);
    tby_jsonw_null(w);
}

static void unfinished(tby_jsonw *w)
{
    tby_jsonw_array(w);
    tby_rc rc = tby_jsonw_end(w);
    (void)rc;
}

static bool traps(void (*misuse)(tby_jsonw *w))
{
    int status = 0;
    pid_t pid = fork_alone();

    if (pid == 0) {
        tby_buf b;
        tby_jsonw w = {.buf = &b};

        signal(SIGILL, SIG_DFL);
        signal(SIGTRAP, SIG_DFL);
        tby_buf_init(&b, NULL, 1000);
        misuse(&w);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void misuse_traps(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip();
#endif
    assert_true(traps(key_in_array));
    assert_true(traps(value_without_key));
    assert_true(traps(two_keys));
    assert_true(traps(key_without_value));
    assert_true(traps(wrong_end));
    assert_true(traps(end_of_nothing));
    assert_true(traps(two_values_on_a_line));
    assert_true(traps(unfinished));
}

static void a_buffer_that_is_not_whole_is_reported(void **state)
{
    tby_buf b, small;
    tby_jsonw w = {.buf = &b};

    (void)state;
    tby_buf_init(&b, NULL, 1000);
    tby_buf_init(&small, NULL, 3);
    tby_buf_cstr(&small, "abc");
    tby_jsonw_object(&w);
    tby_jsonw_key_buf(&w, &small);
    tby_jsonw_buf(&w, &small);
    tby_jsonw_object_end(&w);
    assert_int_equal(tby_jsonw_end(&w), TBY_OK);
    assert_true(
        tby_str_equal(tby_buf_str(&b), tby_str_of("{\"abc\":\"abc\"}\n")));
    tby_buf_char(&small, 'd');
    assert_int_equal(small.rc, TBY_E_LIMIT);
    tby_jsonw_buf(&w, &small);
    assert_int_equal(tby_jsonw_end(&w), TBY_E_LIMIT);
    tby_buf_free(&small);
    tby_buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_and_brackets_fall_into_place),
        cmocka_unit_test(values_may_follow_each_other_as_lines),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(bytes_that_are_no_text_become_replacement_characters),
        cmocka_unit_test(numbers_that_json_lacks_become_null),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(a_full_buffer_is_reported),
        cmocka_unit_test(out_of_memory_is_reported),
        cmocka_unit_test(a_buffer_that_is_not_whole_is_reported),
        cmocka_unit_test(misuse_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
