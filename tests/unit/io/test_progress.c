#define _XOPEN_SOURCE 700 /* posix_openpt() */
/* test_progress.c - the text of the bar, and silence off a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/progress.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const tby_progress BAR = {.label = "perft", .unit = "nodes"};

static void assert_text(uint64_t done, uint64_t total, uint64_t amount,
                        double seconds, size_t columns, const char *expected)
{
    const tby_progress_state s = {done, total, amount, seconds};
    char text[256];
    size_t n = tby_progress_text(&BAR, &s, columns, text, sizeof text);

    assert_string_equal(text, expected);
    assert_int_equal(n, strlen(expected));
}

static void the_bar_says_how_far_how_fast_how_long(void **state)
{
    (void)state;
    assert_text(0, 100, 0, 1, 64,
                "perft  [>                                    ]    0%  0 "
                "nodes/s");
    assert_text(42, 100, 4200000000, 10, 80,
                "perft  [===============>                      ]   42%  "
                "420 M nodes/s  0:14 left");
    assert_text(100, 100, 1000, 1, 80,
                "perft  [=====================================]  100%  "
                "1.00 k nodes/s  0:00 left");
}

static void bytes_have_a_rate_of_their_own(void **state)
{
    const tby_progress bar = {
        .label = "import", .unit = "games", .bytes = true};
    const tby_progress_state s = {100000000, 200000000, 150000, 1.25};
    char text[256];

    (void)state;
    tby_progress_text(&bar, &s, 60, text, sizeof text);
    assert_string_equal(text,
                        "import   50%  120 k games/s  80 MB/s  0:01 left");
}

/* The most wanted comes first, so that a narrow terminal loses the rest; the
 * last column is never used. */
static void narrow_terminals_get_less(void **state)
{
    (void)state;
    assert_text(1, 2, 10, 1, 40, "perft   50%  10 nodes/s  0:01 left");
    assert_text(1, 2, 10, 1, 20, "perft   50%  10 nod");
    assert_text(1, 2, 10, 1, 1, "");
    assert_text(1, 2, 10, 1, 0, "");
    for (size_t columns = 0; columns < 300; columns++) {
        const tby_progress_state s = {1, 3, 123456, 12.5};
        char text[512];

        tby_progress_text(&BAR, &s, columns, text, sizeof text);
        assert_true(strlen(text) < (columns ? columns : 1));
    }
}

static void long_times_and_strange_numbers(void **state)
{
    (void)state;
    assert_text(1, 1000, 1000, 10, 50,
                "perft    0%  100 nodes/s  2:46:30 left");
    assert_text(1, UINT64_MAX, 1, 100, 50,
                "perft    0%  0 nodes/s  over a year left");
    assert_text(5, 0, 5, 1, 30, "perft    0%  5 nodes/s");
    assert_text(9, 3, 5, 0, 40, "perft  100%  0 nodes/s  0:00 left");
}

/* Standard error is a file here: not a byte may reach it. */
static void off_a_terminal_there_is_silence(void **state)
{
    tby_progress p;
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);

    (void)state;
    assert_non_null(file);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    tby_progress_start(&p, "perft", "nodes");
    p.start -= 100; /* it has been running for long */
    tby_progress_update(&p, 1, 2, 3);
    tby_progress_end(&p);
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
    fclose(file);
}

/* --- on a pseudo terminal -------------------------------------------------*/

typedef struct screen {
    int terminal;
    int program;
    int saved; /* standard error as it was */
} screen;

static screen screen_open(void)
{
    screen s = {.terminal = posix_openpt(O_RDWR | O_NOCTTY)};

    assert_true(s.terminal >= 0);
    assert_int_equal(grantpt(s.terminal), 0);
    assert_int_equal(unlockpt(s.terminal), 0);
    s.program = open(ptsname(s.terminal), O_RDWR | O_NOCTTY);
    assert_true(s.program >= 0);
    s.saved = dup(STDERR_FILENO);
    assert_true(dup2(s.program, STDERR_FILENO) >= 0);
    return s;
}

/* What has been sent since the last time: up to a mark of our own, since a
 * terminal passes on later what was written to it. */
static const char *screen_read(const screen *s)
{
    static char bytes[4096];
    size_t n = 0;

    assert_int_equal(write(s->program, "#", 1), 1);
    do {
        ssize_t more = read(s->terminal, bytes + n, sizeof bytes - n);
        assert_true(more > 0);
        n += (size_t)more;
    } while (bytes[n - 1] != '#' && n < sizeof bytes);
    bytes[n - 1] = '\0';
    return bytes;
}

static void screen_close(screen *s)
{
    dup2(s->saved, STDERR_FILENO);
    close(s->saved);
    close(s->program);
    close(s->terminal);
}

static void on_a_terminal_the_bar_comes_and_goes(void **state)
{
    screen s = screen_open();
    tby_progress p;
    char first[4096];

    (void)state;
    setenv("TERM", "xterm", 1);
    tby_progress_start(&p, "perft", "nodes");
    p.start += 1000; /* whatever the machine does meanwhile, it is too soon */
    tby_progress_update(&p, 1, 4, 100);
    snprintf(first, sizeof first, "%s", screen_read(&s));
    p.start -= 11000;
    tby_progress_update(&p, 1, 4, 1000000);
    p.start += 60; /* too soon after the last */
    tby_progress_update(&p, 2, 4, 2000000);
    const char *bar = screen_read(&s);
    bool drawn = strncmp(bar, "\r\033[Kperft  [", 12) == 0;
    bool once = !strchr(bar + 1, '\r');
    bool right = strstr(bar, " 25%  100 nodes/s  8:2") != NULL;
    tby_progress_end(&p);
    bool erased = strcmp(screen_read(&s), "\r\033[K") == 0;
    screen_close(&s);
    assert_string_equal(first, "");
    assert_true(drawn);
    assert_true(once);
    assert_true(right);
    assert_true(erased);
}

static void what_was_short_leaves_nothing(void **state)
{
    screen s = screen_open();
    tby_progress p;
    char sent[4096];

    (void)state;
    setenv("TERM", "xterm", 1);
    tby_progress_start(&p, "perft", "nodes");
    p.start += 1000;
    tby_progress_update(&p, 1, 1, 1);
    tby_progress_end(&p);
    setenv("TERM", "dumb", 1); /* cannot redraw a line */
    tby_progress_start(&p, "perft", "nodes");
    p.start -= 10;
    tby_progress_update(&p, 1, 2, 1);
    tby_progress_end(&p);
    snprintf(sent, sizeof sent, "%s", screen_read(&s));
    screen_close(&s);
    assert_string_equal(sent, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_says_how_far_how_fast_how_long),
        cmocka_unit_test(bytes_have_a_rate_of_their_own),
        cmocka_unit_test(narrow_terminals_get_less),
        cmocka_unit_test(long_times_and_strange_numbers),
        cmocka_unit_test(off_a_terminal_there_is_silence),
        cmocka_unit_test(on_a_terminal_the_bar_comes_and_goes),
        cmocka_unit_test(what_was_short_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
