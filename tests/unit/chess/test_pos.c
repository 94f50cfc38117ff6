/* test_pos.c - positions, their legal moves and what playing them does, held
 * against slow implementations that share nothing with the fast ones. */
#include "core/chess/movegen.h"
#include "support/positions.h"
#include "support/slow.h"

#include <string.h>

/* --- attacks and checks */

static void attackers_are_those_a_walk_finds(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 600; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        slow_board b = slow_of(&p);
        for (tby_square sq = 0; sq < 64; sq++)
            for (tby_color by = TBY_WHITE; by <= TBY_BLACK; by++)
                CHECK(tby_pos_attackers(&p, sq, by) ==
                          slow_attackers(&b, sq, by),
                      "%s, square %d, colour %d", fen_of(&p).s, sq, by);
    }
}

static void checkers_attack_the_king_to_move(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        slow_board b = slow_of(&p);
        tby_bb slow = slow_attackers(&b, slow_king(&b, p.turn), p.turn ^ 1);
        CHECK(tby_pos_checkers(&p) == slow, "%s", fen_of(&p).s);
    }
}

/* --- legal moves */

/* One bit for each of the 65,536 numbers. */
struct move_set {
    uint64_t bits[1024];
};

static void set_of(const tby_moves *moves, struct move_set *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < moves->n; i++)
        out->bits[moves->at[i] >> 6] |= (uint64_t)1 << (moves->at[i] & 63);
}

static bool has(const struct move_set *set, unsigned m)
{
    return set->bits[m >> 6] >> (m & 63) & 1;
}

static void judge_agrees_with_the_list(const tby_pos *p)
{
    tby_moves legal;
    struct move_set set;

    tby_moves_legal(p, &legal);
    set_of(&legal, &set);
    for (unsigned m = 0; m < 65536; m++) {
        bool listed = has(&set, m);
        if (m == TBY_MOVE_NULL) {
            CHECK(!listed, "the null move is listed: %s", fen_of(p).s);
            listed = !tby_pos_checkers(p);
        }
        tby_rc rc = tby_pos_judge(p, (tby_move)m);
        CHECK((rc == TBY_OK) == listed && rc <= TBY_OK,
              "%s, move %#06x: listed %d, judged %s", fen_of(p).s, m, listed,
              tby_rc_name(rc));
    }
}

static void a_move_is_judged_legal_exactly_when_it_is_listed(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 150; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        judge_agrees_with_the_list(&p);
    }
}

static void same_moves(const tby_pos *p, const struct tby_movegen *other)
{
    tby_moves a, b;
    struct move_set set;

    tby_moves_legal(p, &a);
    b.n = other->list(p, b.at);
    CHECK(a.n == b.n && a.n == tby_moves_count(p) && a.n == other->count(p),
          "%s: listed %zu and %zu, counted %zu and %zu", fen_of(p).s, a.n, b.n,
          tby_moves_count(p), other->count(p));
    set_of(&a, &set);
    for (size_t i = 0; i < b.n; i++)
        CHECK(has(&set, b.at[i]), "%s, move %#06x", fen_of(p).s, b.at[i]);
    for (size_t i = 0; i < a.n; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(a.at[i] != a.at[k], "%s, %#06x twice", fen_of(p).s, a.at[i]);
}

/* King takes rook: what may be in the way, and what may not. */
static const struct {
    const char *fen;
    tby_square king, rook;
    tby_rc rc;
} CASTLING[] = {
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", 4, 7, TBY_OK},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ -", 4, 0, TBY_OK},
    {"4k3/8/8/8/8/8/8/R3K2R w Q -", 4, 7, TBY_E_CASTLE_RIGHT},
    {"4k3/8/8/8/8/8/8/R3K2R b - -", 4, 7, TBY_E_MOVE_TURN},
    {"4k3/8/8/8/8/8/8/RN2K3 w Q -", 4, 0, TBY_E_CASTLE_BLOCKED},
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q -", 4, 0, TBY_OK}, /* b1 is the rook's */
    {"r3k3/8/8/8/8/8/8/R3K3 w Q -", 4, 0, TBY_OK},
    {"2r1k3/8/8/8/8/8/8/R3K3 w Q -", 4, 0, TBY_E_CASTLE_CHECK},
    {"3rk3/8/8/8/8/8/8/R3K3 w Q -", 4, 0, TBY_E_CASTLE_CHECK},
    {"4r2k/8/8/8/8/8/8/R3K3 w Q -", 4, 0, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/6p1/4K2R w K -", 4, 7, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/7p/4K2R w K -", 4, 7, TBY_E_CASTLE_CHECK},
    /* Chess960: only king and rook themselves may be on their way */
    {"4k3/8/8/8/8/8/8/5KR1 w K -", 5, 6, TBY_OK}, /* they change places */
    {"4k3/8/8/8/8/8/8/6KR w K -", 6, 7, TBY_OK},  /* only the rook moves */
    {"4k3/8/8/8/8/8/8/RK6 w Q -", 1, 0, TBY_OK},
    {"4k3/8/8/8/8/8/8/RK1B4 w Q -", 1, 0, TBY_E_CASTLE_BLOCKED},
    {"4k3/8/8/8/8/8/8/RKB5 w Q -", 1, 0, TBY_E_CASTLE_BLOCKED},
    {"4k3/8/8/8/8/8/8/1KR2N2 w K -", 1, 2, TBY_E_CASTLE_BLOCKED},
    {"4k3/8/8/8/8/8/8/1KR4N w K -", 1, 2, TBY_OK},
    {"4k3/8/8/8/8/8/8/RN1K4 w Q -", 3, 0, TBY_E_CASTLE_BLOCKED},
    /* a rook that is pinned on the rank was the king's shield */
    {"4k3/8/8/8/8/8/8/qR1K4 w Q -", 3, 1, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/8/rRK5 w Q -", 2, 1, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/8/rR4K1 w Q -", 6, 1, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/8/5KRr w K -", 5, 6, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/8/1KR4r w K -", 1, 2, TBY_E_CASTLE_CHECK},
    {"4k3/8/8/8/8/8/8/bR1K4 w Q -", 3, 1, TBY_OK}, /* not by a bishop */
    {"qr1k4/8/8/8/8/8/8/4K3 b q -", 59, 57, TBY_OK},
    {"Qr1k4/8/8/8/8/8/8/4K3 b q -", 59, 57, TBY_E_CASTLE_CHECK},
    {"5krR/8/8/8/8/8/8/4K3 b k -", 61, 62, TBY_E_CASTLE_CHECK},
};

static void castling_is_judged_like_this(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASTLING); i++) {
        tby_pos p = pos_of(CASTLING[i].fen);
        tby_move m = tby_move_make(CASTLING[i].king, CASTLING[i].rook, 0);
        tby_rc rc = tby_pos_judge(&p, m);
        CHECK(rc == CASTLING[i].rc, "%s: %s instead of %s", CASTLING[i].fen,
              tby_rc_name(rc), tby_rc_name(CASTLING[i].rc));
        judge_agrees_with_the_list(&p);
        same_moves(&p, &tby_movegen_portable);
        same_moves(&p, tby_movegen_for(TBY_PATH_PEXT));
    }
}

/* The king may not be left in check: tried on the board, for every move that
 * is listed. */
static void a_listed_move_leaves_no_king_in_check(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 2000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_pos after = p;
            tby_pos_play(&after, legal.at[k]);
            slow_board b = slow_of(&after);
            tby_square king = slow_king(&b, p.turn);
            CHECK(!slow_attackers(&b, king, after.turn), "%s, move %#06x",
                  fen_of(&p).s, legal.at[k]);
        }
    }
}

/* Every path lists and counts the same, and no move twice. */
static void every_path_gives_the_same_moves(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 3000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        same_moves(&p, &tby_movegen_portable);
        same_moves(&p, tby_movegen_for(TBY_PATH_PEXT));
        assert_int_equal(tby_movegen_portable.perft(&p, 2),
                         tby_perft(&p, 2, TBY_PATH_PEXT));
    }
}

static void perft_of_small_depths_counts_moves(void **state)
{
    tby_pos p = tby_pos_start();

    (void)state;
    for (int path = TBY_PATH_BEST; path <= TBY_PATH_PEXT; path++) {
        assert_int_equal(tby_perft(&p, 0, (tby_path)path), 1);
        assert_int_equal(tby_perft(&p, 1, (tby_path)path), 20);
        assert_int_equal(tby_perft(&p, 2, (tby_path)path), 400);
    }
    assert_ptr_equal(tby_movegen_for(TBY_PATH_PORTABLE), &tby_movegen_portable);
#ifdef __x86_64__
    assert_true((tby_movegen_for(TBY_PATH_PEXT) == &tby_movegen_pext) ==
                tby_path_has_pext());
    assert_ptr_equal(tby_movegen_for(TBY_PATH_BEST),
                     tby_movegen_for(TBY_PATH_PEXT));
#endif
    p = pos_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); /* stalemate */
    assert_int_equal(tby_perft(&p, TBY_PERFT_MAX + 5, TBY_PATH_BEST), 0);
}

/* 218 is the most that a position of a game has. */
static void the_richest_positions_fit(void **state)
{
    tby_pos p = pos_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -");

    (void)state;
    assert_int_equal(tby_moves_count(&p), 218);
}

/* --- playing */

/* What a move does, on a slow board and from the rules alone. */
static tby_setup slow_play(const tby_pos *p, tby_move m)
{
    tby_setup s = tby_pos_to_setup(p);
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_piece moved = s.board[from], taken = s.board[to];
    bool castling = moved == tby_piece_of(s.turn, TBY_KING) &&
                    taken == tby_piece_of(s.turn, TBY_ROOK);
    bool pawn = tby_piece_role(moved) == TBY_PAWN;
    int home = s.turn == TBY_WHITE ? 0 : 7;

    s.board[from] = TBY_NO_PIECE;
    if (castling) {
        bool east = to > from;
        s.board[to] = TBY_NO_PIECE;
        s.board[tby_sq(east ? 6 : 2, home)] = moved;
        s.board[tby_sq(east ? 5 : 3, home)] = taken;
    } else {
        s.board[to] = tby_move_promotion(m)
                          ? tby_piece_of(s.turn, tby_move_promotion(m))
                          : moved;
    }
    if (pawn && tby_file(from) != tby_file(to) && !taken)
        s.board[tby_sq(tby_file(to), tby_rank(from))] = TBY_NO_PIECE;
    s.castling &= ~(tby_bit(from) | tby_bit(to));
    if (tby_piece_role(moved) == TBY_KING)
        s.castling &= ~((tby_bb)0xff << (8 * home));
    s.ep = TBY_NO_SQUARE;
    if (pawn && (from > to ? from - to : to - from) == 16)
        s.ep = (tby_square)((from + to) / 2);
    s.halfmoves =
        (uint16_t)(pawn || (taken && !castling) ? 0 : s.halfmoves + 1);
    s.fullmoves = (uint16_t)(s.fullmoves + (s.turn == TBY_BLACK));
    s.turn ^= 1;
    return s;
}

/* Equal in every field, the counters and the key included. */
static void check_equal(const tby_pos *a, const tby_pos *b)
{
    bool equal = tby_pos_same(a, b) && a->key == b->key &&
                 a->halfmoves == b->halfmoves && a->fullmoves == b->fullmoves;

    CHECK(equal, "%s (key %016" PRIx64 ")\n%s (key %016" PRIx64 ")",
          fen_of(a).s, a->key, fen_of(b).s, b->key);
}

static void playing_does_what_the_rules_say(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 900; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_pos fast = p, slow = p;
            tby_setup s = slow_play(&p, legal.at[k]);
            tby_pos_play(&fast, legal.at[k]);
            tby_rc rc = tby_pos_from_setup(
                &s, TBY_FAULT_WHITE_MATERIAL | TBY_FAULT_BLACK_MATERIAL, &slow,
                NULL);
            CHECK(rc == TBY_OK, "%s, move %#06x", fen_of(&p).s, legal.at[k]);
            check_equal(&fast, &slow);
        }
    }
}

static void the_key_is_kept_up_to_date(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 600; i++) {
        tby_pos p = i % KINDS == SCATTERED ? random_scattered(&r)
                                           : random_start(&r, i % KINDS);
        for (int ply = 0; ply < 120; ply++) {
            CHECK(p.key == tby_key_of(&p), "%s", fen_of(&p).s);
            tby_move m = random_move(&r, &p);
            if (m == TBY_MOVE_NONE)
                break;
            if (rng_chance(&r, 5) && !tby_pos_checkers(&p))
                m = TBY_MOVE_NULL;
            tby_pos_play(&p, m);
        }
    }
}

static void the_null_move_passes_the_turn(void **state)
{
    tby_pos p = pos_of("rnbqkbnr/pp1ppppp/8/8/1Pp5/8/P1PPPPPP/RNBQKBNR b KQkq "
                       "b3 0 2");
    tby_pos want = pos_of("rnbqkbnr/pp1ppppp/8/8/1Pp5/8/P1PPPPPP/RNBQKBNR w "
                          "KQkq - 1 3");

    (void)state;
    assert_int_equal(tby_pos_judge(&p, TBY_MOVE_NULL), TBY_OK);
    tby_pos_play(&p, TBY_MOVE_NULL);
    check_equal(&p, &want);
    p = pos_of("4k3/8/8/8/8/8/4r3/4K3 w - -");
    assert_int_equal(tby_pos_judge(&p, TBY_MOVE_NULL), TBY_E_MOVE_NULL);
    assert_int_equal(tby_pos_judge(&p, TBY_MOVE_NONE), TBY_E_MOVE_EMPTY);
}

/* A file may start with any number, and nothing wraps around. */
static void the_counters_stop_at_their_largest_value(void **state)
{
    tby_pos p = pos_of("4k3/8/8/8/8/8/8/4K2R b K - 65535 65535");

    (void)state;
    tby_pos_play(&p, tby_move_make(tby_sq(4, 7), tby_sq(3, 7), 0));
    assert_int_equal(p.halfmoves, 65535);
    assert_int_equal(p.fullmoves, 65535);
    tby_pos_play(&p, tby_move_make(tby_sq(4, 0), tby_sq(7, 0), 0));
    assert_int_equal(p.halfmoves, 65535);
    tby_pos_play(&p, TBY_MOVE_NULL);
    assert_int_equal(p.fullmoves, 65535);
}

static void captures_and_castling_are_distinguished(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 3000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_pos after = p;
            tby_pos_play(&after, legal.at[k]);
            int lost = __builtin_popcountll(tby_pos_occupied(&p)) -
                       __builtin_popcountll(tby_pos_occupied(&after));
            CHECK(tby_pos_is_capture(&p, legal.at[k]) == (lost == 1),
                  "%s, move %#06x", fen_of(&p).s, legal.at[k]);
            tby_bb own = tby_pos_color(&p, p.turn);
            CHECK(tby_pos_is_castling(&p, legal.at[k]) ==
                      ((own & tby_bit(tby_move_to(legal.at[k]))) != 0),
                  "%s, move %#06x", fen_of(&p).s, legal.at[k]);
        }
    }
}

/* --- identity */

/* Two moves of each side in both orders: same position, same key, and the
 * planes agree with what tby_pos_same() says. */
static void transpositions_are_the_same_position(void **state)
{
    rng r = rng_for(__func__);
    unsigned met = 0;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_pos p = random_position(&r, i % 2 ? ORTHODOX : CHESS960);
        tby_move a = random_move(&r, &p), b, c;
        tby_pos x = p, y = p;
        if (a == TBY_MOVE_NONE)
            continue;
        tby_pos_play(&x, a);
        b = random_move(&r, &x);
        if (b == TBY_MOVE_NONE)
            continue;
        tby_pos_play(&x, b);
        c = random_move(&r, &x);
        if (c == TBY_MOVE_NONE || tby_pos_judge(&p, c) != TBY_OK)
            continue;
        tby_pos_play(&x, c);
        tby_pos_play(&y, c);
        if (tby_pos_judge(&y, b) != TBY_OK)
            continue;
        tby_pos_play(&y, b);
        if (tby_pos_judge(&y, a) != TBY_OK)
            continue;
        tby_pos_play(&y, a);
        CHECK(tby_pos_same(&x, &y) == (x.key == y.key), "%s\n%s", fen_of(&x).s,
              fen_of(&y).s);
        met += tby_pos_same(&x, &y);
    }
    CHECK(met > 1000, "only %u transpositions", met);
}

static void every_part_of_a_position_tells_it_apart(void **state)
{
    static const char *const fens[] = {
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K1NR w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K1nR w KQkq - 0 1",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(fens); i++)
        for (size_t k = 0; k < LENGTH(fens); k++) {
            tby_pos a = pos_of(fens[i]), b = pos_of(fens[k]);
            CHECK(tby_pos_same(&a, &b) == (i == k) &&
                      (a.key == b.key) == (i == k),
                  "%s\n%s", fens[i], fens[k]);
            b.halfmoves = 33; /* the counters never matter */
            b.fullmoves = 77;
            assert_true(tby_pos_same(&a, &b) == (i == k));
            assert_true((tby_key_of(&a) == tby_key_of(&b)) == (i == k));
        }
}

/* --- the starts of Chess960 */

static void start_is(unsigned number, const char *rank)
{
    tby_pos p = tby_pos_start960(number);
    slow_board b = slow_of(&p);
    char first[9] = "";

    for (int file = 0; file < 8; file++)
        first[file] = slow_at(&b, file, 0);
    assert_string_equal(first, rank);
}

static void known_numbers_give_known_starts(void **state)
{
    tby_pos start = tby_pos_start(), again = tby_pos_start960(960 + 518);

    (void)state;
    start_is(518, "RNBQKBNR");
    start_is(0, "BBQNNRKR");
    start_is(959, "RKRNNQBB");
    start_is(534, "RNBKQBNR"); /* king and queen changed places */
    start_is(1, "BQNBNRKR");
    check_equal(&start, &again);
    assert_string_equal(
        fen_of(&start).s,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

static void check_start(const tby_pos *p)
{
    tby_setup s = tby_pos_to_setup(p);
    slow_board b = slow_of(p);
    int bishops[2] = {0, 0}, rooks[2], n = 0, king = -1;

    CHECK(tby_setup_faults(&s) == 0, "%s", fen_of(p).s);
    for (int file = 0; file < 8; file++) {
        char c = slow_at(&b, file, 0);
        assert_int_equal(slow_at(&b, file, 7), c | 32);
        assert_int_equal(slow_at(&b, file, 1), 'P');
        assert_int_equal(slow_at(&b, file, 6), 'p');
        bishops[file % 2] += c == 'B';
        if (c == 'R' && n < 2)
            rooks[n++] = file;
        if (c == 'K')
            king = file;
    }
    assert_int_equal(n, 2);
    assert_true(bishops[0] == 1 && bishops[1] == 1);
    assert_true(rooks[0] < king && king < rooks[1]);
    assert_int_equal(p->castling, tby_bit(tby_sq(rooks[0], 0)) |
                                      tby_bit(tby_sq(rooks[1], 0)) |
                                      tby_bit(tby_sq(rooks[0], 7)) |
                                      tby_bit(tby_sq(rooks[1], 7)));
    assert_int_equal(p->key, tby_key_of(p));
}

static void all_960_starts_differ_and_are_sound(void **state)
{
    static tby_pos all[960];

    (void)state;
    for (unsigned i = 0; i < 960; i++) {
        all[i] = tby_pos_start960(i);
        check_start(&all[i]);
        for (unsigned k = 0; k < i; k++)
            assert_true(all[i].key != all[k].key &&
                        !tby_pos_same(&all[i], &all[k]));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(attackers_are_those_a_walk_finds),
        cmocka_unit_test(checkers_attack_the_king_to_move),
        cmocka_unit_test(a_move_is_judged_legal_exactly_when_it_is_listed),
        cmocka_unit_test(castling_is_judged_like_this),
        cmocka_unit_test(a_listed_move_leaves_no_king_in_check),
        cmocka_unit_test(every_path_gives_the_same_moves),
        cmocka_unit_test(perft_of_small_depths_counts_moves),
        cmocka_unit_test(the_richest_positions_fit),
        cmocka_unit_test(playing_does_what_the_rules_say),
        cmocka_unit_test(the_key_is_kept_up_to_date),
        cmocka_unit_test(the_null_move_passes_the_turn),
        cmocka_unit_test(the_counters_stop_at_their_largest_value),
        cmocka_unit_test(captures_and_castling_are_distinguished),
        cmocka_unit_test(transpositions_are_the_same_position),
        cmocka_unit_test(every_part_of_a_position_tells_it_apart),
        cmocka_unit_test(known_numbers_give_known_starts),
        cmocka_unit_test(all_960_starts_differ_and_are_sound),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
