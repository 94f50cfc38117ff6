/* test_san.c - standard algebraic notation: written canonically, read strictly,
 * and every refusal with its reason.  test_san_tolerant.c has the rest. */
#include "core/notation/san.h"
#include "support/positions.h"
#include "support/slow.h"

#include <string.h>

/* --- a slow writer, from the text of the PGN standard (8.2.3) and the list of
 * legal moves alone */

struct san_text {
    char s[24];
};

static char letter_at(const tby_pos *p, tby_square sq)
{
    return tby_role_char(tby_piece_role(tby_pos_at(p, sq)));
}

/* 8.2.3.4: "First, if the moving pieces can be distinguished by their
 * originating files, the originating file letter of the moving piece is
 * inserted [...] Second (when the first step fails) [...] the originating rank
 * digit [...] Third (when both the first and the second steps fail), the two
 * character square coordinate". */
static const char *slow_origin(const tby_pos *p, const tby_moves *legal,
                               tby_move m, char out[3])
{
    tby_square from = tby_move_from(m);
    bool others = false, same_file = false, same_rank = false;
    size_t n = 0;

    for (size_t i = 0; i < legal->n; i++) {
        tby_square other = tby_move_from(legal->at[i]);
        if (other == from || tby_move_to(legal->at[i]) != tby_move_to(m) ||
            letter_at(p, other) != letter_at(p, from))
            continue;
        others = true;
        same_file |= tby_file(other) == tby_file(from);
        same_rank |= tby_rank(other) == tby_rank(from);
    }
    if (others && (!same_file || same_rank))
        out[n++] = (char)('a' + tby_file(from));
    if (others && same_file)
        out[n++] = (char)('1' + tby_rank(from));
    out[n] = '\0';
    return out;
}

static const char *slow_sign(const tby_pos *p, tby_move m)
{
    tby_pos after = *p;
    tby_moves replies;

    tby_pos_play(&after, m);
    slow_board b = slow_of(&after);
    if (!slow_attackers(&b, slow_king(&b, after.turn), p->turn))
        return "";
    tby_moves_legal(&after, &replies);
    return replies.n ? "+" : "#";
}

static struct san_text slow_san(const tby_pos *p, const tby_moves *legal,
                                tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    char letter = letter_at(p, from), piece[2] = "", promotion[3] = "";
    char origin[3] = "", file = (char)('a' + tby_file(from));
    tby_bb own = tby_pos_color(p, p->turn);
    bool takes = tby_pos_at(p, to) != TBY_NO_PIECE;
    struct san_text out;

    if (own & tby_bit(to)) { /* king takes rook */
        snprintf(out.s, sizeof out.s, "%s%s", to > from ? "O-O" : "O-O-O",
                 slow_sign(p, m));
        return out;
    }
    if (letter == 'P') {
        takes = tby_file(from) != tby_file(to);
        snprintf(origin, sizeof origin, "%.1s", takes ? &file : "");
    } else {
        piece[0] = letter;
        slow_origin(p, legal, m, origin);
    }
    if (tby_move_promotion(m))
        snprintf(promotion, sizeof promotion, "=%c",
                 tby_role_char(tby_move_promotion(m)));
    snprintf(out.s, sizeof out.s, "%s%s%s%c%d%s%s", piece, origin,
             takes ? "x" : "", 'a' + tby_file(to), 1 + tby_rank(to), promotion,
             slow_sign(p, m));
    return out;
}

/* --- every move of random positions */

static void moves_are_written_as_the_standard_says(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 2500; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            char san[TBY_SAN_MAX];
            struct san_text want = slow_san(&p, &legal, legal.at[k]);
            size_t n = tby_san_write(&p, legal.at[k], san);
            CHECK(n == strlen(san) && strcmp(san, want.s) == 0,
                  "%s: %s instead of %s", fen_of(&p).s, san, want.s);
        }
    }
}

static void what_is_written_is_read_strictly(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 1500; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        static char san[TBY_MOVES_MAX][TBY_SAN_MAX];
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_move m[2] = {TBY_MOVE_NONE, TBY_MOVE_NONE};
            size_t n = tby_san_write(&p, legal.at[k], san[k]);
            tby_str text = {san[k], n};
            for (int mode = TBY_SAN_STRICT; mode <= TBY_SAN_TOLERANT; mode++) {
                tby_rc rc =
                    tby_san_parse(&p, text, (tby_san_mode)mode, &m[mode], NULL);
                CHECK(rc == TBY_OK && m[mode] == legal.at[k], "%s: %s (%s)",
                      fen_of(&p).s, san[k], tby_rc_name(rc));
            }
            for (size_t j = 0; j < k; j++)
                CHECK(strcmp(san[j], san[k]) != 0, "%s: %s twice", fen_of(&p).s,
                      san[k]);
        }
    }
}

static void writing_and_playing_in_one_go(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 3000; i++) {
        tby_pos p = random_position(&r, i % KINDS), after = p, both = p;
        tby_move m = random_move(&r, &p);
        char san[TBY_SAN_MAX], again[TBY_SAN_MAX];
        if (m != TBY_MOVE_NONE)
            tby_pos_play(&after, m);
        assert_int_equal(tby_san_write(&p, m, san),
                         tby_san_write_play(&both, m, again));
        assert_string_equal(san, again);
        CHECK(tby_pos_same(&after, &both) &&
                  after.halfmoves == both.halfmoves &&
                  after.fullmoves == both.fullmoves,
              "%s: %s", fen_of(&p).s, san);
    }
}

static const struct {
    const char *fen, *uci, *san;
} WRITTEN[] = {
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4", "e4"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", "exd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
    {"3rk3/4P3/8/8/8/8/8/4K3 w - -", "e7d8n", "exd8=N"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - -", "e7e8r", "e8=R"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - -", "e7e8n", "e8=N+"},
    {"7k/4P1pp/8/8/8/8/8/4K3 w - -", "e7e8q", "e8=Q#"},
    /* the other knight is pinned, so it is not another one */
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "g1e2", "Ne2"},
    {"4k3/8/8/8/8/2N5/8/4K1N1 w - -", "g1e2", "Nge2"},
    {"4k3/8/8/8/8/2N5/8/2N1K3 w - -", "c1e2", "N1e2"},
    {"4k3/8/8/8/8/2N5/8/2N1K1N1 w - -", "c1e2", "Nc1e2"},
    {"4k3/8/8/8/8/2N5/8/2N1K1N1 w - -", "g1e2", "Nge2"},
    {"4k3/8/8/8/8/2N5/8/2N1K1N1 w - -", "c3e2", "N3e2"},
    {"1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"},
    {"1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "e4e1", "Qee1"},
    {"1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "h1e1", "Q1e1"},
    {"4k3/8/8/8/8/p7/8/R3K2R w KQ -", "a1a3", "Rxa3"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", "O-O-O"},
    {"5k2/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O+"},
    {"2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q -", "e1c1", "O-O-O#"},
    {"1k6/8/8/8/8/8/8/RK5R w KQ -", "b1a1", "O-O-O"},
    {"1k6/8/8/8/8/8/8/5KR1 w K -", "f1g1", "O-O"},
    {"4k3/8/8/8/8/8/8/4K3 w - -", "0000", "--"},
};

static void known_moves_are_written_like_this(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(WRITTEN); i++) {
        tby_pos p = pos_of(WRITTEN[i].fen);
        tby_move m = TBY_MOVE_NONE, again = TBY_MOVE_NONE;
        char san[TBY_SAN_MAX];
        assert_int_equal(
            tby_uci_parse(&p, tby_str_of(WRITTEN[i].uci), &m, NULL), TBY_OK);
        assert_int_equal(tby_san_write(&p, m, san), strlen(WRITTEN[i].san));
        assert_string_equal(san, WRITTEN[i].san);
        assert_int_equal(
            tby_san_parse(&p, tby_str_of(san), TBY_SAN_STRICT, &again, NULL),
            TBY_OK);
        assert_int_equal(again, m);
    }
}

/* --- what strict reading refuses though it is clear */

static const char KNIGHTS[] = "4k3/8/8/8/8/1p3N2/8/R3KN1R w KQ -";
static const char PAWNS[] = "7k/P7/8/3pP3/8/8/8/4K3 w - d6 0 2";

static const struct {
    const char *fen, *text;
    size_t at; /* the first byte that should be another one */
    const char *sentence;
} LOOSE[] = {
    {KNIGHTS, "Nf3d2", 1, "Nf3d2 is written N3d2."},
    {KNIGHTS, "Nf3d4", 1, "Nf3d4 is written Nd4."},
    {KNIGHTS, "Nfd4", 1, "Nfd4 is written Nd4."},
    {KNIGHTS, "Nxd4", 1, "Nxd4 is written Nd4."},
    {KNIGHTS, "Nd4+", 3, "Nd4+ is written Nd4."},
    {KNIGHTS, "Nd4!", 3, "Nd4! is written Nd4."},
    {KNIGHTS, "nd4", 0, "nd4 is written Nd4."},
    {KNIGHTS, "f3d4", 0, "f3d4 is written Nd4."},
    {KNIGHTS, "0-0-0", 0, "0-0-0 is written O-O-O."},
    {KNIGHTS, "e1c1", 0, "e1c1 is written O-O-O."},
    {KNIGHTS, "Ra1xa8", 2, "Ra1xa8 is written Ra8+."},
    {KNIGHTS, "Ra8", 3, "Ra8 is written Ra8+."},
    {KNIGHTS, "Ra8#", 3, "Ra8# is written Ra8+."},
    {PAWNS, "ed6", 1, "ed6 is written exd6."},
    {PAWNS, "exd6e.p.", 4, "exd6e.p. is written exd6."},
    {PAWNS, "Pe6", 0, "Pe6 is written e6."},
    {PAWNS, "ee6", 1, "ee6 is written e6."},
    {PAWNS, "a8Q", 2, "a8Q is written a8=Q+."},
    {PAWNS, "a8=Q", 4, "a8=Q is written a8=Q+."},
    {PAWNS, "a8=q+", 3, "a8=q+ is written a8=Q+."},
    {PAWNS, "a8(N)", 2, "a8(N) is written a8=N."},
    {PAWNS, "Z0", 0, "Z0 is written --."},
    {PAWNS, "0000", 0, "0000 is written --."},
};

static void strict_reading_wants_the_canonical_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(LOOSE); i++) {
        tby_pos p = pos_of(LOOSE[i].fen);
        tby_str text = tby_str_of(LOOSE[i].text);
        tby_move m = 77, tolerant = 77;
        tby_err err = {TBY_OK, 99};
        char why[128];
        CHECK(tby_san_parse(&p, text, TBY_SAN_TOLERANT, &tolerant, NULL) ==
                  TBY_OK,
              "%s", LOOSE[i].text);
        tby_rc rc = tby_san_parse(&p, text, TBY_SAN_STRICT, &m, &err);
        CHECK(rc == TBY_E_SAN_NOT_CANONICAL && err.code == rc &&
                  err.at == LOOSE[i].at && m == 77,
              "%s: %s at %zu", LOOSE[i].text, tby_rc_name(rc), err.at);
        tby_san_explain(&p, text, TBY_SAN_STRICT, why, sizeof why);
        assert_string_equal(why, LOOSE[i].sentence);
        assert_int_equal(
            tby_san_explain(&p, text, TBY_SAN_TOLERANT, why, sizeof why), 0);
        assert_string_equal(why, "");
    }
}

/* --- what nobody can read, and where reading stopped */

static const struct {
    const char *text;
    size_t at;
} SYNTAX[] = {
    {"", 0},
    {" ", 0},
    {"x", 1},
    {"N", 1},
    {"Nf", 2},
    {"Nf9", 2},
    {"Ni3", 1},
    {"N3", 2},
    {"e9", 1},
    {"e", 1},
    {"ex", 2},
    {"exd", 2},
    {"e4x", 3},
    {"e4 ", 2},
    {" e4", 0},
    {"e2e4e", 4},
    {"e4!!x", 4},
    {"e4+-", 3},
    {"Nf3=", 4},
    {"e8=", 3},
    {"e8=K", 3},
    {"e8=P", 3},
    {"e8K", 2},
    {"e8(", 3},
    {"e8(Q", 4},
    {"e8Q)", 3},
    {"e8=Q)", 4},
    {"e8=QQ", 4},
    {"e8=Q=Q", 4},
    {"=Q", 0},
    {"+", 0},
    {"#", 0},
    {"O", 0},
    {"O-", 0},
    {"O-O-", 3},
    {"O-O-O-O", 5},
    {"OO", 0},
    {"0-0-0-", 5},
    {"-", 1},
    {"--x", 2},
    {"---", 2},
    {"Z", 0},
    {"Z1", 0},
    {"000", 0},
    {"00000", 4},
    {"1-0", 2},
    {"1.e4", 1},
    {"e.p.", 1},
    {"?", 0},
    {"Qd1d2d3", 5},
    {"NNf3", 1},
    {"\xe2\x99", 0},
    {"\xe2\x99\x93"
     "f3",
     0},
    {"\xff", 0},
    {"e4\xff", 2},
    {"Sf3", 0},
    {"move", 0},
};

static void unreadable_text_is_refused_where_it_stops(void **state)
{
    tby_pos p = tby_pos_start();
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(SYNTAX); i++) {
        tby_move m = 77;
        tby_err err = {TBY_OK, 99};
        char why[64];
        tby_str text = tby_str_of(SYNTAX[i].text);
        tby_rc rc = tby_san_parse(&p, text, TBY_SAN_TOLERANT, &m, &err);
        bool good = rc == TBY_E_SAN_SYNTAX && err.code == rc &&
                    err.at == SYNTAX[i].at && m == 77;
        if (!good)
            print_error("\"%s\": %s at %zu instead of %zu\n", SYNTAX[i].text,
                        tby_rc_name(rc), err.at, SYNTAX[i].at);
        wrong += !good;
        assert_int_equal(tby_san_parse(&p, text, TBY_SAN_STRICT, &m, NULL), rc);
        size_t n = tby_san_explain(&p, text, TBY_SAN_TOLERANT, why, sizeof why);
        assert_string_equal(why + n - 15, " is not a move.");
    }
    assert_int_equal(wrong, 0);
}

/* --- illegal moves and their reasons */

static const struct {
    const char *fen, *text;
    tby_rc code;
    const char *sentence;
} ILLEGAL[] = {
    /* nothing goes there */
    {NULL, "Nd5", TBY_E_MOVE_REACH,
     "Nd5 is illegal: no white knight can go to d5."},
    {NULL, "e5", TBY_E_MOVE_REACH,
     "e5 is illegal: no white pawn can go to e5."},
    {NULL, "Nc3a4", TBY_E_MOVE_REACH, NULL},
    {NULL, "Qd1d5", TBY_E_MOVE_REACH, NULL},
    {NULL, "e2e5", TBY_E_MOVE_REACH,
     "e2e5 is illegal: no white pawn can go from e2 to e5."},
    {NULL, "Ke2e4", TBY_E_MOVE_REACH, NULL}, /* a pawn stands there */
    {NULL, "e4e5", TBY_E_MOVE_EMPTY, NULL},
    {NULL, "e7e5", TBY_E_MOVE_TURN, NULL},
    {NULL, "Ke8e7", TBY_E_MOVE_TURN, NULL},
    {"4k3/8/8/8/8/8/4p3/4K3 w - -", "e4", TBY_E_MOVE_REACH, NULL},
    {"4k3/8/8/8/4p3/4P3/8/4K3 w - -", "e4", TBY_E_MOVE_REACH, NULL},
    {"8/8/8/8/8/8/8/k1K5 b - -", "Qa8", TBY_E_MOVE_REACH,
     "Qa8 is illegal: no black queen can go to a8."},
    /* its own piece is there */
    {NULL, "Nd2", TBY_E_MOVE_OWN,
     "Nd2 is illegal: its own side's pawn stands on d2."},
    {NULL, "Ke2", TBY_E_MOVE_OWN, NULL},
    {NULL, "e2", TBY_E_MOVE_OWN, NULL},
    {NULL, "Qd1e1", TBY_E_MOVE_OWN,
     "Qd1e1 is illegal: its own side's king stands on e1."},
    /* nothing to capture */
    {NULL, "exd3", TBY_E_MOVE_NOTHING, NULL},
    {NULL, "ed3", TBY_E_MOVE_NOTHING, NULL},
    {NULL, "e2d3", TBY_E_MOVE_NOTHING, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - -", "exd6", TBY_E_MOVE_EP, NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - -", "e5d6", TBY_E_MOVE_EP, NULL},
    /* pinned */
    {"4k3/4r3/8/8/8/8/4N3/4K3 w - -", "Nc3", TBY_E_MOVE_PINNED,
     "Nc3 is illegal: the knight on e2 is pinned to its king."},
    {"4k3/8/8/8/7b/8/5P2/4K3 w - -", "f4", TBY_E_MOVE_PINNED,
     "f4 is illegal: the pawn on f2 is pinned to its king."},
    {"4r1k1/8/8/8/8/3p4/4P3/4K3 w - -", "exd3", TBY_E_MOVE_PINNED, NULL},
    {"6k1/8/8/8/8/8/4B3/r3RK2 w - -", "Re3", TBY_E_MOVE_REACH, NULL},
    {"6k1/8/8/8/8/8/8/r3RK2 w - -", "Re3", TBY_E_MOVE_PINNED, NULL},
    {"6k1/8/8/8/8/8/8/r3RK2 w - -", "e1e3", TBY_E_MOVE_PINNED, NULL},
    {"4k3/8/8/8/1b6/2N5/8/4K3 w - -", "Nc3e2", TBY_E_MOVE_PINNED, NULL},
    /* the check is not answered */
    {"4k3/8/8/8/8/8/4r3/4K1N1 w - -", "Nf3", TBY_E_MOVE_IN_CHECK,
     "Nf3 is illegal: it does not answer the check by the rook on e2."},
    {"4k3/8/8/8/8/8/4r3/4K1N1 w - -", "g1h3", TBY_E_MOVE_IN_CHECK, NULL},
    {"4k3/8/8/8/8/3n4/4r3/4K1N1 w - -", "Nxe2", TBY_E_MOVE_IN_CHECK,
     "Nxe2 is illegal: in double check only the king can move."},
    {"8/6k1/8/3pP2r/8/8/8/7K w - -", "e6", TBY_E_MOVE_IN_CHECK, NULL},
    /* the king would be in check */
    {"3rk3/8/8/8/8/8/8/4K3 w - -", "Kd1", TBY_E_MOVE_INTO_CHECK,
     "Kd1 is illegal: the king would be in check."},
    {"3rk3/8/8/8/8/8/8/4K3 w - -", "e1d1", TBY_E_MOVE_INTO_CHECK, NULL},
    {"4k3/8/8/8/8/8/4r3/4K3 w - -", "Kf2", TBY_E_MOVE_INTO_CHECK, NULL},
    {"4k3/8/8/8/8/8/8/r3K3 w - -", "Kf1", TBY_E_MOVE_INTO_CHECK, NULL},
    {"8/8/8/3k4/8/3K4/8/8 w - -", "Kd4", TBY_E_MOVE_INTO_CHECK, NULL},
    {"4k3/8/8/8/2b5/8/4r3/4K3 w - -", "Kxe2", TBY_E_MOVE_INTO_CHECK, NULL},
    {"4k3/8/8/K2pP2r/8/8/8/8 w - d6", "exd6", TBY_E_MOVE_EP, NULL},
    {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", TBY_E_MOVE_EP, NULL},
    /* promotion */
    {"7k/P7/8/8/8/8/8/4K3 w - -", "a8", TBY_E_MOVE_PROMOTION, NULL},
    {"7k/P7/8/8/8/8/8/4K3 w - -", "a7a8", TBY_E_MOVE_PROMOTION, NULL},
    {"1r5k/P7/8/8/8/8/8/4K3 w - -", "axb8", TBY_E_MOVE_PROMOTION, NULL},
    {NULL, "e4=Q", TBY_E_MOVE_NO_PROMOTION, NULL},
    {NULL, "e2e4q", TBY_E_MOVE_NO_PROMOTION, NULL},
    {NULL, "Nf3=Q", TBY_E_MOVE_NO_PROMOTION, NULL},
    {"4k3/8/8/8/8/8/8/R3K3 w Q -", "Ra8=Q", TBY_E_MOVE_NO_PROMOTION, NULL},
    /* castling */
    {NULL, "O-O", TBY_E_CASTLE_BLOCKED,
     "O-O is illegal: a piece stands between king and rook or where they go."},
    {"4k3/8/8/8/8/8/8/RN2K3 w Q -", "O-O-O", TBY_E_CASTLE_BLOCKED, NULL},
    {"4k3/8/8/8/8/8/8/4K2R w - -", "O-O", TBY_E_CASTLE_RIGHT,
     "O-O is illegal: there is no right to castle on that side."},
    {"4k3/8/8/8/8/8/8/R3K2R w Q -", "O-O", TBY_E_CASTLE_RIGHT, NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQk -", "0-0-0", TBY_E_CASTLE_RIGHT, NULL},
    {"4k3/8/8/8/8/8/4r3/4K2R w K -", "O-O", TBY_E_CASTLE_CHECK,
     "O-O is illegal: the king may not castle out of, through or into check."},
    {"4kr2/8/8/8/8/8/8/4K2R w K -", "O-O", TBY_E_CASTLE_CHECK, NULL},
    {"4k1r1/8/8/8/8/8/8/4K2R w K -", "O-O", TBY_E_CASTLE_CHECK, NULL},
    {"4kr2/8/8/8/8/8/8/4K2R w K -", "e1g1", TBY_E_CASTLE_CHECK, NULL},
    {"4k3/8/8/8/8/8/8/r1R1K3 w Q -", "O-O-O", TBY_E_CASTLE_CHECK, NULL},
    /* passing */
    {"4k3/8/8/8/8/8/4r3/4K3 w - -", "--", TBY_E_MOVE_NULL,
     "-- is illegal: a side in check cannot pass."},
    {"4k3/8/8/8/8/8/4r3/4K3 w - -", "Z0", TBY_E_MOVE_NULL, NULL},
    /* more than one */
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - -", "Nd2", TBY_E_SAN_AMBIGUOUS,
     "Nd2 is ambiguous: Nbd2 or Nfd2."},
    {"4k3/8/8/8/8/2N5/8/2N1K1N1 w - -", "Nce2", TBY_E_SAN_AMBIGUOUS, NULL},
    {"4k3/8/8/8/8/2N5/8/2N1K1N1 w - -", "N1e2", TBY_E_SAN_AMBIGUOUS, NULL},
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "xd5", TBY_E_SAN_AMBIGUOUS,
     "xd5 is ambiguous: exd5 or cxd5."},
    {"1n6/P1P5/8/8/8/8/8/k1K5 w - -", "xb8=Q", TBY_E_SAN_AMBIGUOUS,
     "xb8=Q is ambiguous: cxb8=Q or axb8=Q."},
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "Pxd5", TBY_E_SAN_AMBIGUOUS, NULL},
    {"4k3/8/8/8/R6R/8/8/4K3 w - -", "Re4", TBY_E_SAN_AMBIGUOUS, NULL},
    /* bc4: the pawn or the bishop? */
    {"4k3/8/8/8/2p5/1P6/8/4KB2 w - -", "bc4", TBY_E_SAN_AMBIGUOUS, NULL},
};

static void illegal_moves_are_refused_with_a_reason(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(ILLEGAL); i++) {
        tby_pos p = ILLEGAL[i].fen ? pos_of(ILLEGAL[i].fen) : tby_pos_start();
        tby_str text = tby_str_of(ILLEGAL[i].text);
        tby_move m = 77;
        tby_err err = {TBY_OK, 99};
        char why[160];
        tby_rc rc = tby_san_parse(&p, text, TBY_SAN_TOLERANT, &m, &err);
        bool good =
            rc == ILLEGAL[i].code && err.code == rc && err.at == 0 && m == 77;
        size_t n = tby_san_explain(&p, text, TBY_SAN_TOLERANT, why, sizeof why);
        if (ILLEGAL[i].sentence && strcmp(why, ILLEGAL[i].sentence) != 0)
            good = false;
        if (!good)
            print_error("%s, %s: %s at %zu instead of %s\n  %s\n", fen_of(&p).s,
                        ILLEGAL[i].text, tby_rc_name(rc), err.at,
                        tby_rc_name(ILLEGAL[i].code), why);
        wrong += !good;
        assert_true(n > 0 && n == strlen(why) && why[n - 1] == '.');
        assert_int_equal(tby_san_parse(&p, text, TBY_SAN_STRICT, &m, NULL), rc);
    }
    assert_int_equal(wrong, 0);
}

static void ambiguous_b_names_both_meanings(void **state)
{
    tby_pos p = pos_of("4k3/8/8/8/2p5/1P6/8/4KB2 w - -");
    char why[64];

    (void)state;
    tby_san_explain(&p, tby_str_of("bc4"), TBY_SAN_TOLERANT, why, sizeof why);
    CHECK(strcmp(why, "bc4 is ambiguous: bxc4 or Bxc4.") == 0 ||
              strcmp(why, "bc4 is ambiguous: Bxc4 or bxc4.") == 0,
          "%s", why);
}

/* --- explanations */

static void explanations_obey_the_capacity(void **state)
{
    static const char whole[] = "Nd2 is ambiguous: Nbd2 or Nfd2.";
    tby_pos p = pos_of("4k3/8/8/8/8/5N2/8/1N2K3 w - -");
    tby_str text = tby_str_of("Nd2");
    char buf[sizeof whole + 2];

    (void)state;
    for (size_t cap = 0; cap <= sizeof whole; cap++) {
        memset(buf, '#', sizeof buf);
        assert_int_equal(tby_san_explain(&p, text, TBY_SAN_TOLERANT, buf, cap),
                         sizeof whole - 1);
        if (cap) {
            assert_memory_equal(buf, whole, cap - 1);
            assert_int_equal(buf[cap - 1], '\0');
        }
        assert_int_equal(buf[cap], '#');
    }
    assert_int_equal(tby_san_explain(&p, text, TBY_SAN_TOLERANT, NULL, 0),
                     sizeof whole - 1);
}

/* A text that is long or cannot be shown is not repeated. */
static void explanations_do_not_repeat_garbage(void **state)
{
    tby_pos p = tby_pos_start();
    char why[64];

    (void)state;
    tby_san_explain(&p, tby_str_of("\x1b[31mhello"), TBY_SAN_TOLERANT, why,
                    sizeof why);
    assert_string_equal(why, "This is not a move.");
    tby_san_explain(&p, tby_str_of("a-very-long-word-indeed"), TBY_SAN_TOLERANT,
                    why, sizeof why);
    assert_string_equal(why, "This is not a move.");
}

/* Every refusal of every text of two squares has a sentence, and an accepted
 * one has none. */
static void every_refusal_has_a_sentence(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        static const char *const pieces[] = {"", "K", "Q", "R", "B", "N", "b"};
        char text[16], why[160];
        tby_move m;
        snprintf(text, sizeof text, "%s%c%c", pieces[rng_below(&r, 7)],
                 'a' + (int)rng_below(&r, 8), '1' + (int)rng_below(&r, 8));
        tby_str in = tby_str_of(text);
        tby_rc rc = tby_san_parse(&p, in, TBY_SAN_TOLERANT, &m, NULL);
        size_t n = tby_san_explain(&p, in, TBY_SAN_TOLERANT, why, sizeof why);
        CHECK((rc == TBY_OK) == (n == 0) && n < sizeof why && n == strlen(why),
              "%s: %s: %s", fen_of(&p).s, text, why);
    }
}

/* Of a damaged file, perhaps: from an empty square, of any kind. */
static void what_is_no_move_does_no_harm(void **state)
{
    char out[TBY_SAN_MAX];

    (void)state;
    for (unsigned m = 0; m <= UINT16_MAX; m++) {
        tby_pos p = tby_pos_start();
        size_t n = tby_san_write(&p, (tby_move)m, out);
        CHECK(n > 0 && n < TBY_SAN_MAX, "%u", m);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_written_as_the_standard_says),
        cmocka_unit_test(what_is_written_is_read_strictly),
        cmocka_unit_test(writing_and_playing_in_one_go),
        cmocka_unit_test(known_moves_are_written_like_this),
        cmocka_unit_test(strict_reading_wants_the_canonical_form),
        cmocka_unit_test(unreadable_text_is_refused_where_it_stops),
        cmocka_unit_test(illegal_moves_are_refused_with_a_reason),
        cmocka_unit_test(ambiguous_b_names_both_meanings),
        cmocka_unit_test(explanations_obey_the_capacity),
        cmocka_unit_test(explanations_do_not_repeat_garbage),
        cmocka_unit_test(every_refusal_has_a_sentence),
        cmocka_unit_test(what_is_no_move_does_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
