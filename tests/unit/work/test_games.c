/* test_games.c - a stream of games is the same however it is cut. */
#define _GNU_SOURCE
#include "support/pack.h"
#include "unit/work/reported.h"

#include "support/fork.h"
#include "work/games/int.h"

#include <fcntl.h>
#include <unistd.h>

static void compare(const text *t, const reported *plain, tby_pgn_mode mode,
                    size_t block, unsigned threads)
{
    reported stream = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_job job = job_of(&stream, block, threads);
    tby_games_result result;

    job.mode = mode;
    assert_int_equal(tby_games_read_memory(&job, t->p, t->n, &result), TBY_OK);
    assert_int_equal(result.file, TBY_OK);
    assert_int_equal(result.bytes, t->n);
    check_same(&plain->games, &stream.games, t, block, threads);
    check_same(&plain->faults, &stream.faults, t, block, threads);
    reported_free(&stream);
}

static bool is_packed(const text *t)
{
    /* a wound may make the start look like an archive, another format or
     * UTF-16, which is not reported in bytes of the file */
    games_wide wide;

    if (tby__games_wide_is(t->p, t->n, &wide))
        return true;
    /* or leave nothing of the only game */
    if (tby__games_find((tby_str){t->p, t->n}, true) != TBY_OK)
        return true;
    return t->n >= 2 && (t->p[0] == 'P' || t->p[0] == 'B' ||
                         (t->p[0] == '{' && t->p[1] == '"') ||
                         (unsigned char)t->p[0] == 0xf5);
}

/* TBY_RUNS=n makes n texts. */
static void any_cut_gives_the_same(void **state)
{
    rng r = rng_for(__func__);
    const char *asked = getenv("TBY_RUNS");
    unsigned long rounds = asked ? strtoul(asked, NULL, 10) : 300;

    (void)state;
    for (unsigned long round = 0; round < rounds; round++) {
        tby_pgn_mode mode = rng_chance(&r, 70) ? TBY_PGN_ALL : TBY_PGN_MAINLINE;
        text t = random_games(&r, 1 + rng_below(&r, 40));
        damage(&r, &t);
        if (is_packed(&t)) {
            text_free(&t);
            continue;
        }
        reported plain = read_plainly(&t, mode);
        compare(&t, &plain, mode, 1, 1);
        for (unsigned i = 0; i < 6; i++) {
            unsigned most = rng_chance(&r, 50) ? 200 : (unsigned)t.n + 100;
            compare(&t, &plain, mode, 1 + rng_below(&r, most),
                    i < 3 ? 1 : 1 + rng_below(&r, 4));
        }
        reported_free(&plain);
        text_free(&t);
    }
}

/* --- cuts -----------------------------------------------------------------*/

static size_t cut_of(const char *s)
{
    return tby__games_cut(tby_str_of(s));
}

static void a_cut_is_where_a_game_begins_for_sure(void **state)
{
    (void)state;
    assert_int_equal(cut_of(""), 0);
    assert_int_equal(cut_of("[Event \"a\"]\n\n1. e4 *\n"), 0);
    assert_int_equal(cut_of("\n1-0\n[Event \"a\"]\n"), 5);
    assert_int_equal(cut_of("\n1-0\r[Event \"a\"]\r"), 5);
    assert_int_equal(cut_of("\n1-0\n[White \"a\"]\n"), 0);
    assert_int_equal(cut_of("\n1-0\n\n[White \"a\"]\n"), 6);
    assert_int_equal(cut_of("\n1-0\n[Event \"a\"]\n[Event \"b\"]\n"), 5);
    assert_int_equal(cut_of("\n[Site \"x\"]\n\n[Event \"a\"]\n"), 0);
    assert_int_equal(cut_of("\n% 1-0\n\n[Event \"a\"]\n"), 0);
    assert_int_equal(cut_of("\n1-0 [Site \"x\n\n[Event \"a\"]\n"), 0);
    assert_int_equal(cut_of("\n1-0 {[%clk 0:01]}\n\n[Event \"a\"]\n"), 20);
    assert_int_equal(cut_of("\n1-0 [Event \"a\"]\n"), 0);
    assert_int_equal(cut_of("\n1-0\n[Event a]\n"), 0);
}

/* A text, a long game, as the first block is never short, and the text again:
 * read whole and in blocks of every size. */
static void compare_all(const char *s)
{
    text t = {NULL, 0, 0};

    add_line(&t, s);
    add_line(&t, "\n\n[Event \"long)K 1. e4 {");
    for (int i = 0; i < 100; i++)
        add_line(&t, "la ");
    add_line(&t, "} *\n\n[Event \"again\"]\n\n1. c4 *\n\n");
    add_line(&t, s);
    add_line(&t, "\n\n[Event \"last\"]\n\n1. c4 *\n");
    reported plain = read_plainly(&t, TBY_PGN_ALL);
    for (size_t block = 100; block < t.n; block++)
        compare(&t, &plain, TBY_PGN_ALL, block, 1);
    reported_free(&plain);
    text_free(&t);
}

/* A preface stands before the first tag of all, even if that is a bad one. */
static void no_comment_is_passed_between_bad_tags(void **state)
{
    (void)state;
    compare_all("[Event \"first)K 1. e4 *\n\n{after}\n;a line\n\n{more}");
    compare_all("{before}\n\n[Event \"first)K 1. e4 *\n\n{after}");
    compare_all("[Event \"first)K 1. e4 *\n\n%an escape\n\n{after}");
}

/* Where a text breaks off is known only by what follows. */
static void what_follows_may_decide(void **state)
{
    (void)state;
    /* a comment that was not closed, and one in it with a tag */
    compare_all("1. e4 {open\n\n{a comment\n\n[Black \"x}\n\n1. e4 e5 *");
    compare_all("1. e4 {open\n\n{a [Event \"x} b\n\n1. e4 e5 *");
    /* a tag in the rest of a line, whose value holds a result and moves */
    compare_all("1. e4 ;rest [White \"a\" [Black \"b\" 1. e4 1-0 1. e4 e5 c\"] "
                "1. f4 *\n");
    compare_all("1. e4 ;rest [White \"a [Black \"] [Black \"b\"] 1. f4 *\n");
    /* a value in which a tag seems to begin, and what seems to end it */
    compare_all("1. e4 * [Eventx\"] 1. d4 1-0 [Siteb\"] 1. c4 *\n");
}

/* --- what is large --------------------------------------------------------*/

static void repeat(text *t, char c, size_t n)
{
    char piece[4096];

    memset(piece, c, sizeof piece);
    for (; n > 0; n -= n < sizeof piece ? n : sizeof piece)
        text_add(t, piece, n < sizeof piece ? n : sizeof piece);
}

static void blanks_and_escapes_have_no_limit(void **state)
{
    text t = {NULL, 0, 0};

    (void)state;
    add_line(&t, "1. e4 *\n%");
    repeat(&t, 'x', 10 << 20);
    add_line(&t, "\r\n");
    repeat(&t, '\0', 10 << 20);
    add_line(&t, "\n1. e4 e5 2. Ke3 *");
    reported plain = read_plainly(&t, TBY_PGN_ALL);
    compare(&t, &plain, TBY_PGN_ALL, 1 << 16, 1);
    compare(&t, &plain, TBY_PGN_ALL, 0, 2);
    reported_free(&plain);
    text_free(&t);
}

static void an_endless_game_is_cut_at_the_limit(void **state)
{
    text t = {NULL, 0, 0};

    (void)state;
    add_line(&t, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 ");
    while (t.n < 18u << 20) {
        add_line(&t, "{");
        repeat(&t, 'x', 900000);
        add_line(&t, "}\n");
    }
    add_line(&t, "*\n\n[Event \"c\"]\n\n1. d4 *\n");
    reported plain = read_plainly(&t, TBY_PGN_MAINLINE);
    compare(&t, &plain, TBY_PGN_MAINLINE, 0, 1);
    compare(&t, &plain, TBY_PGN_MAINLINE, 0, 3);
    compare(&t, &plain, TBY_PGN_MAINLINE, 3000000, 2);
    reported_free(&plain);
    text_free(&t);
}

/* --- counts ---------------------------------------------------------------*/

static void only_so_many_faults_are_reported(void **state)
{
    reported heard = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_job job = job_of(&heard, 64, 2);
    tby_games_result result;
    text t = {NULL, 0, 0};

    (void)state;
    for (int i = 0; i < 50; i++)
        add_line(&t,
                 "[Event \"a\"]\n\n1. e5 *\n\n[Event \"b\"]\n\n1. e4 *\n\n");
    job.faults = 3;
    job.warnings = 2; /* the sound games lack a Result tag */
    assert_int_equal(tby_games_read_memory(&job, t.p, t.n, &result), TBY_OK);
    assert_int_equal(result.sum.games, 100);
    assert_int_equal(result.sum.damaged, 50);
    assert_int_equal(result.sum.plies, 50);
    assert_int_equal(result.sum.faults, 50);
    assert_int_equal(result.sum.warnings, 50);
    assert_int_equal(result.sum.kinds_n, 2);
    assert_int_equal(result.sum.kinds[0].code, TBY_E_MOVE_REACH);
    assert_int_equal(result.sum.kinds[1].code, TBY_W_PGN_NO_RESULT);
    size_t lines = 0;
    for (size_t i = 0; i < heard.faults.n; i++)
        lines += heard.faults.p[i] == '\n';
    assert_int_equal(lines, 5);
    reported_free(&heard);
    text_free(&t);
}

static tby_rc stop_at(void *ctx, void *part, tby_games_item *item)
{
    (void)part;
    (void)item;
    int *left = ctx;
    return --*left < 0 ? TBY_E_LIMIT : TBY_OK;
}

static void a_visitor_can_stop(void **state)
{
    int left = 10;
    tby_games_job job = {
        .block = 100, .threads = 1, .visitor = {.ctx = &left, .game = stop_at}};
    tby_games_result result;
    text t = {NULL, 0, 0};

    (void)state;
    for (int i = 0; i < 100; i++)
        add_line(&t, "[Event \"a\"]\n\n1. e4 *\n\n");
    assert_int_equal(tby_games_read_memory(&job, t.p, t.n, &result),
                     TBY_E_LIMIT);
    assert_true(result.sum.games <= 10);
    text_free(&t);
}

static void hear_code(void *ctx, const tby_games_fault *f)
{
    *(tby_rc *)ctx = f->code;
    assert_int_equal(f->game, 0);
    assert_int_equal(f->place.line, 0);
}

static void a_file_that_is_not_there_is_reported(void **state)
{
    tby_rc heard = TBY_OK;
    tby_games_job job = {.path = "/nowhere/at/all",
                         .listener = {.ctx = &heard, .fault = hear_code}};
    tby_games_result result;

    (void)state;
    assert_int_equal(tby_games_read(&job, &result), TBY_OK);
    assert_int_equal(result.file, TBY_E_IO_OPEN);
    assert_int_equal(heard, TBY_E_IO_OPEN);
    assert_int_equal(result.sum.faults, 1);
}

/* --- memory ---------------------------------------------------------------*/

/* The most memory this process has had, in kB. */
static long most_memory(void)
{
    FILE *f = fopen("/proc/self/status", "r");
    char line[200];
    long kb = -1;

    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return kb;
}

/* Nearly a megabyte of games of 20 plies; to be freed. */
static char *megabyte(size_t *n)
{
    static const char GAME[] =
        "[Event \"a stream\"]\n[White \"A\"]\n[Black \"B\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
        "7. Bb3 d6\n8. c3 O-O 9. h3 {quiet} Nb8 10. d4 Nbd7 1/2-1/2\n\n";
    char *block = malloc(1 << 20);

    *n = 0;
    while (block && *n + sizeof GAME <= 1 << 20) {
        memcpy(block + *n, GAME, sizeof GAME - 1);
        *n += sizeof GAME - 1;
    }
    return block;
}

/* Writes so many megabytes of games into a pipe. */
static void feed(int fd, size_t megabytes)
{
    size_t n;
    char *block = megabyte(&n);

    for (size_t i = 0; block && i < megabytes; i++)
        for (size_t done = 0; done < n;) {
            ssize_t w = write(fd, block + done, n - done);
            if (w <= 0)
                _exit(1);
            done += (size_t)w;
        }
    _exit(0);
}

enum { MEGABYTES = 100 };

/* What most_memory() says before a test; -1 if it means nothing. */
static long memory_before(void)
{
#ifdef __SANITIZE_THREAD__
    return -1; /* it has a shadow many times the size */
#else
    return most_memory();
#endif
}

static void check_memory(const tby_games_result *result, long before)
{
    assert_true(result->bytes > (MEGABYTES - 1) << 20);
    assert_int_equal(result->sum.faults, 0);
    assert_int_equal(result->sum.plies, 20 * result->sum.games);
    long grown = most_memory() - before;
    CHECK(grown < 32 << 10, "%ld kB more", grown);
}

static void memory_does_not_grow_with_a_packed_file(void **state)
{
    pack one = {0}, all = {0};
    tby_games_job job = {.threads = 1};
    tby_games_result result;
    size_t n;

    (void)state;
    if (memory_before() < 0)
        skip();
    char *block = megabyte(&n);
    assert_non_null(block);
    pack_zstd(&one, block, n, 0);
    for (int i = 0; i < MEGABYTES; i++)
        pack_add(&all, one.p, one.n);
    long before = memory_before();
    assert_int_equal(tby_games_read_memory(&job, all.p, all.n, &result),
                     TBY_OK);
    check_memory(&result, before);
    free(one.p);
    free(all.p);
    free(block);
}

static void memory_does_not_grow_with_the_file(void **state)
{
    int fds[2], status = 0;
    char path[64];
    tby_games_result result;

    (void)state;
    long before = memory_before();
    if (before < 0)
        skip();
    assert_int_equal(pipe(fds), 0);
    pid_t child = fork_alone();
    if (child == 0)
        feed(fds[1], MEGABYTES);
    close(fds[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", fds[0]);
    tby_games_job job = {.path = path, .threads = 2};
    assert_int_equal(tby_games_read(&job, &result), TBY_OK);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(fds[0]);
    check_memory(&result, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* first: the others leave memory after */
        cmocka_unit_test(memory_does_not_grow_with_a_packed_file),
        cmocka_unit_test(memory_does_not_grow_with_the_file),
        cmocka_unit_test(any_cut_gives_the_same),
        cmocka_unit_test(a_cut_is_where_a_game_begins_for_sure),
        cmocka_unit_test(no_comment_is_passed_between_bad_tags),
        cmocka_unit_test(what_follows_may_decide),
        cmocka_unit_test(blanks_and_escapes_have_no_limit),
        cmocka_unit_test(an_endless_game_is_cut_at_the_limit),
        cmocka_unit_test(only_so_many_faults_are_reported),
        cmocka_unit_test(a_visitor_can_stop),
        cmocka_unit_test(a_file_that_is_not_there_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
