/* castling.h - where king and rook go when they castle. */
#ifndef TBY_CORE_CASTLING_H
#define TBY_CORE_CASTLING_H

#include "core/chess/attacks.h"

struct castling_squares {
    tby_square king, rook;
};

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

/* e1g1 says castling clearly only for a king on e1 and a rook in the corner;
 * elsewhere it might be the king's own step. */
TBY_INLINE bool castling_is_clear(tby_square king, tby_square rook)
{
    return tby_file(king) == 4 && (tby_file(rook) == 0 || tby_file(rook) == 7);
}

/* The squares the king crosses, its last one included. */
TBY_INLINE tby_bb castling_king_path(tby_color color, bool east,
                                     tby_square king)
{
    tby_square end = castling_end(color, east).king;

    return (bb_between(king, end) | tby_bit(end)) & ~tby_bit(king);
}

/* The squares that must be empty but for the king and the rook themselves. */
TBY_INLINE tby_bb castling_path(tby_color color, bool east, tby_square king,
                                tby_square rook)
{
    struct castling_squares end = castling_end(color, east);

    return (bb_between(king, end.king) | bb_between(rook, end.rook) |
            tby_bit(end.king) | tby_bit(end.rook)) &
           ~(tby_bit(king) | tby_bit(rook));
}

/* The rook that the side to move may castle with on the h-file's side of its
 * king (or the other); TBY_NO_SQUARE if that right is gone. */
TBY_INLINE tby_square castling_rook(const tby_pos *p, bool east)
{
    tby_square king = royal_square(p, p->turn);

    for (tby_bb b = p->castling & tby_pos_color(p, p->turn); b; b = bb_rest(b))
        if ((bb_first(b) > king) == east)
            return bb_first(b);
    return TBY_NO_SQUARE;
}

/* TBY_OK if the king may castle with that rook, else why not. */
TBY_INLINE tby_rc castling_refusal(const tby_pos *p, tby_square king,
                                   tby_square rook)
{
    tby_bb occupied = tby_pos_occupied(p), foe = tby_pos_color(p, p->turn ^ 1);
    tby_bb path =
        castling_king_path(p->turn, rook > king, king) | tby_bit(king);
    struct castling_squares end = castling_end(p->turn, rook > king);

    if (!(p->castling & tby_bit(rook)))
        return TBY_E_CASTLE_RIGHT;
    if (castling_path(p->turn, rook > king, king, rook) & occupied)
        return TBY_E_CASTLE_BLOCKED;
    occupied ^= tby_bit(king);
    for (; path; path = bb_rest(path))
        if (attackers_to(p, bb_first(path), p->turn ^ 1, occupied) & foe)
            return TBY_E_CASTLE_CHECK;
    /* In Chess960 the rook may uncover an attack on the king's new square. */
    occupied = (occupied ^ tby_bit(rook)) | tby_bit(end.rook);
    if (attackers_to(p, end.king, p->turn ^ 1, occupied) & foe)
        return TBY_E_CASTLE_CHECK;
    return TBY_OK;
}

/* Castling as people and engines write it, the king going to its own square of
 * arrival, turned into the rook's square; any other `to` is returned as it
 * is. */
tby_square tby_castling_target(const tby_pos *p, tby_square from,
                               tby_square to);

/* No castling right that only a Chess960 game can have. */
bool tby_castling_is_orthodox(const tby_pos *p);

#endif
