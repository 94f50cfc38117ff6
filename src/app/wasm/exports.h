/* exports.h - the flat face of the library for WebAssembly: all that a page
 * can call.
 *
 * Every text that comes back is written to (buf, cap) as snprintf() would: the
 * result is its length without the NUL, and a length >= cap means that the
 * room was too small; a negative result is a tby_rc.  buf may be the module's
 * own buffer, which is enough for all but large games, or a block of
 * tby_wasm_alloc().
 *
 * A handle is an address that only the functions here look into.  As in C, it
 * must be one that is open.  64-bit numbers are BigInt in JavaScript. */
#ifndef TBY_APP_WASM_EXPORTS_H
#define TBY_APP_WASM_EXPORTS_H

#include "tabiya/tabiya.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* --- texts (exports.c) ----------------------------------------------------*/

/* Room for short texts, in and out. */
EXPORT(tby_wasm_buffer) char *tby_wasm_buffer(void);
EXPORT(tby_wasm_buffer_size) uint32_t tby_wasm_buffer_size(void);

/* Room for others; 0 if there is no memory, or none is asked for.  Memory that
 * grows detaches the views that a page has of it.  A block is given back with
 * the size it was asked with. */
EXPORT(tby_wasm_alloc) void *tby_wasm_alloc(uint32_t size);
EXPORT(tby_wasm_free) void tby_wasm_free(void *block, uint32_t size);

/* What a code is called, and the sentence for a person. */
EXPORT(tby_wasm_rc_name)
int32_t tby_wasm_rc_name(int32_t rc, char *buf, uint32_t cap);
EXPORT(tby_wasm_rc_text)
int32_t tby_wasm_rc_text(int32_t rc, char *buf, uint32_t cap);

/* --- positions (exports.c) ------------------------------------------------*/

/* The move sequences of `depth` plies from the position in the buffer (line.h
 * says how it may be written), or -1 if the text is no position. */
EXPORT(tby_wasm_perft)
int64_t tby_wasm_perft(uint32_t text_length, uint32_t depth);

/* --- reading games (games.c) ----------------------------------------------*/

typedef struct tby_wasm_pgn tby_wasm_pgn;

/* A game to read into, again and again; 0 if there is no memory. */
EXPORT(tby_wasm_game_open) tby_game *tby_wasm_game_open(void);
EXPORT(tby_wasm_game_close) void tby_wasm_game_close(tby_game *g);

/* A reader over text, which must stay where it is until the reader is closed;
 * 0 if there is no memory. */
EXPORT(tby_wasm_pgn_open)
tby_wasm_pgn *tby_wasm_pgn_open(const char *text, uint32_t text_length);
EXPORT(tby_wasm_pgn_close) void tby_wasm_pgn_close(tby_wasm_pgn *pgn);

/* tby_pgn_next(): TBY_OK if there was a game, TBY_DONE behind the last. */
EXPORT(tby_wasm_pgn_next)
int32_t tby_wasm_pgn_next(tby_wasm_pgn *pgn, tby_game *g);

/* What became of the game that was read last, see tby_pgn_report.  The places
 * are bytes of the text. */
EXPORT(tby_wasm_pgn_begin) uint32_t tby_wasm_pgn_begin(const tby_wasm_pgn *pgn);
EXPORT(tby_wasm_pgn_end) uint32_t tby_wasm_pgn_end(const tby_wasm_pgn *pgn);
EXPORT(tby_wasm_pgn_error) int32_t tby_wasm_pgn_error(const tby_wasm_pgn *pgn);
EXPORT(tby_wasm_pgn_error_at)
uint32_t tby_wasm_pgn_error_at(const tby_wasm_pgn *pgn);
EXPORT(tby_wasm_pgn_latin1)
uint32_t tby_wasm_pgn_latin1(const tby_wasm_pgn *pgn);
EXPORT(tby_wasm_pgn_key) uint64_t tby_wasm_pgn_key(const tby_wasm_pgn *pgn);

/* --- looking at a game (games.c) ------------------------------------------*/

/* How many; those below are numbered from 0, and TBY_E_NUMBER answers a number
 * that the game does not have. */
EXPORT(tby_wasm_game_tags) uint32_t tby_wasm_game_tags(const tby_game *g);
EXPORT(tby_wasm_game_plies) uint32_t tby_wasm_game_plies(const tby_game *g);

EXPORT(tby_wasm_game_tag_name)
int32_t tby_wasm_game_tag_name(const tby_game *g, uint32_t tag, char *buf,
                               uint32_t cap);
EXPORT(tby_wasm_game_tag_value)
int32_t tby_wasm_game_tag_value(const tby_game *g, uint32_t tag, char *buf,
                                uint32_t cap);

/* The move of the main line that is played at `ply`, and the position before
 * it; the last position is at the ply behind the last move. */
EXPORT(tby_wasm_game_san)
int32_t tby_wasm_game_san(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap);
EXPORT(tby_wasm_game_uci)
int32_t tby_wasm_game_uci(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap);
EXPORT(tby_wasm_game_fen)
int32_t tby_wasm_game_fen(const tby_game *g, uint32_t ply, char *buf,
                          uint32_t cap);

/* --- writing games (games.c) ----------------------------------------------*/

/* The game as PGN, and as a line of .jsonl; a file of such lines begins with
 * the header. */
EXPORT(tby_wasm_game_pgn)
int32_t tby_wasm_game_pgn(const tby_game *g, char *buf, uint32_t cap);
EXPORT(tby_wasm_game_jsonl)
int32_t tby_wasm_game_jsonl(const tby_game *g, char *buf, uint32_t cap);
EXPORT(tby_wasm_jsonl_header)
int32_t tby_wasm_jsonl_header(char *buf, uint32_t cap);

/* --- named openings (book.c) ----------------------------------------------*/

typedef struct tby_wasm_book tby_wasm_book;

/* A book, at first the one that is part of the module; 0 if there is no
 * memory. */
EXPORT(tby_wasm_book_open) tby_wasm_book *tby_wasm_book_open(void);
EXPORT(tby_wasm_book_close) void tby_wasm_book_close(tby_wasm_book *book);

/* Another one in its place: the bytes of a book file, which must be aligned to
 * eight, as those of tby_wasm_alloc() are, and stay where they are.
 * tby_book_open(): a block that is refused changes nothing. */
EXPORT(tby_wasm_book_load)
int32_t tby_wasm_book_load(tby_wasm_book *book, const void *bytes,
                           uint32_t size);

/* Looks a position up, written as line.h says: a FEN or the moves to it.
 * TBY_OK if it has a name, TBY_DONE if not, or why the text is no position. */
EXPORT(tby_wasm_book_find)
int32_t tby_wasm_book_find(tby_wasm_book *book, const char *text,
                           uint32_t text_length);
/* The entry of what was found last. */
EXPORT(tby_wasm_book_found)
uint32_t tby_wasm_book_found(const tby_wasm_book *book);

/* How many entries; they are numbered from 0, and TBY_E_NUMBER answers a number
 * that the book does not have. */
EXPORT(tby_wasm_book_count)
uint32_t tby_wasm_book_count(const tby_wasm_book *book);

/* What an entry says: "B90", Scid's finer code or "", name, source, position.
 * Its line is "" if nobody knows it. */
EXPORT(tby_wasm_book_code)
int32_t tby_wasm_book_code(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_scid)
int32_t tby_wasm_book_scid(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_name)
int32_t tby_wasm_book_name(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_source)
int32_t tby_wasm_book_source(const tby_wasm_book *book, uint32_t entry,
                             char *buf, uint32_t cap);
EXPORT(tby_wasm_book_fen)
int32_t tby_wasm_book_fen(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
/* "1. e4 c5" and "e2e4 c7c5". */
EXPORT(tby_wasm_book_san)
int32_t tby_wasm_book_san(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
EXPORT(tby_wasm_book_uci)
int32_t tby_wasm_book_uci(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
/* 1 if its code is named after it, 0 if not. */
EXPORT(tby_wasm_book_root)
int32_t tby_wasm_book_root(const tby_wasm_book *book, uint32_t entry);

/* What other sources call it: how many, and each. */
EXPORT(tby_wasm_book_aliases)
int32_t tby_wasm_book_aliases(const tby_wasm_book *book, uint32_t entry);
EXPORT(tby_wasm_book_alias_name)
int32_t tby_wasm_book_alias_name(const tby_wasm_book *book, uint32_t entry,
                                 uint32_t alias, char *buf, uint32_t cap);
EXPORT(tby_wasm_book_alias_source)
int32_t tby_wasm_book_alias_source(const tby_wasm_book *book, uint32_t entry,
                                   uint32_t alias, char *buf, uint32_t cap);

/* --- inside this room (exports.c) -----------------------------------------*/

/* A text on its way out, as said above. */
int32_t tby_wasm_put(tby_str text, char *buf, uint32_t cap);

#endif
