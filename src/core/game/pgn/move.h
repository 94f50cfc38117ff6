/* move.h - the quick way from the text of a move to the move.
 *
 * Nearly every move of every file is written as the standard asks.  Those are
 * taken here, from the bytes straight to the square; whatever looks different
 * is left to the tolerant reader of notation/. */
#ifndef TBY_CORE_GAME_PGN_MOVE_H
#define TBY_CORE_GAME_PGN_MOVE_H

#include "core/chess/sources.h"
#include "core/game/pgn/scan.h"

/* Bytes that may be looked at without asking for the end. */
enum { PGN_MOVE_AHEAD = 32 };

/* What the text says; `from` is empty if it is not in the standard form. */
struct pgn_move {
    tby_role role, promotion;
    tby_square to;
    tby_bb from;
};

TBY_INLINE bool is_file(char c)
{
    return (unsigned char)(c - 'a') < 8;
}

TBY_INLINE bool is_rank(char c)
{
    return (unsigned char)(c - '1') < 8;
}

TBY_INLINE bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* The length of the word at p, at least one byte, without its check sign. */
TBY_INLINE size_t unsigned_length(const char *p, size_t n)
{
    return n - ((p[n - 1] & ~('+' ^ '#')) == '#');
}

/* The square whose name ends before p; TBY_NO_SQUARE if it is none. */
TBY_INLINE tby_square square_before(const char *p)
{
    unsigned file = (unsigned char)(p[-2] - 'a');
    unsigned rank = (unsigned char)(p[-1] - '1');

    return TBY_LIKELY((file | rank) < 8) ? (tby_square)(rank * 8 + file)
                                         : TBY_NO_SQUARE;
}

/* Q R B N, or 0. */
TBY_INLINE tby_role promotion_of(char c)
{
    return c == 'Q'   ? TBY_QUEEN
           : c == 'N' ? TBY_KNIGHT
           : c == 'R' ? TBY_ROOK
           : c == 'B' ? TBY_BISHOP
                      : TBY_NO_ROLE;
}

/* e4, exd5, and with =Q behind.  Conditions are joined with & so that they are
 * one guess, which is right, instead of several that are not. */
TBY_INLINE struct pgn_move read_pawn_move(const char *p, size_t n)
{
    struct pgn_move m = {.role = TBY_PAWN, .to = TBY_NO_SQUARE};

    if (n >= 4 && p[n - 2] == '=') {
        m.promotion = promotion_of(p[n - 1]);
        n = m.promotion ? n - 2 : 0;
    }
    if ((n == 2) | ((n == 4) & (p[1] == 'x') & (p[2] != p[0]))) {
        m.to = square_before(p + n);
        m.from = tby_pgn_origin[(unsigned char)p[0]];
    }
    return m;
}

/* Between the piece and the target: bx, 1x, b1 or b1x. */
TBY_INLINE bool is_long_origin(const char *p, size_t n)
{
    if (n == 2 && p[1] == 'x')
        return p[0] != 'x';
    return is_file(p[0]) && is_rank(p[1]) && (n == 2 || p[2] == 'x');
}

TBY_INLINE struct pgn_move read_piece_move(const char *p, size_t n,
                                           tby_role role)
{
    struct pgn_move m = {.role = role, .to = TBY_NO_SQUARE};

    if (n < 3 || n > 6 || (n > 4 && !is_long_origin(p + 1, n - 3)))
        return m;
    m.to = square_before(p + n);
    m.from = tby_pgn_origin[n > 3 ? (unsigned char)p[1] : 0];
    if (n > 4)
        m.from &= tby_pgn_origin[(unsigned char)p[2]];
    return m;
}

/* The text of a move of a piece that is known from its first byte, n bytes
 * without a check sign. */
TBY_INLINE struct pgn_move quick_read(const char *p, size_t n,
                                      const tby_role role)
{
    return role == TBY_PAWN ? read_pawn_move(p, n)
                            : read_piece_move(p, n, role);
}

#endif
