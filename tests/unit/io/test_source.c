/* test_source.c - the plain bytes come out, whatever they are packed with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/stream/source.h"
#include "io/system/clock.h"
#include "support/check.h"
#include "support/pack.h"
#include "tabiya/limits.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- helpers --------------------------------------------------------------*/

/* Reads to the end in steps of cap bytes and checks what must always hold. */
static tby_rc drain(tby_source *s, size_t cap, pack *plain)
{
    uint8_t *buf = malloc(cap);
    size_t n = 77, before = plain->n;
    uint64_t done, total;
    tby_rc rc;

    assert_non_null(buf);
    while ((rc = tby_source_read(s, buf, cap, &n)) == TBY_OK) {
        assert_in_range(n, 1, cap);
        pack_add(plain, buf, n);
        assert_int_equal(tby_source_offset(s), plain->n - before);
        tby_source_progress(s, &done, &total);
        assert_true(total == 0 || done <= total);
    }
    free(buf);
    assert_int_equal(tby_source_read(s, &n, 1, &n), rc); /* final */
    assert_int_equal(tby_source_error_text(s)[0] == '\0', rc == TBY_DONE);
    pack_add(plain, "", 0);
    return rc;
}

static void assert_plain(const pack *got, const void *bytes, size_t n)
{
    assert_int_equal(got->n, n);
    assert_memory_equal(got->p, bytes, n);
}

/* Memory in, the expected bytes and result out, with many sizes of reads. */
static void assert_unpacks(const pack *in, const void *bytes, size_t n,
                           tby_rc rc)
{
    static const size_t CAPS[] = {1, 2, 7, 4096, 70000, 1 << 20};

    for (size_t i = n > 200000 ? 3 : 0; i < sizeof CAPS / sizeof *CAPS; i++) {
        tby_source *s;
        pack plain = {0};

        assert_int_equal(tby_source_open_memory(&s, in->p, in->n), TBY_OK);
        assert_int_equal(drain(s, CAPS[i], &plain), rc);
        assert_plain(&plain, bytes, n);
        tby_source_close(s);
        free(plain.p);
    }
}

/* Text that packs well but not to nothing. */
static char *make_text(size_t n)
{
    static const char WORDS[] = "e4 e5 Nf3 Nc6 Bb5 a6 O-O {x} 1-0\n";
    char *text = malloc(n + 1);
    uint32_t seed = 1;

    assert_non_null(text);
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        text[i] = WORDS[(i + (seed >> 24) / 64) % (sizeof WORDS - 1)];
    }
    text[n] = '\0';
    return text;
}

/* Packs in the way of that number; the name comes from tby_source_format(). */
static const char *const FORMATS[] = {"plain", "zstd", "gzip",
                                      "bzip2", "zip",  "7z"};

static pack pack_as(size_t format, const char *text)
{
    pack out = {0};
    size_t n = strlen(text);
    pack_member member = {"games.pgn", text};

    if (format == 0)
        pack_add(&out, text, n);
    else if (format == 1)
        pack_zstd(&out, text, n, 0);
    else if (format == 2)
        pack_gzip(&out, text, n);
    else if (format == 3)
        pack_bzip2(&out, text, n);
    else
        pack_archive(&out, format == 4 ? "zip" : "7zip", NULL, &member, 1);
    return out;
}

static const char *write_file(const pack *bytes)
{
    static char path[64];

    snprintf(path, sizeof path, "/tmp/tabiya-test-%ld.bin", (long)getpid());
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes->p, 1, bytes->n, f), bytes->n);
    assert_int_equal(fclose(f), 0);
    return path;
}

/* --- formats --------------------------------------------------------------*/

static void every_format_unpacks(void **state)
{
    static const size_t SIZES[] = {0, 1, 2, 100, 5000, 130000, 1500000};

    (void)state;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (size_t f = 0; f < 6; f++) {
            char *text = make_text(SIZES[i]);
            pack packed = pack_as(f, text);
            assert_unpacks(&packed, text, SIZES[i], TBY_DONE);
            free(packed.p);
            free(text);
        }
}

static void a_file_is_known_by_its_content(void **state)
{
    char *text = make_text(300000);

    (void)state;
    for (size_t f = 0; f < 6; f++) {
        pack packed = pack_as(f, text), plain = {0};
        const char *path = write_file(&packed);
        uint64_t done, total;
        tby_source *s;

        assert_int_equal(tby_source_open(&s, path), TBY_OK);
        assert_string_equal(tby_source_format(s), "unknown");
        assert_int_equal(tby_source_unpacks(s), f > 0);
        assert_string_equal(tby_source_format(s), FORMATS[f]);
        assert_int_equal(drain(s, 65536, &plain), TBY_DONE);
        assert_string_equal(tby_source_format(s), FORMATS[f]);
        assert_plain(&plain, text, 300000);
        tby_source_progress(s, &done, &total);
        assert_int_equal(total, packed.n);
        if (f < 4)
            assert_int_equal(done, packed.n);
        tby_source_close(s);
        unlink(path);
        free(plain.p);
        free(packed.p);
    }
    free(text);
}

static void frames_follow_each_other(void **state)
{
    static const uint8_t SKIP[] = {0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9};
    pack zstd = {0}, gzip = {0}, bzip2 = {0};
    char *text = make_text(40000), plain[60000];

    (void)state;
    pack_add(&zstd, SKIP, sizeof SKIP);
    for (size_t at = 0, i = 0; i < 4; i++) {
        size_t n = i == 1 ? 0 : 20000; /* an empty one as well */
        memcpy(plain + at, text + i, n);
        at += n;
        pack_zstd(&zstd, text + i, n, 0);
        pack_add(&zstd, SKIP, sizeof SKIP);
        pack_gzip(&gzip, text + i, n);
        pack_bzip2(&bzip2, text + i, n);
    }
    assert_unpacks(&zstd, plain, sizeof plain, TBY_DONE);
    assert_unpacks(&gzip, plain, sizeof plain, TBY_DONE);
    assert_unpacks(&bzip2, plain, sizeof plain, TBY_DONE);
    free(zstd.p);
    free(gzip.p);
    free(bzip2.p);
    free(text);
}

static void members_are_joined_by_line_ends(void **state)
{
    static const pack_member MEMBERS[] = {
        {"a/", NULL},       {"a/1.pgn", "one\n"}, {"a/2.pgn", "two"},
        {"empty.pgn", ""},  {"b/", NULL},         {"b/3.pgn", "three"},
        {"last.pgn", "end"}};
    static const char JOINED[] = "one\ntwo\nthree\nend";

    (void)state;
    for (int i = 0; i < 2; i++) {
        pack packed = {0};
        pack_archive(&packed, i ? "7zip" : "zip", NULL, MEMBERS, 7);
        assert_unpacks(&packed, JOINED, strlen(JOINED), TBY_DONE);
        free(packed.p);
    }
}

static void archives_may_be_empty(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        pack packed = {0};
        pack_archive(&packed, i ? "7zip" : "zip", NULL, NULL, 0);
        assert_unpacks(&packed, "", 0, TBY_DONE);
        free(packed.p);
    }
}

/* Short texts that begin like a packed file. */
static void text_stays_text(void **state)
{
    static const char *const TEXTS[] = {"P",  "PK", "B",   "BZh", "7",
                                        "7z", "(",  "[E]", "R",   "Rar"};

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        pack in = {0};
        pack_add(&in, TEXTS[i], strlen(TEXTS[i]));
        assert_unpacks(&in, TEXTS[i], strlen(TEXTS[i]), TBY_DONE);
        free(in.p);
    }
}

/* --- pipes ----------------------------------------------------------------*/

typedef struct feeder {
    int fd;
    const pack *bytes;
} feeder;

/* Writes in small pieces, so that the reader sees them come. */
static void *feed(void *arg)
{
    feeder *f = arg;

    for (size_t at = 0; at < f->bytes->n;) {
        size_t n = f->bytes->n - at < 3000 ? f->bytes->n - at : 3000;
        if (at == 0)
            n = 1;
        ssize_t done = write(f->fd, f->bytes->p + at, n);
        if (done <= 0)
            break;
        at += (size_t)done;
    }
    close(f->fd);
    return NULL;
}

static void standard_input_may_be_a_pipe(void **state)
{
    char *text = make_text(300000);
    int saved = dup(STDIN_FILENO);

    (void)state;
    for (size_t f = 0; f < 12; f++) {
        pack packed = pack_as(f / 2, text), plain = {0};
        int ends[2];
        pthread_t thread;
        tby_source *s;

        assert_int_equal(pipe(ends), 0);
        if (f % 2) /* one that does not wait */
            assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        feeder job = {ends[1], &packed};
        assert_int_equal(pthread_create(&thread, NULL, feed, &job), 0);
        assert_int_equal(tby_source_open(&s, "-"), TBY_OK);
        assert_int_equal(drain(s, 5000, &plain), TBY_DONE);
        assert_string_equal(tby_source_format(s), FORMATS[f / 2]);
        assert_plain(&plain, text, 300000);
        tby_source_close(s);
        assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* still open */
        pthread_join(thread, NULL);
        free(plain.p);
        free(packed.p);
    }
    dup2(saved, STDIN_FILENO);
    close(saved);
    free(text);
}

/* A file as standard input begins where the descriptor stands. */
static void standard_input_may_be_a_file(void **state)
{
    char *text = make_text(5000);
    int saved = dup(STDIN_FILENO);

    (void)state;
    for (size_t f = 0; f < 6; f++) {
        pack packed = {0}, body = pack_as(f, text), plain = {0};
        tby_source *s;

        pack_add(&packed, "skipped", 7);
        pack_add(&packed, body.p, body.n);
        const char *path = write_file(&packed);
        int fd = open(path, O_RDONLY);
        assert_int_equal(lseek(fd, 7, SEEK_SET), 7);
        dup2(fd, STDIN_FILENO);
        close(fd);
        assert_int_equal(tby_source_open(&s, "-"), TBY_OK);
        assert_int_equal(drain(s, 1000, &plain), TBY_DONE);
        assert_plain(&plain, text, 5000);
        tby_source_close(s);
        unlink(path);
        free(plain.p);
        free(body.p);
        free(packed.p);
    }
    dup2(saved, STDIN_FILENO);
    close(saved);
    free(text);
}

/* --- refusals -------------------------------------------------------------*/

static void assert_no_open(const char *path, const char *reason)
{
    tby_source *s;
    char text[128];

    snprintf(text, sizeof text, "The file cannot be opened: %s.", reason);
    assert_int_equal(tby_source_open(&s, path), TBY_E_IO_OPEN);
    assert_string_equal(tby_source_error_text(s), text);
    tby_source_close(s);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    assert_no_open("/tmp", "Is a directory");
    assert_no_open("/nowhere/games.pgn", "No such file or directory");
    if (geteuid() != 0)
        assert_no_open("/etc/shadow", "Permission denied");
    tby_source_close(NULL);
}

static void assert_refused(const pack *in, tby_rc rc, const char *text)
{
    tby_source *s;
    pack plain = {0};

    assert_int_equal(tby_source_open_memory(&s, in->p, in->n), TBY_OK);
    assert_int_equal(drain(s, 1000, &plain), rc);
    assert_string_equal(tby_source_error_text(s), text);
    assert_int_equal(plain.n, 0);
    tby_source_close(s);
    free(plain.p);
}

static void what_is_not_supported_says_so(void **state)
{
    static const pack_member MEMBER = {"x.pgn", "1. e4 *\n"};
    static const uint8_t WINDOW[] = {0x28, 0xB5, 0x2F, 0xFD, 0, 0x90, 1, 0, 0};
    pack zip = {0}, xz = {0}, window = {0};

    (void)state;
    pack_archive(&zip, "zip", "zip:encryption=traditional", &MEMBER, 1);
    assert_refused(&zip, TBY_E_IO_FORMAT, "The zip file is encrypted.");
    pack_add(&xz,
             "\xFD"
             "7zXZ\0....",
             10);
    assert_refused(&xz, TBY_E_IO_FORMAT,
                   "This is xz data, which tabiya does not unpack.");
    pack_add(&window, WINDOW, sizeof WINDOW); /* 2^28 */
    assert_refused(&window, TBY_E_LIMIT,
                   "The zstd data needs a window of over 128 MiB.");
    free(zip.p);
    free(xz.p);
    free(window.p);
}

/* Nothing here can write these; they come from the 7-Zip program. */
static void an_encrypted_7z_says_so(void **state)
{
    static const char *const PATHS[] = {
        "tests/fuzz/corpus/source/7z_encrypted",
        "tests/fuzz/corpus/source/7z_encrypted_names"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        pack plain = {0};
        tby_source *s;

        assert_int_equal(tby_source_open(&s, PATHS[i]), TBY_OK);
        assert_int_equal(drain(s, 1000, &plain), TBY_E_IO_FORMAT);
        assert_string_equal(tby_source_error_text(s),
                            "The 7z file is encrypted.");
        assert_int_equal(plain.n, 0);
        tby_source_close(s);
        free(plain.p);
    }
}

static void the_largest_window_is_read(void **state)
{
    char *text = make_text(100000);
    pack packed = {0};

    (void)state;
    pack_zstd(&packed, text, 100000, TBY_MAX_ZSTD_WINDOW);
    assert_unpacks(&packed, text, 100000, TBY_DONE);
    free(packed.p);
    free(text);
}

/* 400 MB of zeros from 40 kB, in the memory that any file takes. */
static void a_bomb_takes_no_memory(void **state)
{
    enum { PIECE = 4 << 20, PIECES = 100 };
    uint8_t *zeros = calloc(1, PIECE), *buf = malloc(65536);
    struct rusage before, after;
    pack bomb = {0}, one = {0};
    tby_source *s;
    size_t n;
    tby_rc rc;

    (void)state;
    assert_non_null(zeros);
    assert_non_null(buf);
    pack_gzip(&one, zeros, PIECE);
    for (int i = 0; i < PIECES; i++)
        pack_add(&bomb, one.p, one.n);
    assert_int_equal(tby_source_open_memory(&s, bomb.p, bomb.n), TBY_OK);
    assert_int_equal(tby_source_read(s, buf, 65536, &n), TBY_OK);
    getrusage(RUSAGE_SELF, &before);
    while ((rc = tby_source_read(s, buf, 65536, &n)) == TBY_OK)
        continue;
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(rc, TBY_DONE);
    assert_int_equal(tby_source_offset(s), (uint64_t)PIECE * PIECES);
    assert_in_range(after.ru_maxrss - before.ru_maxrss, 0, 1024); /* kB */
    tby_source_close(s);
    free(zeros);
    free(buf);
    free(one.p);
    free(bomb.p);
}

/* Holds the C library's lock of time zones, until somebody opens the pipe that
 * TZ names for writing. */
static void *read_time_zone(void *ctx)
{
    tzset();
    return ctx;
}

static void a_lock_of_another_thread_stops_no_archive(void **state)
{
    static const pack_member MEMBERS[] = {{"1.pgn", "1. e4 *\n"}};
    char pipe[64];
    pack packed = {0}, plain = {0};
    tby_source *s;
    pthread_t other;

    (void)state;
    pack_archive(&packed, "zip", NULL, MEMBERS, 1);
    const char *path = write_file(&packed);
    snprintf(pipe, sizeof pipe, "/tmp/tabiya-test-%ld.pipe", (long)getpid());
    assert_int_equal(mkfifo(pipe, 0600), 0);
    setenv("TZ", pipe, 1);
    assert_int_equal(pthread_create(&other, NULL, read_time_zone, NULL), 0);
    int fd; /* a reader that is there makes it possible to write */
    while ((fd = open(pipe, O_WRONLY | O_NONBLOCK)) < 0)
        tby_clock_sleep(0.001);
    unsetenv("TZ");
    alarm(HANG_SECONDS);
    assert_int_equal(tby_source_open(&s, path), TBY_OK);
    assert_int_equal(drain(s, 4096, &plain), TBY_DONE);
    assert_plain(&plain, MEMBERS[0].text, strlen(MEMBERS[0].text));
    alarm(0);
    close(fd);
    pthread_join(other, NULL);
    tby_source_close(s);
    unlink(pipe);
    unlink(path);
    free(packed.p);
    free(plain.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_unpacks),
        cmocka_unit_test(a_file_is_known_by_its_content),
        cmocka_unit_test(frames_follow_each_other),
        cmocka_unit_test(members_are_joined_by_line_ends),
        cmocka_unit_test(archives_may_be_empty),
        cmocka_unit_test(text_stays_text),
        cmocka_unit_test(standard_input_may_be_a_pipe),
        cmocka_unit_test(standard_input_may_be_a_file),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(what_is_not_supported_says_so),
        cmocka_unit_test(an_encrypted_7z_says_so),
        cmocka_unit_test(the_largest_window_is_read),
        cmocka_unit_test(a_bomb_takes_no_memory),
        cmocka_unit_test(a_lock_of_another_thread_stops_no_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
