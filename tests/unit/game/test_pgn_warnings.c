/* test_pgn_warnings.c - what is odd about a game that was read, where, and what
 * of it can be put right. */
#include "core/game/pgn/warnings.h"
#include "support/games.h"

/* --- warnings --------------------------------------------------------------*/

static void add_warning(void *ctx, const tby_pgn_warning *warning)
{
    char line[200];

    assert_true(tby_pgn_is_warning(warning->code) && *warning->sentence);
    snprintf(line, sizeof line, "%s %zu%s, ", tby_rc_name(warning->code),
             warning->at, warning->certain ? " fixed" : "");
    text_puts(ctx, line);
}

/* The warnings about the first game of a text; *repaired, unless NULL, is what
 * it becomes. */
static text warnings_of(const char *s, text *repaired)
{
    text out = {NULL, 0, 0};
    tby_game game;
    tby_pgn pgn;
    tby_pgn_report report;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, tby_str_of(s), TBY_PGN_ALL);
    pgn.forgive = TBY_FAULTS_ALL | TBY_FEN_SHORT;
    must(tby_pgn_next(&pgn, &game, &report));
    assert_int_equal(report.error.code, TBY_OK);
    tby_pgn_warn(&game, tby_str_of(s), &report, add_warning, &out);
    if (repaired) {
        must(tby_pgn_repair(&game, &report.last));
        write_game(repaired, &game);
    }
    tby_game_free(&game);
    return out;
}

static const struct row {
    const char *text, *warnings;
} ROWS[] = {
    {"[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0", ""},
    {"1. e4 1-0", ""},
    {"[Result \"?\"]\n\n*", ""},
    {"[Result \"1/2\"]\n\n1/2-1/2", ""},
    /* the tag and the end */
    {"[Result \"1-0\"]\n\n1. e4 0-1", "pgn_result_conflict 0, "},
    {"[A \"b\"]\n[Result \"*\"]\n\n1. e4 0-1", "pgn_result_conflict 8 fixed, "},
    {"[Result \"?\"]\n\n1. e4 0-1", "pgn_result_conflict 0 fixed, "},
    {"[Result \"1-0\"]\n\n1. e4 *", "pgn_result_conflict 0 fixed, "},
    {"[A \"b\"]\n\n1. e4 0-1", "pgn_result_missing 0 fixed, "},
    {"[Result \"1-0\"]\n\n1. e4\n\n", "pgn_end_missing 21 fixed, "},
    {"[Result \"1-0\"]\n\n", "pgn_end_missing 14 fixed, "},
    {"1. e4 e5 {c}\n", "pgn_end_missing 12 fixed, "},
    {"*", "pgn_stray_result 0, "},
    {"* {c}", ""},
    /* a tag that is no result */
    {"[Result \"1:0\"]\n\n1. e4 0-1", "pgn_result_tag 0, "},
    {"[Result \"White wins\"]\n\n1. e4 *", "pgn_result_tag 0, "},
    {"[Result \"1-0 forfeit\"]\n\n1. e4 1-0", "pgn_result_tag 0, "},
    {"[Result \"\"]\n\n1. e4 1-0", "pgn_result_tag 0, "},
    {"[Result \"1:0\"]\n\n1. f3 e5 2. g4 Qh4# *",
     "pgn_result_tag 0, pgn_result_board 0 fixed, "},
    /* mate and stalemate */
    {"[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *", "pgn_result_board 0 fixed, "},
    {"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1", ""},
    {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
     "pgn_result_board 0 fixed, "},
    {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", "pgn_result_board 0, "},
    {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# *", "pgn_result_board 0, "},
    {"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2", "pgn_result_board 0, "},
    {"1. f3 e5 2. g4 Qh4# {1-0} 1/2-1/2 {0-1}", "pgn_result_board 26, "},
    {"1. f3 e5 2. g4 Qh4# (2... d5 0-1) *", "pgn_result_board 34 fixed, "},
    {"1. f3 e5 2. g4 Qh4#", "pgn_end_missing 19 fixed, "},
    {"[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Kf7 1-0",
     "pgn_result_board 38, "},
    {"[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n[Result \"*\"]\n\n1. Kf7 "
     "1/2-1/2",
     "pgn_result_board 38 fixed, "},
    /* tags */
    {"[White \"a\"]\n[White \"a\"]\n[Result \"*\"]\n\n*",
     "pgn_tag_twice 12 fixed, "},
    {"[White \"a\"]\n[Result \"*\"]\n[White \"b\"]\n\n*", "pgn_tag_twice 25, "},
    {"[White \"a\"]\n[white \"a\"]\n[Result \"*\"]\n\n*", ""},
    {"{[A \"b\"]}\n[A \"b\"]\n%[A \"b\"]\n[A \"b\"]\n[Result \"*\"]\n\n*",
     "pgn_tag_twice 27 fixed, "},
    {"[Result \"*\"]\n[Result \"1-0\"]\n\n1. e4 1-0",
     "pgn_result_conflict 0 fixed, pgn_tag_twice 13 fixed, "},
    {"[Result \"*\"]\n[Result \"0-1\"]\n\n1. e4 1-0",
     "pgn_result_conflict 0 fixed, pgn_tag_twice 13, "},
    /* dates */
    {"[Date \"2011.20.11\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[EventDate \"2011.02.29\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[UTCDate \"2012.02.29\"]\n[Result \"*\"]\n\n*", ""},
    {"[Date \"2011.11.31\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"2011.00.11\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"0000.01.11\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"2011-11-20\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"2011\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"2011.1?.01\"]\n[Result \"*\"]\n\n*", "pgn_date 0, "},
    {"[Date \"????.??.??\"]\n[Result \"*\"]\n\n*", ""},
    {"[Date \"2011.??.31\"]\n[Result \"*\"]\n\n*", ""},
    {"[Date \"19??.02.29\"]\n[Result \"*\"]\n\n*", ""},
    {"[Date \"?\"]\n[Result \"*\"]\n\n*", ""},
    /* set-ups */
    {"[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1\"]\n[Result \"*\"]\n\n*",
     "pgn_chess960 0, "},
    {"[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1\"]\n[Variant \"Standard\"]\n"
     "[Result \"*\"]\n\n*",
     "pgn_chess960 0, "},
    {"[Variant \"Chess960\"]\n[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1\"]\n"
     "[Result \"*\"]\n\n*",
     ""},
    {"[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w - - 0 1\"]\n[Result \"*\"]\n\n*", ""},
    {"[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n[Result \"*\"]\n\n*",
     "pgn_setup_faulty 0, "},
    {"[FEN \"4k3/8/8/8/8/8/8/4K3\"]\n[Result \"*\"]\n\n*",
     "pgn_setup_faulty 0, "},
    /* several, in the order of the text */
    {"[Date \"x\"]\n[A \"b\"]\n[A \"b\"]\n[Result \"1-0\"]\n\n1. e4",
     "pgn_date 0, pgn_tag_twice 19 fixed, pgn_end_missing 48 fixed, "},
};

static void warnings_have_a_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        text got = warnings_of(ROWS[i].text, NULL);
        EXPECT(strcmp(text_end(&got), ROWS[i].warnings) == 0,
               "%s\n  gives %s\n    not %s", ROWS[i].text, text_end(&got),
               ROWS[i].warnings);
        text_free(&got);
    }
    end_rows();
}

/* What is certain is gone when the game is read again; what is not, is not. */
static void what_is_certain_is_put_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        text repaired = {NULL, 0, 0};
        text before = warnings_of(ROWS[i].text, &repaired);
        text after = warnings_of(text_end(&repaired), NULL);
        const char *p = text_end(&before);
        size_t left = 0, now = 0;
        for (; (p = strstr(p, ", ")) != NULL; p += 2)
            left += p[-1] != 'd';
        for (p = text_end(&after); (p = strstr(p, ", ")) != NULL; p += 2)
            now++;
        EXPECT(left == now && !strstr(text_end(&after), "fixed"),
               "%s\n  has %s\n  and then %s", ROWS[i].text, text_end(&before),
               text_end(&after));
        text_free(&repaired);
        text_free(&before);
        text_free(&after);
    }
    end_rows();
}

static void settled_games_read_so(void **state)
{
    static const struct {
        const char *text, *repaired;
    } rows[] = {
        {"[Event \"a\"]\n[Result \"?\"]\n[B \"c\"]\n\n1. e4 1-0",
         "[Event \"a\"]\n[Result \"1-0\"]\n[B \"c\"]\n\n1. e4 1-0\n\n"},
        {"[Event \"a\"]\n\n1. e4 1-0",
         "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n"},
        {"[Result \"*\"]\n[A \"b\"]\n[A \"b\"]\n[A \"c\"]\n\n1. f3 e5 2. g4 "
         "Qh4#",
         "[Result \"0-1\"]\n[A \"b\"]\n[A \"c\"]\n\n1. f3 e5 2. g4 Qh4# "
         "0-1\n\n"},
        {"[Result \"1-0\"]\n\n1. e4 0-1", "[Result \"1-0\"]\n\n1. e4 0-1\n\n"},
        {"[Result \"1:0\"]\n\n1. e4 0-1", "[Result \"1:0\"]\n\n1. e4 0-1\n\n"},
        {"[Result \"*\"]\n[Result \"1-0\"]\n\n1. e4 1-0",
         "[Result \"1-0\"]\n\n1. e4 1-0\n\n"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        text repaired = {NULL, 0, 0};
        text warnings = warnings_of(rows[i].text, &repaired);
        EXPECT(strcmp(text_end(&repaired), rows[i].repaired) == 0,
               "%s\n  becomes %s", rows[i].text, text_end(&repaired));
        text_free(&repaired);
        text_free(&warnings);
    }
    end_rows();
}

/* --- forgiven positions ----------------------------------------------------*/

/* Whatever moves they have can be written and read. */
static void forgiven_positions_are_played(void **state)
{
    rng r = rng_for(__func__);
    static tby_record record;

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        text s = {NULL, 0, 0};
        tby_game game;
        tby_pgn pgn;
        tby_pgn_report report;
        tby_moves moves;
        tby_pos pos = any_pieces(&r);
        uint32_t plies = 0;
        text_puts(&s, "[FEN \"");
        text_puts(&s, fen_of(&pos).s);
        text_puts(&s, "\"]\n\n");
        for (; plies < 12; plies++) {
            char san[TBY_SAN_MAX];
            tby_moves_legal(&pos, &moves);
            if (moves.n == 0)
                break;
            tby_move m = moves.at[rng_below(&r, (unsigned)moves.n)];
            tby_san_write(&pos, m, san);
            text_puts(&s, san);
            text_puts(&s, " ");
            tby_pos_play(&pos, m);
        }
        tby_game_init(&game, NULL);
        tby_pgn_init(&pgn, text_str(&s), TBY_PGN_ALL);
        pgn.forgive = TBY_FAULTS_ALL;
        pgn.record = rng_chance(&r, 50) ? &record : NULL;
        must(tby_pgn_next(&pgn, &game, &report));
        EXPECT(report.error.code == TBY_OK && game.plies == plies &&
                   tby_pos_same(&report.last, &pos),
               "%s: %s after %u of %u", text_end(&s),
               tby_rc_name(report.error.code), game.plies, plies);
        tby_game_free(&game);
        text_free(&s);
    }
    end_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_have_a_place),
        cmocka_unit_test(what_is_certain_is_put_right),
        cmocka_unit_test(settled_games_read_so),
        cmocka_unit_test(forgiven_positions_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
