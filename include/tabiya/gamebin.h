/* gamebin.h - games in the binary format of chessdb (.cdb), both ways.
 *
 * docs/formats/cdb.md has every byte.  The format holds the players, a date,
 * ratings, ECO, time control, how the game ended, and for each move of the
 * main line an annotation, an evaluation and a clock: tby_gamebin_losses()
 * says what else a game has. */
#ifndef TBY_GAMEBIN_H
#define TBY_GAMEBIN_H

#include "tabiya/game.h"

/* No game takes more bytes than this. */
#define TBY_GAMEBIN_MAX (36u + 11u * 65535u)

enum { TBY_GAMEBIN_COMPAT = 1 }; /* the older magic, PGN1 */

/* A reader over memory.  For a stream, set `more` and give it the bytes that
 * are there: TBY_E_MORE says that the last game goes on, and the caller comes
 * again with `bytes` from byte `at` on and what follows, and at = 0. */
typedef struct tby_gamebin {
    tby_str bytes;
    size_t at; /* where the next game is looked for */
    bool more; /* the file may go on after the last byte */
    bool lost; /* the game before was damaged: the next one must be searched */
} tby_gamebin;

/* Why a game is left out when a file is converted or imported. */
typedef enum tby_gamebin_ignore {
    TBY_GAMEBIN_KEEP,
    TBY_GAMEBIN_UNTERMINATED, /* Termination "Unterminated" */
    TBY_GAMEBIN_ABANDONED     /* "Abandoned" with fewer than six plies */
} tby_gamebin_ignore;

/* What of a game the format has no room for. */
typedef struct tby_gamebin_loss {
    uint32_t tags;       /* that have no field, or a value no field can say */
    uint32_t comments;   /* that say more than an evaluation and a clock */
    uint32_t variations; /* with all that is in them */
    uint32_t nags;       /* other than $1 to $6, or a second one of a move */
    uint32_t clocks;     /* above 65534 seconds, which is written instead */
    uint32_t fractions;  /* of a second, which other clocks have */
    uint32_t mates;      /* in more than 127 moves, which is written instead */
    uint32_t depths;     /* of evaluations: the 20 of [%eval 0.17,20] */
    bool setup;          /* the start: such a game cannot be written at all */
} tby_gamebin_loss;

TBY_BEGIN

/* Writes one game: *n is its length, and at most cap bytes of it are stored.
 * A length above cap means that the buffer was too small; TBY_GAMEBIN_MAX is
 * always enough.  TBY_E_CDB_FIT, with nothing touched: a name or the game is
 * too long, it does not begin at the start, or a move is null or illegal. */
TBY_API TBY_MUST_USE tby_rc tby_gamebin_write(const tby_game *g, unsigned flags,
                                              char *buf, size_t cap, size_t *n);

/* Begins to read; the bytes stay the caller's. */
TBY_API void tby_gamebin_init(tby_gamebin *c, tby_str bytes);

/* Reads one game of either magic into *game, whose former content is dropped.
 * Every move is judged, and what is said about it twice must agree.
 *
 *   TBY_OK            a game
 *   TBY_DONE          there is no further game
 *   TBY_E_MORE        see above; the game is empty
 *   TBY_E_NOMEM       the cursor has not moved; the game is not whole
 *   TBY_E_CDB_MAGIC   no game begins here
 *   TBY_E_CDB_FIELD   a field is wrong; the game holds the moves before it
 *   TBY_E_CDB_CUT     the bytes end within the game, which is empty
 *   TBY_E_LIMIT       the game is larger than limits.h allows
 *
 * After one of the last four *err, unless NULL, has the byte, and the next call
 * goes on with the next game that can be found: the damage costs one game. */
TBY_API TBY_MUST_USE tby_rc tby_gamebin_next(tby_gamebin *c, tby_game *game,
                                             tby_err *err);

/* Should a converter leave it out?  The writer itself never does. */
TBY_API tby_gamebin_ignore tby_gamebin_ignored(const tby_game *g);

/* What is lost if the game is written. */
TBY_API tby_gamebin_loss tby_gamebin_losses(const tby_game *g);

TBY_END

#endif
