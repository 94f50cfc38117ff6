/* zobrist.h - the parts a key is made of.  key.c puts them together; a move
 * only exchanges the parts it changes. */
#ifndef TBY_CORE_ZOBRIST_H
#define TBY_CORE_ZOBRIST_H

#include "core/chess/bitboard.h"
#include "core/chess/tables.h"

/* Zero for TBY_NO_PIECE, so that a capture needs no branch. */
TBY_INLINE uint64_t zobrist_piece(tby_piece piece, tby_square sq)
{
    return tby_zobrist.piece[piece][sq];
}

TBY_INLINE uint64_t zobrist_ep(tby_square ep)
{
    return tby_zobrist.ep[ep & 7];
}

/* Of all the rights in a set of rook squares. */
TBY_INLINE uint64_t zobrist_castling(tby_bb rooks)
{
    uint64_t key = 0;

    while (rooks) {
        tby_square sq = bb_pop(&rooks);
        key ^= tby_zobrist.castling[sq >> 5][sq & 7];
    }
    return key;
}

#endif
