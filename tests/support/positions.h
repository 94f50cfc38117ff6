/* positions.h - positions to test with: of a FEN, of random games from the
 * orthodox start and from those of Chess960, and of pieces scattered over the
 * board that no game may ever reach but the rules allow. */
#ifndef TBY_TESTS_POSITIONS_H
#define TBY_TESTS_POSITIONS_H

#include "support/check.h"
#include "support/random.h"
#include "tabiya/tabiya.h"

enum { ORTHODOX, CHESS960, SCATTERED, KINDS };

static const char *const KIND_NAMES[KINDS] = {"orthodox", "Chess960",
                                              "scattered"};

struct fen_text {
    char s[TBY_FEN_MAX];
};

/* For messages: fen_of(&p).s */
static inline struct fen_text fen_of(const tby_pos *p)
{
    struct fen_text out;

    tby_fen_write_pos(p, out.s, sizeof out.s);
    return out;
}

/* The position of a FEN that must be sound. */
static inline tby_pos pos_of(const char *fen)
{
    tby_pos p = tby_pos_start();
    tby_faults found = 0;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_fen_parse_pos(tby_str_of(fen), &p, &found, &err);

    CHECK(rc == TBY_OK, "%s: %s at %zu, faults %#x", fen, tby_rc_name(rc),
          err.at, found);
    return p;
}

static inline tby_setup setup_of(const char *fen)
{
    tby_setup s = {.ep = TBY_NO_SQUARE};
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_fen_parse(tby_str_of(fen), &s, &err);

    CHECK(rc == TBY_OK, "%s: %s at %zu", fen, tby_rc_name(rc), err.at);
    return s;
}

/* What random moves seldom are: castling, promotion, en passant, two squares
 * with a pawn. */
static inline bool is_special(const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    bool pawn = tby_piece_role(tby_pos_at(p, from)) == TBY_PAWN;

    return tby_pos_is_castling(p, m) || tby_move_promotion(m) ||
           (pawn && (to == p->ep || (from ^ to) == 16));
}

/* A legal move, now and then a special one; TBY_MOVE_NONE if there is none. */
static inline tby_move random_move(rng *r, const tby_pos *p)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    if (legal.n == 0)
        return TBY_MOVE_NONE;
    size_t first = rng_below(r, (unsigned)legal.n);
    if (rng_chance(r, 15))
        for (size_t i = 0; i < legal.n; i++)
            if (is_special(p, legal.at[(first + i) % legal.n]))
                return legal.at[(first + i) % legal.n];
    return legal.at[first];
}

/* Plays up to n random moves, fewer if the game ends. */
static inline void play_random(rng *r, tby_pos *p, unsigned n)
{
    for (tby_move m; n > 0; n--) {
        m = random_move(r, p);
        if (m == TBY_MOVE_NONE)
            return;
        tby_pos_play(p, m);
    }
}

static inline tby_pos random_start(rng *r, int kind)
{
    return kind == CHESS960 ? tby_pos_start960(rng_below(r, 960))
                            : tby_pos_start();
}

/* An empty square of a rank from..to, which must exist. */
static inline tby_square empty_square(rng *r, const tby_setup *s, unsigned from,
                                      unsigned to)
{
    for (;;) {
        unsigned sq = 8 * from + rng_below(r, 8 * (to - from + 1));
        if (!s->board[sq])
            return (tby_square)sq;
    }
}

/* A king on its first rank with rooks that may castle on either side. */
static inline void put_castling(rng *r, tby_setup *s, tby_color color)
{
    unsigned home = color == TBY_WHITE ? 0 : 56, king = 1 + rng_below(r, 6);
    tby_square west = (tby_square)(home + rng_below(r, king));
    tby_square east = (tby_square)(home + king + 1 + rng_below(r, 7 - king));

    s->board[home + king] = tby_piece_of(color, TBY_KING);
    if (rng_chance(r, 60)) {
        s->board[west] = tby_piece_of(color, TBY_ROOK);
        s->castling |= tby_bit(west);
    }
    if (rng_chance(r, 60)) {
        s->board[east] = tby_piece_of(color, TBY_ROOK);
        s->castling |= tby_bit(east);
    }
    /* Now and then a slider on the rank, for a rook to be pinned by. */
    tby_square foe = (tby_square)(home + rng_below(r, 8));
    if (rng_chance(r, 20) && !s->board[foe])
        s->board[foe] = tby_piece_of(color ^ 1, TBY_ROOK);
}

/* A pawn that has just gone two squares, mostly with one that may take it. */
static inline void put_ep(rng *r, tby_setup *s)
{
    int file = (int)rng_below(r, 8), beside = file + (rng_below(r, 2) ? 1 : -1);
    int home = s->turn == TBY_WHITE ? 6 : 1;
    int step = s->turn == TBY_WHITE ? -1 : 1;
    tby_square to = tby_sq(file, home + 2 * step);

    if (s->board[tby_sq(file, home)] || s->board[tby_sq(file, home + step)] ||
        s->board[to])
        return;
    s->board[to] = tby_piece_of(s->turn ^ 1, TBY_PAWN);
    s->ep = tby_sq(file, home + step);
    if (beside >= 0 && beside < 8 && rng_chance(r, 85) &&
        !s->board[tby_sq(beside, home + 2 * step)])
        s->board[tby_sq(beside, home + 2 * step)] =
            tby_piece_of(s->turn, TBY_PAWN);
}

/* Pieces anywhere; sound or not. */
static inline tby_setup scatter(rng *r)
{
    static const tby_role roles[8] = {TBY_PAWN, TBY_PAWN,   TBY_PAWN,
                                      TBY_PAWN, TBY_KNIGHT, TBY_BISHOP,
                                      TBY_ROOK, TBY_QUEEN};
    tby_setup s = {.turn = (tby_color)rng_below(r, 2),
                   .ep = TBY_NO_SQUARE,
                   .halfmoves = (uint16_t)rng_below(r, 90),
                   .fullmoves = (uint16_t)(1 + rng_below(r, 200))};
    bool castling = rng_chance(r, 40);

    for (tby_color color = TBY_WHITE; color <= TBY_BLACK; color++)
        if (castling && rng_chance(r, 75))
            put_castling(r, &s, color);
        else
            s.board[empty_square(r, &s, 0, 7)] = tby_piece_of(color, TBY_KING);
    for (unsigned n = rng_below(r, 2 + rng_below(r, 28)); n > 0; n--) {
        tby_role role = roles[rng_below(r, LENGTH(roles))];
        bool pawn = role == TBY_PAWN;
        s.board[empty_square(r, &s, pawn, pawn ? 6 : 7)] =
            tby_piece_of((tby_color)rng_below(r, 2), role);
    }
    if (rng_chance(r, 30)) {
        put_ep(r, &s);
        s.halfmoves = s.ep == TBY_NO_SQUARE ? s.halfmoves : 0;
    }
    return s;
}

/* One that tby_pos_from_setup() takes without forgiving anything. */
static inline tby_setup random_setup(rng *r)
{
    for (;;) {
        tby_setup s = scatter(r);
        if (tby_setup_faults(&s) == 0)
            return s;
    }
}

static inline tby_pos random_scattered(rng *r)
{
    tby_setup s = random_setup(r);
    tby_pos p = tby_pos_start();
    tby_rc rc = tby_pos_from_setup(&s, 0, &p, NULL);

    CHECK(rc == TBY_OK, "a setup without faults was refused");
    return p;
}

/* Pieces anywhere: no kings, several, pawns on the last rank. */
static inline tby_pos any_pieces(rng *r)
{
    static const tby_role roles[] = {TBY_PAWN, TBY_KNIGHT, TBY_BISHOP,
                                     TBY_ROOK, TBY_QUEEN,  TBY_KING};
    tby_setup s = {.turn = (tby_color)rng_below(r, 2),
                   .ep = TBY_NO_SQUARE,
                   .fullmoves = 1};
    tby_pos pos;

    for (unsigned n = rng_below(r, 33); n > 0; n--)
        s.board[rng_below(r, 64)] = tby_piece_of(
            (tby_color)rng_below(r, 2), roles[rng_below(r, LENGTH(roles))]);
    assert_int_equal(tby_pos_from_setup(&s, TBY_FAULTS_ALL, &pos, NULL),
                     TBY_OK);
    return pos;
}

/* Somewhere in a game, or just somewhere. */
static inline tby_pos random_position(rng *r, int kind)
{
    if (kind == SCATTERED)
        return random_scattered(r);
    tby_pos p = random_start(r, kind);
    play_random(r, &p, rng_below(r, 2u << rng_below(r, 8)));
    return p;
}

#endif
