/* explain.h - why a move of a game is refused, with pieces and squares, or
 * the position of its FEN tag. */
#ifndef TBY_CORE_GAME_PGN_EXPLAIN_H
#define TBY_CORE_GAME_PGN_EXPLAIN_H

#include "core/base/text.h"
#include "tabiya/pgn.h"

/* A sentence on the fault of a game that was read, forgiving some faults of its
 * FEN tag, and begins at a byte of the text; empty if there is none beyond
 * tby_rc_text().  Works like snprintf(). */
size_t tby_pgn_explain(const tby_game *g, tby_str text, size_t begin,
                       tby_faults forgive, tby_err error, char *buf,
                       size_t cap);

/* A sentence without its full stop, and the machine name in parentheses. */
void tby_pgn_put_reason(tby_text *t, const char *sentence, const char *name);

/* The same for all faults of a set. */
void tby_pgn_list_faults(tby_text *t, tby_faults faults);

#endif
