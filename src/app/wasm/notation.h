/* notation.h - moves in the shortest notation (tabiya/shortest.h), for a page.
 *
 * Positions are written as in positions.h.  `legacy` other than 0 asks for a
 * pawn's move as its square alone where that is shorter. */
#ifndef TBY_APP_WASM_NOTATION_H
#define TBY_APP_WASM_NOTATION_H

#include "app/wasm/exports.h"

/* All moves of a position:
 *
 *   {"fen": FEN, "moves": [{"uci": "e2e4", "san": "e4", "shortest": "e4",
 *                           "all": every string that is equally short}]} */
EXPORT(tby_wasm_short_look)
int32_t tby_wasm_short_look(const char *text, uint32_t text_n, uint32_t legacy);

/* The moves of a line from the start:
 *
 *   {"start": FEN, "moves": [{"uci": "e2e4", "san": "e4", "shortest": "e4"}]}
 */
PROBE(tby_wasm_short_line)
int32_t tby_wasm_short_line(const char *text, uint32_t text_n, uint32_t legacy);

/* A string in a position.  Answers the move with "fen", the position after it,
 * and "legacy": it was a square that other moves go to as well. */
PROBE(tby_wasm_short_play)
int32_t tby_wasm_short_play(const char *fen, uint32_t fen_n, const char *text,
                            uint32_t text_n);

#endif
