/* pgn.h - games from PGN and back.
 *
 * The reader works on memory and takes what the world really writes.  A
 * damaged game costs that game alone: the reader says what is wrong and where,
 * keeps the part before it, and finds the next game.
 *
 *     tby_pgn pgn;
 *     tby_game game;
 *     tby_pgn_report report;
 *
 *     tby_game_init(&game, NULL);
 *     tby_pgn_init(&pgn, text, TBY_PGN_ALL);
 *     while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK)
 *         ...
 *     tby_game_free(&game);
 *
 * For a stream, give it the bytes that are there with `more` set: TBY_E_MORE
 * says that the last game may go on, and the caller comes again with the text
 * from byte pgn.at on and what follows it. */
#ifndef TBY_PGN_H
#define TBY_PGN_H

#include "tabiya/game.h"

typedef enum tby_pgn_mode {
    TBY_PGN_ALL,     /* everything is kept */
    TBY_PGN_MAINLINE /* tags and moves outside variations; faster */
} tby_pgn_mode;

typedef struct tby_pgn {
    tby_str text;
    size_t at; /* where the next game is looked for */
    tby_pgn_mode mode;
    bool more; /* the text may go on behind its last byte */
} tby_pgn;

/* What became of one game. */
typedef struct tby_pgn_report {
    size_t begin, end; /* the bytes of the game */
    tby_err error;     /* TBY_OK, or the first fault and its byte */
    uint32_t latin1;   /* texts that were not UTF-8 and read as Windows-1252 */
    uint64_t key;      /* of the position after the main line's last move */
} tby_pgn_report;

TBY_BEGIN

TBY_API void tby_pgn_init(tby_pgn *pgn, tby_str text, tby_pgn_mode mode);

/* Reads one game into *game, whose former content is dropped.  TBY_OK: a game
 * was found; report->error tells whether all of it could be read, and *game
 * holds what precedes the fault.  TBY_DONE: there is no further game.
 * TBY_E_MORE: see above; *game is empty.  TBY_E_NOMEM: as it says. */
TBY_API TBY_MUST_USE tby_rc tby_pgn_next(tby_pgn *pgn, tby_game *game,
                                         tby_pgn_report *report);

/* Writes a game in export format: tags in their order, movetext in lines of
 * less than 80 characters, glyphs as $n, an empty line behind each part.  Works
 * like snprintf(): a result >= cap means buf was too small. */
TBY_API size_t tby_pgn_write(const tby_game *g, char *buf, size_t cap);

TBY_END

#endif
