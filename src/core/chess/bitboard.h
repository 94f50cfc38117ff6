/* bitboard.h - operations on sets of squares, inside the library. */
#ifndef TBY_CORE_BITBOARD_H
#define TBY_CORE_BITBOARD_H

#include "tabiya/board.h"

/* The hot functions are written once and specialised by inlining them with
 * constant arguments, so inlining is not left to the compiler's judgement,
 * except where size is what counts. */
#ifdef TBY_SMALL
#define TBY_INLINE static inline
#else
#define TBY_INLINE static inline __attribute__((always_inline))
#endif

/* For a condition that nearly always holds and that a long chain of work hangs
 * on: the compiler then branches, and the processor goes on while it checks,
 * instead of waiting for a value chosen by it. */
#define TBY_LIKELY(condition) __builtin_expect(!!(condition), 1)

#define BB_FILE_A  0x0101010101010101u
#define BB_FILE_H  0x8080808080808080u
#define BB_RANK(r) ((tby_bb)0xff << (8 * (r)))
#define BB_DARK    0xaa55aa55aa55aa55u /* the dark squares, a1 among them */
#define BB_ALL     (~(tby_bb)0)

/* The lowest square of a set that is not empty. */
TBY_INLINE tby_square bb_first(tby_bb b)
{
    return (tby_square)__builtin_ctzll(b);
}

/* The set without its lowest square. */
TBY_INLINE tby_bb bb_rest(tby_bb b)
{
    return b & (b - 1);
}

/* Takes the lowest square out of a set that is not empty. */
TBY_INLINE tby_square bb_pop(tby_bb *b)
{
    tby_square sq = bb_first(*b);

    *b = bb_rest(*b);
    return sq;
}

/* True for two squares and more. */
TBY_INLINE bool bb_several(tby_bb b)
{
    return bb_rest(b) != 0;
}

/* Without the instruction, GCC would call a function that looks bytes up in a
 * table; counting in parallel is faster and stays inline. */
TBY_INLINE unsigned bb_count(tby_bb b)
{
#if defined(__POPCNT__) || !defined(__x86_64__)
    return (unsigned)__builtin_popcountll(b);
#else
    b -= b >> 1 & 0x5555555555555555u;
    b = (b & 0x3333333333333333u) + (b >> 2 & 0x3333333333333333u);
    b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(b * 0x0101010101010101u >> 56);
#endif
}

/* All squares one rank ahead for a colour; what leaves the board is lost. */
TBY_INLINE tby_bb bb_forward(tby_bb b, tby_color color)
{
    return color == TBY_WHITE ? b << 8 : b >> 8;
}

/* Every square attacked by the pawns of a colour, towards the a-file ... */
TBY_INLINE tby_bb bb_pawn_west(tby_bb b, tby_color color)
{
    b &= ~BB_FILE_A;
    return color == TBY_WHITE ? b << 7 : b >> 9;
}

/* ... and towards the h-file. */
TBY_INLINE tby_bb bb_pawn_east(tby_bb b, tby_color color)
{
    b &= ~BB_FILE_H;
    return color == TBY_WHITE ? b << 9 : b >> 7;
}

#endif
