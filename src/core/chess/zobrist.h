/* zobrist.h - the parts a key is made of.  key.c puts them together; a move
 * only exchanges the parts it changes. */
#ifndef TBY_CORE_ZOBRIST_H
#define TBY_CORE_ZOBRIST_H

#include "core/chess/bitboard.h"
#include "core/chess/tables.h"

#ifdef TBY_SMALL

/* Random numbers do not compress: six kilobytes that are drawn again whenever
 * they are needed.  The order and the generator are those of gen_tables.c. */
enum { DRAWN_CASTLING = 12 * 64, DRAWN_EP = DRAWN_CASTLING + 16 };

static inline uint64_t zobrist_drawn(unsigned i)
{
    uint64_t z = 0x746162697961 + (i + UINT64_C(1)) * 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline uint64_t zobrist_piece(tby_piece piece, tby_square sq)
{
    unsigned role = piece & 7u;

    if (role == 0 || role == 7)
        return 0;
    return zobrist_drawn((role - 1 + 6 * (piece >> 3 & 1u)) * 64 + sq);
}

static inline uint64_t zobrist_ep(tby_square ep)
{
    return zobrist_drawn(DRAWN_EP + (ep & 7u));
}

static inline uint64_t zobrist_right(tby_square rook)
{
    return zobrist_drawn(DRAWN_CASTLING + 8 * (rook >> 5 & 1u) + (rook & 7u));
}

static inline uint64_t zobrist_black(void)
{
    return zobrist_drawn(DRAWN_EP + 8);
}

#else

/* Zero for TBY_NO_PIECE, so that a capture needs no branch. */
TBY_INLINE uint64_t zobrist_piece(tby_piece piece, tby_square sq)
{
    return tby_zobrist.piece[piece][sq];
}

TBY_INLINE uint64_t zobrist_ep(tby_square ep)
{
    return tby_zobrist.ep[ep & 7];
}

/* Of the right to castle with a rook. */
TBY_INLINE uint64_t zobrist_right(tby_square rook)
{
    return tby_zobrist.castling[rook >> 5][rook & 7];
}

TBY_INLINE uint64_t zobrist_black(void)
{
    return tby_zobrist.black;
}

#endif

/* Of all the rights in a set of rook squares. */
TBY_INLINE uint64_t zobrist_castling(tby_bb rooks)
{
    uint64_t key = 0;

    while (rooks)
        key ^= zobrist_right(bb_pop(&rooks));
    return key;
}

#endif
