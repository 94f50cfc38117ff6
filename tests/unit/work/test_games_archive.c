/* test_games_archive.c - games never go on from one file of an archive to the
 * next, and their places are those of the file. */
#include "support/pack.h"
#include "unit/work/reported.h"
#include "work/games/int.h"

/* --- what is heard --------------------------------------------------------*/

static void hear_member(void *ctx, const tby_games_fault *f)
{
    reported *t = ctx;

    add_line(&t->faults, f->member);
    on_fault(t, f);
}

static void hear_passed(void *ctx, const char *member)
{
    reported *t = ctx;

    add_line(&t->faults, "passed ");
    add_line(&t->faults, member);
    add_line(&t->faults, "\n");
}

static reported hear(const pack *in, size_t block, unsigned threads,
                     tby_games_result *result)
{
    reported t = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_job job = job_of(&t, block, threads);

    job.listener = (tby_games_listener){
        .ctx = &t, .fault = hear_member, .passed = hear_passed};
    assert_int_equal(tby_games_read_memory(&job, in->p, in->n, result), TBY_OK);
    return t;
}

/* --- any texts ------------------------------------------------------------*/

enum { MOST = 6 };

/* Games that end anywhere, without a NUL. */
static text random_games_of(rng *r)
{
    text t = random_games(r, rng_below(r, 30));

    if (rng_chance(r, 50))
        damage(r, &t);
    if (t.n && rng_chance(r, 50))
        t.n = rng_below(r, (unsigned)t.n);
    text_add(&t, "\n", 1); /* 7z has empty files after all others */
    for (size_t i = 0; i < t.n; i++)
        t.p[i] = t.p[i] ? t.p[i] : '?';
    text_add(&t, "", 1);
    t.n--;
    return t;
}

/* The same, but something of a game is left, or nothing at all. */
static text random_text(rng *r)
{
    text t = random_games_of(r);

    while (tby__games_find((tby_str){t.p, t.n}, true) != TBY_OK) {
        text_free(&t);
        t = random_games_of(r);
    }
    return t;
}

/* Adds what is to be reported of a text, alone and as the file of that name. */
static void add_expected(reported *to, const text *t, const char *name,
                         tby_games_sum *sum)
{
    reported alone = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_job job = job_of(&alone, 0, 1);
    tby_games_result result;

    assert_int_equal(tby_games_read_memory(&job, t->p, t->n, &result), TBY_OK);
    if (alone.games.n)
        text_add(&to->games, alone.games.p, alone.games.n);
    for (size_t from = 0; from < alone.faults.n;) {
        char *line = alone.faults.p + from;
        char code[64];
        unsigned long long game;
        int at;

        /* the number of the game goes on from file to file */
        assert_int_equal(
            sscanf(line, "%63s game %llu byte%n", code, &game, &at), 2);
        char head[200];
        snprintf(head, sizeof head, "%s%s game %llu byte", name, code,
                 (unsigned long long)sum->games + game);
        add_line(&to->faults, head);
        char *next = strchr(line, '\n') + 1;
        text_add(&to->faults, line + at, (size_t)(next - line - at));
        from += (size_t)(next - line);
    }
    tby_games_add(sum, &result.sum);
    reported_free(&alone);
}

static void check_archive(rng *r, const char *format)
{
    static const char *const NAMES[MOST] = {
        "a.pgn", "readme.txt", "folder/b.PGN", "c.pgn.bak", "._a.pgn", "d.jpg"};
    pack_member members[MOST];
    text texts[MOST];
    reported expected = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_sum sum = {0};
    pack packed = {0};

    for (unsigned i = 0; i < MOST; i++) {
        texts[i] = random_text(r);
        members[i] = (pack_member){NAMES[i], texts[i].p};
        if (i == 1 || i > 3)
            hear_passed(&expected, NAMES[i]);
        else
            add_expected(&expected, &texts[i], NAMES[i], &sum);
    }
    pack_archive(&packed, format, NULL, members, MOST);
    for (unsigned threads = 1; threads <= 3; threads++) {
        size_t block = rng_chance(r, 50) ? 0 : 1 + rng_below(r, 3000);
        tby_games_result result;
        reported got = hear(&packed, block, threads, &result);

        check_same(&expected.games, &got.games, &texts[0], block, threads);
        check_same(&expected.faults, &got.faults, &texts[0], block, threads);
        assert_int_equal(result.sum.games, sum.games);
        assert_int_equal(result.sum.plies, sum.plies);
        assert_int_equal(result.sum.faults, sum.faults);
        assert_int_equal(result.bytes, texts[0].n + texts[2].n + texts[3].n);
        reported_free(&got);
    }
    free(packed.p);
    reported_free(&expected);
    for (unsigned i = 0; i < MOST; i++)
        text_free(&texts[i]);
}

static void each_file_is_read_for_itself(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned round = 0; round < 100; round++)
        check_archive(&r, round % 2 ? "7zip" : "zip");
}

/* --- what matters most, by hand -------------------------------------------*/

static void check_reported(const pack_member *members, size_t n,
                           const char *games, const char *faults)
{
    for (unsigned i = 0; i < 4; i++) {
        pack packed = {0};
        tby_games_result result;

        pack_archive(&packed, i % 2 ? "7zip" : "zip", NULL, members, n);
        reported got = hear(&packed, i / 2, 1, &result);
        text_add(&got.games, "", 1);
        text_add(&got.faults, "", 1);
        assert_string_equal(got.games.p, games);
        assert_string_equal(got.faults.p, faults);
        reported_free(&got);
        free(packed.p);
    }
}

/* A game that breaks off, a comment without end and a file without tags cost
 * nothing of the next file; lines are counted from 1 again. */
static void no_game_goes_on_in_the_next_file(void **state)
{
    static const pack_member FILES[] = {
        {"1.pgn", "1. e4 e5"},
        {"2.pgn", "2. Nf3 *"},
        {"3.pgn", "\n[White \"A\"]\n\n1. d4 {"},
        {"4.pgn", "1. c4\nKe3 *"},
    };

    (void)state;
    check_reported(FILES, 4,
                   "1. e4 e5 *\n\n-- ok 0\n"
                   "1. Nf3 *\n\n-- ok 0\n"
                   "[White \"A\"]\n\n1. d4 *\n\n-- pgn_comment_open 0\n"
                   "1. c4 *\n\n-- move_unreachable 0\n",
                   "1.pgnpgn_end_missing game 1 byte 8 at 1:9\n"
                   "3.pgnpgn_comment_open game 3 byte 20 at 4:7\n"
                   "4.pgnmove_unreachable game 4 byte 6 at 2:1\n");
}

/* Each file may be of another format and have a byte order mark. */
static void each_file_has_its_own_format(void **state)
{
    static const pack_member FILES[] = {
        {"1.pgn", "\xef\xbb\xbf[White \"A\"]\n\n1. e4 *\n"},
        {"2.jsonl", TBY_JSONL_HEADER "{\"moves\":[{\"uci\":\"d2d4\"}]}\n"},
        {"3.pgn", "\xef\xbb\xbf"
                  "1. c4 *"},
    };

    (void)state;
    check_reported(FILES, 3,
                   "[White \"A\"]\n\n1. e4 *\n\n-- ok 0\n"
                   "1. d4 *\n\n-- ok 0\n"
                   "1. c4 *\n\n-- ok 0\n",
                   "1.pgnpgn_result_missing game 1 byte 3 at 1:1\n");
}

/* What is no game costs neither the others nor the archive. */
static void other_files_are_reported(void **state)
{
    static const pack_member FILES[] = {
        {"1.txt", "%PDF-1.4\n1. e4 *"},
        {"2.txt", "1. d4 *"},
        {"3.txt", "Dear reader"},
    };

    (void)state;
    check_reported(FILES, 3, "1. d4 *\n\n-- ok 0\n",
                   "1.txtno_game game 0 byte 0 at 0:0\n"
                   "3.txtno_game game 0 byte 0 at 0:0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_files_are_reported),
        cmocka_unit_test(each_file_is_read_for_itself),
        cmocka_unit_test(no_game_goes_on_in_the_next_file),
        cmocka_unit_test(each_file_has_its_own_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
