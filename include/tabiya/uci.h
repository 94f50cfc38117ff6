/* uci.h - moves as engines write them: e2e4, e7e8q, e1g1. */
#ifndef TBY_UCI_H
#define TBY_UCI_H

#include "tabiya/pos.h"

/* Five characters and the NUL. */
#define TBY_UCI_MAX 6

typedef enum tby_uci_style {
    TBY_UCI_ORTHODOX, /* e1g1; king takes rook only where that would mislead */
    TBY_UCI_960       /* king takes rook, as UCI_Chess960 demands */
} tby_uci_style;

TBY_BEGIN

/* Writes a move of this position, "0000" for TBY_MOVE_NULL.  Returns the
 * length without the NUL. */
TBY_API size_t tby_uci_write(const tby_pos *p, tby_move m, tby_uci_style style,
                             char out[TBY_UCI_MAX]);

/* Reads one legal move in either style of castling, or 0000 as TBY_MOVE_NULL
 * where the side to move is not in check.  On failure *out is untouched and
 * *err, unless NULL, holds TBY_E_UCI_SYNTAX and the byte, or the reason why the
 * move is illegal. */
TBY_API TBY_MUST_USE tby_rc tby_uci_parse(const tby_pos *p, tby_str uci,
                                          tby_move *out, tby_err *err);

TBY_END

#endif
