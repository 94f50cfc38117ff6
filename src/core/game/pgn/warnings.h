/* warnings.h - why a game of PGN is refused, and what is odd about one that was
 * read: nothing of it is lost, but some can be put right. */
#ifndef TBY_CORE_GAME_PGN_WARNINGS_H
#define TBY_CORE_GAME_PGN_WARNINGS_H

#include "core/base/text.h"
#include "tabiya/pgn.h"

typedef struct tby_pgn_warning {
    tby_rc code;          /* TBY_W_PGN_... */
    size_t at;            /* byte of the text */
    bool certain;         /* tby_pgn_repair() puts it right */
    const char *sentence; /* valid during the call */
} tby_pgn_warning;

static inline bool tby_pgn_is_warning(tby_rc code)
{
    return code <= TBY_W_PGN_RESULT && code >= TBY_W_PGN_RESULT_TAG;
}

/* Is what was read a result and nothing else: no tag, move or comment? */
bool tby_pgn_is_stray(tby_str text, const tby_pgn_report *report);

/* Do the Result tag, the end of the moves and mate or stalemate on the last
 * board say different things? */
bool tby_pgn_is_result_odd(const tby_game *g, const tby_pos *last);

/* Reports each warning about a sound game, in the order of the text.  The
 * report is what tby_pgn_next() gave of it, without a watch. */
void tby_pgn_warn(const tby_game *g, tby_str text, const tby_pgn_report *report,
                  void (*on_warning)(void *ctx, const tby_pgn_warning *warning),
                  void *ctx);

/* Puts right what is certain: of several equal tags the first stays; a result
 * that is said somewhere, by the end of the moves, the Result tag, mate or
 * stalemate, is said everywhere, unless two of them contradict each other and
 * the board does not decide between them.  A Result tag that is neither a
 * result nor unknown ("?", "*") stays as it is.  `last` is where the moves end.
 * TBY_E_NOMEM, TBY_E_LIMIT: the tag does not fit. */
TBY_MUST_USE tby_rc tby_pgn_repair(tby_game *g, const tby_pos *last);

/* A sentence on the fault of a game that was read, forgiving some faults of its
 * FEN tag, and begins at a byte of the text; empty if there is none beyond
 * tby_rc_text().  Works like snprintf(). */
size_t tby_pgn_explain(const tby_game *g, tby_str text, size_t begin,
                       tby_faults forgive, tby_err error, char *buf,
                       size_t cap);

/* A sentence without its full stop, and the machine name in parentheses. */
void tby_pgn_put_reason(tby_text *t, const char *sentence, const char *name);

/* The same for all faults of a set. */
void tby_pgn_list_faults(tby_text *t, tby_faults faults);

#endif
