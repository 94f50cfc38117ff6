/* rep_games.h - what games say of a repertoire, as JSON: rep coverage and rep
 * deviations with --json, and the server.
 *
 * As in answer.h: members of an object that is open. */
#ifndef TBY_WORK_JSON_REP_GAMES_H
#define TBY_WORK_JSON_REP_GAMES_H

#include "core/base/jsonw.h"
#include "core/rep/line_text.h"
#include "work/rep/games.h"

/* The members line, which leads to a node and a move from there; fen of the
 * node; and move unless it is TBY_MOVE_NONE. */
void tby_answer_line_to(tby_jsonw *w, const tby_line_text *t, uint32_t node,
                        tby_move move);

/* The member expected: the moves that the repertoire has in a node. */
void tby_answer_expected(tby_jsonw *w, const tby_graph *g, uint32_t node);

/* Who left the repertoire of a side: you, opponent, end, inside or never. */
typedef enum tby_leaver {
    TBY_LEFT_BY_YOU,
    TBY_LEFT_BY_OPPONENT,
    TBY_LEFT_AT_END,
    TBY_LEFT_INSIDE, /* the game was over before */
    TBY_LEFT_NEVER
} tby_leaver;
tby_leaver tby_leaver_of(tby_leave_kind kind, tby_color side);
const char *tby_leaver_name(tby_leaver by);

/* All of a coverage that is finished; at most `most` gaps (0: all) of `least`
 * games. */
void tby_answer_coverage(tby_jsonw *w, const tby_coverage *c,
                         const tby_line_text *t, tby_color color, size_t most,
                         uint64_t least);

/* Likewise of deviations. */
void tby_answer_deviations(tby_jsonw *w, const tby_deviations *d,
                           const tby_line_text *t, tby_color color,
                           size_t most);

#endif
