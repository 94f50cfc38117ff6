/* games.h - games from PGN and back, item by item, and moves counted: what
 * tests ask beyond tree.h and positions.h.  Only probe.wasm has it. */
#ifndef TBY_APP_WASM_PROBE_GAMES_H
#define TBY_APP_WASM_PROBE_GAMES_H

#include "app/wasm/exports.h"

/* --- reading games --------------------------------------------------------*/

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

/* --- looking at a game ----------------------------------------------------*/

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

/* --- writing games --------------------------------------------------------*/

/* The game as PGN, and as a line of .jsonl; a file of such lines begins with
 * the header. */
EXPORT(tby_wasm_game_pgn)
int32_t tby_wasm_game_pgn(const tby_game *g, char *buf, uint32_t cap);
EXPORT(tby_wasm_game_jsonl)
int32_t tby_wasm_game_jsonl(const tby_game *g, char *buf, uint32_t cap);
EXPORT(tby_wasm_jsonl_header)
int32_t tby_wasm_jsonl_header(char *buf, uint32_t cap);

/* --- counting ------------------------------------------------------------- */

/* The move sequences of `depth` plies from the position in the buffer, or -1 if
 * the text is no position. */
EXPORT(tby_wasm_perft)
int64_t tby_wasm_perft(uint32_t text_length, uint32_t depth);

#endif
