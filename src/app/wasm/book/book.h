/* book.h - named openings, for a page.
 *
 * A module of its own, book.wasm, which has no names in it.  The page loads it
 * when it needs some, with openings.txt, which is built beside it, or with the
 * same of the book that a server uses.
 *
 * An opening is, wherever an answer has one, what the HTTP API has:
 *
 *   {"code": "B90" or null, "name", "source", "scid": Scid's finer code or
 *    null, "eco_root": true if its source calls its code after it, "ply": of
 *    its line or null, "moves": "1. e4 c5" or null, "uci": "e2e4 c7c5" or null,
 *    "fen", "aliases": [{"source", "name"}]} */
#ifndef TBY_APP_WASM_BOOK_H
#define TBY_APP_WASM_BOOK_H

#include "app/wasm/exports.h"

/* A book from its bytes: a .book, or a list of openings (openings.txt, a TSV as
 * lichess has it, scid.eco).  The bytes are copied.
 *
 *   {"diagnostics": as in rep.h, "errors", "warnings", "book": the handle,
 *    "entries": how many positions have a name} */
EXPORT(tby_wasm_book_open)
int32_t tby_wasm_book_open(const char *bytes, uint32_t n);
EXPORT(tby_wasm_book_close) void tby_wasm_book_close(uint32_t book);

/* Adds a list of the person's own, whose names come first.  The answer is the
 * same; after a refusal the book is as it was. */
EXPORT(tby_wasm_book_overlay)
int32_t tby_wasm_book_overlay(uint32_t book, const char *text, uint32_t n);

/* What a position is called, and what follows.  It is the one that moves in
 * UCI, with spaces between them, lead to from one that is written as line.h
 * says and may have moves of its own:
 *
 *   {"fen", "key", "opening": opening or null,
 *    "before": null, or, if it has no name, the last one on the way that has:
 *      an opening with "at_ply": moves of the way before it, "inherited": true
 *      and "then": "3. e3 c5", the moves since,
 *    "to": [an opening one move after it, with "move": SAN and "move_uci"]} */
EXPORT(tby_wasm_book_look)
int32_t tby_wasm_book_look(uint32_t book, const char *from, uint32_t from_n,
                           const char *moves, uint32_t moves_n);

/* Openings by what a person types (search.h).  flags: 1 if the last word may
 * not be typed to its end, 2 for every position instead of every name; limit is
 * 500 at most.
 *
 *   {"total": 12, "openings": [an opening with "positions" that bear the name
 *     and "found_by": the name or alias that matched]} */
EXPORT(tby_wasm_book_search)
int32_t tby_wasm_book_search(uint32_t book, const char *text, uint32_t text_n,
                             uint32_t flags, uint32_t limit);

/* The families, by name:
 * [{"name": "Sicilian Defense", "count": openings, "from": "B20" or null,
 *   "to": "B99" or null, "moves": the shortest line to one of them or null,
 *   "fen": and its position}] */
EXPORT(tby_wasm_book_families) int32_t tby_wasm_book_families(uint32_t book);

/* The openings of a family, by name: {"total": 384, "openings": [opening]}; of
 * one that does not exist, none. */
EXPORT(tby_wasm_book_family)
int32_t tby_wasm_book_family(uint32_t book, const char *name, uint32_t name_n);

#endif
