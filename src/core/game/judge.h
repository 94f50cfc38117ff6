/* judge.h - the moves of a game judged by evaluations of its positions, and
 * the game annotated with them.
 *
 * Winning chances and accuracy are those that lichess has published:
 *
 *     Win% = 50 + 50 (2 / (1 + exp(-0.00368208 cp)) - 1)
 *     accuracy of a move = 103.1668 exp(-0.04354 (Win% lost)) - 3.1669
 *
 * with centipawns and mates cut at 1000.  A loss of 5, 10 or 15 Win% is ?!, ?
 * or ??.  A player's accuracy is the mean of two means of the moves': one
 * weighted by how much Win% varies around the move, and the harmonic one. */
#ifndef TBY_CORE_GAME_JUDGE_H
#define TBY_CORE_GAME_JUDGE_H

#include "tabiya/eval.h"
#include "tabiya/game.h"
#include "tabiya/san.h"

typedef enum tby_judgement {
    TBY_MOVE_SOUND,
    TBY_MOVE_INACCURATE,
    TBY_MOVE_MISTAKE,
    TBY_MOVE_BLUNDER
} tby_judgement;

enum { TBY_EVALS_PV = 16 }; /* moves of a line that are kept */

/* What an engine has found of a position. */
typedef struct tby_found_eval {
    tby_eval eval; /* of kind TBY_EVAL_NONE: there is none */
    unsigned depth, pv_n;
    tby_move pv[TBY_EVALS_PV];
} tby_found_eval;

/* A position of a game, and the move that led to it. */
typedef struct tby_annotated_ply {
    tby_found_eval found; /* by the caller; all else is computed */
    double win;           /* White's Win% */
    tby_judgement judged;
    tby_move move;
    char san[TBY_SAN_MAX], better[TBY_SAN_MAX]; /* what the engine likes best */
} tby_annotated_ply;

/* One game that was judged. */
typedef struct tby_annotated {
    uint64_t number;      /* from 1 */
    uint64_t id;          /* in a database; 0: it is of a file */
    const tby_game *game; /* with its annotations */
    const tby_annotated_ply *plies;
    size_t n;              /* one more than moves: the first is the start */
    double accuracy[2];    /* of White and Black; negative: not known */
    unsigned counts[2][4]; /* moves of each judgement */
} tby_annotated;

/* White's Win%; 50 for no evaluation. */
double tby_win_percent(tby_eval e);

/* "" for a sound move, "inaccuracy", "mistake" or "blunder".  Static. */
const char *tby__judgement_name(tby_judgement judged);

/* The evaluation that needs no engine: mate, stalemate, material that cannot
 * mate.  TBY_EVAL_NONE if the game goes on. */
tby_eval tby_evaluate_rules(const tby_pos *p);

/* Judges the main line, whose g->plies + 1 positions have what was found of
 * them; a line that was found must be legal.  Fills out from `plies` on. */
void tby__judge_game(const tby_game *g, tby_annotated_ply *plies,
                     tby_annotated *out);

/* Empties `to` and writes the game there with glyphs, evaluations and better
 * lines, with the accuracies that are known and with the engine's name if there
 * is one.  What an earlier annotation has said is replaced.  TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby__annotate_game(const tby_game *g,
                                       const tby_annotated *judged,
                                       tby_str engine, tby_game *to);

#endif
