/* test_import_fails.c - databases that cannot be written, and databases that
 * are damaged: a sentence, and nothing lost. */
#include "support/fork.h"
#include "unit/work/imported.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* --- opening --------------------------------------------------------------*/

static void check_refusal(const char *name, tby_store_mode mode, tby_rc wanted)
{
    tby_store *s;
    tby_rc rc = tby_store_open(&s, path_of(name), mode);

    CHECK(rc == wanted, "%s: %s instead of %s", name, tby_rc_name(rc),
          tby_rc_name(wanted));
    CHECK(*tby_store_error_text(s), "%s: no sentence", name);
    tby_store_close(s);
}

static void what_cannot_be_opened_is_told(void **state)
{
    (void)state;
    put_text_file("games.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n");
    check_refusal("none.tdb", TBY_STORE_READ, TBY_E_STORE_OPEN);
    check_refusal("none.tdb", TBY_STORE_CHANGE, TBY_E_STORE_OPEN);
    check_refusal("no/folder.tdb", TBY_STORE_WRITE, TBY_E_STORE_OPEN);
    check_refusal(".", TBY_STORE_WRITE, TBY_E_STORE_OPEN);
    check_refusal("games.pgn", TBY_STORE_WRITE, TBY_E_STORE_FOREIGN);
    check_refusal("games.pgn", TBY_STORE_READ, TBY_E_STORE_FOREIGN);
}

/* --- writing --------------------------------------------------------------*/

/* In a process of its own: what importing a file gives. */
static tby_rc import_apart(const char *database, const char *file,
                           void (*before)(void))
{
    int status = 0;
    pid_t child = fork_alone();

    if (child == 0) {
        tby_import_options options = {.threads = 1, .batch = 100};
        tby_store *s = NULL;
        tby_import *imp = NULL;
        tby_rc unread;
        if (before)
            before();
        tby_rc rc = tby_store_open(&s, path_of(database), TBY_STORE_WRITE);
        if (rc == TBY_OK)
            rc = tby_import_open(&imp, s, &options);
        if (rc == TBY_OK)
            rc = tby_import_file(imp, path_of(file), &unread);
        if (rc == TBY_OK)
            rc = tby_import_finish(imp);
        bool reported = rc == TBY_OK || *tby_store_error_text(s);
        tby_import_close(imp);
        tby_store_close(s);
        _exit(!reported                 ? 99
              : -rc >= 700 && -rc < 790 ? -rc - 690
                                        : rc != TBY_OK);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status), "%d",
          status);
    CHECK(WEXITSTATUS(status) != 99, "no sentence");
    return WEXITSTATUS(status) >= 10 ? (tby_rc)(-690 - WEXITSTATUS(status))
                                     : (tby_rc)-WEXITSTATUS(status);
}

static void be_nobody(void)
{
    /* root may write whatever is read-only */
    if (getuid() == 0 && setuid(65534) != 0)
        _exit(98);
}

static void what_is_read_only_stays_as_it_is(void **state)
{
    (void)state;
    put_text_file("games.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n");
    put_text_file("more.pgn", "[White \"B\"]\n\n1. e4 e5 1-0\n");
    import_file("fixed.tdb", path_of("games.pgn"));
    assert_int_equal(chmod(path_of("fixed.tdb"), 0444), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(import_apart("fixed.tdb", "more.pgn", be_nobody),
                     TBY_E_STORE_WRITE);
    assert_int_equal(chmod(folder, 0755), 0);
    check_database("fixed.tdb");
    assert_int_equal(chmod(path_of("fixed.tdb"), 0644), 0);
    remove_database("fixed.tdb");
}

static void limit_files(void)
{
    struct rlimit limit = {300000, 300000};

    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(98);
}

static void a_disk_that_is_full_costs_nothing_that_was_stored(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, 3000);

    (void)state;
    put_file("games.pgn", text_str(&all));
    tby_rc rc = import_apart("full.tdb", "games.pgn", limit_files);
    CHECK(rc == TBY_E_STORE_FULL || rc == TBY_E_STORE_WRITE, "%s",
          tby_rc_name(rc));
    check_database("full.tdb");
    tby_import_options options = {.threads = 2, .batch = 100};
    tby_import_sum sum =
        import_with("full.tdb", path_of("games.pgn"), &options);
    printf("%llu games were stored before the disk was full\n",
           (unsigned long long)sum.known);
    CHECK(sum.known > 0 && sum.known < 3000 && sum.known % 100 == 0, "%llu",
          (unsigned long long)sum.known);
    text out = games_of("full.tdb");
    CHECK(out.n == all.n && memcmp(out.p, all.p, all.n) == 0,
          "not the same games");
    check_database("full.tdb");
    remove_database("full.tdb");
    text_free(&all);
    text_free(&out);
}

/* A process that has begun a batch, until *release is closed; not this one,
 * which will fork(). */
static pid_t hold(const char *database, int *release)
{
    int held[2], released[2];
    char byte = 0;

    CHECK(pipe(held) == 0 && pipe(released) == 0, "pipe");
    pid_t child = fork_alone();
    if (child == 0) {
        tby_store_fingerprint fingerprint = {1, 2};
        tby_store *s = NULL;
        size_t known;
        close(released[1]);
        if (tby_store_open(&s, path_of(database), TBY_STORE_WRITE) != TBY_OK ||
            tby_store_batch(s, &fingerprint, 1, &known) != TBY_OK ||
            write(held[1], &byte, 1) != 1 || read(released[0], &byte, 1) != 0)
            _exit(1);
        tby_store_cancel(s);
        tby_store_close(s);
        _exit(0);
    }
    close(held[1]);
    close(released[0]);
    CHECK(read(held[0], &byte, 1) == 1, "%s cannot be held", database);
    close(held[0]);
    *release = released[1];
    return child;
}

static void a_second_writer_is_told_to_wait(void **state)
{
    int release, status = 1;

    (void)state;
    put_text_file("games.pgn", "[White \"A\"]\n\n1. e4 e5 1-0\n");
    pid_t holder = hold("held.tdb", &release);
    assert_int_equal(import_apart("held.tdb", "games.pgn", NULL),
                     TBY_E_STORE_LOCKED);
    close(release);
    CHECK(waitpid(holder, &status, 0) == holder && status == 0, "%d", status);
    remove_database("held.tdb");
}

/* --- damage ---------------------------------------------------------------*/

static void count_problem(void *ctx, const tby_store_problem *p)
{
    CHECK(*p->part && *p->text, "a problem without a word");
    ++*(unsigned *)ctx;
}

/* Nothing is wrong, something is found, or it cannot be opened at all. */
static bool is_found(const char *database, bool all)
{
    unsigned reported = 0;
    tby_store *s = NULL;
    tby_store_check_job job = {.all = all,
                               .sample = 20,
                               .work = {.memory = 64u << 20},
                               .ctx = &reported,
                               .problem = count_problem};
    tby_store_checked sum = {.problems = 0};
    tby_rc rc = tby_store_open(&s, path_of(database), TBY_STORE_READ);
    bool found = rc != TBY_OK;

    if (rc == TBY_OK)
        rc = tby_store_check(s, &job, &sum);
    found = rc != TBY_OK || sum.problems > 0;
    assert_int_equal(reported, sum.problems);
    tby_store_close(s);
    return found;
}

static void damage_anywhere_is_found(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, 1000), bytes = {NULL, 0, 0};
    char piece[4096];
    size_t n;

    (void)state;
    put_file("games.pgn", text_str(&all));
    import_file("sound.tdb", path_of("games.pgn"));
    FILE *f = fopen(path_of("sound.tdb"), "rb");
    CHECK(f, "sound.tdb");
    while ((n = fread(piece, 1, sizeof piece, f)) > 0)
        text_add(&bytes, piece, n);
    fclose(f);
    assert_false(is_found("sound.tdb", true));
    for (unsigned i = 0; i < 60; i++) {
        size_t at = rng_below(&r, (unsigned)bytes.n);
        unsigned char flip = (unsigned char)(1u << rng_below(&r, 8));
        bytes.p[at] = (char)((unsigned char)bytes.p[at] ^ flip);
        put_file("hurt.tdb", text_str(&bytes));
        CHECK(is_found("hurt.tdb", i % 4 == 0), "byte %zu, bit %02x", at, flip);
        bytes.p[at] = (char)((unsigned char)bytes.p[at] ^ flip);
    }
    for (unsigned i = 0; i < 20; i++) { /* cut short */
        size_t at = rng_below(&r, (unsigned)bytes.n);
        put_file("hurt.tdb", (tby_str){bytes.p, at});
        CHECK(is_found("hurt.tdb", i % 4 == 0), "cut at %zu", at);
    }
    remove_database("sound.tdb");
    remove_database("hurt.tdb");
    text_free(&all);
    text_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_opened_is_told),
        cmocka_unit_test(what_is_read_only_stays_as_it_is),
        cmocka_unit_test(a_disk_that_is_full_costs_nothing_that_was_stored),
        cmocka_unit_test(a_second_writer_is_told_to_wait),
        cmocka_unit_test(damage_anywhere_is_found),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
