/* describe.h - a move in words, as it is read out to a learner. */
#ifndef TBY_CORE_NOTATION_DESCRIBE_H
#define TBY_CORE_NOTATION_DESCRIBE_H

#include "tabiya/pos.h"

/* More than any description takes, NUL included. */
#define TBY_DESCRIBE_MAX 80

/* Describes a legal move: "Knight to f3", "Castle kingside", "Pawn takes d5,
 * promotes to Queen", with where the piece comes from if another of its kind
 * could do the same ("Knight from b1 to d2"), and with en passant, check and
 * checkmate.  Works like snprintf(). */
size_t tby_describe_move(const tby_pos *p, tby_move m, char *buf, size_t cap);

#endif
