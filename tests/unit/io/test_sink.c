#define _GNU_SOURCE /* O_TMPFILE */
/* test_sink.c - a file appears whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/stream/sink.h"
#include "io/stream/source.h"
#include "support/fork.h"
#include "support/pack.h"
#include "support/refuse.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- files without a name -------------------------------------------------*/

/* Does the system let a file be without a name? */
static bool nameless = true;

/* From now on it is like a file system that knows no such files. */
static bool forbid_nameless_files(void)
{
    enum { TMPFILE = O_TMPFILE & ~O_DIRECTORY };
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, TMPFILE, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog filter = {sizeof code / sizeof *code, code};

    nameless = false;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* --- a folder of our own --------------------------------------------------*/

static char folder[64];

/* A path in the folder; valid until the fourth call after it. */
static const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

/* How many files there are; removes them if asked. */
static int files(bool remove_them)
{
    DIR *dir = opendir(folder);
    const struct dirent *e;
    int n = 0;

    assert_non_null(dir);
    while ((e = readdir(dir)) != NULL) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        n++;
        if (remove_them)
            unlink(in_folder(e->d_name));
    }
    closedir(dir);
    return n;
}

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-sink-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    files(true);
    return rmdir(folder);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* What a source reads from the file. */
static void assert_content(const char *path, const void *bytes, size_t n,
                           const char *format)
{
    pack got = {0};
    uint8_t buf[4096];
    size_t part;
    tby_source *s;
    tby_rc rc;

    pack_add(&got, "", 0);
    assert_int_equal(tby_source_open(&s, path), TBY_OK);
    while ((rc = tby_source_read(s, buf, sizeof buf, &part)) == TBY_OK)
        pack_add(&got, buf, part);
    assert_int_equal(rc, TBY_DONE);
    assert_string_equal(tby_source_format(s), format);
    assert_int_equal(got.n, n);
    assert_memory_equal(got.p, bytes, n);
    tby_source_close(s);
    free(got.p);
}

/* --- tests ----------------------------------------------------------------*/

/* Writes in pieces of many sizes, around that of the buffer. */
static void write_pieces(const char *path, const uint8_t *data, size_t n)
{
    static const size_t PIECES[] = {1, 0, 100, 131071, 131072, 131073, 300000};
    tby_sink *s;
    size_t at = 0;

    assert_int_equal(tby_sink_open(&s, path), TBY_OK);
    for (size_t i = 0; at < n; i++) {
        size_t piece = PIECES[i % 7] < n - at ? PIECES[i % 7] : n - at;
        assert_int_equal(tby_sink_write(s, data + at, piece), TBY_OK);
        at += piece;
    }
    assert_int_equal(tby_sink_offset(s), n);
    assert_int_equal(access(path, F_OK), -1); /* not there yet */
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    assert_string_equal(tby_sink_error_text(s), "");
    tby_sink_close(s);
}

static void the_name_tells_how_to_pack(void **state)
{
    static const struct {
        const char *name;
        const char *format;
    } NAMES[] = {{"x.pgn", "plain"},   {"x.pgn.zst", "zstd"},
                 {"x.pgn.gz", "gzip"}, {"X.PGN.ZST", "zstd"},
                 {"zst", "plain"},     {".gz.pgn", "plain"}};
    static const size_t SIZES[] = {0, 1, 1000, 131072, 1500000};
    uint8_t *data = malloc(1500000);
    uint32_t seed = 3;

    (void)state;
    assert_non_null(data);
    for (size_t i = 0; i < 1500000; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (uint8_t)(seed >> 25);
    }
    data[0] = '['; /* not like any packed file */
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 5; k++) {
            const char *path = in_folder(NAMES[i].name);
            write_pieces(path, data, SIZES[k]);
            assert_content(path, data, SIZES[k], NAMES[i].format);
            assert_int_equal(files(true), 1); /* no temporary file is left */
        }
    free(data);
}

static void a_commit_replaces_and_keeps_the_mode(void **state)
{
    const char *path = in_folder("old.pgn");
    struct stat info;
    tby_sink *s;

    (void)state;
    put(path, "old");
    assert_int_equal(chmod(path, 0604), 0);
    assert_int_equal(tby_sink_open(&s, path), TBY_OK);
    assert_int_equal(tby_sink_write(s, "new", 3), TBY_OK);
    assert_content(path, "old", 3, "plain");
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    tby_sink_close(s);
    assert_content(path, "new", 3, "plain");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0604);
    assert_int_equal(files(true), 1);
}

static void a_new_file_obeys_the_umask(void **state)
{
    const char *path = in_folder("new.pgn");
    mode_t before = umask(027);
    struct stat info;
    tby_sink *s;

    (void)state;
    assert_int_equal(tby_sink_open(&s, path), TBY_OK);
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    tby_sink_close(s);
    umask(before);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(files(true), 1);
}

static void what_a_link_leads_to_is_replaced(void **state)
{
    const char *link = in_folder("link.pgn"), *real = in_folder("real.pgn");
    struct stat info;
    tby_sink *s;

    (void)state;
    put(real, "old");
    assert_int_equal(symlink("real.pgn", link), 0);
    assert_int_equal(tby_sink_open(&s, link), TBY_OK);
    assert_int_equal(tby_sink_write(s, "new", 3), TBY_OK);
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    tby_sink_close(s);
    assert_content(real, "new", 3, "plain");
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(files(true), 2);
}

/* Over two links, one of them with a folder, to a file that is not there. */
static void what_a_link_leads_to_is_made(void **state)
{
    const char *first = in_folder("first.pgn"), *next = in_folder("next.pgn");
    const char *real = in_folder("real.pgn");
    tby_sink *s;

    (void)state;
    assert_int_equal(symlink(next, first), 0);
    assert_int_equal(symlink("real.pgn", next), 0);
    assert_int_equal(tby_sink_put(&s, first, "new", 3), TBY_OK);
    tby_sink_close(s);
    assert_content(real, "new", 3, "plain");
    assert_int_equal(files(true), 3);
    assert_int_equal(symlink("first.pgn", in_folder("first.pgn")), 0);
    assert_int_equal(tby_sink_put(&s, in_folder("first.pgn"), "new", 3),
                     TBY_E_IO_OPEN);
    tby_sink_close(s);
    assert_int_equal(files(true), 1);
}

static void without_a_commit_nothing_happened(void **state)
{
    static const char *const NAMES[] = {"a.pgn", "a.pgn.zst", "a.pgn.gz"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const char *path = in_folder(NAMES[i]);
        tby_sink *s;

        put(path, "old");
        assert_int_equal(tby_sink_open(&s, path), TBY_OK);
        assert_int_equal(tby_sink_write(s, "new", 3), TBY_OK);
        tby_sink_close(s);
        assert_content(path, "old", 3, "plain");
        assert_int_equal(files(true), 1);
    }
}

static void two_may_write_beside_each_other(void **state)
{
    const char *path = in_folder("a.pgn");
    tby_sink *a, *b;

    (void)state;
    assert_int_equal(tby_sink_open(&a, path), TBY_OK);
    assert_int_equal(tby_sink_open(&b, path), TBY_OK);
    assert_int_equal(tby_sink_write(a, "aaa", 3), TBY_OK);
    assert_int_equal(tby_sink_write(b, "b", 1), TBY_OK);
    assert_int_equal(tby_sink_commit(b), TBY_OK);
    assert_int_equal(tby_sink_commit(a), TBY_OK);
    tby_sink_close(a);
    tby_sink_close(b);
    assert_content(path, "aaa", 3, "plain"); /* the last one wins, whole */
    assert_int_equal(files(true), 1);
}

/* A process that is killed leaves nothing, however that is done. */
static void what_is_killed_leaves_nothing(void **state)
{
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    const char *path = in_folder("a.pgn.zst");

    (void)state;
    if (!nameless)
        skip();
    for (size_t i = 0; i < 8; i++) {
        int status;

        if (i % 2)
            put(path, "old");
        pid_t child = fork_alone();
        if (child == 0) {
            tby_sink *s;
            if (tby_sink_open(&s, path) == TBY_OK &&
                tby_sink_write(s, folder, sizeof folder) == TBY_OK)
                raise(SIGNALS[i / 2]);
            _exit(1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGNALS[i / 2]);
        assert_int_equal(files(false), i % 2);
        if (i % 2)
            assert_content(path, "old", 3, "plain");
        files(true);
    }
}

/* Until then there is nothing to be seen in the folder. */
static void a_name_comes_with_the_commit(void **state)
{
    const char *path = in_folder("a.pgn");
    tby_sink *s;

    (void)state;
    assert_int_equal(tby_sink_open(&s, path), TBY_OK);
    assert_int_equal(tby_sink_write(s, "new", 3), TBY_OK);
    assert_int_equal(files(false), nameless ? 0 : 1);
    put(path, "meanwhile");
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    tby_sink_close(s);
    assert_content(path, "new", 3, "plain");
    assert_int_equal(files(true), 1);
}

static void assert_no_open(const char *path, const char *reason)
{
    char text[128];
    tby_sink *s;

    snprintf(text, sizeof text, "The file cannot be opened: %s.", reason);
    assert_int_equal(tby_sink_open(&s, path), TBY_E_IO_OPEN);
    assert_string_equal(tby_sink_error_text(s), text);
    tby_sink_close(s);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    assert_no_open(folder, "Is a directory");
    assert_no_open("/nowhere/x.pgn", "No such file or directory");
    assert_no_open("/dev/null/x.pgn.zst", "Not a directory");
    tby_sink_close(NULL);
}

/* Writes until it fails, at the latest on commit. */
static tby_rc write_much(tby_sink *s)
{
    uint8_t data[10000];
    uint32_t seed = 5;
    tby_rc rc = TBY_OK;

    for (int i = 0; rc == TBY_OK && i < 100; i++) {
        for (size_t k = 0; k < sizeof data; k++) {
            seed = seed * 1664525u + 1013904223u;
            data[k] = (uint8_t)(seed >> 24); /* does not pack */
        }
        rc = tby_sink_write(s, data, sizeof data);
    }
    return rc == TBY_OK ? tby_sink_commit(s) : rc;
}

static void a_full_disk_is_told(void **state)
{
    tby_sink *s;

    (void)state;
    assert_int_equal(tby_sink_open(&s, "/dev/full"), TBY_OK);
    assert_int_equal(tby_sink_write(s, "few", 3), TBY_OK); /* still buffered */
    assert_int_equal(tby_sink_commit(s), TBY_E_IO_WRITE);
    assert_string_equal(
        tby_sink_error_text(s),
        "The output cannot be written: No space left on device.");
    tby_sink_close(s);
    assert_int_equal(tby_sink_open(&s, "/dev/full"), TBY_OK);
    assert_int_equal(write_much(s), TBY_E_IO_WRITE);
    tby_sink_close(s);
    assert_int_equal(access("/dev/full", F_OK), 0);
}

static void a_limit_of_size_leaves_no_file(void **state)
{
    static const char *const NAMES[] = {"a.pgn", "a.pgn.zst", "a.pgn.gz"};
    struct rlimit before, small;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t i = 0; i < 3; i++) {
        const char *path = in_folder(NAMES[i]);
        tby_sink *s;

        put(path, "old");
        assert_int_equal(tby_sink_open(&s, path), TBY_OK);
        small = before;
        small.rlim_cur = 300000;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        assert_int_equal(write_much(s), TBY_E_IO_WRITE);
        assert_int_equal(tby_sink_commit(s), TBY_E_IO_WRITE);
        assert_string_equal(tby_sink_error_text(s),
                            "The output cannot be written: File too large.");
        tby_sink_close(s);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_content(path, "old", 3, "plain");
        assert_int_equal(files(true), 1);
    }
}

/* --- a system that fails --------------------------------------------------*/

/* Writes a file in a process of its own in which a call fails, and asserts what
 * comes of it.  False where no call can be made to fail. */
static bool put_without(unsigned call, const char *path, tby_rc expected)
{
    enum { NO_FILTER = 2 };
    int status;
    pid_t child = fork_alone();

    if (child == 0) {
        tby_sink *s;
        if (!refuse_call(call, EIO))
            _exit(NO_FILTER);
        _exit(tby_sink_put(&s, path, "new", 3) != expected);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), 1);
    return WEXITSTATUS(status) != NO_FILTER;
}

/* It may be there and have a mode of its own. */
static void what_the_system_does_not_tell_of_is_left_alone(void **state)
{
    const char *path = in_folder("a.pgn");
    struct stat info;

    (void)state;
    put(path, "old");
    assert_int_equal(chmod(path, 0600), 0);
    if (!put_without(__NR_newfstatat, path, TBY_E_IO_OPEN))
        skip();
    assert_content(path, "old", 3, "plain");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(files(true), 1);
}

/* A file that is there whole is not called a failure. */
static void what_is_on_the_disk_is_written_however_it_is_closed(void **state)
{
    const char *path = in_folder("a.pgn");

    (void)state;
    for (int i = 0; i < 2; i++) { /* a new file, and one that is replaced */
        if (!put_without(__NR_close, path, TBY_OK))
            skip();
        assert_content(path, "new", 3, "plain");
        put(path, "old");
    }
    assert_int_equal(files(true), 1);
}

/* A disk that does not take it. */
static void what_does_not_reach_the_disk_is_told(void **state)
{
    static const unsigned CALLS[] = {__NR_fsync, __NR_write};
    const char *path = in_folder("a.pgn");

    (void)state;
    put(path, "old");
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        if (!put_without(CALLS[i], path, TBY_E_IO_WRITE))
            skip();
        assert_content(path, "old", 3, "plain");
    }
    assert_int_equal(files(true), 1);
}

static void standard_output_stays_open(void **state)
{
    const char *path = in_folder("out");
    int saved = dup(STDOUT_FILENO);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    tby_sink *s;

    (void)state;
    fflush(stdout);
    dup2(fd, STDOUT_FILENO);
    close(fd);
    assert_int_equal(tby_sink_open(&s, "-"), TBY_OK);
    assert_int_equal(tby_sink_write(s, "text", 4), TBY_OK);
    assert_int_equal(tby_sink_commit(s), TBY_OK);
    tby_sink_close(s);
    assert_true(fcntl(STDOUT_FILENO, F_GETFD) >= 0);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_content(path, "text", 4, "plain");
    assert_int_equal(files(true), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_name_tells_how_to_pack),
        cmocka_unit_test(a_commit_replaces_and_keeps_the_mode),
        cmocka_unit_test(a_new_file_obeys_the_umask),
        cmocka_unit_test(what_a_link_leads_to_is_replaced),
        cmocka_unit_test(what_a_link_leads_to_is_made),
        cmocka_unit_test(without_a_commit_nothing_happened),
        cmocka_unit_test(two_may_write_beside_each_other),
        cmocka_unit_test(what_is_killed_leaves_nothing),
        cmocka_unit_test(a_name_comes_with_the_commit),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_limit_of_size_leaves_no_file),
        cmocka_unit_test(what_the_system_does_not_tell_of_is_left_alone),
        cmocka_unit_test(what_is_on_the_disk_is_written_however_it_is_closed),
        cmocka_unit_test(what_does_not_reach_the_disk_is_told),
        cmocka_unit_test(standard_output_stays_open),
    };
    int failed = cmocka_run_group_tests(tests, enter, leave);

    if (failed)
        return failed;
    puts("The same where every file has a name:");
    if (!forbid_nameless_files()) {
        puts("skipped: the system has no filters");
        return 0;
    }
    return cmocka_run_group_tests(tests, enter, leave);
}
