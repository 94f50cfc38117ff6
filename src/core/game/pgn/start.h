/* start.h - where games begin in a text that may be damaged.
 *
 * Between two sound games this is no question: tags follow moves, or a result.
 * After a fault, or inside something that was never closed, it is, and then
 * these rules are asked:
 *
 *   - An Event tag at the beginning of a line, or any tag after an empty line,
 *     begins a game wherever it stands.  work/games/cut.c builds on that.
 *   - An Event tag elsewhere does unless it stands in a comment that is closed,
 *     and even there with other tags and moves after it.
 *   - "1. e4" after an empty line or after a result begins one unless it
 *     stands in a comment that is closed; comments right before it are its own.
 *   - So does a tag after a result, or with more after it on its line.
 *
 * What stands before an Event tag on its line, a stray result say, is no part
 * of that game: read.c takes it for one of its own, sound or not. */
#ifndef TBY_CORE_GAME_PGN_START_H
#define TBY_CORE_GAME_PGN_START_H

#include "core/game/pgn/lex.h"

/* Where the spaces before p begin, at `from` at the earliest, and how many
 * lines end in them; two are all that is counted. */
const char *tby_pgn_spaces_before(const char *p, const char *from,
                                  unsigned *lines);

/* An Event tag, or any tag after an empty line. */
bool tby_pgn_at_start(const struct pgn_cursor *c);

/* Is there a result before it on its line? */
bool tby_pgn_after_result(const struct pgn_cursor *c);

/* "1. e4", or comments and then that, after an empty line unless a variation
 * begins there ... */
bool tby_pgn_at_new_moves(struct pgn_cursor *c);

/* ... or after a result. */
bool tby_pgn_at_next_moves(struct pgn_cursor *c);

/* The comments here, and then that? */
bool tby_pgn_leads_to_moves(struct pgn_cursor *c);

/* Reads the comment at the cursor, { } or ; to the end of the line, and passes
 * it.  False if it does not end; the cursor is then where the next game begins
 * inside it, at the end of the text, or where it became too long.  What begins
 * with a ; ends where a game begins, too. */
bool tby_pgn_comment(struct pgn_cursor *c, tby_str *text);

/* Would a comment in braces be read as this text, if no Event tag were in it?
 */
bool tby_pgn_fits_braces(tby_str text);

/* Passes a variation without reading it, the cursor after its parenthesis.
 * False if it does not close before the next game or the end. */
bool tby_pgn_skip_variation(struct pgn_cursor *c);

enum pgn_next {
    PGN_NEXT_END,
    PGN_NEXT_TAG,
    PGN_NEXT_MOVES,  /* "1." */
    PGN_NEXT_BROKEN, /* a comment that does not end */
    PGN_NEXT_OTHER
};

/* Passes spaces and comments and says what comes then.  The cursor is open if
 * the end of the text was a part of the answer. */
enum pgn_next tby_pgn_look_on(struct pgn_cursor *c);

/* Passes comments, spaces and escapes, if a tag comes after them. */
void tby_pgn_skip_preface(struct pgn_cursor *c);

/* After a fault: to the next game, or after the result of this; true if it is
 * the latter.  `begun`: its moves have begun, and those that begin now are the
 * next game's. */
bool tby_pgn_recover(struct pgn_cursor *c, bool begun);

/* What the reader has to remember from game to game: tby_pgn.state. */
enum pgn_state {
    PGN_HAD_GAME = 1,      /* this is not the first */
    PGN_IN_LINE = 2,       /* something stands before it on its line */
    PGN_IN_ESCAPE = 4,     /* a line that begins with % */
    PGN_IN_LONG = 8,       /* a game that was too long, and then: */
    PGN_LONG_BRACE = 16,   /* a comment in braces */
    PGN_LONG_REST = 32,    /* one to the end of the line */
    PGN_LONG_WORD = 64,    /* a word */
    PGN_LONG_ENDED = 128,  /* after a result */
    PGN_LONG_OPENED = 256, /* in front of a variation's first move */
    PGN_LONG_LINES = 512   /* ends of lines before this; 0 to 2 of these */
};

/* To the first byte that can belong to a game: what is left of one that was too
 * long, and the spaces and escapes between two games, may be of any length.
 * Only then neither PGN_IN_LONG nor PGN_IN_ESCAPE is set.  `more`: the text
 * goes on after its end, and what stands between the cursor and that is to be
 * seen again. */
void tby_pgn_find_game(struct pgn_cursor *c, unsigned *state, bool more);

/* The state after the part of a game that was too long that was read; there is
 * a byte at `to`. */
unsigned tby_pgn_long_state(const char *from, const char *to);

#endif
