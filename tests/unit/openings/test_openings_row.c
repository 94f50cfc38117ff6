/* test_openings_row.c - rows that are openings, and rows that are not. */
#include "core/openings/lists/read.h"
#include "core/openings/lists/write.h"

#include "support/positions.h"

#include <string.h>

static tby_row_read got; /* large */

typedef struct given {
    const char *code, *name, *moves, *uci, *fen;
} given;

static tby_opening_row row_of(const given *g)
{
    tby_opening_row row = {.layout = TBY_ROW_SPACED};

    row.text[TBY_ROW_CODE] = tby_str_of(g->code);
    row.text[TBY_ROW_NAME] = tby_str_of(g->name);
    row.text[TBY_ROW_MOVES] = tby_str_of(g->moves);
    row.text[TBY_ROW_UCI] = tby_str_of(g->uci);
    row.text[TBY_ROW_FEN] = tby_str_of(g->fen);
    row.text[TBY_ROW_SOURCE] = tby_str_of("test");
    return row;
}

static tby_rc read_given(given g)
{
    tby_opening_row row = row_of(&g);

    return tby_opening_of_row(&row, &got);
}

#define NAJDORF "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"
#define NAJDORF_FEN                                                            \
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"

static void a_row_becomes_an_opening(void **state)
{
    tby_pos p = pos_of(NAJDORF_FEN);

    (void)state;
    assert_int_equal(
        read_given((given){"B90", "Najdorf", NAJDORF, NULL, NAJDORF_FEN}),
        TBY_OK);
    assert_int_equal(got.faults_n, 0);
    assert_string_equal(got.opening.code, "B90");
    assert_string_equal(got.opening.scid, "");
    assert_memory_equal(got.opening.name.p, "Najdorf", 7);
    assert_int_equal(got.opening.plies, 10);
    assert_true(tby_pos_same(&got.opening.pos, &p));
    assert_int_equal(got.opening.pos.fullmoves, 6);
}

/* Numbers, blanks and other notations change nothing but a warning. */
static void moves_are_read_as_people_write_them(void **state)
{
    static const struct {
        const char *moves;
        tby_rc code; /* of the warning */
        size_t at;
    } SAME[] = {
        {"1. e4 c5", TBY_OK, 0},
        {"1.e4 c5", TBY_E_OPENING_LAYOUT, 2},
        {"1. e4  c5", TBY_E_OPENING_LAYOUT, 6},
        {"e4 c5", TBY_E_OPENING_LAYOUT, 0},
        {"1. e4 1... c5", TBY_E_OPENING_LAYOUT, 6},
        {"2. e4 c5", TBY_E_OPENING_LAYOUT, 0},
        {"1. e4 c5 *", TBY_E_OPENING_LAYOUT, 8},
        {"1. e4 c5 ", TBY_E_OPENING_BLANK, 8},
        {" 1. e4 c5", TBY_E_OPENING_BLANK, 0},
        {"1. e2-e4 c5", TBY_E_SAN_NOT_CANONICAL, 3},
        {"1. e4! c5", TBY_E_SAN_NOT_CANONICAL, 3},
        {"1. e4 c7c5", TBY_E_SAN_NOT_CANONICAL, 6},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(SAME); i++) {
        const char *moves = SAME[i].moves;
        CHECK(read_given((given){"B20", "Sicilian", moves, NULL, NULL}) ==
                  TBY_OK,
              "%s", moves);
        CHECK(got.opening.plies == 2, "%s", moves);
        CHECK(got.faults_n == (SAME[i].code != TBY_OK), "%s: %zu", moves,
              got.faults_n);
        if (SAME[i].code == TBY_OK)
            continue;
        CHECK(got.faults[0].code == SAME[i].code &&
                  got.faults[0].at == SAME[i].at &&
                  got.faults[0].severity == TBY_WARNING,
              "%s: %s at %zu", moves, tby_rc_name(got.faults[0].code),
              got.faults[0].at);
    }
}

static void a_row_that_is_wrong_says_where(void **state)
{
    static const struct {
        given row;
        tby_rc code;
        tby_row_field field;
        size_t at;
        const char *sentence;
    } BAD[] = {
        {{"F00", "x", "1. e4", NULL, NULL},
         TBY_E_OPENING_CODE,
         TBY_ROW_CODE,
         0,
         ""},
        {{"B0", "x", "1. e4", NULL, NULL},
         TBY_E_OPENING_CODE,
         TBY_ROW_CODE,
         0,
         ""},
        {{"B00a", "x", "1. e4", NULL, NULL},
         TBY_E_OPENING_CODE,
         TBY_ROW_CODE,
         0,
         ""},
        {{"B00", " ", "1. e4", NULL, NULL},
         TBY_E_OPENING_NAME,
         TBY_ROW_NAME,
         0,
         ""},
        {{"B00", "a\x01z", "1. e4", NULL, NULL},
         TBY_E_OPENING_NAME,
         TBY_ROW_NAME,
         1,
         "There is a control character in the text."},
        {{"B00", "Gr\xFCnfeld", "1. e4", NULL, NULL},
         TBY_E_UTF8,
         TBY_ROW_NAME,
         2,
         ""},
        {{"B00", "x", NULL, NULL, NULL},
         TBY_E_OPENING_MOVES,
         TBY_ROW_MOVES,
         0,
         ""},
        {{"B00", "x", "1. ", NULL, NULL},
         TBY_E_OPENING_MOVES,
         TBY_ROW_MOVES,
         0,
         ""},
        {{"B00", "x", " 1. e4 e5 2. Ke3", NULL, NULL},
         TBY_E_MOVE_REACH,
         TBY_ROW_MOVES,
         13,
         "Ke3 is illegal: no white king can go to e3."},
        {{"B00", "x", "1. e4 --", NULL, NULL},
         TBY_E_SAN_SYNTAX,
         TBY_ROW_MOVES,
         6,
         ""},
        {{"B00", "x", "1. e4 {good}", NULL, NULL},
         TBY_E_SAN_SYNTAX,
         TBY_ROW_MOVES,
         6,
         "{good} is not a move."},
        {{"B00", "x", "1. e4", "d2d4", NULL},
         TBY_E_OPENING_MISMATCH,
         TBY_ROW_UCI,
         0,
         ""},
        {{"B00", "x", "1. e4", "e2e4 e2e4", NULL},
         TBY_E_MOVE_EMPTY,
         TBY_ROW_UCI,
         5,
         "e2e4 is illegal: there is no piece on the square the move starts "
         "from."},
        {{"B00", "x", "1. e4", NULL, NAJDORF_FEN},
         TBY_E_OPENING_MISMATCH,
         TBY_ROW_FEN,
         0,
         ""},
        {{"B00", "x", NULL, NULL, "8/8/8/8 w"},
         TBY_E_FEN_SLASH,
         TBY_ROW_FEN,
         7,
         ""},
        {{"B00", "x", NULL, NULL, "8/8/8/8/8/8/8/K7 w - -"},
         TBY_E_POS_FAULTY,
         TBY_ROW_FEN,
         0,
         "Black has no king."},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_rc rc = read_given(BAD[i].row);
        CHECK(rc == BAD[i].code, "%zu: %s", i, tby_rc_name(rc));
        const tby_row_fault *f = &got.faults[got.faults_n - 1];
        CHECK(f->severity == TBY_ERROR && f->code == rc, "%zu", i);
        CHECK(f->field == BAD[i].field && f->at == BAD[i].at, "%zu: %d at %zu",
              i, (int)f->field, f->at);
        CHECK(strcmp(got.sentence, BAD[i].sentence) == 0, "%zu: '%s'", i,
              got.sentence);
    }
}

static void a_position_can_stand_for_moves(void **state)
{
    (void)state;
    assert_int_equal(
        read_given((given){"", "Najdorf", NULL, NULL, NAJDORF_FEN}), TBY_OK);
    assert_null(got.opening.line);
    assert_string_equal(got.opening.code, "");
    /* no move leads to the start, so its line is known */
    assert_int_equal(
        read_given((given){"A00", "Start", NULL, NULL,
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
                           "KQkq -"}),
        TBY_OK);
    assert_non_null(got.opening.line);
    assert_int_equal(got.opening.plies, 0);
    assert_int_equal(
        read_given((given){"B20", "Sicilian", NULL, "e2e4 c7c5", NULL}),
        TBY_OK);
    assert_int_equal(got.faults_n, 0);
    assert_int_equal(got.opening.plies, 2);
}

/* An en passant square without a capture is no other position; counters of
 * their own are the source's word. */
static void positions_are_compared_as_positions(void **state)
{
    const char *board =
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq ";
    char fen[128];

    (void)state;
    snprintf(fen, sizeof fen, "%sc6 0 2", board);
    assert_int_equal(
        read_given((given){"B20", "Sicilian", "1. e4 c5", NULL, fen}), TBY_OK);
    assert_int_equal(got.faults_n, 0);
    snprintf(fen, sizeof fen, "%s-", board);
    assert_int_equal(
        read_given((given){"B20", "Sicilian", "1. e4 c5", NULL, fen}), TBY_OK);
    assert_int_equal(got.faults_n, 0);
    assert_int_equal(got.opening.pos.fullmoves, 2);
    snprintf(fen, sizeof fen, "%s- 4 7", board);
    assert_int_equal(
        read_given((given){"B20", "Sicilian", "1. e4 c5", NULL, fen}), TBY_OK);
    assert_int_equal(got.faults_n, 1);
    assert_int_equal(got.faults[0].code, TBY_E_OPENING_MISMATCH);
    assert_int_equal(got.faults[0].severity, TBY_WARNING);
    assert_int_equal(got.opening.pos.fullmoves, 7);
}

/* A longer line is refused; one of the longest is written and read again. */
static void lines_are_bounded(void **state)
{
    static const char *const ROUND[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    char moves[2 * TBY_OPENING_MOVES_TEXT] = "", again[sizeof moves];
    tby_opening_row row = row_of(&(given){.name = "x"});

    (void)state;
    for (int i = 0; i < TBY_OPENING_PLIES; i++) {
        char word[16];
        snprintf(word, sizeof word, "%s%s", i ? " " : "", ROUND[i % 4]);
        strcat(moves, word);
    }
    row.text[TBY_ROW_MOVES] = tby_str_of(moves);
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_OK);
    assert_int_equal(got.opening.plies, TBY_OPENING_PLIES);
    size_t n = tby_opening_write_moves(&got.opening, TBY_ROW_SPACED, again,
                                       sizeof again);
    assert_true(n < TBY_OPENING_MOVES_TEXT);
    row.text[TBY_ROW_MOVES] = tby_str_of(again);
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_OK);
    assert_int_equal(got.faults_n, 0);
    strcat(moves, " Ng8");
    row.text[TBY_ROW_MOVES] = tby_str_of(moves);
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_E_LIMIT);
}

static void names_are_bounded(void **state)
{
    char name[TBY_OPENING_NAME + 2];
    tby_opening_row row = row_of(&(given){.moves = "1. e4"});

    (void)state;
    memset(name, 'x', sizeof name);
    row.text[TBY_ROW_NAME] = (tby_str){name, TBY_OPENING_NAME};
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_OK);
    row.text[TBY_ROW_NAME].n++;
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_E_LIMIT);
    row.text[TBY_ROW_NAME].n = 1;
    row.text[TBY_ROW_SOURCE] = (tby_str){name, TBY_OPENING_SOURCE + 1};
    assert_int_equal(tby_opening_of_row(&row, &got), TBY_E_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_becomes_an_opening),
        cmocka_unit_test(moves_are_read_as_people_write_them),
        cmocka_unit_test(a_row_that_is_wrong_says_where),
        cmocka_unit_test(a_position_can_stand_for_moves),
        cmocka_unit_test(positions_are_compared_as_positions),
        cmocka_unit_test(lines_are_bounded),
        cmocka_unit_test(names_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
