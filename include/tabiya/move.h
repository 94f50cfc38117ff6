/* move.h - a move in sixteen bits: where from, where to, what a pawn becomes.
 *
 * Castling is the king taking its own rook (e1h1), which is unambiguous in
 * Chess960 too; en passant is the pawn going to the square it lands on.  The
 * rest (what moves, what is captured) is a matter of the position, so that two
 * moves are the same move exactly when the numbers are equal. */
#ifndef TBY_MOVE_H
#define TBY_MOVE_H

#include "tabiya/board.h"

/* Bits 0-5 from, 6-11 to, 12-14 the role a pawn promotes to or 0. */
typedef uint16_t tby_move;

enum {
    TBY_MOVE_NONE = 0,         /* no move at all */
    TBY_MOVE_NULL = 1 | 1 << 6 /* the side to move passes (b1b1) */
};

static inline tby_move tby_move_make(tby_square from, tby_square to,
                                     tby_role promotion)
{
    return TBY_CAST(tby_move, from | to << 6 | promotion << 12);
}

static inline tby_square tby_move_from(tby_move m)
{
    return m & 63;
}

static inline tby_square tby_move_to(tby_move m)
{
    return m >> 6 & 63;
}

static inline tby_role tby_move_promotion(tby_move m)
{
    return m >> 12 & 7;
}

#endif
