/* coverage.h - which replies that are really played a repertoire answers.
 *
 *     tby_coverage_open(&c, graph, color);
 *     job.visitor = tby_coverage_visitor(c), then tby_games_read() ...
 *     tby_coverage_finish(c), then tby_coverage_gap() from 0 on
 *
 * A reply is a move of the other side in a position of the repertoire, however
 * the game came there.  It is answered if the repertoire has a move in the
 * position that it leads to, whatever way leads there in the repertoire, or if
 * there is nothing left to answer.  A game that plays it twice counts once.
 * Damaged games are left out.
 *
 * Memory: 56 to 112 bytes for each reply that is played; the games do not
 * matter. */
#ifndef TBY_WORK_REP_COVERAGE_H
#define TBY_WORK_REP_COVERAGE_H

#include "tabiya/graph.h"
#include "work/games/games.h"

typedef enum tby_gap_kind {
    TBY_GAP_REPLY, /* the repertoire has other replies here */
    TBY_GAP_MOVE,  /* it has the reply, but no move against it */
    TBY_GAP_END    /* it ends before the reply */
} tby_gap_kind;

/* A reply that is not answered. */
typedef struct tby_gap {
    tby_gap_kind kind;
    uint32_t node; /* the position it is played in */
    tby_move move;
    uint64_t games;
    uint64_t reached;    /* games of all replies in that position */
    uint64_t results[4]; /* of its games, by tby_result */
} tby_gap;

typedef struct tby_coverage_sum {
    uint64_t games;   /* sound ones */
    uint64_t met;     /* those with a reply in some position */
    uint64_t replies; /* played, one for each game and reply */
    uint64_t answered;
    uint64_t gaps[3]; /* not answered, by kind */
} tby_coverage_sum;

typedef struct tby_coverage tby_coverage;

/* Of a graph that must not change, for the side whose repertoire it is.
 * TBY_E_NOMEM; *out is then NULL. */
TBY_MUST_USE tby_rc tby_coverage_open(tby_coverage **out, const tby_graph *g,
                                      tby_color color);
/* NULL is allowed. */
void tby_coverage_close(tby_coverage *c);

/* May be used for any number of files. */
tby_games_visitor tby_coverage_visitor(tby_coverage *c);

/* Finds the gaps: those of most games first.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_coverage_finish(tby_coverage *c);

tby_coverage_sum tby_coverage_summary(const tby_coverage *c);

/* The gap of a rank; false behind the last. */
bool tby_coverage_gap(const tby_coverage *c, size_t rank, tby_gap *out);

/* The score of a side in games of such results: 0 to 1, 0.5 for a draw; -1 if
 * none of them has a result. */
double tby_results_score(const uint64_t results[4], tby_color side);

#endif
