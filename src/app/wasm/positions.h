/* positions.h - positions and moves, for a page.
 *
 * A move is, wherever an answer has one:
 *
 *   {"uci": "e2e4", "san": "e4", "from": "e2", "to": "e4", "rook": null,
 *    "promotion": null, "capture": false, "check": false, "mate": false,
 *    "description": "Pawn to e4"}
 *
 * Castling is from the king to where it goes, and `rook` is the square of the
 * rook; in Chess960, where going there could mean a move of the king alone,
 * `uci` and `to` are the rook's square.  `promotion` is a letter of "qrbn". */
#ifndef TBY_APP_WASM_POSITIONS_H
#define TBY_APP_WASM_POSITIONS_H

#include "app/wasm/exports.h"

/* Everything about a position, written as line.h says: `start`, a FEN, or the
 * moves from the start.
 *
 *   {"fen": X-FEN, "key": sixteen hex digits, "turn": "white",
 *    "chess960": castling that only Chess960 has, "check": false,
 *    "checkers": ["h4"], "king": square of the king in check or null,
 *    "outcome": machine name of outcome.h, "sentence": "The game goes on.",
 *    "over": false, "can_win": {"white": "can", "black": "can_not"},
 *    "moves": [move]}
 *
 * Repetition counts only in a text of moves.  Who can still win is looked for
 * quickly, so that it mostly is "unknown". */
EXPORT(tby_wasm_pos_look)
int32_t tby_wasm_pos_look(const char *text, uint32_t text_n);

/* How the game ends here, and who can still win, found in at most `nodes`
 * positions for each side (0: quickly):
 *
 *   {"outcome", "sentence", "over", "can_win", "nodes": positions looked at} */
PROBE(tby_wasm_pos_ending)
int32_t tby_wasm_pos_ending(const char *text, uint32_t text_n, uint32_t nodes);

/* A move in a position, in UCI, with castling in either form, or in SAN, read
 * tolerantly.  Answers the move with "fen", the position after it; refuses one
 * that is not legal with the sentence that says why. */
EXPORT(tby_wasm_pos_play)
int32_t tby_wasm_pos_play(const char *fen, uint32_t fen_n, const char *move,
                          uint32_t move_n);

/* What someone has typed or pasted, as line.h reads it, move by move:
 *
 *   {"start": FEN, "fen": that at the end, "moves": [{"uci", "san", "fen"}]} */
EXPORT(tby_wasm_line_look)
int32_t tby_wasm_line_look(const char *text, uint32_t text_n);

#endif
