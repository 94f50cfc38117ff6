/* test_process.c - children that answer, hang, die, babble. */
#include "core/base/str.h"
#include "io/system/clock.h"
#include "io/system/process.h"
#include "support/check.h"
#include "support/fork.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A shell that runs the script. */
static tby_process shell(const char *script, size_t max_line)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    tby_process p = {.pid = 0};

    assert_int_equal(tby_process_start(&p, argv, max_line), TBY_OK);
    assert_true(p.pid > 0);
    return p;
}

static void assert_line(tby_process *p, const char *text)
{
    tby_str line;

    assert_int_equal(tby_process_read(p, 10, &line), TBY_OK);
    assert_true(tby_str_is(line, text));
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static size_t open_files(void)
{
    DIR *d = opendir("/proc/self/fd");
    size_t n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

static void a_conversation(void **state)
{
    tby_process p = shell("while read -r x; do echo \"got $x\"; done", 100);
    tby_str line;

    (void)state;
    assert_int_equal(tby_process_write(&p, TBY_STR("uci\n"), 10), TBY_OK);
    assert_line(&p, "got uci");
    assert_int_equal(tby_process_write(&p, TBY_STR("a\nb\n"), 10), TBY_OK);
    assert_line(&p, "got a");
    assert_line(&p, "got b");
    tby_process_close_input(&p);
    assert_int_equal(tby_process_read(&p, HANG_SECONDS, &line),
                     TBY_E_IO_CLOSED);
    assert_int_equal(tby_process_write(&p, TBY_STR("c\n"), 10),
                     TBY_E_IO_CLOSED);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), -1);
    assert_no_children();
}

static void the_exit_status_is_told(void **state)
{
    tby_process p = shell("exit 7", 100);

    (void)state;
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 7);
    p = shell("kill -TERM $$", 100);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 128 + SIGTERM);
    assert_no_children();
}

static void a_child_that_hangs_is_killed(void **state)
{
    tby_process p = shell("trap '' TERM; exec sleep 1000", 100);
    tby_str line;
    double start = tby_clock_now();

    (void)state;
    assert_int_equal(tby_process_read(&p, 0.05, &line), TBY_E_IO_TIMEOUT);
    assert_int_equal(tby_process_stop(&p, 0.05), 128 + SIGKILL);
    assert_true(tby_clock_now() - start < HANG_SECONDS);
    assert_no_children();
}

/* Without care the write would end this very test by SIGPIPE. */
static void a_child_that_dies_does_not_take_us_along(void **state)
{
    tby_process p = shell("exit 0", 100);
    tby_rc rc = TBY_OK;

    (void)state;
    signal(SIGPIPE, SIG_DFL);
    while (rc == TBY_OK) {
        tby_clock_sleep(0.001);
        rc = tby_process_write(&p, TBY_STR("isready\n"), HANG_SECONDS);
    }
    assert_int_equal(rc, TBY_E_IO_CLOSED);
    /* and no signal is left behind for later */
    sigset_t pending;
    sigemptyset(&pending);
    assert_int_equal(sigpending(&pending), 0);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
}

static void a_child_that_does_not_read_cannot_block_us(void **state)
{
    static char much[1 << 20];
    tby_process p = shell("exec sleep 1000", 100);
    double start = tby_clock_now();

    (void)state;
    assert_int_equal(tby_process_write(&p, (tby_str){much, sizeof much}, 0.05),
                     TBY_E_IO_TIMEOUT);
    assert_true(tby_clock_now() - start < HANG_SECONDS);
    assert_int_equal(tby_process_stop(&p, 0), 128 + SIGKILL);
}

static void much_is_written_to_a_child_that_reads(void **state)
{
    static char much[1 << 20];
    tby_process p = shell("wc -c | tr -d ' '", 100);

    (void)state;
    assert_int_equal(
        tby_process_write(&p, (tby_str){much, sizeof much}, HANG_SECONDS),
        TBY_OK);
    tby_process_close_input(&p);
    assert_line(&p, "1048576");
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
}

static void a_line_that_is_too_long_is_told_and_skipped(void **state)
{
    tby_process p =
        shell("head -c 100000 /dev/zero | tr '\\0' x; echo; echo ok", 100);
    tby_str line;

    (void)state;
    assert_int_equal(tby_process_read(&p, HANG_SECONDS, &line), TBY_E_LIMIT);
    assert_line(&p, "ok");
    assert_int_equal(tby_process_read(&p, HANG_SECONDS, &line),
                     TBY_E_IO_CLOSED);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
}

static void a_babbler_is_cut_off(void **state)
{
    tby_str line;
    double start = tby_clock_now();

    (void)state;
    /* what we ignore the child must not */
    signal(SIGPIPE, SIG_IGN);
    tby_process p = shell("exec cat /dev/zero", 100);
    signal(SIGPIPE, SIG_DFL);
    assert_int_equal(tby_process_read(&p, HANG_SECONDS, &line), TBY_E_LIMIT);
    assert_int_equal(tby_process_read(&p, 0.05, &line), TBY_E_IO_TIMEOUT);
    /* its next write meets a closed pipe */
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 128 + SIGPIPE);
    assert_true(tby_clock_now() - start < HANG_SECONDS);
    assert_no_children();
}

static void on_interrupt(int number)
{
    (void)number;
}

static void ctrl_c_is_the_childs_unless_we_handle_it(void **state)
{
    static const char script[] = "kill -INT $$; echo alive";
    tby_str line;

    (void)state;
    tby_process p = shell(script, 100);
    assert_int_equal(tby_process_read(&p, HANG_SECONDS, &line),
                     TBY_E_IO_CLOSED);
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 128 + SIGINT);
    signal(SIGINT, on_interrupt);
    p = shell(script, 100);
    signal(SIGINT, SIG_DFL);
    assert_line(&p, "alive");
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
}

static void the_last_line_may_lack_its_end(void **state)
{
    tby_process p = shell("printf 'a\\r\\nb'", 100);

    (void)state;
    assert_line(&p, "a");
    assert_line(&p, "b");
    assert_int_equal(tby_process_stop(&p, HANG_SECONDS), 0);
}

static void what_is_no_program_is_not_started(void **state)
{
    const char *const argv[] = {"/nonexistent/engine", NULL};
    tby_process p = {.pid = 77};
    size_t before = open_files();

    (void)state;
    assert_int_equal(tby_process_start(&p, argv, 100), TBY_E_IO_SPAWN);
    assert_int_equal(p.pid, 77);
    assert_int_equal(open_files(), before);
    assert_no_children();
}

static void nothing_leaks(void **state)
{
    static const char COUNT[] = "ls /proc/self/fd | wc -l";
    size_t before = open_files();
    tby_process alone = shell(COUNT, 100);
    char expected[20] = {0};
    tby_str line;

    (void)state;
    assert_int_equal(tby_process_read(&alone, 10, &line), TBY_OK);
    assert_true(line.n < sizeof expected);
    memcpy(expected, line.p, line.n);
    assert_int_equal(tby_process_stop(&alone, 10), 0);

    tby_process a = shell("exec cat", 100);
    tby_process b = shell(COUNT, 100);
    assert_line(&b, expected); /* no more files than without a */
    assert_int_equal(tby_process_stop(&b, 10), 0);
    /* b has no copy of the pipe to a, so closing ours ends a */
    assert_int_equal(tby_process_stop(&a, 10), 0);
    assert_int_equal(open_files(), before);
}

static void closed_standard_files_do_not_matter(void **state)
{
    int status = 0;
    pid_t pid = fork_alone();

    (void)state;
    if (pid == 0) {
        const char *const argv[] = {"/bin/cat", NULL};
        tby_process p = {.pid = 0};
        tby_str line = {NULL, 0};

        close(0);
        close(1);
        bool ok = tby_process_start(&p, argv, 100) == TBY_OK &&
                  tby_process_write(&p, TBY_STR("hello\n"), 5) == TBY_OK &&
                  tby_process_read(&p, 5, &line) == TBY_OK &&
                  tby_str_is(line, "hello");
        _exit(ok && tby_process_stop(&p, HANG_SECONDS) == 0 ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversation),
        cmocka_unit_test(the_exit_status_is_told),
        cmocka_unit_test(a_child_that_hangs_is_killed),
        cmocka_unit_test(a_child_that_dies_does_not_take_us_along),
        cmocka_unit_test(a_child_that_does_not_read_cannot_block_us),
        cmocka_unit_test(much_is_written_to_a_child_that_reads),
        cmocka_unit_test(a_line_that_is_too_long_is_told_and_skipped),
        cmocka_unit_test(a_babbler_is_cut_off),
        cmocka_unit_test(ctrl_c_is_the_childs_unless_we_handle_it),
        cmocka_unit_test(the_last_line_may_lack_its_end),
        cmocka_unit_test(what_is_no_program_is_not_started),
        cmocka_unit_test(nothing_leaks),
        cmocka_unit_test(closed_standard_files_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
