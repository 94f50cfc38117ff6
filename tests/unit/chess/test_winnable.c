/* test_winnable.c - who can still win: nothing false is said, and enough is. */
#include "support/failing.h"
#include "support/helpmate.h"
#include "support/positions.h"

#include <string.h>

/* --- positions whose answers are known */

static const struct {
    const char *fen, *can; /* W and B for who can, ? for either unknown */
    bool quick;            /* the quick stage knows it, too */
} FACTS[] = {
    /* over */
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "-B",
     true},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--", true},
    /* material */
    {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "--", true},
    {"8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "--", true},
    {"8/8/4k1q1/8/8/3KN3/8/8 w - - 0 1", "-B", false},
    {"8/8/4k1r1/8/8/3KN3/8/8 w - - 0 1", "WB", false},
    {"8/8/4k1r1/8/8/3KB3/8/8 w - - 0 1", "-B", false},
    {"8/8/4k1n1/8/8/3KB3/8/8 w - - 0 1", "WB", false},
    {"8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", "--", true},
    {"8/8/3k4/8/8/3KR3/8/8 w - - 0 1", "W-", false},
    {"8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "W-", false},
    /* walls of pawns, with and without a way through */
    {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "--", true},
    {"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1", "--", true},
    {"2b1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", "WB", false},
    {"2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", "--", true},
    {"4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", "WB", false},
    {"4kr2/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "WB", false},
    /* en passant opens what looks closed */
    {"4k3/8/8/p1p1p1pP/P1P1P1P1/8/8/4K3 w - g6 0 1", "WB", false},
    /* forced moves */
    {"Rk6/8/2K5/8/8/8/8/8 b - - 0 1", "--", true}, /* the rook falls */
    {"k1K5/P7/8/8/8/8/8/8 b - - 0 1", "--", true},
    /* games */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "WB", false},
    {"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
     "WB", false},
};

static char letter(tby_can can, char yes)
{
    return can == TBY_CAN ? yes : can == TBY_CAN_NOT ? '-' : '?';
}

static void facts_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FACTS); i++) {
        tby_pos p = pos_of(FACTS[i].fen);
        tby_winnable full, quick = tby_winnable_quick(&p);
        assert_int_equal(tby_winnable_full(&p, NULL, &full), TBY_OK);
        char got[] = {letter(full.white, 'W'), letter(full.black, 'B'), 0};
        CHECK(strcmp(got, FACTS[i].can) == 0, "%s: %s", FACTS[i].fen, got);
        bool same = quick.white == full.white && quick.black == full.black;
        CHECK(same == FACTS[i].quick, "%s, quickly", FACTS[i].fen);
        assert_int_equal(tby_pos_dead_quick(&p), tby_winnable_dead(quick));
    }
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(tby_can_name(TBY_CAN_NOT), "can_not");
    assert_string_equal(tby_can_name(TBY_CAN), "can");
    assert_string_equal(tby_can_name(TBY_CAN_UNKNOWN), "unknown");
    assert_string_equal(tby_can_name((tby_can)77), "unknown");
}

/* --- next to every position that can be reached */

static void expect_right(const char *what, const tby_pos *p, tby_winnable w,
                         helpmate truth)
{
    for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++) {
        const char *name = side == TBY_WHITE ? "White" : "Black";
        tby_can can = tby_winnable_by(w, side);
        CHECK(can != TBY_CAN_NOT || !truth.can[side], "%s: %s: %s can mate",
              what, fen_of(p).s, name);
        CHECK(can != TBY_CAN || truth.can[side] || !truth.exhaustive,
              "%s: %s: %s can not mate", what, fen_of(p).s, name);
    }
}

/* Two pawns that face each other, mostly toe to toe. */
static void put_pair(rng *r, tby_setup *s, int file, int rank)
{
    int ahead = rank + 1 + (rng_chance(r, 10) && rank < 5);

    if (s->board[tby_sq(file, rank)] || s->board[tby_sq(file, ahead)])
        return;
    s->board[tby_sq(file, rank)] = tby_piece_of(TBY_WHITE, TBY_PAWN);
    s->board[tby_sq(file, ahead)] = tby_piece_of(TBY_BLACK, TBY_PAWN);
}

/* From file to file a pair at most one rank higher or lower: some such walls
 * have no hole. */
static void put_wall(rng *r, tby_setup *s)
{
    int rank = 2 + (int)rng_below(r, 3);

    for (int file = 0; file < 8; file++) {
        rank += (int)rng_below(r, 3) - 1;
        rank = rank < 1 ? 1 : rank > 5 ? 5 : rank;
        if (rng_chance(r, 75))
            put_pair(r, s, file, rank);
    }
}

static void put_pairs(rng *r, tby_setup *s)
{
    for (unsigned n = rng_below(r, 4); n > 0; n--)
        put_pair(r, s, (int)rng_below(r, 8), 1 + (int)rng_below(r, 5));
}

static void put_pieces(rng *r, tby_setup *s, unsigned most)
{
    static const tby_role roles[] = {TBY_BISHOP, TBY_BISHOP, TBY_KNIGHT,
                                     TBY_PAWN,   TBY_ROOK,   TBY_QUEEN};

    for (unsigned n = rng_below(r, most); n > 0; n--) {
        tby_role role = roles[rng_below(r, LENGTH(roles))];
        bool pawn = role == TBY_PAWN;
        s->board[empty_square(r, s, pawn, pawn ? 6 : 7)] =
            tby_piece_of((tby_color)rng_below(r, 2), role);
    }
}

/* Little material, or pawns in each other's way, or both. */
static tby_pos random_blocked(rng *r)
{
    for (;;) {
        tby_setup s = {.turn = (tby_color)rng_below(r, 2),
                       .ep = TBY_NO_SQUARE,
                       .fullmoves = 1};
        tby_pos p;
        if (rng_chance(r, 70))
            put_wall(r, &s);
        else
            put_pairs(r, &s);
        put_pieces(r, &s, 3);
        for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++)
            s.board[empty_square(r, &s, 0, 7)] = tby_piece_of(side, TBY_KING);
        if (tby_pos_from_setup(&s, 0, &p, NULL) == TBY_OK)
            return p;
    }
}

/* A side that has more than its king, and pawns about, is said to be unable to
 * win: the pawns must have been looked at. */
static bool is_telling(const tby_pos *p, tby_winnable w)
{
    tby_bb rest = ~tby_pos_role(p, TBY_KING);
    bool telling = false;

    for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++)
        telling |= tby_winnable_by(w, side) == TBY_CAN_NOT &&
                   tby_pos_color(p, side) & rest;
    return telling && tby_pos_role(p, TBY_PAWN);
}

/* Most random positions are lively; of those on which a claim is made that
 * none can win, all are judged, of the others some. */
static void no_claim_is_false(void **state)
{
    enum { JUDGED = 300, ROOM = 1 << 15 };
    rng r = rng_for(__func__);
    unsigned settled = 0, telling = 0;

    (void)state;
    for (unsigned i = 0; i < JUDGED;) {
        tby_pos p = random_blocked(&r);
        tby_winnable_options few = {.max_nodes = 1000};
        tby_winnable full;
        if (rng_chance(&r, 30))
            play_random(&r, &p, rng_below(&r, 30));
        tby_winnable quick = tby_winnable_quick(&p);
        if (!is_telling(&p, quick) && rng_below(&r, 200) > 0)
            continue;
        assert_int_equal(tby_winnable_full(&p, &few, &full), TBY_OK);
        helpmate truth = helpmate_judge(&p, ROOM);
        expect_right("quick", &p, quick, truth);
        expect_right("full", &p, full, truth);
        settled += truth.exhaustive || (truth.can[0] && truth.can[1]);
        telling += is_telling(&p, quick);
        i++;
    }
    print_message("%u positions, %u claims, %u settled by the judge\n",
                  (unsigned)JUDGED, telling, settled);
    assert_true(telling > JUDGED / 4 && settled > JUDGED / 8);
}

/* A proof that someone can not win stays true whatever is played, and a mate
 * that can be found now could be found a move earlier. */
static void claims_agree_along_games(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 40; i++) {
        tby_pos p = random_blocked(&r);
        bool lost[2] = {false, false};
        for (int ply = 0; ply < 40; ply++) {
            tby_winnable_options few = {.max_nodes = 100};
            tby_winnable w;
            assert_int_equal(tby_winnable_full(&p, &few, &w), TBY_OK);
            for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++) {
                tby_can can = tby_winnable_by(w, side);
                CHECK(!lost[side] || can != TBY_CAN, "%s: %d can again",
                      fen_of(&p).s, side);
                lost[side] |= can == TBY_CAN_NOT;
            }
            tby_move m = random_move(&r, &p);
            if (m == TBY_MOVE_NONE)
                break;
            tby_pos_play(&p, m);
        }
    }
}

/* --- the rules of material, by going through all boards */

static bool on_a_line(tby_square a, tby_square b)
{
    int file = tby_file(a) - tby_file(b), rank = tby_rank(a) - tby_rank(b);

    return !file || !rank || file == rank || file == -rank;
}

static bool next_to(tby_square a, tby_square b)
{
    int file = tby_file(a) - tby_file(b), rank = tby_rank(a) - tby_rank(b);

    return a != b && file * file <= 1 && rank * rank <= 1;
}

static bool knight_move(tby_square a, tby_square b)
{
    int file = tby_file(a) - tby_file(b), rank = tby_rank(a) - tby_rank(b);

    return file * file + rank * rank == 5;
}

/* A queen beside its king that stands on a line with the checking knight
 * takes it, or another queen between does; so a mate by a lone knight against
 * queens needs every square around the king covered, or off those lines. */
static void a_knight_never_mates_queens(void **state)
{
    (void)state;
    for (tby_square king = 0; king < 64; king++)
        for (tby_square knight = 0; knight < 64; knight++)
            for (tby_square other = 0; other < 64; other++) {
                bool escape = false;
                if (!knight_move(knight, king) || next_to(other, king) ||
                    other == king || other == knight)
                    continue;
                for (tby_square sq = 0; sq < 64; sq++)
                    escape |= next_to(sq, king) && sq != other &&
                              !next_to(sq, other) && !knight_move(sq, knight) &&
                              on_a_line(sq, knight);
                CHECK(escape, "king %d, knight %d, king %d", king, knight,
                      other);
            }
}

/* Pieces of a colour and these roles on squares of one colour of the board, or
 * anywhere for rooks and queens, near the king on `king`. */
static void put_near(rng *r, tby_setup *s, tby_square king, tby_color color,
                     const tby_role *roles, unsigned n)
{
    for (; n > 0; n--) {
        int file = tby_file(king) + (int)rng_below(r, 7) - 3;
        int rank = tby_rank(king) + (int)rng_below(r, 7) - 3;
        tby_role role = roles[rng_below(r, 3)];
        bool fits = file >= 0 && file < 8 && rank >= 0 && rank < 8 &&
                    (role != TBY_BISHOP || (file + rank) % 2);
        if (fits && !s->board[tby_sq(file, rank)])
            s->board[tby_sq(file, rank)] = tby_piece_of(color, role);
    }
}

/* No mate among many crowded boards: light bishops against light bishops,
 * rooks and queens. */
static void bishops_of_one_colour_never_mate(void **state)
{
    static const tby_role light[] = {TBY_BISHOP, TBY_BISHOP, TBY_BISHOP};
    static const tby_role heavy[] = {TBY_BISHOP, TBY_ROOK, TBY_QUEEN};
    rng r = rng_for(__func__);
    unsigned checks = 0;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_setup s = {.turn = TBY_BLACK, .ep = TBY_NO_SQUARE, .fullmoves = 1};
        tby_pos p;
        tby_square king = empty_square(&r, &s, 0, rng_chance(&r, 50) ? 0 : 7);
        s.board[king] = tby_piece_of(TBY_BLACK, TBY_KING);
        s.board[empty_square(&r, &s, 0, 7)] = tby_piece_of(TBY_WHITE, TBY_KING);
        put_near(&r, &s, king, TBY_WHITE, light, 1 + rng_below(&r, 6));
        put_near(&r, &s, king, TBY_BLACK, heavy, 1 + rng_below(&r, 8));
        if (tby_pos_from_setup(&s, TBY_FAULTS_ALL & ~TBY_FAULT_OPPOSITE_CHECK,
                               &p, NULL) != TBY_OK)
            continue;
        checks += tby_pos_checkers(&p) != 0;
        CHECK(tby_outcome_of(&p, NULL) != TBY_CHECKMATE, "%s", fen_of(&p).s);
    }
    assert_true(checks > 500);
}

/* --- memory, nodes, and boards that are none */

static void without_memory_nothing_changes(void **state)
{
    tby_pos p = tby_pos_start();

    (void)state;
    for (size_t calls = 0;; calls++) {
        failing f = {.calls_left = calls};
        tby_winnable_options o = {.max_nodes = 5000,
                                  .alloc = failing_alloc(&f)};
        tby_winnable w = {TBY_CAN_NOT, TBY_CAN_NOT, 77};
        tby_rc rc = tby_winnable_full(&p, &o, &w);
        failing_check_back(&f);
        if (rc == TBY_OK)
            break;
        assert_int_equal(rc, TBY_E_NOMEM);
        assert_int_equal(w.nodes, 77);
    }
}

static void nodes_are_bounded(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 100; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        for (uint64_t max = 1; max < 1000; max *= 10) {
            tby_winnable_options o = {.max_nodes = max};
            tby_winnable w;
            assert_int_equal(tby_winnable_full(&p, &o, &w), TBY_OK);
            assert_true(w.nodes <= 2 * max + 9);
        }
    }
}

/* Kings that are missing, doubled or in check at the wrong time. */
static void faulty_boards_are_not_judged_rashly(void **state)
{
    static const char *const fens[] = {
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "k1k5/8/1Q6/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/K7/R7 w - - 0 1",
        "PPPPPPPP/8/8/k7/8/K7/8/pppppppp b - - 0 1",
        "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
        "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqkqqqq/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ/"
        "QQQQQQQQ"
        " w - - 0 1",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(fens); i++) {
        tby_setup s = setup_of(fens[i]);
        tby_pos p;
        assert_int_equal(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &p, NULL),
                         TBY_OK);
        tby_winnable_options o = {.max_nodes = 300};
        tby_winnable w;
        assert_int_equal(tby_winnable_full(&p, &o, &w), TBY_OK);
        expect_right("faulty", &p, w, helpmate_judge(&p, 1 << 12));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_found),
        cmocka_unit_test(names),
        cmocka_unit_test(no_claim_is_false),
        cmocka_unit_test(claims_agree_along_games),
        cmocka_unit_test(a_knight_never_mates_queens),
        cmocka_unit_test(bishops_of_one_colour_never_mate),
        cmocka_unit_test(without_memory_nothing_changes),
        cmocka_unit_test(nodes_are_bounded),
        cmocka_unit_test(faulty_boards_are_not_judged_rashly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
