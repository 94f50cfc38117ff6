/* tree.h - a game as a tree of moves, for a page: read, changed and written.
 *
 * Moves are numbered from 0 and keep their number; -1 stands for the start. */
#ifndef TBY_APP_WASM_TREE_H
#define TBY_APP_WASM_TREE_H

#include "app/wasm/exports.h"

/* What games a PGN has, `count` of them from number `first` on:
 *
 *   {"total": 3, "games": [{"number": 0, "white": "A" or null, "black",
 *     "event", "date", "result": "1-0", "plies": 61, "error": machine name of
 *     what is wrong with it or null}]} */
PROBE(tby_wasm_pgn_list)
int32_t tby_wasm_pgn_list(const char *text, uint32_t text_n, uint32_t first,
                          uint32_t count);

/* A game of a PGN by its number, a damaged one up to its fault:
 *
 *   {"diagnostics": as in rep.h, "tree": the handle} */
EXPORT(tby_wasm_tree_open)
int32_t tby_wasm_tree_open(const char *text, uint32_t text_n, uint32_t number);

/* A game without moves from a position, written as line.h says.  The same
 * answer. */
PROBE(tby_wasm_tree_new)
int32_t tby_wasm_tree_new(const char *text, uint32_t text_n);
EXPORT(tby_wasm_tree_close) void tby_wasm_tree_close(uint32_t tree);

/*   {"tags": [{"name", "value"}], "start": FEN, "chess960": false, "result":
 *    "1-0", "comment": before the first move, "moves": [move]}
 *
 * where a move, or null if it was removed, is
 *
 *   {"parent": the number of the move before it or -1, "uci", "san", "fen":
 *    after it, "comment": words, "marks": commands of programs, such as
 *    "[%clk 0:05:00]", "clock": seconds or null, "eval": pawns, White's view,
 *    or null, "mate": likewise, "nags": [1], "glyph": "!"}
 *
 * A move stands behind its parent.  The first that has a move as its parent is
 * how the game went on, unless another was promoted: "next" is its number, or
 * null, as is "first" of the whole. */
EXPORT(tby_wasm_tree_look) int32_t tby_wasm_tree_look(uint32_t tree);

/* The game as PGN, a text. */
EXPORT(tby_wasm_tree_pgn) int32_t tby_wasm_tree_pgn(uint32_t tree);

/* Adds a move in UCI or SAN behind another, or finds it there: the fields of a
 * move (positions.h), "fen" and "number". */
EXPORT(tby_wasm_tree_add)
int32_t tby_wasm_tree_add(uint32_t tree, uint32_t parent, const char *move,
                          uint32_t move_n);

/* Takes a move out with all that follow, or makes it the first of those that
 * follow the same one. */
EXPORT(tby_wasm_tree_remove)
int32_t tby_wasm_tree_remove(uint32_t tree, uint32_t move);
EXPORT(tby_wasm_tree_promote)
int32_t tby_wasm_tree_promote(uint32_t tree, uint32_t move);

/* All of the comment: marks and words. */
EXPORT(tby_wasm_tree_set_comment)
int32_t tby_wasm_tree_set_comment(uint32_t tree, uint32_t move,
                                  const char *text, uint32_t text_n);
/* One byte each, as in rep.h. */
PROBE(tby_wasm_tree_set_nags)
int32_t tby_wasm_tree_set_nags(uint32_t handle, uint32_t move, const char *nags,
                               uint32_t nags_n);
/* Sets a tag, or adds it; Result sets the result, too. */
PROBE(tby_wasm_tree_set_tag)
int32_t tby_wasm_tree_set_tag(uint32_t handle, const char *name,
                              uint32_t name_n, const char *value,
                              uint32_t value_n);

#endif
