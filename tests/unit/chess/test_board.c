/* test_board.c - the names of things on a board, and moves in sixteen bits. */
#include "support/check.h"
#include "tabiya/tabiya.h"

#include <string.h>

static const struct {
    tby_role role;
    char letter;
    const char *name;
} ROLES[] = {
    {TBY_PAWN, 'P', "pawn"},     {TBY_KNIGHT, 'N', "knight"},
    {TBY_BISHOP, 'B', "bishop"}, {TBY_ROOK, 'R', "rook"},
    {TBY_QUEEN, 'Q', "queen"},   {TBY_KING, 'K', "king"},
};

static void pieces_have_letters(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ROLES); i++) {
        tby_piece white = tby_piece_of(TBY_WHITE, ROLES[i].role);
        tby_piece black = tby_piece_of(TBY_BLACK, ROLES[i].role);
        char letter = ROLES[i].letter;
        assert_int_equal(tby_piece_char(white), letter);
        assert_int_equal(tby_piece_char(black), letter | 32);
        assert_int_equal(tby_piece_from_char(letter), white);
        assert_int_equal(tby_piece_from_char((char)(letter | 32)), black);
        assert_int_equal(tby_role_char(ROLES[i].role), letter);
        assert_string_equal(tby_role_name(ROLES[i].role), ROLES[i].name);
        assert_int_equal(tby_piece_role(black), ROLES[i].role);
        assert_int_equal(tby_piece_color(black), TBY_BLACK);
        assert_int_equal(tby_piece_color(white), TBY_WHITE);
    }
}

/* Any byte may be asked. */
static void what_is_no_piece_has_a_stand_in(void **state)
{
    unsigned pieces = 0, letters = 0, roles = 0;

    (void)state;
    for (int i = 0; i < 256; i++) {
        char c = tby_piece_char((tby_piece)i);
        assert_true(c == '.' || tby_piece_from_char(c) == i);
        pieces += c != '.';
        letters += tby_piece_from_char((char)i) != TBY_NO_PIECE;
        roles += tby_role_char((tby_role)i) != '?';
        assert_int_equal(tby_role_char((tby_role)i) == '?',
                         strcmp(tby_role_name((tby_role)i), "nothing") == 0);
    }
    assert_int_equal(pieces, 12);
    assert_int_equal(letters, 12);
    assert_int_equal(roles, 6);
}

static void a_move_is_its_three_parts(void **state)
{
    (void)state;
    for (tby_square from = 0; from < 64; from++)
        for (tby_square to = 0; to < 64; to++)
            for (tby_role role = 0; role < 8; role++) {
                tby_move m = tby_move_make(from, to, role);
                assert_true(tby_move_from(m) == from && tby_move_to(m) == to &&
                            tby_move_promotion(m) == role);
            }
    assert_int_equal(TBY_MOVE_NULL, tby_move_make(1, 1, 0));
    assert_int_equal(tby_sq(4, 3), 28);
    assert_int_equal(tby_file(28), 4);
    assert_int_equal(tby_rank(28), 3);
    assert_true(tby_bit(63) == 0x8000000000000000u);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_have_letters),
        cmocka_unit_test(what_is_no_piece_has_a_stand_in),
        cmocka_unit_test(a_move_is_its_three_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
