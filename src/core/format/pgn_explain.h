/* pgn_explain.h - why a move of a game is refused, with pieces and squares. */
#ifndef TBY_CORE_FORMAT_PGN_EXPLAIN_H
#define TBY_CORE_FORMAT_PGN_EXPLAIN_H

#include "tabiya/pgn.h"

/* A sentence on the fault of a game that was read and begins at a byte of the
 * text; empty if there is none beyond tby_rc_text().  Works like snprintf(). */
size_t tby_pgn_explain(const tby_game *g, tby_str text, size_t begin,
                       tby_err error, char *buf, size_t cap);

#endif
