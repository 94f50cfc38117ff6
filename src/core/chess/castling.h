/* castling.h - where king and rook go when they castle. */
#ifndef TBY_CORE_CASTLING_H
#define TBY_CORE_CASTLING_H

#include "core/chess/bitboard.h"
#include "core/chess/tables.h"
#include "tabiya/pos.h"

struct castling_squares {
    tby_square king, rook;
};

/* The rank a colour's pieces start on. */
TBY_INLINE tby_bb home_rank(tby_color color)
{
    return color == TBY_WHITE ? BB_RANK(0) : BB_RANK(7);
}

/* The king on the g-file and the rook on the f-file, or c and d: the same for
 * every Chess960 start. */
TBY_INLINE struct castling_squares castling_end(tby_color color, bool east)
{
    tby_square home = color == TBY_WHITE ? 0 : 56;

    if (east)
        return (struct castling_squares){home | 6, home | 5};
    return (struct castling_squares){home | 2, home | 3};
}

/* The squares the king crosses, its last one included. */
TBY_INLINE tby_bb castling_king_path(tby_color color, bool east,
                                     tby_square king)
{
    tby_square end = castling_end(color, east).king;

    return (tby_table_between[king][end] | tby_bit(end)) & ~tby_bit(king);
}

/* The squares that must be empty but for the king and the rook themselves. */
TBY_INLINE tby_bb castling_path(tby_color color, bool east, tby_square king,
                                tby_square rook)
{
    struct castling_squares end = castling_end(color, east);

    return (tby_table_between[king][end.king] |
            tby_table_between[rook][end.rook] | tby_bit(end.king) |
            tby_bit(end.rook)) &
           ~(tby_bit(king) | tby_bit(rook));
}

/* The rook that the side to move may castle with on the h-file's side of its
 * king (or the other); TBY_NO_SQUARE if that right is gone. */
tby_square tby_castling_rook(const tby_pos *p, bool east);

/* Castling as people and engines write it, the king going to its own square of
 * arrival, turned into the rook's square; any other `to` is returned as it
 * is. */
tby_square tby_castling_target(const tby_pos *p, tby_square from,
                               tby_square to);

#endif
