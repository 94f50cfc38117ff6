/* play.h - a move on the board: the one implementation behind tby_pos_play()
 * and perft, which is the same without keys. */
#ifndef TBY_CORE_PLAY_H
#define TBY_CORE_PLAY_H

#include "core/chess/attacks.h"
#include "core/chess/castling.h"
#include "core/chess/zobrist.h"

/* The pawns of `by` that may legally capture en passant on `ep`.  The capture
 * takes two pawns off one rank at once, which no pin mask sees, so the king is
 * looked at as the board stands afterwards. */
TBY_INLINE tby_bb ep_capturers(const tby_pos *p, tby_square ep, tby_color by)
{
    tby_bb own = tby_pos_color(p, by);
    tby_bb occupied = tby_pos_occupied(p);
    tby_bb victim = tby_bit(ep ^ 8);
    tby_bb pawns = tby_table_pawn[by ^ 1][ep] & pos_pawns(p) & own;
    tby_square king = royal_square(p, by);
    tby_bb legal = 0;

    if (king == TBY_NO_SQUARE)
        return pawns;
    for (; pawns; pawns = bb_rest(pawns)) {
        tby_bb from = pawns & -pawns;
        tby_bb after = (occupied ^ from ^ victim) | tby_bit(ep);
        if (!(attackers_to(p, king, by ^ 1, after) & ~own & ~victim))
            legal |= from;
    }
    return legal;
}

/* Puts `piece` on one square and nothing on the squares of `cleared`. */
TBY_INLINE void board_put(tby_pos *p, tby_bb cleared, tby_square to,
                          tby_piece piece)
{
    tby_bb keep = ~(cleared | tby_bit(to));

    for (int i = 0; i < 4; i++)
        p->plane[i] = (p->plane[i] & keep) | (tby_bb)(piece >> i & 1) << to;
}

/* Drops the castling rights that a move from or to these squares ends. */
TBY_INLINE void lose_castling(tby_pos *p, tby_bb touched, const bool full)
{
    tby_bb lost = p->castling & touched;

    if (!lost)
        return;
    p->castling ^= lost;
    if (full)
        p->key ^= zobrist_castling(lost);
}

/* After a double push: the square behind the pawn counts only if the other
 * side, now to move, can legally capture there. */
TBY_INLINE void set_ep(tby_pos *p, tby_square ep, const bool full)
{
    tby_color them = p->turn;
    tby_bb pawns = pos_pawns(p) & tby_pos_color(p, them);

    if (!(tby_table_pawn[them ^ 1][ep] & pawns) || !ep_capturers(p, ep, them))
        return;
    p->ep = ep;
    if (full)
        p->key ^= zobrist_ep(ep);
}

TBY_INLINE void count_move(tby_pos *p, bool reset)
{
    /* Saturating: a file may start with any number.  And a mask, because no
     * guess knows which move captures. */
    unsigned halfmoves = p->halfmoves;

    halfmoves += halfmoves < 65535;
    p->halfmoves = (uint16_t)(halfmoves & ((unsigned)reset - 1));
    p->fullmoves = (uint16_t)(p->fullmoves +
                              (p->turn == TBY_BLACK && p->fullmoves < 65535));
}

TBY_INLINE void pass_turn(tby_pos *p, const bool full)
{
    if (full) {
        p->key ^= zobrist_black();
        if (p->ep != TBY_NO_SQUARE)
            p->key ^= zobrist_ep(p->ep);
    }
    p->ep = TBY_NO_SQUARE;
    p->turn ^= 1;
}

TBY_INLINE void play_castling(tby_pos *p, tby_square from, tby_square to,
                              const bool full)
{
    tby_color us = p->turn;
    tby_piece king = tby_piece_of(us, TBY_KING);
    tby_piece rook = tby_piece_of(us, TBY_ROOK);
    struct castling_squares end = castling_end(us, to > from);

    /* Both leave before either arrives: in Chess960 they may swap. */
    board_put(p, tby_bit(from) | tby_bit(to), end.king, king);
    board_put(p, 0, end.rook, rook);
    if (full)
        p->key ^= zobrist_piece(king, from) ^ zobrist_piece(king, end.king) ^
                  zobrist_piece(rook, to) ^ zobrist_piece(rook, end.rook);
    lose_castling(p, home_rank(us), full);
    if (full)
        count_move(p, false);
    pass_turn(p, full);
}

/* Carries whatever stands on `from` to `to`, plane by plane. */
TBY_INLINE void board_move(tby_pos *p, tby_square from, tby_square to)
{
    tby_bb keep = ~(tby_bit(from) | tby_bit(to));

    for (int i = 0; i < 4; i++)
        p->plane[i] = (p->plane[i] & keep) | (p->plane[i] >> from & 1) << to;
}

/* The parts of the key that change when a piece goes from square to square. */
TBY_INLINE uint64_t zobrist_move(const tby_pos *p, tby_square from,
                                 tby_square to, tby_role role, tby_role becomes)
{
    tby_piece moved = tby_piece_of(p->turn, role);
    tby_piece placed = tby_piece_of(p->turn, becomes ? becomes : role);

    return zobrist_piece(moved, from) ^ zobrist_piece(placed, to) ^
           zobrist_piece(tby_pos_at(p, to), to);
}

/* What only pawns do, after the pawn has arrived and the turn has passed. */
TBY_INLINE void play_pawn(tby_pos *p, tby_square from, tby_square to,
                          tby_square ep, tby_role becomes, const bool full)
{
    if (to == ep) {
        board_put(p, 0, to ^ 8, TBY_NO_PIECE);
        if (full)
            p->key ^= zobrist_piece(tby_piece_of(p->turn, TBY_PAWN), to ^ 8);
    } else if ((from ^ to) == 16) {
        set_ep(p, (tby_square)((from + to) / 2), full);
    } else if (becomes && !full) {
        board_put(p, 0, to, tby_piece_of(p->turn ^ 1, becomes));
    }
}

/* Plays a legal move of a piece that is known to have this role.  `full` is
 * what everyone but perft wants: key and counters too. */
TBY_INLINE void play_role(tby_pos *p, tby_square from, tby_square to,
                          tby_role becomes, tby_role role, const bool full)
{
    tby_square ep = p->ep;
    tby_bb touched = tby_bit(from) | tby_bit(to);

    if (role == TBY_KING) {
        if (tby_pos_color(p, p->turn) & tby_bit(to)) {
            play_castling(p, from, to, full);
            return;
        }
        touched |= home_rank(p->turn);
    }
    if (pos_kings(p) & tby_bit(to)) /* only where a fault was forgiven */
        touched |= home_rank(p->turn ^ 1);
    if (full) {
        p->key ^= zobrist_move(p, from, to, role, becomes);
        count_move(p, role == TBY_PAWN || tby_pos_occupied(p) & tby_bit(to));
    }
    if (full) /* a caller that wants the key knows what moves */
        board_put(p, tby_bit(from), to,
                  tby_piece_of(p->turn, becomes ? becomes : role));
    else
        board_move(p, from, to);
    lose_castling(p, touched, full);
    pass_turn(p, full);
    if (role == TBY_PAWN)
        play_pawn(p, from, to, ep, becomes, full);
}

/* The same for a piece whose role is not known: only pawns and kings do
 * anything special, and a key wants them all. */
TBY_INLINE void play(tby_pos *p, tby_move m, const bool full)
{
    tby_bb from = tby_bit(tby_move_from(m));
    tby_role role = TBY_NO_ROLE;

    if (full)
        role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));
    else if (pos_pawns(p) & from)
        role = TBY_PAWN;
    else if (pos_kings(p) & from)
        role = TBY_KING;
    play_role(p, tby_move_from(m), tby_move_to(m), tby_move_promotion(m), role,
              full);
}

#endif
