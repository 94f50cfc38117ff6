/* jsonl.h - games as lines of JSON, one game a line.
 *
 * docs/formats/jsonl.md describes the lines.  Nothing of a game is lost: what
 * was written reads as the same game. */
#ifndef TBY_JSONL_H
#define TBY_JSONL_H

#include "tabiya/game.h"

/* The first line of a file. */
#define TBY_JSONL_HEADER "{\"format\":\"tabiya-games\",\"version\":1}\n"

/* Bytes of a line; a longer one is refused.  This is sixteen times what a game
 * may have in PGN. */
#define TBY_JSONL_MAX_LINE (128u << 20)

/* A reader over memory.  For a stream, set `more` and give it the bytes that
 * are there: TBY_E_MORE says that the last line goes on, and the caller comes
 * again with `text` from byte `at` on and what follows, and at = 0. */
typedef struct tby_jsonl {
    tby_str text;
    size_t at;          /* where the next line begins */
    bool more;          /* the text may go on after its last byte */
    bool skip;          /* the rest of a line that is too long is passed over */
    bool refused;       /* the file is of a version that nobody here can read */
    tby_faults forgive; /* of the start, as tby_pgn.forgive */
} tby_jsonl;

TBY_BEGIN

/* Writes one line, newline included: *n is its length without the NUL, and at
 * most cap bytes with the NUL are stored.  Like snprintf(), a length >= cap
 * means that the buffer was too small.  Uses the memory of the game's
 * allocator for the time of the call.  Errors, with nothing touched:
 * TBY_E_NOMEM, TBY_E_LIMIT, TBY_E_PGN_VARIATION for one that has no move to
 * replace, or why a move is illegal.  A variation that the game leaves open is
 * closed. */
TBY_API TBY_MUST_USE tby_rc tby_jsonl_write(const tby_game *g, char *buf,
                                            size_t cap, size_t *n);

/* Begins to read; the text stays the caller's. */
TBY_API void tby_jsonl_init(tby_jsonl *c, tby_str text);

/* Reads the next game into *game, whose former content is dropped.  Empty
 * lines and version lines are passed over.
 *
 *   TBY_OK       a game
 *   TBY_DONE     there is no further line
 *   TBY_E_MORE   see above; the game is empty
 *   TBY_E_NOMEM  the cursor has not moved; the game is empty
 *   any other    the line is wrong: TBY_E_JSON_SYNTAX, TBY_E_JSON_FIELD,
 *                TBY_E_UTF8, TBY_E_LIMIT, a code of FEN, of SAN or of an
 *                illegal move; the game is empty, the next call goes on with
 *                the next line, and *err, unless NULL, has the byte */
TBY_API TBY_MUST_USE tby_rc tby_jsonl_next(tby_jsonl *c, tby_game *game,
                                           tby_err *err);

TBY_END

#endif
