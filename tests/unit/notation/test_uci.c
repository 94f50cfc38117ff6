/* test_uci.c - moves as engines write them. */
#include "support/positions.h"

#include <string.h>

static tby_move move_of(const char *text)
{
    tby_piece promoted = text[4] ? tby_piece_from_char(text[4]) : TBY_NO_PIECE;

    return tby_move_make(tby_sq(text[0] - 'a', text[1] - '1'),
                         tby_sq(text[2] - 'a', text[3] - '1'),
                         tby_piece_role(promoted));
}

static void every_legal_move_survives_in_both_styles(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 6000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < 2 * legal.n; k++) {
            char text[TBY_UCI_MAX];
            tby_move m = legal.at[k / 2], again = TBY_MOVE_NONE;
            size_t n = tby_uci_write(
                &p, m, k % 2 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, text);
            tby_rc rc = tby_uci_parse(&p, (tby_str){text, n}, &again, NULL);
            CHECK(n == strlen(text), "%s", text);
            CHECK(rc == TBY_OK && again == m, "%s: %s (%s)", fen_of(&p).s, text,
                  tby_rc_name(rc));
            if (!tby_pos_is_castling(&p, m) || k % 2)
                CHECK(move_of(text) == m, "%s: %s", fen_of(&p).s, text);
        }
    }
}

/* No two moves of a position are written alike. */
static void texts_of_a_position_differ(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 600; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        static char text[TBY_MOVES_MAX][TBY_UCI_MAX];
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_uci_write(&p, legal.at[k], TBY_UCI_ORTHODOX, text[k]);
            for (size_t j = 0; j < k; j++)
                CHECK(strcmp(text[j], text[k]) != 0, "%s: %s", fen_of(&p).s,
                      text[k]);
        }
    }
}

static const struct {
    const char *fen, *castling; /* king takes rook */
    const char *orthodox;       /* as written without Chess960 */
    const char *also;           /* another spelling that is understood */
} CASTLING[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1h1", "e1g1", NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1a1", "e1c1", NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8h8", "e8g8", NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8a8", "e8c8", NULL},
    /* other rooks: king takes rook, but the long step is understood */
    {"4k3/8/8/8/8/8/8/1R2K3 w Q -", "e1b1", "e1b1", "e1c1"},
    {"4k3/8/8/8/8/8/8/4KR2 w K -", "e1f1", "e1f1", "e1g1"},
    {"4k3/8/8/8/8/8/8/R2K4 w Q -", "d1a1", "d1a1", NULL},
    {"4k3/8/8/8/8/8/8/R2K3R w KQ -", "d1h1", "d1h1", "d1g1"},
    {"4k3/8/8/8/8/8/8/2K4R w K -", "c1h1", "c1h1", "c1g1"},
    {"1k1r4/8/8/8/8/8/8/4K3 b k -", "b8d8", "b8d8", "b8g8"},
};

static void castling_has_two_spellings(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASTLING); i++) {
        tby_pos p = pos_of(CASTLING[i].fen);
        tby_move m = move_of(CASTLING[i].castling), got = TBY_MOVE_NONE;
        const char *texts[] = {CASTLING[i].castling, CASTLING[i].orthodox,
                               CASTLING[i].also};
        char text[TBY_UCI_MAX];
        for (size_t k = 0; k < LENGTH(texts) && texts[k]; k++) {
            got = TBY_MOVE_NONE;
            tby_rc rc = tby_uci_parse(&p, tby_str_of(texts[k]), &got, NULL);
            CHECK(rc == TBY_OK && got == m, "%s: %s", CASTLING[i].fen,
                  texts[k]);
        }
        tby_uci_write(&p, m, TBY_UCI_ORTHODOX, text);
        assert_string_equal(text, CASTLING[i].orthodox);
        tby_uci_write(&p, m, TBY_UCI_960, text);
        assert_string_equal(text, CASTLING[i].castling);
    }
}

/* Where the king's step to its castling square is a step, it is one. */
static void a_step_of_the_king_is_a_step(void **state)
{
    static const struct {
        const char *fen, *text;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/5K1R w K -", "f1g1"},
        {"4k3/8/8/8/8/8/8/R2K4 w Q -", "d1c1"},
        {"4k3/8/8/8/8/8/8/RK6 w Q -", "b1c1"},
        {"r2k3r/8/8/8/8/8/8/4K3 b kq -", "d8c8"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_pos p = pos_of(rows[i].fen);
        tby_move m = TBY_MOVE_NONE;
        assert_int_equal(tby_uci_parse(&p, tby_str_of(rows[i].text), &m, NULL),
                         TBY_OK);
        assert_int_equal(m, move_of(rows[i].text));
        assert_false(tby_pos_is_castling(&p, m));
    }
}

static void promotions_in_either_case(void **state)
{
    static const char letters[] = "qrbnQRBN";
    tby_pos p = pos_of("1n2k3/P7/8/8/8/8/8/4K3 w - -");

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        char text[6] = "a7b8?", written[TBY_UCI_MAX];
        tby_move m = TBY_MOVE_NONE;
        text[4] = letters[i];
        assert_int_equal(tby_uci_parse(&p, tby_str_of(text), &m, NULL), TBY_OK);
        assert_int_equal(m, move_of(text));
        tby_uci_write(&p, m, TBY_UCI_ORTHODOX, written);
        text[4] |= 32;
        assert_string_equal(written, text);
    }
}

static void the_null_move_is_0000(void **state)
{
    tby_pos p = tby_pos_start();
    tby_move m = TBY_MOVE_NONE;
    char text[TBY_UCI_MAX];

    (void)state;
    assert_int_equal(tby_uci_write(&p, TBY_MOVE_NULL, TBY_UCI_960, text), 4);
    assert_string_equal(text, "0000");
    assert_int_equal(tby_uci_parse(&p, tby_str_of("0000"), &m, NULL), TBY_OK);
    assert_int_equal(m, TBY_MOVE_NULL);
}

static const struct {
    const char *fen, *text;
    tby_rc code;
    size_t at;
} BAD[] = {
    {NULL, "", TBY_E_UCI_SYNTAX, 0},
    {NULL, "e", TBY_E_UCI_SYNTAX, 1},
    {NULL, "e2", TBY_E_UCI_SYNTAX, 2},
    {NULL, "e2e", TBY_E_UCI_SYNTAX, 3},
    {NULL, "i2e4", TBY_E_UCI_SYNTAX, 0},
    {NULL, "E2e4", TBY_E_UCI_SYNTAX, 0},
    {NULL, "e0e4", TBY_E_UCI_SYNTAX, 1},
    {NULL, "e9e4", TBY_E_UCI_SYNTAX, 1},
    {NULL, "e2-e4", TBY_E_UCI_SYNTAX, 2},
    {NULL, "e2e9", TBY_E_UCI_SYNTAX, 3},
    {NULL, "e2e4 ", TBY_E_UCI_SYNTAX, 4},
    {NULL, " e2e4", TBY_E_UCI_SYNTAX, 0},
    {NULL, "e2e4k", TBY_E_UCI_SYNTAX, 4},
    {NULL, "e2e4p", TBY_E_UCI_SYNTAX, 4},
    {NULL, "e7e8qq", TBY_E_UCI_SYNTAX, 5},
    {NULL, "e7e8=q", TBY_E_UCI_SYNTAX, 4},
    {NULL, "000", TBY_E_UCI_SYNTAX, 0},
    {NULL, "00000", TBY_E_UCI_SYNTAX, 0},
    {NULL,
     "e2\xff"
     "4",
     TBY_E_UCI_SYNTAX, 2},
    {NULL, "Nf3", TBY_E_UCI_SYNTAX, 0},
    {NULL, "O-O", TBY_E_UCI_SYNTAX, 0},
    {NULL, "e4e5", TBY_E_MOVE_EMPTY, 0},
    {NULL, "e7e5", TBY_E_MOVE_TURN, 0},
    {NULL, "e2e5", TBY_E_MOVE_REACH, 0},
    {NULL, "b1b1", TBY_E_MOVE_REACH, 0}, /* not the null move */
    {NULL, "a1a1", TBY_E_MOVE_OWN, 0},
    {NULL, "d1d2", TBY_E_MOVE_OWN, 0},
    {NULL, "e2d3", TBY_E_MOVE_NOTHING, 0},
    {NULL, "e2e4q", TBY_E_MOVE_NO_PROMOTION, 0},
    {NULL, "e1g1", TBY_E_MOVE_OWN, 0},
    {NULL, "e1h1", TBY_E_CASTLE_BLOCKED, 0},
    {"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", TBY_E_MOVE_PROMOTION, 0},
    {"4k3/8/8/8/8/8/4r3/4K3 w - -", "0000", TBY_E_MOVE_NULL, 0},
    {"4k3/8/8/8/8/8/4r3/4K2R w K -", "h1h2", TBY_E_MOVE_IN_CHECK, 0},
    {"4k3/8/8/8/8/4r3/4B3/4K3 w - -", "e2d3", TBY_E_MOVE_PINNED, 0},
    {"4k3/8/8/8/8/3r4/8/4K3 w - -", "e1d1", TBY_E_MOVE_INTO_CHECK, 0},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq -", "e1h1", TBY_E_CASTLE_RIGHT, 0},
    {"4kr2/8/8/8/8/8/8/4K2R w K -", "e1g1", TBY_E_CASTLE_CHECK, 0},
    {"4kr2/8/8/8/8/8/8/4K2R w K -", "e1h1", TBY_E_CASTLE_CHECK, 0},
    {"4k3/8/8/8/8/8/8/4KB1R w K -", "e1g1", TBY_E_CASTLE_BLOCKED, 0},
};

static void bad_moves_are_refused_with_a_reason(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_pos p = BAD[i].fen ? pos_of(BAD[i].fen) : tby_pos_start();
        tby_move m = 77;
        tby_err err = {TBY_OK, 99};
        tby_rc rc = tby_uci_parse(&p, tby_str_of(BAD[i].text), &m, &err);
        bool good = rc == BAD[i].code && err.code == rc && err.at == BAD[i].at;
        if (!good)
            print_error("%s: %s at %zu instead of %s at %zu\n", BAD[i].text,
                        tby_rc_name(rc), err.at, tby_rc_name(BAD[i].code),
                        BAD[i].at);
        wrong += !good;
        assert_int_equal(m, 77);
        assert_int_equal(tby_uci_parse(&p, tby_str_of(BAD[i].text), &m, NULL),
                         rc);
    }
    assert_int_equal(wrong, 0);
}

/* Every text of two squares is accepted exactly if it names a legal move, in
 * either spelling of castling. */
static void two_squares_are_a_move_exactly_if_one_is_legal(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 60; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        for (unsigned n = 0; n < 4096 * 5; n++) {
            static const char promotions[] = "\0qrbn";
            char text[6] = {(char)('a' + n % 8),      (char)('1' + n / 8 % 8),
                            (char)('a' + n / 64 % 8), (char)('1' + n / 512 % 8),
                            promotions[n / 4096],     '\0'};
            tby_move m = TBY_MOVE_NONE, plain = move_of(text);
            tby_rc rc = tby_uci_parse(&p, tby_str_of(text), &m, NULL);
            bool legal =
                plain != TBY_MOVE_NULL && tby_pos_judge(&p, plain) == TBY_OK;
            if (rc != TBY_OK) {
                CHECK(!legal, "%s: %s", fen_of(&p).s, text);
            } else if (m == plain) {
                CHECK(legal, "%s: %s", fen_of(&p).s, text);
            } else {
                tby_square end = tby_move_to(m) > tby_move_from(m) ? 6 : 2;
                CHECK(!legal && tby_pos_is_castling(&p, m) &&
                          tby_pos_judge(&p, m) == TBY_OK &&
                          tby_move_to(plain) % 8 == end,
                      "%s: %s", fen_of(&p).s, text);
            }
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_move_survives_in_both_styles),
        cmocka_unit_test(texts_of_a_position_differ),
        cmocka_unit_test(castling_has_two_spellings),
        cmocka_unit_test(a_step_of_the_king_is_a_step),
        cmocka_unit_test(promotions_in_either_case),
        cmocka_unit_test(the_null_move_is_0000),
        cmocka_unit_test(bad_moves_are_refused_with_a_reason),
        cmocka_unit_test(two_squares_are_a_move_exactly_if_one_is_legal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
