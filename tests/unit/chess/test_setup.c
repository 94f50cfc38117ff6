/* test_setup.c - what is wrong with a setup, what is not, and that whatever is
 * forgiven does no harm afterwards. */
#include "core/chess/movegen.h"
#include "support/positions.h"

#include <string.h>

#define F(symbol) TBY_FAULT_##symbol
#define NO_KINGS  (F(WHITE_NO_KING) | F(BLACK_NO_KING))

/* --- each fault, alone where that is possible */

static const struct {
    const char *fen;
    tby_faults faults; /* exactly these */
} CASES[] = {
    {"8/8/8/8/8/8/8/8 w - -", F(EMPTY) | NO_KINGS},
    {"8/8/8/8/8/8/8/8 b KQkq e3", F(EMPTY) | NO_KINGS | F(CASTLING) | F(EP)},
    {"4k3/8/8/8/8/8/8/8 w - -", F(WHITE_NO_KING)},
    {"4k3/8/8/8/8/8/8/8 b - -", F(WHITE_NO_KING)},
    {"8/8/8/8/8/8/8/4K3 w - -", F(BLACK_NO_KING)},
    {"8/8/8/8/8/8/8/4Q3 w - -", NO_KINGS},
    {"4k3/8/8/8/8/8/8/3KK3 w - -", F(WHITE_KINGS)},
    {"3kk3/8/8/8/8/8/8/4K3 w - -", F(BLACK_KINGS)},
    {"3kkk2/8/8/8/8/8/8/3KKK2 b - -", F(WHITE_KINGS) | F(BLACK_KINGS)},
    /* of several kings none can be in check */
    {"4r2k/8/8/8/8/8/8/4K2K b - -", F(WHITE_KINGS)},

    {"4k3/8/8/8/8/8/8/P3K3 w - -", F(PAWN_RANK)},
    {"4k3/8/8/8/8/8/8/4K2p w - -", F(PAWN_RANK)},
    {"P3k3/8/8/8/8/8/8/4K3 w - -", F(PAWN_RANK)},
    {"4k2p/8/8/8/8/8/8/4K3 b - -", F(PAWN_RANK)},

    /* a pawn that never moved is no checker, with or without another */
    {"8/8/8/8/8/3k4/4P3/3RK3 b - -", F(CHECK)},
    {"8/8/8/8/8/3k4/4P3/4K3 b - -", F(CHECK)},
    {"4k3/8/8/8/8/8/8/4R1K1 w - -", F(OPPOSITE_CHECK)},
    {"4k3/8/8/8/8/8/8/4r1K1 b - -", F(OPPOSITE_CHECK)},
    {"4k3/8/3N4/8/8/8/8/4K3 w - -", F(OPPOSITE_CHECK)},
    {"4k3/3P4/8/8/8/8/8/4K3 w - -", F(OPPOSITE_CHECK)},
    {"4k3/8/8/8/8/8/3p4/4K3 b - -", F(OPPOSITE_CHECK)},
    {"8/8/8/3kK3/8/8/8/8 w - -", F(OPPOSITE_CHECK)},
    {"8/8/8/3k4/4K3/8/8/8 b - -", F(OPPOSITE_CHECK)},
    {"4k3/8/8/8/8/8/8/4R1K1 b - -", 0},
    {"4k3/8/8/4n3/8/8/8/4R1K1 w - -", 0},

    {"4k3/8/8/8/8/8/8/4K3 w K -", F(CASTLING)},
    {"4k3/8/8/8/8/8/8/4K3 w q -", F(CASTLING)},
    {"4k3/8/8/8/8/8/4K3/7R w K -", F(CASTLING)}, /* king not at home */
    {"4k3/8/8/8/8/8/7R/4K3 w K -", F(CASTLING)}, /* rook not at home */
    {"4k3/8/8/8/8/8/8/4K2r b K -", F(CASTLING) | F(OPPOSITE_CHECK)},
    {"4k2N/8/8/8/8/8/8/4K3 w k -", F(CASTLING)},   /* no rook */
    {"4k2R/8/8/8/8/8/8/4K3 b k -", F(CASTLING)},   /* not its own rook */
    {"4k3/8/8/8/8/8/8/R3K3 w E -", F(CASTLING)},   /* the king's square */
    {"4k3/8/8/8/8/8/8/4K1RR w HG -", F(CASTLING)}, /* two on one side */
    {"rr2k3/8/8/8/8/8/8/4K3 w ab -", F(CASTLING)},
    {"4k3/8/8/8/8/8/8/4K1RR w G -", 0},
    {"4k3/8/8/8/8/8/8/4K1RR w H -", 0},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0},
    {"4k3/8/8/8/8/8/8/3KK2R w K -", F(WHITE_KINGS) | F(CASTLING)},

    {"4k3/8/8/8/8/8/8/4K3 w - e6", F(EP)},     /* no pawn */
    {"4k3/8/8/4P3/8/8/8/4K3 w - e6", F(EP)},   /* not its own pawn */
    {"4k3/8/8/4n3/8/8/8/4K3 w - e6", F(EP)},   /* not a pawn */
    {"4k3/8/4b3/4p3/8/8/8/4K3 w - e6", F(EP)}, /* not empty */
    {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6", F(EP)}, /* where it came from */
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3", F(EP)},   /* whose turn? */
    {"4k3/8/8/4p3/8/8/8/4K3 b - e6", F(EP)},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e6", 0}, /* nobody can take it */
    {"4k3/8/8/8/4P3/8/8/4K3 b - e3", 0},

    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", F(WHITE_MATERIAL)},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - -", F(BLACK_MATERIAL)},
    {"4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - -", F(WHITE_MATERIAL)},
    {"4k3/8/8/8/8/8/PPPPPPP1/NNN1K3 w - -", 0},
    {"4k3/8/8/8/8/8/PPPPPPPP/2RRRK2 w - -", F(WHITE_MATERIAL)},
    {"4k3/8/8/8/8/8/PPPPPPPP/2QQ1K2 w - -", F(WHITE_MATERIAL)},
    {"4k3/8/8/8/8/8/PPPPPPPP/B1B2K2 w - -", F(WHITE_MATERIAL)},
    {"4k3/8/8/8/8/8/PPPPPPPP/BB3K2 w - -", 0},
    {"4k3/8/8/8/8/8/PPPPPPP1/B1B2K2 w - -", 0},
    {"7k/QQ6/QQ6/QQ6/QQ6/Q7/8/6K1 b - -", 0},
    {"7k/QQ6/QQ6/QQ6/QQ6/QQ6/8/6K1 b - -", F(WHITE_MATERIAL)},
    {"4k3/pppppppp/8/8/8/8/8/nnn1K3 w - -", F(BLACK_MATERIAL)},

    /* a check that no last move can have given */
    {"4k3/8/3N1N2/8/8/8/8/4K3 b - -", F(CHECK)},  /* two knights */
    {"4k3/3P4/5N2/8/8/8/8/4K3 b - -", F(CHECK)},  /* pawn and knight */
    {"4k3/3P1P2/8/8/8/8/8/4K3 b - -", F(CHECK)},  /* two pawns */
    {"4k3/3P4/5N2/8/8/8/8/4RK2 b - -", F(CHECK)}, /* three at once */
    {"8/8/4R3/8/4k3/8/8/K3R3 b - -", F(CHECK)},   /* from both sides */
    {"8/8/8/8/R2k3R/8/8/K7 b - -", F(CHECK)},
    {"8/6B1/8/8/3k4/8/8/B3K3 b - -", F(CHECK)},
    {"4k3/8/8/8/8/2k5/3P4/4K3 b - -", F(BLACK_KINGS)},
    {"8/8/8/8/8/2k5/3P4/6K1 b - -", F(CHECK)}, /* a pawn at home */
    {"6k1/3p4/2K5/8/8/8/8/8 w - -", F(CHECK)},
    {"8/8/8/3k4/4P3/8/8/R5K1 b - -", 0},
    {"4k3/8/5N2/8/8/8/8/4R1K1 b - -", 0}, /* uncovered */
    {"4k3/3P4/8/8/8/8/8/4R1K1 b - -", 0},
    {"4k3/8/8/1B6/8/8/8/4R1K1 b - -", 0},
    /* the pawn that went two squares neither gives nor uncovers it */
    {"4k3/8/8/8/3P4/8/8/4R1K1 b - d3", F(CHECK)},
    {"8/8/8/8/3Pk3/8/8/4R1K1 b - d3", F(CHECK)},
    {"8/8/8/4k3/3P4/8/8/6K1 b - d3", 0},         /* its own */
    {"7k/8/8/8/3P4/8/1B6/6K1 b - d3", 0},        /* it stands in the way */
    {"8/8/8/8/3P4/k7/8/2B3K1 b - d3", F(CHECK)}, /* not through d2 */
    {"8/8/8/k7/3P4/8/8/4B1K1 b - d3", 0},        /* uncovered by d2-d4 */
    {"8/8/8/k7/3P4/8/8/4B1K1 b - -", 0},
    {"8/8/8/8/3P4/8/k6R/6K1 b - d3", 0}, /* along the second rank */

    /* several at once */
    {"PPPPPPPP/PPPPPPPP/8/8/8/8/8/8 b K e3",
     NO_KINGS | F(PAWN_RANK) | F(CASTLING) | F(EP) | F(WHITE_MATERIAL)},
    {"pppppppp/pppppppp/8/8/8/8/8/4K3 w q e6",
     F(BLACK_NO_KING) | F(PAWN_RANK) | F(CASTLING) | F(EP) | F(BLACK_MATERIAL)},
    {"4k3/8/8/8/8/8/8/P3RK2 w - -", F(PAWN_RANK) | F(OPPOSITE_CHECK)},
    {"4k3/8/3n1n2/8/4K3/3N1N2/3P4/8 w - e6", F(CHECK) | F(EP)},
    {"4k3/3P4/8/8/4K3/8/3n1n2/8 w k -",
     F(CHECK) | F(OPPOSITE_CHECK) | F(CASTLING)},
    {"QQQQQQQQ/8/8/8/8/8/8/QQQQQQQQ w - -", NO_KINGS | F(WHITE_MATERIAL)},
    {"KKKKKKKK/KKKKKKKK/8/8/8/8/kkkkkkkk/kkkkkkkk w - -",
     F(WHITE_KINGS) | F(BLACK_KINGS)},
    {"KKKKKKKK/KKKKKKKK/K7/8/8/8/8/k7 w - -",
     F(WHITE_KINGS) | F(WHITE_MATERIAL)},
};

static void a_setup_has_exactly_these_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        tby_setup s = setup_of(CASES[i].fen);
        tby_faults got = tby_setup_faults(&s);
        if (got != CASES[i].faults)
            print_error("%s: %#x instead of %#x\n", CASES[i].fen, got,
                        CASES[i].faults);
    }
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        tby_setup s = setup_of(CASES[i].fen);
        assert_int_equal(tby_setup_faults(&s), CASES[i].faults);
    }
}

static void values_without_a_meaning_are_a_fault(void **state)
{
    static const uint8_t pieces[] = {7, 8, 15, 16, 17, 100, 255};

    (void)state;
    for (size_t i = 0; i < LENGTH(pieces); i++)
        for (int sq = 16; sq < 48; sq++) {
            tby_setup s = setup_of("4k3/8/8/8/8/8/8/4K3 w - -");
            s.board[sq] = pieces[i];
            assert_int_equal(tby_setup_faults(&s), F(VALUE));
        }
    for (int value = 0; value < 256; value++) {
        tby_setup s = setup_of("4k3/8/8/8/8/8/8/4K3 w - -");
        s.turn = (tby_color)value;
        assert_int_equal(tby_setup_faults(&s), value < 2 ? 0 : F(VALUE));
        s.turn = TBY_WHITE;
        s.ep = (tby_square)value;
        assert_int_equal(tby_setup_faults(&s), value < 64    ? F(EP)
                                               : value == 64 ? 0
                                                             : F(VALUE));
    }
}

static void a_right_off_the_home_ranks_is_a_fault(void **state)
{
    (void)state;
    for (tby_square sq = 0; sq < 64; sq++) {
        tby_setup s = setup_of("4k3/8/8/8/8/8/8/4K3 w - -");
        s.castling = tby_bit(sq);
        if (!s.board[sq])
            s.board[sq] = tby_piece_of(TBY_WHITE, TBY_ROOK);
        bool sound = sq < 8 && sq != 4;
        CHECK(!(tby_setup_faults(&s) & F(CASTLING)) == sound, "square %d", sq);
    }
}

/* --- refusing and forgiving */

static void check_forgiving(const tby_setup *s)
{
    tby_faults faults = tby_setup_faults(s), found = 0;
    tby_pos p = tby_pos_start();
    const tby_pos untouched = p;

    assert_int_equal(faults & ~(tby_faults)TBY_FAULTS_ALL, 0);
    for (tby_faults rest = faults; rest; rest &= rest - 1) {
        tby_faults one = rest & -rest;
        found = 0;
        assert_int_equal(tby_pos_from_setup(s, faults & ~one, &p, &found),
                         TBY_E_POS_FAULTY);
        assert_int_equal(found, faults);
        assert_memory_equal(&p, &untouched, sizeof p);
    }
    assert_int_equal(tby_pos_from_setup(s, faults, &p, NULL), TBY_OK);
    assert_int_equal(tby_pos_from_setup(s, faults, &p, &found), TBY_OK);
    assert_int_equal(found, faults);
}

static void only_what_is_forgiven_is_let_through(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        tby_setup s = setup_of(CASES[i].fen);
        check_forgiving(&s);
    }
}

static void forgiven_rights_and_ep_squares_are_dropped(void **state)
{
    tby_setup s = setup_of("4k2r/8/8/8/8/8/8/R3K1RR w AHGkq e6");
    tby_pos p = tby_pos_start();

    (void)state;
    assert_int_equal(tby_pos_from_setup(&s, F(CASTLING) | F(EP), &p, NULL),
                     TBY_OK);
    assert_int_equal(p.ep, TBY_NO_SQUARE);
    assert_int_equal(p.castling, tby_bit(tby_sq(0, 0)) | tby_bit(tby_sq(7, 0)) |
                                     tby_bit(tby_sq(7, 7)));
    s = setup_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 0");
    assert_int_equal(tby_pos_from_setup(&s, 0, &p, NULL), TBY_OK);
    assert_int_equal(p.ep, tby_sq(3, 5));
    assert_int_equal(p.halfmoves, 7);
    assert_int_equal(p.fullmoves, 1); /* moves are counted from 1 */
}

static void every_fault_has_a_name_and_a_sentence(void **state)
{
    tby_faults all = TBY_FAULTS_ALL;
    const char *names[32];
    size_t n = 0;

    (void)state;
    for (; all; all &= all - 1) {
        const char *name = tby_fault_name(all), *text = tby_fault_text(all);
        assert_string_equal(name, tby_fault_name(all & -all));
        assert_string_equal(text, tby_fault_text(all & -all));
        assert_true(*text && text[strlen(text) - 1] == '.');
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz_"),
                         strlen(name));
        for (size_t i = 0; i < n; i++)
            assert_string_not_equal(names[i], name);
        names[n++] = name;
    }
    assert_int_equal(n, 13);
    assert_string_equal(tby_fault_name(F(EP)), "en_passant_impossible");
    assert_string_equal(tby_fault_name(0), "none");
    assert_string_equal(tby_fault_text(0), "");
    assert_string_equal(tby_fault_name((tby_faults)1 << 31), "none");
}

/* --- no false alarm */

static void no_fault(const tby_setup *s)
{
    tby_faults faults = tby_setup_faults(s);
    char fen[TBY_FEN_MAX];

    if (faults)
        tby_fen_write(s, TBY_FEN_SHREDDER, fen, sizeof fen);
    CHECK(faults == 0, "%s: %#x", fen, faults);
}

/* As a file would bring it: text, with the square always written. */
static void no_fault_as_text(const tby_setup *s, tby_fen_style style)
{
    char fen[TBY_FEN_MAX];
    tby_setup again;
    size_t n = tby_fen_write(s, style, fen, sizeof fen);

    CHECK(tby_fen_parse((tby_str){fen, n}, &again, NULL) == TBY_OK, "%s", fen);
    no_fault(&again);
}

static void no_position_of_a_game_has_a_fault(void **state)
{
    rng r = rng_for(__func__);
    unsigned positions = 0;

    (void)state;
    while (positions < 100000) {
        tby_pos p = random_start(&r, positions % 2 ? ORTHODOX : CHESS960);
        for (int ply = 0; ply < 200; ply++) {
            tby_move m = random_move(&r, &p);
            tby_square from = tby_move_from(m), to = tby_move_to(m);
            if (m == TBY_MOVE_NONE)
                break;
            bool pawn = tby_piece_role(tby_pos_at(&p, from)) == TBY_PAWN;
            tby_pos_play(&p, m);
            tby_setup s = tby_pos_to_setup(&p);
            no_fault(&s);
            if (pawn && (from ^ to) == 16)
                s.ep = (tby_square)((from + to) / 2);
            no_fault(&s);
            no_fault_as_text(&s, ply % 2 ? TBY_FEN_X : TBY_FEN_SHREDDER);
            positions++;
        }
    }
}

static void no_move_from_a_sound_setup_makes_a_fault(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 2000; i++) {
        tby_pos p = random_scattered(&r);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_pos after = p;
            tby_pos_play(&after, legal.at[k]);
            tby_setup s = tby_pos_to_setup(&after);
            no_fault(&s);
        }
    }
}

/* --- garbage */

static tby_piece any_piece(rng *r)
{
    static const tby_role roles[] = {TBY_PAWN, TBY_BISHOP, TBY_KNIGHT,
                                     TBY_ROOK, TBY_KING,   TBY_QUEEN};

    return tby_piece_of((tby_color)rng_below(r, 2),
                        roles[rng_below(r, LENGTH(roles))]);
}

/* Pieces everywhere, pawns on any rank, kings in any number. */
static void fill(rng *r, tby_setup *s)
{
    unsigned percent = rng_below(r, 101);
    tby_piece mostly = any_piece(r), other = any_piece(r);
    bool uniform = rng_chance(r, 30);

    for (int sq = 0; sq < 64; sq++) {
        if (!rng_chance(r, percent))
            continue;
        s->board[sq] = uniform ? mostly : any_piece(r);
        if (uniform && rng_chance(r, 10))
            s->board[sq] = other;
    }
}

/* Anything that fits into the struct. */
static void fill_with_bytes(rng *r, tby_setup *s)
{
    unsigned char *bytes = (unsigned char *)s;

    for (size_t i = 0; i < sizeof *s; i++)
        bytes[i] = (unsigned char)rng_next(r);
    if (rng_chance(r, 50)) /* low numbers are more often pieces */
        for (int sq = 0; sq < 64; sq++)
            s->board[sq] &= 15;
}

/* One king each at home, so that checks, castling and en passant are alive;
 * the rest is garbage. */
static void fill_around_kings(rng *r, tby_setup *s)
{
    *s = scatter(r);
    for (unsigned n = rng_below(r, 12); n > 0; n--)
        s->board[rng_below(r, 64)] =
            rng_chance(r, 30) ? TBY_NO_PIECE : any_piece(r);
}

static tby_setup garbage(rng *r)
{
    tby_setup s = {.turn = (tby_color)rng_below(r, 2),
                   .ep = TBY_NO_SQUARE,
                   .castling = rng_next(r) & rng_next(r),
                   .halfmoves = (uint16_t)rng_next(r),
                   .fullmoves = (uint16_t)rng_next(r)};

    switch (rng_below(r, 4)) {
    case 0:
        fill_with_bytes(r, &s);
        break;
    case 1:
        fill(r, &s);
        s.ep = (tby_square)rng_below(r, 80);
        break;
    default:
        fill_around_kings(r, &s);
    }
    return s;
}

static tby_pos forgiven(const tby_setup *s)
{
    tby_pos p = tby_pos_start();

    assert_int_equal(tby_pos_from_setup(s, TBY_FAULTS_ALL, &p, NULL), TBY_OK);
    return p;
}

/* Writing and reading gives the position back, and so does a setup. */
static void check_round_trip(const tby_pos *p)
{
    char fen[TBY_FEN_MAX];
    size_t n = tby_fen_write_pos(p, fen, sizeof fen);
    tby_setup s = tby_pos_to_setup(p), read;
    tby_pos again = forgiven(&s);

    CHECK(n < sizeof fen, "%s", fen);
    CHECK(tby_pos_same(p, &again) && again.key == p->key, "%s", fen);
    CHECK(p->key == tby_key_of(p), "%s", fen);
    CHECK(tby_fen_parse((tby_str){fen, n}, &read, NULL) == TBY_OK, "%s", fen);
    again = forgiven(&read);
    CHECK(tby_pos_same(p, &again) && again.key == p->key, "%s\n%s", fen,
          fen_of(&again).s);
}

static void check_san(const tby_pos *p, tby_move m)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
    size_t n = tby_san_write(p, m, san);
    tby_move again = TBY_MOVE_NONE;
    tby_rc rc =
        tby_san_parse(p, (tby_str){san, n}, TBY_SAN_STRICT, &again, NULL);

    CHECK(n < sizeof san, "%s", fen_of(p).s);
    CHECK(rc == TBY_OK && again == m, "%s: %s is move %#06x, %s", fen_of(p).s,
          san, m, tby_rc_name(rc));
    n = tby_uci_write(p, m, TBY_UCI_960, uci);
    rc = tby_uci_parse(p, (tby_str){uci, n}, &again, NULL);
    CHECK(rc == TBY_OK && again == m, "%s: %s", fen_of(p).s, uci);
}

/* Anything may be asked; an accepted text is a legal move. */
static void check_words(const tby_pos *p)
{
    static const char *const words[] = {
        "O-O",  "O-O-O", "--",   "e4",   "exd5",  "e8=Q", "Ke2",
        "Kxe7", "Nf3",   "bxa8", "bc4",  "Qxa1#", "e1g1", "e8c8",
        "e1h1", "a7a8q", "d1=N", "R1a3", "Ba1b2"};
    char text[256];
    tby_move m;

    for (size_t i = 0; i < LENGTH(words); i++) {
        tby_str word = tby_str_of(words[i]);
        if (tby_san_parse(p, word, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK)
            CHECK(tby_pos_judge(p, m) == TBY_OK, "%s: %s", fen_of(p).s,
                  words[i]);
        else
            CHECK(tby_san_explain(p, word, TBY_SAN_TOLERANT, text,
                                  sizeof text) > 0,
                  "%s: %s", fen_of(p).s, words[i]);
        if (tby_uci_parse(p, word, &m, NULL) == TBY_OK)
            CHECK(tby_pos_judge(p, m) == TBY_OK, "%s: %s", fen_of(p).s,
                  words[i]);
    }
    assert_non_null(tby_outcome_name(tby_outcome_of(p, NULL)));
}

static void check_judge(const tby_pos *p, const tby_moves *legal)
{
    static unsigned char listed[65536];

    memset(listed, 0, sizeof listed);
    for (size_t i = 0; i < legal->n; i++)
        listed[legal->at[i]] = 1;
    listed[TBY_MOVE_NULL] = tby_pos_checkers(p) == 0;
    for (unsigned m = 0; m < 65536; m++)
        CHECK((tby_pos_judge(p, (tby_move)m) == TBY_OK) == listed[m],
              "%s: move %#06x, listed %d, %s", fen_of(p).s, m, listed[m],
              tby_rc_name(tby_pos_judge(p, (tby_move)m)));
}

static void check_survives(const tby_pos *p, bool thorough)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    CHECK(legal.n <= TBY_MOVES_MAX, "%zu moves", legal.n);
    CHECK(legal.n == tby_moves_count(p) &&
              legal.n == tby_movegen_portable.count(p),
          "%s: %zu listed, %zu and %zu counted", fen_of(p).s, legal.n,
          tby_moves_count(p), tby_movegen_portable.count(p));
    check_round_trip(p);
    if (!thorough)
        return;
    CHECK(tby_perft(p, 2, TBY_PATH_PORTABLE) == tby_perft(p, 2, TBY_PATH_PEXT),
          "%s", fen_of(p).s);
    check_words(p);
    for (size_t i = 0; i < legal.n; i++) {
        tby_pos after = *p;
        check_san(p, legal.at[i]);
        tby_pos_play(&after, legal.at[i]);
        check_survives(&after, false);
    }
}

static void forgiven_garbage_does_no_harm(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 700; i++) {
        tby_setup s = garbage(&r);
        tby_pos p = forgiven(&s);
        check_forgiving(&s);
        check_survives(&p, true);
        if (i % 10 == 0) {
            tby_moves legal;
            tby_moves_legal(&p, &legal);
            check_judge(&p, &legal);
        }
    }
}

/* Kings that stand side by side, two that are in check, and so on: the judge
 * and the generator agree there too. */
static void every_case_is_judged_as_it_is_generated(void **state)
{
    static const char *const more[] = {
        "8/8/8/3kK3/8/8/4P3/R6B w - -",   "r7/8/8/3kK3/8/8/4P3/R6B b - -",
        "8/8/3p4/1q1kK1R1/8/8/8/8 w - -", "R3k3/4K3/8/8/8/8/4r3/8 w - -",
        "r3k2r/4K3/8/8/8/8/8/8 b kq -",   "4k3/8/8/2KpP2r/8/8/4K3/8 w - d6"};

    (void)state;
    for (size_t i = 0; i < LENGTH(CASES) + LENGTH(more); i++) {
        size_t past = i - LENGTH(CASES);
        tby_setup s = setup_of(i < LENGTH(CASES) ? CASES[i].fen : more[past]);
        tby_moves legal;
        for (int side = 0; side < 2; side++) {
            s.turn ^= 1;
            tby_pos p = forgiven(&s);
            check_survives(&p, true);
            tby_moves_legal(&p, &legal);
            check_judge(&p, &legal);
        }
    }
}

static void forgiven_games_can_be_played_on(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 500; i++) {
        tby_setup s = garbage(&r);
        tby_pos p = forgiven(&s);
        for (int ply = 0; ply < 40; ply++) {
            tby_move m = random_move(&r, &p);
            if (m == TBY_MOVE_NONE)
                break;
            check_san(&p, m);
            tby_pos_play(&p, m);
            check_survives(&p, false);
            check_words(&p);
        }
    }
}

/* White takes the king that could not be in check: its rights go with it. */
static void rights_do_not_outlive_a_king(void **state)
{
    tby_setup s = setup_of("r3k2r/8/8/8/8/8/8/4R1K1 w kq -");
    tby_pos p = forgiven(&s);
    tby_move m = TBY_MOVE_NONE;

    (void)state;
    tby_pos_play(&p, tby_move_make(tby_sq(4, 0), tby_sq(4, 7), 0));
    check_round_trip(&p);
    assert_int_equal(p.castling, 0);
    assert_int_equal(
        tby_san_parse(&p, tby_str_of("O-O-O"), TBY_SAN_TOLERANT, &m, NULL),
        TBY_E_CASTLE_RIGHT);
}

static void boards_full_of_one_piece_fit(void **state)
{
    static const tby_role roles[] = {TBY_PAWN, TBY_BISHOP, TBY_KNIGHT,
                                     TBY_ROOK, TBY_KING,   TBY_QUEEN};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(roles); i++)
        for (unsigned gaps = 0; gaps < 64; gaps++) {
            tby_setup s = {.turn = (tby_color)(gaps % 2), .ep = TBY_NO_SQUARE};
            for (int sq = 0; sq < 64; sq++)
                s.board[sq] = tby_piece_of(s.turn, roles[i]);
            for (unsigned k = 0; k < gaps; k++)
                s.board[rng_below(&r, 64)] =
                    rng_chance(&r, 50) ? TBY_NO_PIECE
                                       : tby_piece_of(s.turn ^ 1, roles[i]);
            tby_pos p = forgiven(&s);
            check_survives(&p, gaps % 8 == 1);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_setup_has_exactly_these_faults),
        cmocka_unit_test(values_without_a_meaning_are_a_fault),
        cmocka_unit_test(a_right_off_the_home_ranks_is_a_fault),
        cmocka_unit_test(only_what_is_forgiven_is_let_through),
        cmocka_unit_test(forgiven_rights_and_ep_squares_are_dropped),
        cmocka_unit_test(every_fault_has_a_name_and_a_sentence),
        cmocka_unit_test(no_position_of_a_game_has_a_fault),
        cmocka_unit_test(no_move_from_a_sound_setup_makes_a_fault),
        cmocka_unit_test(forgiven_garbage_does_no_harm),
        cmocka_unit_test(every_case_is_judged_as_it_is_generated),
        cmocka_unit_test(forgiven_games_can_be_played_on),
        cmocka_unit_test(rights_do_not_outlive_a_king),
        cmocka_unit_test(boards_full_of_one_piece_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
