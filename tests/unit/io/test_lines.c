/* test_lines.c - lines of a stream, whatever the stream does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/lines.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A descriptor to read these bytes from. */
static int file_with(const char *bytes, size_t n)
{
    FILE *f = tmpfile();

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    rewind(f);
    int fd = dup(fileno(f));
    fclose(f);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

static void assert_next(tby_lines *l, const char *text, size_t number)
{
    tby_str line;

    assert_int_equal(tby_lines_next(l, &line), TBY_OK);
    assert_true(tby_str_is(line, text));
    assert_int_equal(l->number, number);
}

static void assert_done(tby_lines *l)
{
    tby_str line;

    assert_int_equal(tby_lines_next(l, &line), TBY_DONE);
    assert_int_equal(tby_lines_next(l, &line), TBY_DONE);
}

static void open_text(tby_lines *l, const char *text, size_t max)
{
    assert_int_equal(tby_lines_open(l, file_with(text, strlen(text)), max),
                     TBY_OK);
}

static void finish(tby_lines *l)
{
    close(l->fd);
    tby_lines_close(l);
}

static void lines_end_in_all_three_ways(void **state)
{
    tby_lines l;

    (void)state;
    open_text(&l, "a\n\nb\r\nlast", 10);
    assert_next(&l, "a", 1);
    assert_next(&l, "", 2);
    assert_next(&l, "b", 3);
    assert_next(&l, "last", 4);
    assert_done(&l);
    finish(&l);
}

static void nothing_has_no_lines(void **state)
{
    tby_lines l;

    (void)state;
    open_text(&l, "", 10);
    assert_done(&l);
    finish(&l);
    open_text(&l, "\n", 10);
    assert_next(&l, "", 1);
    assert_done(&l);
    finish(&l);
}

static void a_byte_order_mark_is_skipped_once(void **state)
{
    tby_lines l;

    (void)state;
    open_text(&l,
              "\xEF\xBB\xBF"
              "a\n\xEF\xBB\xBF"
              "b\n",
              10);
    assert_next(&l, "a", 1);
    assert_next(&l,
                "\xEF\xBB\xBF"
                "b",
                2);
    assert_done(&l);
    finish(&l);
}

static void a_nul_is_a_byte_like_any_other(void **state)
{
    tby_lines l;
    tby_str line;

    (void)state;
    assert_int_equal(tby_lines_open(&l, file_with("a\0b\n", 4), 10), TBY_OK);
    assert_int_equal(tby_lines_next(&l, &line), TBY_OK);
    assert_true(tby_str_equal(line, (tby_str){"a\0b", 3}));
    finish(&l);
}

/* Lengths around the limit and around the size of the buffer: what fits is
 * whole, what does not is told once, and the next line is not hurt. */
static void a_line_may_be_just_so_long(void **state)
{
    static const size_t LENGTHS[] = {9,    10,   11,   12,   13,    4095,
                                     4096, 4097, 4098, 4099, 12000, 12294};
    static const size_t LIMITS[] = {10, 4096, 5000};
    static const char *const ENDS[] = {"\n", "\r\n"};

    (void)state;
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS * 6; i++) {
        size_t n = LENGTHS[i / 6];
        size_t max = LIMITS[i % 6 / 2];
        char *text = malloc(n + 20);
        tby_lines l;
        tby_str line;

        assert_non_null(text);
        memset(text, 'x', n);
        snprintf(text + n, 20, "%snext\n", ENDS[i % 2]);
        open_text(&l, text, max);
        tby_rc rc = tby_lines_next(&l, &line);
        assert_int_equal(rc, n <= max ? TBY_OK : TBY_E_LIMIT);
        if (rc == TBY_OK)
            assert_int_equal(line.n, n);
        assert_int_equal(l.number, 1);
        assert_next(&l, "next", 2);
        assert_done(&l);
        finish(&l);
        free(text);
    }
}

static void an_endless_line_at_the_end_is_told_once(void **state)
{
    char text[10001];
    tby_lines l;
    tby_str line;

    (void)state;
    memset(text, 'x', 10000);
    text[10000] = '\0';
    open_text(&l, text, 10);
    assert_int_equal(tby_lines_next(&l, &line), TBY_E_LIMIT);
    assert_done(&l);
    finish(&l);
}

static void many_lines_pass_through_a_small_buffer(void **state)
{
    char *text = malloc(300000);
    size_t n = 0;
    tby_lines l;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < 20000; i++)
        n += (size_t)snprintf(text + n, 20, "line %d\n", i);
    open_text(&l, text, 20);
    for (int i = 0; i < 20000; i++) {
        char expected[20];
        snprintf(expected, sizeof expected, "line %d", i);
        assert_next(&l, expected, (size_t)i + 1);
    }
    assert_done(&l);
    finish(&l);
    free(text);
}

static void what_cannot_be_read_is_told(void **state)
{
    tby_lines l;
    tby_str line;
    int directory = open("/", O_RDONLY);

    (void)state;
    assert_int_equal(tby_lines_open(&l, directory, 10), TBY_OK);
    assert_int_equal(tby_lines_next(&l, &line), TBY_E_IO_READ);
    finish(&l);
}

/* Half a line, a pause, the rest: the half is not lost by the time-out. */
static void a_wait_ends_and_may_be_repeated(void **state)
{
    tby_lines l;
    tby_str line;
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(tby_lines_open(&l, ends[0], 100), TBY_OK);
    assert_int_equal(write(ends[1], "best", 4), 4);
    double start = tby_clock_now();
    assert_int_equal(tby_lines_wait(&l, 0.03, &line), TBY_E_IO_TIMEOUT);
    assert_true(tby_clock_now() - start >= 0.03);
    assert_int_equal(tby_lines_wait(&l, 0, &line), TBY_E_IO_TIMEOUT);
    assert_int_equal(write(ends[1], "move\nx", 6), 6);
    assert_int_equal(tby_lines_wait(&l, 1, &line), TBY_OK);
    assert_true(tby_str_is(line, "bestmove"));
    close(ends[1]);
    assert_next(&l, "x", 2);
    assert_done(&l);
    finish(&l);
}

/* Always something to read and never a line. */
static void bytes_without_end_do_not_outlast_a_wait(void **state)
{
    int fd = open("/dev/zero", O_RDONLY);
    tby_str line;
    tby_lines l;

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(tby_lines_open(&l, fd, 100), TBY_OK);
    assert_int_equal(tby_lines_wait(&l, 10, &line), TBY_E_LIMIT);
    assert_int_equal(tby_lines_wait(&l, 0.02, &line), TBY_E_IO_TIMEOUT);
    assert_int_equal(tby_lines_wait(&l, 0, &line), TBY_E_IO_TIMEOUT);
    finish(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_in_all_three_ways),
        cmocka_unit_test(nothing_has_no_lines),
        cmocka_unit_test(a_byte_order_mark_is_skipped_once),
        cmocka_unit_test(a_nul_is_a_byte_like_any_other),
        cmocka_unit_test(a_line_may_be_just_so_long),
        cmocka_unit_test(an_endless_line_at_the_end_is_told_once),
        cmocka_unit_test(many_lines_pass_through_a_small_buffer),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(a_wait_ends_and_may_be_repeated),
        cmocka_unit_test(bytes_without_end_do_not_outlast_a_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
