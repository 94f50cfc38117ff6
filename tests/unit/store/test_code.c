/* Codes of moves: next to the legal moves, to SAN, and to all that geometry
 * allows. */
#include "store/record/men.h"

#include "support/positions.h"

#include <string.h>

/* Left and right stay, top and bottom change places, and the colours too. */
static tby_pos mirrored(const tby_pos *p)
{
    tby_setup s = tby_pos_to_setup(p), out = s;
    tby_pos m = *p;
    tby_faults found = 0;

    for (unsigned sq = 0; sq < 64; sq++)
        out.board[sq ^ 56] = s.board[sq] ? s.board[sq] ^ 8 : 0;
    out.turn = s.turn ^ 1;
    out.castling = __builtin_bswap64(s.castling);
    out.ep = s.ep == TBY_NO_SQUARE ? s.ep : s.ep ^ 56;
    tby_rc rc = tby_pos_from_setup(&out, ~(tby_faults)0, &m, &found);
    CHECK(rc == TBY_OK, "%s", fen_of(p).s);
    return m;
}

/* What SAN says of a move must be what the flags say. */
static void check_facts(const tby_pos *p, tby_move m, store_code code)
{
    char san[TBY_SAN_MAX];
    tby_pos after = *p;

    tby_san_write(p, m, san);
    tby_pos_play(&after, m);
    bool mate = strchr(san, '#') != NULL;
    bool check = mate || strchr(san, '+') != NULL;
    bool stale = tby_outcome_of(&after, NULL) == TBY_STALEMATE;
    CHECK((strchr(san, 'x') != NULL) == ((code & STORE_CAPTURE) != 0) &&
              check == ((code & STORE_CHECK) != 0) &&
              mate == ((code & STORE_MATE) != 0) &&
              stale == ((code & STORE_STALEMATE) != 0),
          "%s in %s: %#x", san, fen_of(p).s, code);
}

static void check_move(const tby_pos *p, const tby_pos *mirror, tby_move m)
{
    store_code code = tby__code_of(p, m);
    store_coded reported = {0};

    CHECK(tby__code_move(p, code) == m, "%s: %#x", fen_of(p).s, m);
    CHECK((code & STORE_CODE) < STORE_CODES, "%s: %#x", fen_of(p).s, m);
    assert_true(tby__code_describe(code & STORE_CODE, &reported));
    assert_int_equal(tby__code_plain(p, m),
                     code & (STORE_CODE | STORE_CAPTURE));
    check_facts(p, m, code);
    if (m == TBY_MOVE_NULL) {
        assert_int_equal(reported.role, TBY_NO_ROLE);
        return;
    }
    assert_int_equal(reported.castling, tby_pos_is_castling(p, m));
    assert_int_equal(reported.role, tby_pos_at(p, tby_move_from(m)) & 7);
    assert_int_equal(reported.promotion, tby_move_promotion(m));
    CHECK(tby__code_of(mirror, m ^ (56 | 56 << 6)) == code, "%s: %#x",
          fen_of(p).s, m);
}

static void check_position(const tby_pos *p)
{
    uint8_t seen[STORE_CODES] = {0};
    tby_pos mirror = mirrored(p);
    tby_moves legal;

    tby_moves_legal(p, &legal);
    if (!tby_pos_checkers(p))
        check_move(p, &mirror, TBY_MOVE_NULL);
    for (size_t i = 0; i < legal.n; i++) {
        check_move(p, &mirror, legal.at[i]);
        unsigned code = tby__code_of(p, legal.at[i]) & STORE_CODE;
        CHECK(!seen[code]++, "%s: %u twice", fen_of(p).s, code);
    }
}

static void legal_moves_come_back(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 3000; i++) {
        int kind = i % KINDS;
        tby_pos p =
            kind == SCATTERED ? random_scattered(&r) : random_start(&r, kind);
        play_random(&r, &p, rng_below(&r, 120));
        check_position(&p);
    }
}

/* Whole games in one go have the same codes and boards. */
static void games_are_coded_in_one_go(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 400; i++) {
        tby_pos p = random_position(&r, i % KINDS), fast = p;
        tby_move next, m = random_move(&r, &p);
        for (int ply = 0; ply < 200 && m != TBY_MOVE_NONE; ply++, m = next) {
            store_code code = tby__code_of(&p, m);
            tby_pos_play(&p, m);
            next = rng_chance(&r, 2) && !tby_pos_checkers(&p)
                       ? TBY_MOVE_NULL
                       : random_move(&r, &p);
            bool over = next == TBY_MOVE_NONE || next == TBY_MOVE_NULL;
            CHECK(tby__code_play(&fast, m, over) == code, "%s", fen_of(&p).s);
            assert_true(tby_pos_same(&p, &fast));
        }
    }
}

/* The men alone are played as positions are, passes and castling too. */
static void men_follow_the_codes(void **state)
{
    rng r = rng_for(__func__);
    const tby_pos start = tby_pos_start();
    store_men men;

    (void)state;
    tby__men_of(&men, &start);
    assert_memory_equal(&men, &tby__men_start, sizeof men);
    for (int i = 0; i < 400; i++) {
        tby_pos p = i % 2 ? random_position(&r, i % KINDS) : start;
        store_code codes[200];
        uint8_t counts[201][2][7] = {{{0}}};
        uint32_t n = 0;
        tby__men_of(&men, &p);
        for (;; n++) {
            store_men again;
            tby__men_of(&again, &p);
            CHECK(memcmp(again.at, men.at, 64) == 0, "%s", fen_of(&p).s);
            CHECK(memcmp(again.count + 1, men.count + 1, 15) == 0, "%s",
                  fen_of(&p).s);
            for (unsigned k = 1; k < TBY_PIECES; k++)
                if (k % 8 && k % 8 < 7)
                    counts[n][k / 8][k % 8] = men.count[k];
            tby_move m = rng_chance(&r, 20) && !tby_pos_checkers(&p)
                             ? TBY_MOVE_NULL
                             : random_move(&r, &p);
            if (n == 200 || m == TBY_MOVE_NONE)
                break;
            codes[n] = tby__code_of(&p, m);
            tby_bb changed = tby__men_play(&men, p.turn, codes[n]);
            assert_int_equal(changed == 0, m == TBY_MOVE_NULL);
            tby_pos_play(&p, m);
        }
        if (i % 2)
            continue;
        /* What a game has had it may have had, and so with colours exchanged;
         * fewer pieces than it ever had it cannot. */
        uint32_t least = tby__men_least(codes, n);
        assert_in_range(least, 1, STORE_LEAST_MAX);
        uint32_t left = tby__men_left(least), on = 0;
        for (unsigned k = 0; k < 14; k++)
            on += counts[n][k / 7][k % 7];
        assert_in_range(left, 2, on);
        assert_true(left == on || n > 40 || on > 26);
        for (uint32_t k = 0; k <= n; k++) {
            assert_true(tby__men_may_be(least, counts[k][0], counts[k][1]));
            assert_true(tby__men_may_be(least, counts[k][1], counts[k][0]));
        }
        bool bare = false;
        for (uint32_t k = 0; k <= n; k++)
            bare |= !counts[k][0][TBY_PAWN] || !counts[k][1][TBY_PAWN];
        static const uint8_t few[2][7] = {{0, 0, 2, 2, 2, 1, 1},
                                          {0, 8, 2, 2, 2, 1, 1}};
        assert_true(bare || !tby__men_may_be(least, few[0], few[1]));
    }
}

/* --- every code is a move -------------------------------------------------*/

/* A piece alone with the kings, and something to take for a pawn. */
static bool lone_piece(tby_role role, unsigned from, unsigned king,
                       unsigned other, tby_pos *out)
{
    tby_setup s = {.ep = TBY_NO_SQUARE, .fullmoves = 1};
    tby_faults found;

    if (role != TBY_KING)
        s.board[king] = tby_piece_of(TBY_WHITE, TBY_KING);
    s.board[other] = tby_piece_of(TBY_BLACK, TBY_KING);
    s.board[from] = tby_piece_of(TBY_WHITE, role);
    if (role == TBY_PAWN && from % 8 > 0 && from + 7 != other && from < 56)
        s.board[from + 7] = tby_piece_of(TBY_BLACK, TBY_KNIGHT);
    if (role == TBY_PAWN && from % 8 < 7 && from + 9 != other && from < 55)
        s.board[from + 9] = tby_piece_of(TBY_BLACK, TBY_KNIGHT);
    return tby_pos_from_setup(&s, 0, out, &found) == TBY_OK;
}

static void see(uint8_t *seen, const tby_pos *p)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    for (size_t i = 0; i < legal.n; i++)
        seen[tby__code_of(p, legal.at[i]) & STORE_CODE] = 1;
}

static void see_castling(uint8_t *seen)
{
    for (unsigned king = 1; king < 7; king++)
        for (unsigned rook = 0; rook < 8; rook++) {
            tby_setup s = {.ep = TBY_NO_SQUARE, .fullmoves = 1};
            tby_pos p;
            s.board[rook] = tby_piece_of(TBY_WHITE, TBY_ROOK);
            s.board[king] = tby_piece_of(TBY_WHITE, TBY_KING);
            s.board[56 + (rook + 4) % 8] = tby_piece_of(TBY_BLACK, TBY_KING);
            s.castling = tby_bit((tby_square)rook);
            if (rook != king && tby_pos_from_setup(&s, 0, &p, NULL) == TBY_OK)
                see(seen, &p);
        }
}

static void every_code_is_a_legal_move_somewhere(void **state)
{
    static const uint8_t kings[][2] = {{0, 63},  {7, 56}, {63, 0}, {27, 62},
                                       {16, 58}, {2, 45}, {41, 20}};
    uint8_t seen[4096] = {0};
    unsigned n = 0;
    tby_pos p;

    (void)state;
    for (tby_role role = TBY_PAWN; role <= TBY_QUEEN; role++)
        for (unsigned from = 0; from < 64; from++)
            for (size_t k = 0; k < LENGTH(kings); k++)
                if (lone_piece(role, from, kings[k][0], kings[k][1], &p))
                    see(seen, &p);
    see_castling(seen);
    seen[tby__code_of(&p, TBY_MOVE_NULL) & STORE_CODE] = 1;
    for (unsigned code = 0; code < 4096; code++) {
        store_coded reported;
        CHECK(seen[code] == (code < STORE_CODES), "code %u", code);
        assert_int_equal(tby__code_describe(code, &reported),
                         code < STORE_CODES);
        n += seen[code];
    }
    assert_int_equal(n, 3883);
}

/* Numbers stand in files: all of them, as they were first written. */
static void the_table_of_codes_is_pinned(void **state)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

    (void)state;
    for (unsigned code = 0; code < STORE_CODES; code++) {
        store_coded c;
        assert_true(tby__code_describe(code, &c));
        const unsigned reported[] = {c.role, c.from, c.to, c.promotion,
                                     c.castling};
        for (size_t i = 0; i < LENGTH(reported); i++)
            h = (h ^ reported[i]) * UINT64_C(0x100000001b3);
    }
    CHECK(h == UINT64_C(0x3b0c79db49185def), "%#llx", (unsigned long long)h);
}

/* Some of them, worked out by hand. */
static void codes_are_pinned(void **state)
{
    tby_pos p = tby_pos_start();

    (void)state;
    /* a3 is reached from a2 and b2, b3 from a2, b2 and c2 */
    assert_int_equal(tby__code_of(&p, tby_move_make(8, 16, 0)), 0);
    assert_int_equal(tby__code_of(&p, tby_move_make(9, 17, 0)), 3);
    /* rank 3: 22 moves; a4 is reached from a2, a3 and b3 */
    assert_int_equal(tby__code_of(&p, tby_move_make(8, 24, 0)), 22);
    assert_int_equal(tby__code_of(&p, TBY_MOVE_NULL), 3882);
    /* pawns 206, bishops 560, then knights: before a3 there are the 16 squares
     * of two ranks, reached in 2 3 4 4 4 4 3 2 and 3 4 6 6 6 6 4 3 ways */
    assert_int_equal(tby__code_of(&p, tby_move_make(1, 16, 0)),
                     206 + 560 + 26 + 38);
    p = pos_of("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_int_equal(tby__code_of(&p, tby_move_make(4, 0, 0)), 3874);
    assert_int_equal(tby__code_of(&p, tby_move_make(4, 7, 0)), 3881);
    /* rank 4 has 30 moves, ranks 3 and 5 to 7 have 22; a8 is reached from a7
     * and b7, first as a bishop, a knight, a rook */
    assert_int_equal(tby__code_of(&p, tby_move_make(48, 56, TBY_QUEEN)),
                     (30 + 4 * 22 + 3 * 2) | STORE_CHECK);
}

/* Moves of one role to one square lie together, upwards by where from. */
static void codes_of_a_target_are_neighbours(void **state)
{
    store_coded a, b;

    (void)state;
    for (unsigned code = 1; code < STORE_CASTLE_A; code++) {
        assert_true(tby__code_describe(code - 1, &a) &&
                    tby__code_describe(code, &b));
        if (a.role != b.role)
            assert_true(a.role < b.role);
        else if (a.to != b.to)
            assert_true(a.to < b.to);
        else
            assert_true(a.promotion < b.promotion ||
                        (a.promotion == b.promotion && a.from < b.from));
    }
}

static void nonsense_has_no_code(void **state)
{
    tby_pos p = tby_pos_start();

    (void)state;
    for (unsigned code = STORE_CODES; code < 4096; code++)
        assert_int_equal(tby__code_move(&p, (store_code)code), TBY_MOVE_NONE);
    assert_int_equal(tby__code_plain(&p, tby_move_make(30, 38, 0)),
                     STORE_ENDED); /* nothing there */
    assert_int_equal(tby__code_plain(&p, tby_move_make(1, 17, 0)),
                     STORE_ENDED);            /* no way of a knight */
    for (tby_role role = 1; role < 8; role++) /* too early */
        assert_int_equal(tby__code_plain(&p, tby_move_make(8, 16, role)),
                         STORE_ENDED);
    p = pos_of("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_int_equal(tby__code_plain(&p, tby_move_make(48, 56, 0)),
                     STORE_ENDED);
    assert_int_equal(tby__code_plain(&p, tby_move_make(48, 56, TBY_KING)),
                     STORE_ENDED);
    assert_int_equal(tby__code_move(&p, STORE_CASTLE_A + 3), TBY_MOVE_NONE);
}

/* Whatever sixteen bits are asked, in whatever position. */
static void any_code_may_be_asked(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 30; i++) {
        tby_pos p = random_scattered(&r);
        for (unsigned code = 0; code < 65536; code += 7) {
            tby_move m = tby__code_move(&p, (store_code)code);
            if (m == TBY_MOVE_NONE)
                continue;
            CHECK((tby__code_plain(&p, m) & STORE_CODE) == (code & STORE_CODE),
                  "%s: %#x", fen_of(&p).s, code);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_moves_come_back),
        cmocka_unit_test(games_are_coded_in_one_go),
        cmocka_unit_test(men_follow_the_codes),
        cmocka_unit_test(every_code_is_a_legal_move_somewhere),
        cmocka_unit_test(codes_are_pinned),
        cmocka_unit_test(the_table_of_codes_is_pinned),
        cmocka_unit_test(codes_of_a_target_are_neighbours),
        cmocka_unit_test(nonsense_has_no_code),
        cmocka_unit_test(any_code_may_be_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
