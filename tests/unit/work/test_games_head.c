/* test_games_head.c - what a file is shows in its beginning, damaged or not,
 * and however it is cut into blocks. */
#include "unit/work/reported.h"

#include "tabiya/gamebin.h"
#include "tabiya/jsonl.h"
#include "work/games/int.h"

/* What is reported of the text; the same for blocks and threads of any number.
 */
static reported hear(const text *t, tby_games_result *result)
{
    static const size_t BLOCKS[] = {0, 1, 5, 100, 257, 300, 1000, 70000};
    reported first = {{NULL, 0, 0}, {NULL, 0, 0}};

    for (size_t i = 0; i < LENGTH(BLOCKS); i++) {
        reported again = {{NULL, 0, 0}, {NULL, 0, 0}};
        unsigned threads = i % 2 ? 3 : 1;
        tby_games_job job = job_of(i ? &again : &first, BLOCKS[i], threads);
        tby_games_result r;

        assert_int_equal(tby_games_read_memory(&job, t->p, t->n, &r), TBY_OK);
        assert_int_equal(r.file, TBY_OK);
        assert_int_equal(r.bytes, t->n);
        if (i == 0) {
            *result = r;
            continue;
        }
        assert_int_equal(r.format, result->format);
        check_same(&first.games, &again.games, t, BLOCKS[i], threads);
        check_same(&first.faults, &again.faults, t, BLOCKS[i], threads);
        reported_free(&again);
    }
    return first;
}

static void check(const text *t, tby_games_format format, unsigned games,
                  unsigned damaged)
{
    tby_games_result result;
    reported all = hear(t, &result);

    CHECK(result.format == format && result.sum.games == games &&
              result.sum.damaged == damaged,
          "%.*s is %s, %llu games, %llu damaged", (int)(t->n < 60 ? t->n : 60),
          t->p, tby_games_format_name(result.format),
          (unsigned long long)result.sum.games,
          (unsigned long long)result.sum.damaged);
    reported_free(&all);
}

/* The filler so many times, and the text. */
static void check_text(const char *filler, unsigned times, const char *s,
                       tby_games_format format, unsigned games,
                       unsigned damaged)
{
    text t = {NULL, 0, 0};

    for (unsigned i = 0; i < times; i++)
        add_line(&t, filler);
    add_line(&t, s);
    check(&t, format, games, damaged);
    text_free(&t);
}

#define GAME "{\"moves\":[{\"san\":\"e4\"}]}\n"

static void jsonl_is_known_by_its_moves(void **state)
{
    static const char *const FILLERS[] = {"\n", "\r\n", " ", "\t \n"};
    const tby_games_format JSONL = TBY_GAMES_JSONL;

    (void)state;
    for (size_t i = 0; i < LENGTH(FILLERS); i++)
        for (unsigned n = 0; n < 20000; n = n ? 7 * n : 1)
            check_text(FILLERS[i], n, GAME GAME, JSONL, 2, 0);
    check_text("\n", 0, "{ \"moves\":[]}", JSONL, 1, 0);
    check_text("\n", 0, "\xef\xbb\xbf\n{\t \"moves\" \t: []}", JSONL, 1, 0);
    check_text("\n", 0, "{\"a\\\"b\\\\\":1,\"moves\":[]}", JSONL, 1, 0);
    check_text("\n", 0, "{}", JSONL, 1, 1);
    check_text("\n", 0, "{ }\r\n\r\n{}\n" GAME, JSONL, 3, 2);
    /* damage to the first line costs that line */
    check_text("\n", 0, "{\"moves:[]}\n" GAME, JSONL, 2, 1);
    check_text("\n", 0, "{moves\":[]}\n" GAME, JSONL, 2, 1);
    check_text("\n", 0, "{\"mowes\":[]}\n" GAME, JSONL, 2, 1);
    check_text("\n", 0, "{\"moves\":[\n" GAME, JSONL, 2, 1);
    /* objects of no use are lines all the same, if nothing else is there */
    check_text("\n", 0, "{\"a\":1}\n{\"b\":[]}\n", JSONL, 2, 2);
    check_text("\n", 0, TBY_JSONL_HEADER, JSONL, 0, 0);
}

static void a_comment_is_no_object(void **state)
{
    const tby_games_format PGN = TBY_GAMES_PGN;

    (void)state;
    check_text(" ", 1, "\n", PGN, 0, 0);
    check_text("\n", 70000, "\n", PGN, 0, 0);
    check_text("\n", 0, "{\"The immortal game\"} 1. e4 e5 *", PGN, 1, 0);
    check_text("\n", 0, "\n {\"The immortal game\"}\n1. e4 e5 *", PGN, 1, 0);
    check_text("\n", 0, "{\"The\" game: x}\n1. e4 *\n", PGN, 1, 0);
    check_text("\n", 0, "{\"Quote\": \"x\"}\n\n[Event \"e\"]\n\n1. e4 *\n", PGN,
               1, 0);
    check_text("\n", 0, "{\"Quote\": \"x\"}\n{\"By\": 1}\n1. e4 *", PGN, 1, 0);
    check_text("\n", 0, "{\"Quote\": \"x\"} 1. e4 *", PGN, 1, 0);
    check_text("\n", 0, "{\"Quote\": his \"moves\"\n\n...}\n1. e4 *", PGN, 1,
               0);
    check_text("\n", 0, "{\"format\": 5}\n1. e4 *", PGN, 1, 0);
    check_text("\n", 0, "{} 1. e4 *", PGN, 1, 0);
    check_text("\n", 0, "{}\n1. e4 *", PGN, 1, 0);
    check_text("\n", 0, "{a}\n{\"b\"}\n\n1. e4 *\n", PGN, 1, 0);
}

/* --- .cdb -----------------------------------------------------------------*/

enum { GAMES = 30 };

/* Games one after another. */
static text binary_games(const char *magic)
{
    static const char PGN[] = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n"
                              "\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 *";
    text t = {NULL, 0, 0};
    char buf[500];
    size_t n = 0;
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game game;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, tby_str_of(PGN), TBY_PGN_ALL);
    assert_int_equal(tby_pgn_next(&pgn, &game, &report), TBY_OK);
    assert_int_equal(tby_gamebin_write(&game, 0, buf, sizeof buf, &n), TBY_OK);
    tby_game_free(&game);
    assert_true(n <= sizeof buf);
    memcpy(buf, magic, 4);
    for (unsigned i = 0; i < GAMES; i++)
        text_add(&t, buf, n);
    return t;
}

static void damage_to_the_first_magic_costs_one_game(void **state)
{
    static const char *const MAGICS[] = {"\xf5\x43\x44\x31", "PGN1"};

    (void)state;
    for (size_t i = 0; i < LENGTH(MAGICS); i++) {
        text t = binary_games(MAGICS[i]), late = {NULL, 0, 0};

        check(&t, TBY_GAMES_CDB, GAMES, 0);
        for (unsigned bit = 0; bit < 32; bit++) {
            t.p[bit / 8] = (char)(t.p[bit / 8] ^ 1 << bit % 8);
            check(&t, TBY_GAMES_CDB, GAMES, 1);
            t.p[bit / 8] = (char)(t.p[bit / 8] ^ 1 << bit % 8);
        }
        text_add(&late, "", 1);
        text_add(&late, t.p, t.n);
        check(&late, TBY_GAMES_CDB, GAMES + 1, 1);
        text_free(&late);
        text_free(&t);
    }
}

/* The second magic is the last that is looked at, or just after that. */
static void a_magic_counts_only_near_the_start(void **state)
{
    text t = binary_games("PGN1");

    (void)state;
    for (size_t gap = GAMES_HEAD - 4; gap <= GAMES_HEAD - 3; gap++) {
        text far = {NULL, 0, 0};
        tby_games_job job = {.faults = 1};
        tby_games_result result;

        for (size_t i = 0; i < gap; i++)
            text_add(&far, i % 9 == 0 ? "\1" : "\n", 1);
        text_add(&far, t.p, t.n);
        assert_int_equal(tby_games_read_memory(&job, far.p, far.n, &result),
                         TBY_OK);
        assert_int_equal(result.format,
                         gap == GAMES_HEAD - 4 ? TBY_GAMES_CDB : TBY_GAMES_PGN);
        assert_int_equal(result.file,
                         gap == GAMES_HEAD - 4 ? TBY_OK : TBY_E_FILE_KIND);
        text_free(&far);
    }
    text_free(&t);
}

/* A text may speak of the magic. */
static void text_is_not_binary(void **state)
{
    (void)state;
    check_text("\n", 0, "{PGN1}\n1. e4 *\n", TBY_GAMES_PGN, 1, 0);
    check_text("\n", 0, "[Event \"PGN1\"]\n\v\f\t\r\n1. e4 *\n", TBY_GAMES_PGN,
               1, 0);
}

/* A file that is none of games is one fault, whatever the blocks. */
static void what_is_no_game_is_not_read_as_one(void **state)
{
    static const char SQLITE[] = "SQLite format 3\0 e4 [Event \"x\"]";
    static const struct {
        const char *p;
        size_t n;
        tby_rc file;
    } FILES[] = {
        {SQLITE, sizeof SQLITE, TBY_E_FILE_KIND},
        {"%PDF-1.7\n1. e4 *", 16, TBY_E_FILE_KIND},
        {"\x71\xE8\x23\x5D\1", 5, TBY_E_FILE_KIND},
        {"v5.0\n= Title\nwhite\nstart -> e4\n", 32, TBY_E_FILE_KIND},
        {"\1\2{\3", 4, TBY_E_FILE_KIND},
        {"Dear reader,\n\nthis is (only) text.\n", 35, TBY_E_NO_GAME},
        {"[Event bad\n", 11, TBY_OK},
        {"1. Qh9\n", 7, TBY_OK},
        {"1. e5\n", 6, TBY_OK},
        {"*\n", 2, TBY_OK},
        {"{nothing}\n", 10, TBY_OK},
        {" \n", 2, TBY_OK},
        {"", 0, TBY_OK},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++)
        for (size_t block = 0; block < 3; block++) {
            tby_games_job job = {.faults = 9, .block = block};
            tby_games_result r;

            assert_int_equal(
                tby_games_read_memory(&job, FILES[i].p, FILES[i].n, &r),
                TBY_OK);
            CHECK(r.file == FILES[i].file, "%zu: %s", i, tby_rc_name(r.file));
            if (r.file != TBY_OK)
                CHECK(r.sum.games == 0 && r.sum.faults == 1, "%zu: %llu games",
                      i, (unsigned long long)r.sum.games);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_game_is_not_read_as_one),
        cmocka_unit_test(jsonl_is_known_by_its_moves),
        cmocka_unit_test(a_comment_is_no_object),
        cmocka_unit_test(damage_to_the_first_magic_costs_one_game),
        cmocka_unit_test(a_magic_counts_only_near_the_start),
        cmocka_unit_test(text_is_not_binary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
