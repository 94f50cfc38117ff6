/* answer.h - what endgame tables say about a position and each of its moves,
 * whichever tables they are. */
#ifndef TBY_CORE_ENDGAME_ANSWER_H
#define TBY_CORE_ENDGAME_ANSWER_H

#include "core/base/jsonw.h"
#include "tabiya/endgame.h"
#include "tabiya/move.h"

/* What is known of a position, for the side to move. */
typedef struct tby_tables_answer {
    tby_wdl wdl; /* with the fifty-move counter as it is */
    bool has_dtz, dtz_exact, has_dtm;
    int dtz; /* plies; one more is possible if it is not exact */
    int dtm; /* plies */
} tby_tables_answer;

/* A legal move and what it leads to, seen by the side that plays it. */
typedef struct tby_tables_move {
    tby_move move;
    bool known, zeroing;
    bool by_dtm; /* the order is by moves to mate, otherwise by DTZ */
    tby_tables_answer after;
} tby_tables_move;

/* Asks tables; anything but TBY_OK: they do not know. */
typedef tby_rc tby_tables_ask(void *ctx, const tby_pos *p,
                              tby_tables_answer *out);

/* A distance that reaches beyond 100 with the counter as it is is cursed, one
 * that may do so because it is rounded too. */
tby_wdl tby__endgame_with_counter(tby_wdl wdl, int dtz, bool exact,
                                  unsigned counter);

/* Tables of our own as an answer; the tables that it needs must be there. */
TBY_MUST_USE tby_rc tby__endgame_answer(const tby_endgame *e, const tby_pos *p,
                                        tby_tables_answer *out);

/* A capture or pawn move. */
bool tby__endgame_zeroing(const tby_pos *p, tby_move m);

/* All legal moves, the best first; what is not known comes last.  Returns their
 * number; out has room for TBY_MOVES_MAX. */
size_t tby__endgame_moves(tby_tables_ask *ask, void *ctx, const tby_pos *p,
                          tby_tables_move *out);

/* "win", "cursed-win", "draw", "blessed-loss", "loss". */
const char *tby_tables_verdict(tby_wdl wdl);

/* The members verdict, dtz, dtz_exact and dtm; NULL: nothing is known. */
void tby_tables_json_values(tby_jsonw *w, const tby_tables_answer *a);

/* The members fen, men, those of the answer, and moves. */
void tby__endgame_json(tby_jsonw *w, tby_tables_ask *ask, void *ctx,
                       const tby_pos *p, const tby_tables_answer *a);

#endif
