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
 * says that the last game may go on, and the caller comes again with `text`
 * from byte `at` on and what follows, and at = 0. */
#ifndef TBY_PGN_H
#define TBY_PGN_H

#include "tabiya/record.h"

typedef enum tby_pgn_mode {
    TBY_PGN_ALL,     /* everything is kept */
    TBY_PGN_MAINLINE /* tags and moves outside variations; faster */
} tby_pgn_mode;

typedef struct tby_pgn {
    tby_str text;
    size_t at; /* where the next game is looked for */
    tby_pgn_mode mode;
    bool more;      /* the text may go on after its last byte */
    unsigned state; /* the reader's, from game to game; 0 at first */
    /* NULL, or an observer.  Only main lines are read then, and each only up
     * to the move that is enough: the rest of its text is passed as fast as its
     * end can be found, so that plies, items and the report's key stop there
     * too, and no fault after it is noticed but one of comments, variations
     * and tags.  Where sound games begin and end is not changed by that. */
    tby_watch *watch;
    void *watch_ctx;
    /* NULL, or: the main line is written down here, as far as it is read. */
    tby_record *record;
    /* Faults of the FEN tag that are forgiven beyond those that every game can
     * be played with, see tby_fen_parse_with(). */
    tby_faults forgive;
} tby_pgn;

/* What became of one game. */
typedef struct tby_pgn_report {
    size_t begin, end; /* the bytes of the game */
    tby_err error;     /* TBY_OK, or the first fault and its byte */
    uint32_t latin1;   /* texts that were not UTF-8 and read as Windows-1252 */
    uint64_t key;      /* of the position after the main line's last move */
    tby_pos last;      /* that position */
} tby_pgn_report;

TBY_BEGIN

/* Begins to read; the text stays the caller's. */
TBY_API void tby_pgn_init(tby_pgn *pgn, tby_str text, tby_pgn_mode mode);

/* Reads one game into *game, whose former content is dropped.  TBY_OK: a game
 * was found; report->error says whether all of it could be read, and *game
 * holds what precedes the fault.  TBY_DONE: there is no further game.
 * TBY_E_MORE: see above; *game is empty.  TBY_E_NOMEM: as it says. */
TBY_API TBY_MUST_USE tby_rc tby_pgn_next(tby_pgn *pgn, tby_game *game,
                                         tby_pgn_report *report);

/* --- below games: tokens ---------------------------------------------------
 *
 * The bytes of PGN as a reader takes them apart, without asking what they
 * mean: for tools that highlight, count or cut.  Nothing is skipped but white
 * space, so the tokens of a text are all of it. */

typedef enum tby_token_kind {
    TBY_TOKEN_TAG,     /* [Name "Value"], name and value are parts of text */
    TBY_TOKEN_NUMBER,  /* 12. or 12... */
    TBY_TOKEN_WORD,    /* a move, or what stands where a move should */
    TBY_TOKEN_NAG,     /* $3 or ?! */
    TBY_TOKEN_COMMENT, /* {...} or ;... */
    TBY_TOKEN_OPEN,
    TBY_TOKEN_CLOSE,
    TBY_TOKEN_RESULT,
    TBY_TOKEN_ESCAPE, /* % to the end of the line */
    TBY_TOKEN_JUNK    /* a byte that begins no token, or an open comment */
} tby_token_kind;

typedef struct tby_token {
    tby_token_kind kind;
    tby_str text;
    tby_str name, value; /* tags only; the value with its escapes */
} tby_token;

typedef struct tby_tokens {
    tby_str text;
    size_t at;
} tby_tokens;

/* The next token: TBY_OK or TBY_DONE.  Start with `{text, 0}`. */
TBY_API TBY_MUST_USE tby_rc tby_tokens_next(tby_tokens *t, tby_token *out);

/* Up to `room` tokens at once, which is faster than one by one; how many there
 * were, 0 at the end. */
TBY_API TBY_MUST_USE size_t tby_tokens_read(tby_tokens *t, tby_token *out,
                                            size_t room);

/* Writes a game in export format: tags in their order, movetext in lines of
 * less than 80 characters, glyphs as $n, an empty line after each part.  Read
 * and written again, it is the same text: line ends in a text become spaces,
 * and a comment that neither braces nor the rest of a line can hold becomes
 * several. Works like snprintf(): a result >= cap means buf was too small. */
TBY_API size_t tby_pgn_write(const tby_game *g, char *buf, size_t cap);

/* TBY_E_PGN_FIT if the reader does not take the n bytes that tby_pgn_write()
 * makes of the game: with the numbers of moves and the escapes they can exceed
 * what limits.h allows, although the text that the game was read from did not.
 */
TBY_API TBY_MUST_USE tby_rc tby_pgn_fit(const tby_game *g, size_t n);

TBY_END

#endif
