/* board.h - the names of things on a board: colours, roles, pieces, squares
 * and sets of squares. */
#ifndef TBY_BOARD_H
#define TBY_BOARD_H

#include "tabiya/base.h"

/* A set of squares; bit 0 is a1, bit 7 is h1, bit 63 is h8. */
typedef uint64_t tby_bb;

/* 0..63 as in tby_bb; TBY_NO_SQUARE where there is none. */
typedef uint8_t tby_square;
enum { TBY_NO_SQUARE = 64 };

typedef uint8_t tby_color;
enum { TBY_WHITE = 0, TBY_BLACK = 1 };

/* What a piece is.  The code says how it moves, so that the sets a generator
 * asks for most are one operation away from the planes of a position (pos.h):
 * bit 1 slides diagonally, bit 2 slides along ranks and files, and bit 0 marks
 * those that do not slide. */
typedef uint8_t tby_role;
enum {
    TBY_NO_ROLE = 0,
    TBY_PAWN = 1,
    TBY_BISHOP = 2,
    TBY_KNIGHT = 3,
    TBY_ROOK = 4,
    TBY_KING = 5,
    TBY_QUEEN = 6
};

/* A role with a colour: role + 8 * colour; 0 is an empty square. */
typedef uint8_t tby_piece;
enum { TBY_NO_PIECE = 0, TBY_PIECES = 16 };

static inline tby_square tby_sq(int file, int rank)
{
    return TBY_CAST(tby_square, rank * 8 + file);
}

static inline int tby_file(tby_square sq)
{
    return sq & 7;
}

static inline int tby_rank(tby_square sq)
{
    return sq >> 3;
}

static inline tby_bb tby_bit(tby_square sq)
{
    return TBY_CAST(tby_bb, 1) << sq;
}

static inline tby_piece tby_piece_of(tby_color color, tby_role role)
{
    return TBY_CAST(tby_piece, role | color << 3);
}

static inline tby_role tby_piece_role(tby_piece piece)
{
    return piece & 7;
}

static inline tby_color tby_piece_color(tby_piece piece)
{
    return piece >> 3;
}

TBY_BEGIN

/* 'P', 'n' ... for a piece, '.' for anything else. */
TBY_API char tby_piece_char(tby_piece piece);

/* The piece of a FEN letter, TBY_NO_PIECE for any other character. */
TBY_API tby_piece tby_piece_from_char(char c);

/* 'P', 'N', 'B', 'R', 'Q', 'K'; '?' for anything else. */
TBY_API char tby_role_char(tby_role role);

/* "pawn", "knight" ...; "nothing" for anything else.  Static. */
TBY_API const char *tby_role_name(tby_role role);

TBY_END

#endif
