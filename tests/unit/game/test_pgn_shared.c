/* test_pgn_shared.c - the files of ../shared/data: how many games, plies and
 * faults each holds was counted without this reader (by hand, by a script that
 * strips comments and variations, and by pgn-extract where it can).
 *
 * Files that are not there are skipped, and the skipped are counted. */
#include "support/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned missing;

static const struct {
    const char *name;
    size_t games;
    uint64_t plies;
    size_t errors, latin1, tags;
} FILES[] = {
    {"pgn/odd/chesslib/backslash_header.pgn", 1, 95, 0, 0, 10},
    {"pgn/odd/chesslib/bare", 1, 111, 0, 0, 0},
    {"pgn/odd/chesslib/basic.pgn", 1, 130, 0, 0, 14},
    /* castles over its queen */
    {"pgn/odd/chesslib/black2move.pgn", 1, 0, 1, 0, 2},
    {"pgn/odd/chesslib/book.pgn", 1, 16, 0, 0, 10},
    {"pgn/odd/chesslib/castling.pgn", 1, 6, 0, 0, 14},
    {"pgn/odd/chesslib/comment_before_moves.pgn", 1, 139, 0, 0, 23},
    {"pgn/odd/chesslib/corrupted.pgn", 1, 124, 1, 0, 14},
    {"pgn/odd/chesslib/empty_body.pgn", 2, 252, 0, 0, 22},
    {"pgn/odd/chesslib/fishtest-fastchess.pgn", 4, 307, 0, 0, 60},
    {"pgn/odd/chesslib/kasparov-deep-blue.pgn", 6, 519, 0, 0, 72},
    {"pgn/odd/chesslib/magnus-grischuk.pgn", 1, 89, 0, 0, 16},
    {"pgn/odd/chesslib/multiple.pgn", 4, 532, 0, 0, 58},
    {"pgn/odd/chesslib/newline.pgn", 1, 6, 0, 0, 14},
    {"pgn/odd/chesslib/no_moves.pgn", 1, 0, 0, 0, 14},
    {"pgn/odd/chesslib/"
     "no_moves_but_comment_followed_by_termination_marker.pgn",
     2, 0, 0, 0, 8},
    {"pgn/odd/chesslib/no_moves_but_game_termination.pgn", 1, 0, 0, 0, 7},
    {"pgn/odd/chesslib/no_moves_but_game_termination_2.pgn", 1, 0, 0, 0, 7},
    {"pgn/odd/chesslib/no_moves_but_game_termination_3.pgn", 1, 0, 0, 0, 7},
    {"pgn/odd/chesslib/no_moves_but_game_termination_multiple.pgn", 2, 126, 0,
     0, 14},
    {"pgn/odd/chesslib/no_moves_but_game_termination_multiple_2.pgn", 3, 0, 0,
     0, 6},
    {"pgn/odd/chesslib/no_moves_two_games.pgn", 2, 0, 0, 0, 22},
    {"pgn/odd/chesslib/no_result.pgn", 1, 0, 0, 0, 15},
    {"pgn/odd/chesslib/non_ascii.pgn", 1, 20, 0, 0, 7},
    {"pgn/odd/chesslib/skip.pgn", 2, 260, 0, 0, 28},
    {"pgn/odd/chesslib/square_bracket_in_header.pgn", 1, 130, 0, 0, 15},
    {"pgn/odd/chesslib/threefold_repetition.pgn", 1, 9, 0, 0, 2},
    {"pgn/odd/chesslib/unescaped_quote_header.pgn", 1, 20, 0, 0, 7},
    {"pgn/odd/chesslib/variations.pgn", 1, 108, 0, 0, 13},
    {"pgn/odd/pythonchess/anastasian-lewis.pgn", 1, 84, 0, 0, 12},
    {"pgn/odd/pythonchess/antichess-programfox.pgn", 2, 0, 2, 0, 2},
    {"pgn/odd/pythonchess/chessbase-empty-line.pgn", 1, 134, 0, 0, 11},
    {"pgn/odd/pythonchess/cutechess-fischerrandom.pgn", 4, 396, 0, 0, 48},
    {"pgn/odd/pythonchess/kasparov-deep-blue-1997.pgn", 6, 519, 0, 0, 72},
    {"pgn/odd/pythonchess/knightvuillaume-jannlee-zh-lichess.pgn", 1, 0, 1, 0,
     15},
    {"pgn/odd/pythonchess/molinari-bordais-1979.pgn", 1, 10, 0, 0, 12},
    {"pgn/odd/pythonchess/nepomniachtchi-liren-game1.pgn", 1, 97, 0, 0, 12},
    {"pgn/odd/pythonchess/saturs-jannlee-zh-lichess.pgn", 1, 0, 1, 0, 15},
    {"pgn/odd/pythonchess/stockfish-learning.pgn", 1, 154, 0, 0, 15},
    {"pgn/odd/pythonchess/uci-moves.pgn", 1, 113, 0, 0, 7},
    {"pgn/odd/pythonchess/utf8-bom.pgn", 2, 0, 0, 0, 20},
    {"pgn/damaged/bom_latin1.pgn", 314, 23462, 1, 8, 3093},
    {"pgn/damaged/crlf.pgn", 314, 23462, 1, 0, 3093},
    {"pgn/damaged/oneline.pgn", 314, 23462, 1, 0, 3093},
    {"pgn/damaged/truncated.pgn", 199, 14403, 1, 0, 1969},
    {"pgn/lichess-438.pgn.zst", 438, 28538, 0, 0, 0},
};

static size_t count_tags(const games *all)
{
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++)
        n += all->game[i].tags_n;
    return n;
}

static void check_file(size_t i, const text *s)
{
    for (int mode = TBY_PGN_ALL; mode <= TBY_PGN_MAINLINE; mode++) {
        games all = read_games(text_str(s), (tby_pgn_mode)mode);
        EXPECT(all.n == FILES[i].games && all.plies == FILES[i].plies &&
                   all.errors == FILES[i].errors,
               "%s: %zu games, %" PRIu64 " plies, %zu errors", FILES[i].name,
               all.n, all.plies, all.errors);
        EXPECT(all.latin1 == FILES[i].latin1, "%s: %zu not UTF-8",
               FILES[i].name, all.latin1);
        EXPECT(!FILES[i].tags || count_tags(&all) == FILES[i].tags,
               "%s: %zu tags", FILES[i].name, count_tags(&all));
        games_free(&all);
    }
}

static void the_numbers_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        text s;
        if (load_shared(FILES[i].name, &s))
            check_file(i, &s);
        else
            missing++;
        text_free(&s);
    }
    end_rows();
    if (missing) {
        print_message("  %u of %zu files are not there\n", missing,
                      LENGTH(FILES));
        skip();
    }
}

/* --- single facts -----------------------------------------------------------
 */

static const struct {
    const char *name;
    size_t game;
    const char *tag, *value;
} VALUES[] = {
    {"pgn/odd/chesslib/backslash_header.pgn", 0, "Event", "Tournament \\"},
    {"pgn/odd/chesslib/unescaped_quote_header.pgn", 0, "Event",
     "Tournament \"Championship\" Finals"},
    {"pgn/odd/chesslib/unescaped_quote_header.pgn", 0, "Site",
     "Club \"Victory\""},
    {"pgn/odd/chesslib/unescaped_quote_header.pgn", 0, "White",
     "Smith, John \"The King\""},
    {"pgn/odd/chesslib/square_bracket_in_header.pgn", 0, "Event",
     "Batch 10: s20red4c4_t3 vs master[!important]"},
    {"pgn/odd/chesslib/square_bracket_in_header.pgn", 0, "White",
     "New-cfe8\"dsadsa\"ce842c"},
    {"pgn/odd/chesslib/non_ascii.pgn", 0, "Event", "Tournoi Fran\xc3\xa7ois"},
    {"pgn/odd/chesslib/empty_body.pgn", 0, "Result", "?"},
    {"pgn/odd/chesslib/empty_body.pgn", 1, "PlyCount", "252"},
    {"pgn/odd/pythonchess/chessbase-empty-line.pgn", 0, "Date", "2017.12.04"},
    {"pgn/odd/pythonchess/utf8-bom.pgn", 1, "Event", "B"},
    {"pgn/damaged/bom_latin1.pgn", 0, "Event", "ch-USA sf"},
};

static void tags_have_their_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(VALUES); i++) {
        text s;
        if (!load_shared(VALUES[i].name, &s))
            continue;
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        assert_true(all.n > VALUES[i].game);
        tby_str got = tby_game_tag(&all.game[VALUES[i].game], VALUES[i].tag);
        EXPECT(got.n == strlen(VALUES[i].value) &&
                   memcmp(got.p, VALUES[i].value, got.n) == 0,
               "%s: %.*s", VALUES[i].name, (int)got.n, got.p);
        games_free(&all);
        text_free(&s);
    }
    end_rows();
    if (missing)
        skip();
}

/* Files that end in the middle: the fault is their last word. */
static void the_last_word_is_the_fault(void **state)
{
    static const struct {
        const char *name, *word;
    } cut[] = {{"pgn/odd/chesslib/corrupted.pgn", "Kx"},
               {"pgn/damaged/bom_latin1.pgn", "Q"},
               {"pgn/damaged/crlf.pgn", "Q"},
               {"pgn/damaged/oneline.pgn", "Q"},
               {"pgn/damaged/truncated.pgn", "O-"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cut); i++) {
        text s;
        if (!load_shared(cut[i].name, &s))
            continue;
        while (s.n && (s.p[s.n - 1] == '\n' || s.p[s.n - 1] == '\r'))
            s.n--;
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        tby_err e = all.report[all.n - 1].error;
        EXPECT(e.code == TBY_E_SAN_SYNTAX && e.at == s.n - strlen(cut[i].word),
               "%s: %s at %zu of %zu", cut[i].name, tby_rc_name(e.code), e.at,
               s.n);
        games_free(&all);
        text_free(&s);
    }
    end_rows();
    if (missing)
        skip();
}

/* Four ways to damage the same games, and they are the same games. */
static void line_ends_and_encoding_change_nothing(void **state)
{
    static const char *const names[] = {"pgn/damaged/oneline.pgn",
                                        "pgn/damaged/bom_latin1.pgn",
                                        "pgn/damaged/truncated.pgn"};
    text s;

    (void)state;
    if (!load_shared("pgn/damaged/crlf.pgn", &s))
        skip();
    games want = read_games(text_str(&s), TBY_PGN_ALL);
    text_free(&s);
    for (size_t f = 0; f < LENGTH(names); f++) {
        size_t same = 0;
        if (!load_shared(names[f], &s))
            skip();
        games got = read_games(text_str(&s), TBY_PGN_ALL);
        for (size_t i = 0; i < got.n && i < want.n; i++)
            same += tby_game_same(&got.game[i], &want.game[i]);
        /* one was cut elsewhere, and eight names have an umlaut instead */
        EXPECT(same + (f == 1 ? 8 : f == 2) == got.n, "%s: %zu of %zu",
               names[f], same, got.n);
        games_free(&got);
        text_free(&s);
    }
    games_free(&want);
    end_rows();
}

/* --- written and read again -------------------------------------------------
 */

/* Game by game, so that a file of any size fits. */
static size_t check_file_round_trip(const text *s, const char *name)
{
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report report;
    size_t n = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text_str(s), TBY_PGN_ALL);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        if (report.error.code != TBY_E_PGN_VARIANT) /* no moves to check */
            check_round_trip(&game, name);
        n++;
    }
    tby_game_free(&game);
    return n;
}

static void what_is_written_is_what_was_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        text s;
        if (load_shared(FILES[i].name, &s))
            check_file_round_trip(&s, FILES[i].name);
        text_free(&s);
    }
    end_rows();
    if (missing)
        skip();
}

/* 30,802 games and 2,367,375 plies, all legal. */
static void thirty_thousand_games(void **state)
{
    text s;
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report report;
    size_t n = 0, errors = 0;
    uint64_t plies = 0;

    (void)state;
    if (!load_shared("pgn/otb-30k.pgn.zst", &s))
        skip();
    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text_str(&s), TBY_PGN_ALL);
    for (; tby_pgn_next(&pgn, &game, &report) == TBY_OK; n++) {
        errors += report.error.code != TBY_OK;
        plies += game.plies;
        if (n % 16 == 0)
            check_round_trip(&game, "otb-30k");
    }
    assert_int_equal(n, 30802);
    assert_int_equal(plies, 2367375);
    assert_int_equal(errors, 0);
    tby_game_free(&game);
    text_free(&s);
    end_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_right),
        cmocka_unit_test(tags_have_their_values),
        cmocka_unit_test(the_last_word_is_the_fault),
        cmocka_unit_test(line_ends_and_encoding_change_nothing),
        cmocka_unit_test(what_is_written_is_what_was_read),
        cmocka_unit_test(thirty_thousand_games),
    };
    const char *dir = getenv("TBY_SHARED");

    if (access(dir ? dir : "../shared", R_OK) != 0) {
        puts("../shared is not here: nothing to test");
        return 77; /* shown as skipped */
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
