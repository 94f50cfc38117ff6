/* test_fen.c - FEN and EPD, read and written. */
#include "support/positions.h"

#include <string.h>

static const char START[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* --- helpers */

/* Reads from a copy of exactly that size, so that the sanitizer sees a byte
 * too many. */
static tby_rc parse(const char *text, size_t n, tby_setup *out, tby_err *err)
{
    char *copy = malloc(n ? n : 1);

    if (!copy)
        return TBY_E_NOMEM;
    memcpy(copy, text, n);
    tby_rc rc = tby_fen_parse((tby_str){copy, n}, out, err);
    free(copy);
    return rc;
}

static bool same_setup(const tby_setup *a, const tby_setup *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 &&
           a->castling == b->castling && a->turn == b->turn && a->ep == b->ep &&
           a->halfmoves == b->halfmoves && a->fullmoves == b->fullmoves;
}

static struct fen_text text_of(const tby_setup *s, tby_fen_style style)
{
    struct fen_text out;

    tby_fen_write(s, style, out.s, sizeof out.s);
    return out;
}

/* --- what is refused, and where */

#define E(symbol) TBY_E_##symbol
#define EMPTY8    "8/8/8/8/8/8/8/8" /* 15 bytes */

static const struct {
    const char *text;
    tby_rc code;
    size_t at;
} BAD[] = {
    /* the board */
    {"", E(FEN_PIECE), 0},
    {" \t\r\n", E(FEN_PIECE), 4},
    {"x", E(FEN_PIECE), 0},
    {"rnbqkbnx/8/8/8/8/8/8/8 w - -", E(FEN_PIECE), 7},
    {"8/8/8/8/8/8/8/7. w - -", E(FEN_PIECE), 15},
    {"9/8/8/8/8/8/8/8 w - -", E(FEN_PIECE), 0},
    {"0/8/8/8/8/8/8/8 w - -", E(FEN_PIECE), 0},
    {"70P/8/8/8/8/8/8/8 w - -", E(FEN_PIECE), 1},
    {"\xff/8/8/8/8/8/8/8 w - -", E(FEN_PIECE), 0},
    {"/8/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 0},
    {"8//8/8/8/8/8/8 w - -", E(FEN_RANK), 2},
    {"7/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 1},
    {"ppp/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 3},
    {"ppppppp2/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 7},
    {"18/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 1},
    {"8/pppppppp1/8/8/8/8/8/8 w - -", E(FEN_RANK), 10},
    {"8/8/8/8/8/8/8/8P w - -", E(FEN_RANK), 15},
    {"8/8/8/8/8/8/8/8/8 w - -", E(FEN_RANK), 15},
    {"8", E(FEN_SLASH), 1},
    {"8 w - -", E(FEN_SLASH), 1},
    {"8/8/8/8/8/8/8 w - -", E(FEN_SLASH), 13},
    {"8 /8/8/8/8/8/8/8 w - -", E(FEN_SLASH), 1},
    {EMPTY8, E(FEN_SPACE), 15},
    {EMPTY8 " ", E(FEN_SPACE), 16},
    /* whose turn */
    {EMPTY8 " x", E(FEN_TURN), 16},
    {EMPTY8 " W - -", E(FEN_TURN), 16},
    {EMPTY8 " -", E(FEN_TURN), 16},
    {EMPTY8 " wb - -", E(FEN_TURN), 17},
    {EMPTY8 " white - -", E(FEN_TURN), 17},
    {EMPTY8 " w", E(FEN_SPACE), 17},
    {EMPTY8 " w  ", E(FEN_SPACE), 19},
    /* castling */
    {EMPTY8 " w x", E(FEN_CASTLING), 18},
    {EMPTY8 " w 0 1", E(FEN_CASTLING), 18},
    {EMPTY8 " w I -", E(FEN_CASTLING), 18},
    {EMPTY8 " w i -", E(FEN_CASTLING), 18},
    {EMPTY8 " w @ -", E(FEN_CASTLING), 18},
    {EMPTY8 " w \xcb -", E(FEN_CASTLING), 18},
    {EMPTY8 " w KQkqx -", E(FEN_CASTLING), 22},
    {EMPTY8 " w K- -", E(FEN_CASTLING), 19},
    {EMPTY8 " w -K -", E(FEN_CASTLING), 19},
    {EMPTY8 " w -- -", E(FEN_CASTLING), 19},
    {EMPTY8 " w KK -", E(FEN_CASTLING), 19},
    {EMPTY8 " w KQkqk -", E(FEN_CASTLING), 22},
    {EMPTY8 " w HhAaH -", E(FEN_CASTLING), 22},
    {"4k3/8/8/8/8/8/8/4K2R w KH -", E(FEN_CASTLING), 24},
    /* en passant */
    {EMPTY8 " w - x", E(FEN_EP), 20},
    {EMPTY8 " w - i3", E(FEN_EP), 20},
    {EMPTY8 " w - E3", E(FEN_EP), 20},
    {EMPTY8 " w - 0 1", E(FEN_EP), 20},
    {EMPTY8 " w - e", E(FEN_EP), 21},
    {EMPTY8 " w - e ", E(FEN_EP), 21},
    {EMPTY8 " w - e4", E(FEN_EP), 21},
    {EMPTY8 " w - ee", E(FEN_EP), 21},
    {EMPTY8 " w - e33", E(FEN_EP), 22},
    {EMPTY8 " w - -3", E(FEN_EP), 21},
    {EMPTY8 " w - -- 0 1", E(FEN_EP), 21},
    /* the counters */
    {EMPTY8 " w - - -1", E(FEN_HALFMOVES), 22},
    {EMPTY8 " w - - +1", E(FEN_HALFMOVES), 22},
    {EMPTY8 " w - - -", E(FEN_HALFMOVES), 22},
    {EMPTY8 " w - - ;", E(FEN_HALFMOVES), 22},
    {EMPTY8 " w - - 1x", E(FEN_HALFMOVES), 23},
    {EMPTY8 " w - - 1.5 1", E(FEN_HALFMOVES), 23},
    {EMPTY8 " w - - 65536", E(FEN_HALFMOVES), 26},
    {EMPTY8 " w - - 99999999999999999999999 1", E(FEN_HALFMOVES), 26},
    {EMPTY8 " w - - 0 x", E(FEN_FULLMOVES), 24},
    {EMPTY8 " w - - 0 -", E(FEN_FULLMOVES), 24},
    {EMPTY8 " w - - 0 -1", E(FEN_FULLMOVES), 24},
    {EMPTY8 " w - - 0 1x", E(FEN_FULLMOVES), 25},
    {EMPTY8 " w - - 0 65536", E(FEN_FULLMOVES), 28},
    {EMPTY8 " w - - 0 1 0", E(FEN_TRAILING), 26},
    {EMPTY8 " w - - 0 1 moves e2e4", E(FEN_TRAILING), 26},
    {EMPTY8 " w - - 0 1 7 bm e4;", E(FEN_TRAILING), 26},
    {EMPTY8 " w - - 0 bm e4", E(FEN_FULLMOVES), 24},
    {EMPTY8 " w - e9 bm e4;", E(FEN_EP), 21},
    {EMPTY8 " w - - 0 1 bm e4; id", E(EPD_OPERATION), 35},
    {EMPTY8 " w - - 0 1 b-m e4;", E(EPD_OPERATION), 27},
    {EMPTY8 " w - - 0 1 hmvc x;", E(FEN_HALFMOVES), 31},
    {EMPTY8 " w - - 0 1 ;", E(FEN_TRAILING), 26},
    /* EPD */
    {EMPTY8 " w - - x", E(EPD_OPERATION), 23},
    {EMPTY8 " w - - bm e4", E(EPD_OPERATION), 27},
    {EMPTY8 " w - - bm e4; id", E(EPD_OPERATION), 31},
    {EMPTY8 " w - - id \"a;b", E(EPD_OPERATION), 29},
    {EMPTY8 " w - - id \"a;", E(EPD_OPERATION), 28},
    {EMPTY8 " w - - bm e4;;", E(EPD_OPERATION), 28},
    {EMPTY8 " w - - bm e4; 9;", E(EPD_OPERATION), 29},
    {EMPTY8 " w - - bm e4; _x 1;", E(EPD_OPERATION), 29},
    {EMPTY8 " w - - b-m e4;", E(EPD_OPERATION), 23},
    {EMPTY8 " w - - bm\xc3\xa4 1;", E(EPD_OPERATION), 24},
    {EMPTY8 " w - - hmvc;", E(FEN_HALFMOVES), 26},
    {EMPTY8 " w - - hmvc ;", E(FEN_HALFMOVES), 27},
    {EMPTY8 " w - - hmvc", E(EPD_OPERATION), 26},
    {EMPTY8 " w - - hmvc x;", E(FEN_HALFMOVES), 27},
    {EMPTY8 " w - - hmvc 7", E(EPD_OPERATION), 28},
    {EMPTY8 " w - - hmvc 7x;", E(FEN_HALFMOVES), 28},
    {EMPTY8 " w - - hmvc 65536;", E(FEN_HALFMOVES), 31},
    {EMPTY8 " w - - fmvn -2;", E(FEN_FULLMOVES), 27},
    {EMPTY8 " w - - fmvn 70000;", E(FEN_FULLMOVES), 31},
};

static void bad_text_is_refused_at_the_right_byte(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_setup out = setup_of(START);
        const tby_setup untouched = out;
        tby_err err = {TBY_OK, 999};
        tby_rc rc = parse(BAD[i].text, strlen(BAD[i].text), &out, &err);
        bool good = rc == BAD[i].code && err.code == rc && err.at == BAD[i].at;
        if (!good)
            print_error("%s\n  %s at %zu instead of %s at %zu\n", BAD[i].text,
                        tby_rc_name(rc), err.at, tby_rc_name(BAD[i].code),
                        BAD[i].at);
        wrong += !good;
        assert_true(rc == TBY_OK || memcmp(&out, &untouched, sizeof out) == 0);
        assert_int_equal(parse(BAD[i].text, strlen(BAD[i].text), &out, NULL),
                         rc);
    }
    assert_int_equal(wrong, 0);
}

/* A text that is cut off says so at its end; where enough has been said it is
 * a FEN of fewer fields. */
static void a_cut_off_text_is_refused_at_its_end(void **state)
{
    static const char fen[] = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/"
                              "RNBQKBNR w KQkq d6 12 34";
    const size_t castling = (size_t)(strstr(fen, "KQkq") - fen);
    const size_t ep = (size_t)(strstr(fen, "d6") - fen);

    (void)state;
    for (size_t n = 0; n < sizeof fen; n++) {
        tby_setup out;
        tby_err err = {TBY_OK, 0};
        tby_rc rc = parse(fen, n, &out, &err);
        if (n > castling && n != ep + 1)
            CHECK(rc == TBY_OK, "%.*s: %s", (int)n, fen, tby_rc_name(rc));
        else
            CHECK(rc != TBY_OK && err.code == rc && err.at == n,
                  "%.*s: %s at %zu", (int)n, fen, tby_rc_name(rc), err.at);
    }
}

static void a_spoilt_text_does_no_harm(void **state)
{
    static const char *const good[] = {
        START, "r3k2r/8/8/3pP3/8/8/8/R3K2R w HAkq d6 65535 65535",
        "4k3/8/8/8/8/8/8/4K3 b - - hmvc 12; id \"a;b\"; fmvn 7;"};
    static const char bytes[] = "/ 018wbKQkqAHah-e36\";\t\n\x80pPx_";
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 60000; i++) {
        char text[96];
        tby_setup out = {.turn = 77};
        tby_err err = {TBY_OK, 999};
        size_t n = (size_t)snprintf(text, sizeof text, "%s", good[i % 3]);
        for (unsigned k = 1 + rng_below(&r, 3); k > 0; k--)
            text[rng_below(&r, (unsigned)n)] =
                rng_chance(&r, 80) ? bytes[rng_below(&r, sizeof bytes)]
                                   : (char)rng_next(&r);
        tby_rc rc = parse(text, n, &out, &err);
        if (rc == TBY_OK)
            continue;
        CHECK(rc < 0 && err.code == rc && err.at <= n && out.turn == 77,
              "%.*s: %s at %zu", (int)n, text, tby_rc_name(rc), err.at);
    }
}

/* --- what is accepted */

static void missing_fields_have_a_value(void **state)
{
    static const struct {
        const char *text;
        tby_square ep;
        uint16_t half, full;
    } good[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w -", TBY_NO_SQUARE, 0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - ", TBY_NO_SQUARE, 0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - -", TBY_NO_SQUARE, 0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", 43, 0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5", 43, 5, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 6", 43, 5, 6},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 0", 43, 0, 0},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 007 065535", 43, 7, 65535},
        {"  4k3/8/8/3pP3/8/8/8/4K3\tw  -\r\nd6   5\t6 \r\n", 43, 5, 6},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 8;", 43, 8, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 bm exd6;", 43, 5, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - bm e6; hmvc 8;", 64, 8, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d1;", 64, 0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 fmvn 9;", 43, 0, 9},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 fmvn 9; hmvc 8 ;", 43, 8, 9},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; hmvc 8; fmvn 9; id \"x\";", 43,
         8, 9},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 id \"a; hmvc 3;\"; c0 1 2 3;noop;", 43,
         0, 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 HMVC 3; hmvc_ 3; hmv 3;", 43, 0, 1},
        /* all six fields, and then operations */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 6 bm exd6;", 43, 5, 6},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 6 bm exd6; id \"a;b\"; ", 43, 5, 6},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 6 hmvc 8; fmvn 9;", 43, 8, 9},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        tby_setup s = {0};
        tby_err err = {TBY_OK, 0};
        tby_rc rc = parse(good[i].text, strlen(good[i].text), &s, &err);
        CHECK(rc == TBY_OK, "%s: %s at %zu", good[i].text, tby_rc_name(rc),
              err.at);
        CHECK(s.ep == good[i].ep && s.halfmoves == good[i].half &&
                  s.fullmoves == good[i].full,
              "%s: %d %d %d", good[i].text, s.ep, s.halfmoves, s.fullmoves);
    }
}

/* One field or two, for callers that allow it. */
static void a_short_text_is_white_to_move_and_no_castling(void **state)
{
    static const struct {
        const char *text;
        tby_color turn;
    } good[] = {{"r3k2r/8/8/8/8/8/8/R3K2R", TBY_WHITE},
                {" r3k2r/8/8/8/8/8/8/R3K2R \n", TBY_WHITE},
                {"r3k2r/8/8/8/8/8/8/R3K2R w", TBY_WHITE},
                {"r3k2r/8/8/8/8/8/8/R3K2R b ", TBY_BLACK}};
    tby_err err = {TBY_OK, 0};
    tby_pos pos;

    (void)state;
    for (size_t i = 0; i < LENGTH(good); i++) {
        tby_str text = tby_str_of(good[i].text);
        assert_int_equal(tby_fen_parse_with(text, 0, &pos, NULL, NULL),
                         TBY_E_FEN_SPACE);
        assert_int_equal(
            tby_fen_parse_with(text, TBY_FEN_SHORT, &pos, NULL, &err), TBY_OK);
        assert_int_equal(err.code, TBY_OK);
        assert_int_equal(pos.turn, good[i].turn);
        assert_int_equal(pos.castling, 0);
    }
    assert_int_equal(tby_fen_parse_with(tby_str_of("8/8 w"), TBY_FEN_SHORT,
                                        &pos, NULL, &err),
                     TBY_E_FEN_SLASH);
    assert_int_equal(err.at, 3);
}

static void faults_are_forgiven_and_have_a_place(void **state)
{
    const tby_str fen = tby_str_of(" 4k3/8/8/8/8/8/8/4K3 w K e3");
    tby_faults found;
    tby_err err;
    tby_pos pos;

    (void)state;
    assert_int_equal(tby_fen_parse_with(fen, 0, &pos, &found, &err),
                     TBY_E_POS_FAULTY);
    assert_int_equal(found, TBY_FAULT_CASTLING | TBY_FAULT_EP);
    assert_int_equal(err.at, 1);
    assert_int_equal(tby_fen_parse_with(fen, TBY_FAULT_EP, &pos, &found, &err),
                     TBY_E_POS_FAULTY);
    assert_int_equal(err.at, 23);
    assert_int_equal(
        tby_fen_parse_with(fen, TBY_FAULT_CASTLING, &pos, &found, &err),
        TBY_E_POS_FAULTY);
    assert_int_equal(err.at, 25);
    assert_int_equal(
        tby_fen_parse_with(fen, TBY_FAULTS_ALL, &pos, &found, &err), TBY_OK);
    assert_int_equal(found, TBY_FAULT_CASTLING | TBY_FAULT_EP);
}

static void a_board_is_read_square_by_square(void **state)
{
    tby_setup s = setup_of("r1b5/8/8/8/8/2pP4/8/N5kK b - - 3 4");

    (void)state;
    for (int sq = 0; sq < 64; sq++) {
        char want = sq == 56   ? 'r'
                    : sq == 58 ? 'b'
                    : sq == 18 ? 'p'
                    : sq == 19 ? 'P'
                    : sq == 0  ? 'N'
                    : sq == 6  ? 'k'
                    : sq == 7  ? 'K'
                               : '.';
        assert_int_equal(tby_piece_char(s.board[sq]), want);
    }
    assert_int_equal(s.turn, TBY_BLACK);
    assert_int_equal(s.castling, 0);
}

/* --- castling: KQkq is the outermost rook, a letter is a file */

static const struct {
    const char *read; /* board and castling as read */
    const char *castling;
    const char *x, *shredder; /* as written */
} CASTLING[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq", "HAha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "KQkq", "HAha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R", "qkQK", "KQkq", "HAha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R", "aHqK", NULL, NULL}, /* a and q: the same */
    {"r3k2r/8/8/8/8/8/8/R3K2R", "aH", "Kq", "Ha"},
    {"r3k2r/8/8/8/8/8/8/R3K2R", "Qk", "Qk", "Ah"},
    {"r3k2r/8/8/8/8/8/8/R3K2R", "-", "-", "-"},
    /* two rooks on a side: the inner one needs its file */
    {"4k3/8/8/8/8/8/8/R1R1K1RR", "KQ", "KQ", "HA"},
    {"4k3/8/8/8/8/8/8/R1R1K1RR", "GC", "GC", "GC"},
    {"4k3/8/8/8/8/8/8/R1R1K1RR", "KC", "KC", "HC"},
    {"4k3/8/8/8/8/8/8/R1R1K1RR", "GQ", "GQ", "GA"},
    {"4k3/8/8/8/8/8/8/R1R1K1RR", "CG", "GC", "GC"},
    {"r1r1k1rr/8/8/8/8/8/8/4K3", "kq", "kq", "ha"},
    {"r1r1k1rr/8/8/8/8/8/8/4K3", "gc", "gc", "gc"},
    {"r1r1k1rr/8/8/8/8/8/8/4K3", "cg", "gc", "gc"},
    {"r1r1k1rr/8/8/8/8/8/8/R1R1K1RR", "KCgq", "KCgq", "HCga"},
    /* Chess960 */
    {"bbqnnrkr/8/8/8/8/8/8/BBQNNRKR", "KQkq", "KQkq", "HFhf"},
    {"bbqnnrkr/8/8/8/8/8/8/BBQNNRKR", "HFhf", "KQkq", "HFhf"},
    {"rkr5/8/8/8/8/8/8/RKR5", "KQkq", "KQkq", "CAca"},
    {"1rk1r3/8/8/8/8/8/8/1RK1R3", "EBeb", "KQkq", "EBeb"},
    {"1rk1r2r/8/8/8/8/8/8/1RK1R3", "EBeb", "KQeq", "EBeb"},
    /* the rooks of the other side do not count */
    {"R3k1rR/8/8/8/8/8/8/4K3", "k", "k", "g"},
    {"4k3/8/8/8/8/8/8/r3KR1r", "K", "K", "F"},
};

static void castling_is_read_and_written_in_both_styles(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASTLING); i++) {
        char text[TBY_FEN_MAX], x[TBY_FEN_MAX], shredder[TBY_FEN_MAX];
        tby_setup s, again;
        const char *board = CASTLING[i].read;
        snprintf(text, sizeof text, "%s w %s - 0 1", board,
                 CASTLING[i].castling);
        tby_rc rc = tby_fen_parse(tby_str_of(text), &s, NULL);
        if (!CASTLING[i].x) {
            assert_int_equal(rc, TBY_E_FEN_CASTLING);
            continue;
        }
        CHECK(rc == TBY_OK, "%s", text);
        snprintf(x, sizeof x, "%s w %s - 0 1", board, CASTLING[i].x);
        snprintf(shredder, sizeof shredder, "%s w %s - 0 1", board,
                 CASTLING[i].shredder);
        assert_string_equal(text_of(&s, TBY_FEN_X).s, x);
        assert_string_equal(text_of(&s, TBY_FEN_SHREDDER).s, shredder);
        again = setup_of(x);
        assert_true(same_setup(&s, &again));
        again = setup_of(shredder);
        assert_true(same_setup(&s, &again));
    }
}

/* Which squares the letters mean. */
static void castling_letters_mean_these_rooks(void **state)
{
    static const struct {
        const char *fen;
        tby_bb rooks;
    } rows[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0x8100000000000081u},
        {"r3k2r/8/8/8/8/8/8/R3K2R w K -", 0x80u},
        {"r3k2r/8/8/8/8/8/8/R3K2R w q -", (tby_bb)1 << 56},
        {"4k3/8/8/8/8/8/8/R1R1K1RR w KQ -", 0x81u},
        {"4k3/8/8/8/8/8/8/R1R1K1RR w GC -", 0x44u},
        {"4k3/8/8/8/8/8/8/1R2KR2 w KQ -", 0x22u},
        {"1rkr4/8/8/8/8/8/8/4K3 b kq -", (tby_bb)0xa << 56},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_setup s = setup_of(rows[i].fen);
        CHECK(s.castling == rows[i].rooks, "%s: %#" PRIx64, rows[i].fen,
              s.castling);
        assert_int_equal(tby_setup_faults(&s), 0);
    }
}

/* A right that cannot be is no error of the text: setup.c names it. */
static void impossible_rights_are_left_to_the_judge(void **state)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K3 w KQkq -", "4k3/8/8/8/8/8/4K3/R6R w KQ -",
        "4k3/8/8/8/8/8/8/R6R w KQ -",
        "4k3/8/8/8/8/8/8/4K3 w ABCDEFGHabcdefgh -",
        "4k3/8/8/8/8/8/8/4K3 w E -"};

    (void)state;
    for (size_t i = 0; i < LENGTH(fens); i++) {
        tby_setup s = setup_of(fens[i]), again;
        assert_true(tby_setup_faults(&s) & TBY_FAULT_CASTLING);
        for (int style = TBY_FEN_X; style <= TBY_FEN_SHREDDER; style++) {
            again = setup_of(text_of(&s, (tby_fen_style)style).s);
            CHECK(same_setup(&s, &again), "%s", fens[i]);
        }
    }
}

/* --- round trips */

static void check_round_trip(const tby_setup *s)
{
    for (int style = TBY_FEN_X; style <= TBY_FEN_SHREDDER; style++) {
        struct fen_text text = text_of(s, (tby_fen_style)style);
        tby_setup again = setup_of(text.s);
        CHECK(same_setup(s, &again), "%s", text.s);
    }
}

static void setups_survive_writing_and_reading(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 15000; i++) {
        tby_setup s;
        if (i % KINDS == SCATTERED) {
            s = random_setup(&r);
        } else {
            tby_pos p = random_position(&r, i % KINDS);
            s = tby_pos_to_setup(&p);
        }
        check_round_trip(&s);
        s.halfmoves = (uint16_t)rng_next(&r);
        s.fullmoves = (uint16_t)rng_next(&r);
        s.ep = rng_chance(&r, 50)
                   ? TBY_NO_SQUARE
                   : tby_sq((int)rng_below(&r, 8), rng_chance(&r, 50) ? 2 : 5);
        check_round_trip(&s); /* whether it makes sense or not */
    }
}

static void positions_survive_writing_and_reading(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 15000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_pos again = pos_of(fen_of(&p).s);
        CHECK(tby_pos_same(&p, &again) && p.key == again.key &&
                  p.halfmoves == again.halfmoves &&
                  p.fullmoves == again.fullmoves,
              "%s\n%s", fen_of(&p).s, fen_of(&again).s);
    }
}

/* --- a position of a text */

static void parse_pos_reads_and_judges(void **state)
{
    tby_pos p = tby_pos_start();
    const tby_pos untouched = p;
    tby_faults found = 77;
    tby_err err = {TBY_OK, 9};

    (void)state;
    assert_int_equal(
        tby_fen_parse_pos(tby_str_of("4k3/8/8/8/8/8/8/4K w"), &p, &found, &err),
        TBY_E_FEN_PIECE);
    assert_int_equal(err.code, TBY_E_FEN_PIECE);
    assert_int_equal(err.at, 18);
    assert_memory_equal(&p, &untouched, sizeof p);
    assert_int_equal(tby_fen_parse_pos(tby_str_of("4k3/8/8/8/8/8/8/4R2K w - -"),
                                       &p, &found, &err),
                     TBY_E_POS_FAULTY);
    assert_int_equal(found, TBY_FAULT_OPPOSITE_CHECK);
    assert_int_equal(err.code, TBY_E_POS_FAULTY);
    assert_int_equal(err.at, 0);
    assert_memory_equal(&p, &untouched, sizeof p);
    assert_int_equal(
        tby_fen_parse_pos(tby_str_of(EMPTY8 " w - -"), &p, NULL, NULL),
        TBY_E_POS_FAULTY);
    assert_int_equal(tby_fen_parse_pos(tby_str_of(START), &p, NULL, NULL),
                     TBY_OK);
    assert_true(tby_pos_same(&p, &untouched));
}

/* --- writing into little room */

/* For every capacity: the whole length, a prefix with its NUL, and not a byte
 * after the capacity. */
static void check_cap(const char *whole, size_t cap, size_t got,
                      const char *buf)
{
    size_t n = strlen(whole), kept = cap == 0 ? 0 : n < cap ? n : cap - 1;

    assert_int_equal(got, n);
    assert_memory_equal(buf, whole, kept);
    if (cap)
        assert_int_equal(buf[kept], '\0');
    for (size_t i = cap ? kept + 1 : 0; i < TBY_FEN_MAX + 4; i++)
        assert_int_equal(buf[i], '#');
}

static void writing_obeys_the_capacity(void **state)
{
    tby_setup s = setup_of("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w "
                           "KQkq d6 12345 678");
    tby_pos p = tby_pos_start();
    char buf[TBY_FEN_MAX + 4];

    (void)state;
    assert_int_equal(tby_pos_from_setup(&s, 0, &p, NULL), TBY_OK);
    for (size_t cap = 0; cap <= TBY_FEN_MAX; cap++) {
        for (int style = TBY_FEN_X; style <= TBY_FEN_SHREDDER; style++) {
            struct fen_text whole = text_of(&s, (tby_fen_style)style);
            memset(buf, '#', sizeof buf);
            check_cap(whole.s, cap,
                      tby_fen_write(&s, (tby_fen_style)style, buf, cap), buf);
        }
        memset(buf, '#', sizeof buf);
        check_cap(fen_of(&p).s, cap, tby_fen_write_pos(&p, buf, cap), buf);
    }
    assert_int_equal(tby_fen_write(&s, TBY_FEN_X, NULL, 0),
                     strlen(text_of(&s, TBY_FEN_X).s));
    assert_int_equal(tby_fen_write_pos(&p, NULL, 0), strlen(fen_of(&p).s));
}

/* TBY_FEN_MAX is enough for whatever a setup holds. */
static void the_longest_text_fits(void **state)
{
    tby_setup s = {.turn = TBY_BLACK,
                   .castling = ~(tby_bb)0,
                   .ep = tby_sq(7, 5),
                   .halfmoves = 65535,
                   .fullmoves = 65535};

    (void)state;
    for (int sq = 0; sq < 64; sq++)
        s.board[sq] = tby_piece_of(TBY_BLACK, TBY_QUEEN);
    for (int style = TBY_FEN_X; style <= TBY_FEN_SHREDDER; style++) {
        size_t n = tby_fen_write(&s, (tby_fen_style)style, NULL, 0);
        CHECK(n < TBY_FEN_MAX, "%zu bytes and a NUL", n);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_text_is_refused_at_the_right_byte),
        cmocka_unit_test(a_cut_off_text_is_refused_at_its_end),
        cmocka_unit_test(a_spoilt_text_does_no_harm),
        cmocka_unit_test(missing_fields_have_a_value),
        cmocka_unit_test(a_short_text_is_white_to_move_and_no_castling),
        cmocka_unit_test(faults_are_forgiven_and_have_a_place),
        cmocka_unit_test(a_board_is_read_square_by_square),
        cmocka_unit_test(castling_is_read_and_written_in_both_styles),
        cmocka_unit_test(castling_letters_mean_these_rooks),
        cmocka_unit_test(impossible_rights_are_left_to_the_judge),
        cmocka_unit_test(setups_survive_writing_and_reading),
        cmocka_unit_test(positions_survive_writing_and_reading),
        cmocka_unit_test(parse_pos_reads_and_judges),
        cmocka_unit_test(writing_obeys_the_capacity),
        cmocka_unit_test(the_longest_text_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
