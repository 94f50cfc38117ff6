/* moves.h - the legal moves of a position, listed or counted. */
#ifndef TBY_MOVES_H
#define TBY_MOVES_H

#include "tabiya/pos.h"

/* More than any board can give: each square is reached by at most one piece
 * along each of eight lines and by eight knights, and where pawns promote
 * there are fewer neighbours.  No position of a game has more than 218. */
#define TBY_MOVES_MAX 1024

typedef struct tby_moves {
    size_t n;
    tby_move at[TBY_MOVES_MAX];
} tby_moves;

TBY_BEGIN

/* Lists the legal moves.  The order is fixed for a version of the library and
 * means nothing. */
TBY_API void tby_moves_legal(const tby_pos *p, tby_moves *out);

/* How many there are; faster than listing them. */
TBY_API size_t tby_moves_count(const tby_pos *p);

TBY_END

#endif
