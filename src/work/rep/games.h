/* games.h - a repertoire held against games: which replies that are really
 * played it answers, and where the games of a player leave it. */
#ifndef TBY_WORK_REP_GAMES_H
#define TBY_WORK_REP_GAMES_H

#include "tabiya/graph.h"
#include "tabiya/track_game.h"
#include "work/games/counts.h"
#include "work/games/games.h"

/* --- coverage --------------------------------------------------------------
 *
 *     tby_coverage_open(&c, graph, color);
 *     job.visitor = tby_coverage_visitor(c), then tby_games_read() ...
 *     tby_coverage_finish(c), then tby_coverage_gap() from 0 on
 *
 * A reply is a move of the other side in a position of the repertoire, however
 * the game came there.  It is answered if the repertoire has a move in the
 * position that it leads to, whatever way leads there in the repertoire, or if
 * there is nothing left to answer.  If the repertoire has one first move of the
 * other side, that is what it is about, and other ones are no replies to it:
 * 1. d4 is no gap of a Caro-Kann.  A game that plays it twice counts once.
 * Damaged games are left out.
 *
 * Memory: 56 to 112 bytes for each reply that is played; the games do not
 * matter. */

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

/* The gap of a rank; false after the last. */
bool tby_coverage_gap(const tby_coverage *c, size_t rank, tby_gap *out);

/* The score of a side in games of such results: 0 to 1, 0.5 for a draw; -1 if
 * none of them has a result. */
double tby_results_score(const uint64_t results[4], tby_color side);

/* --- deviations ------------------------------------------------------------
 *
 *     tby_deviations_open(&d, &options);
 *     job.visitor = tby_deviations_visitor(d), then tby_games_read() ...
 *     tby_deviations_finish(d), then tby_deviations_place() from 0 on
 *
 * Only games count that the player played with the colour of the repertoire;
 * damaged ones are left out.
 *
 * Memory: the games of one block, and 48 to 96 bytes for each place where the
 * repertoire was left. */

/* One game of the player.  Texts are valid during the call. */
typedef struct tby_deviation {
    uint64_t number; /* of the game in its file, from 1; or its id */
    tby_str white, black, date;
    tby_result result;
    tby_leave leave;
} tby_deviation;

typedef struct tby_deviations_options {
    const tby_graph *graph; /* must not change */
    tby_color color;
    /* See core/game/players.h; NULL: of every game, which the caller has
     * chosen. */
    const char *player;
    /* Called for each game, in the order of the files; may be NULL. */
    void (*game)(void *ctx, const tby_deviation *game);
    void *ctx;
} tby_deviations_options;

/* A position where the repertoire was left, the same way several times. */
typedef struct tby_place_left {
    tby_leave_kind kind;
    uint32_t node;
    tby_move move; /* TBY_MOVE_NONE at the end of a line */
    uint64_t games;
    uint64_t results[4]; /* by tby_result */
} tby_place_left;

typedef struct tby_deviations_sum {
    uint64_t games;                    /* sound ones */
    uint64_t played;                   /* by the player with that colour */
    uint64_t others;                   /* by the player with the other colour */
    uint64_t kinds[TBY_LEAVE_END + 1]; /* of `played` */
    uint64_t returned; /* those that came back after they had left */
} tby_deviations_sum;

typedef struct tby_deviations tby_deviations;

/* TBY_E_NOMEM; *out is then NULL. */
TBY_MUST_USE tby_rc tby_deviations_open(tby_deviations **out,
                                        const tby_deviations_options *options);
/* NULL is allowed. */
void tby_deviations_close(tby_deviations *d);

tby_games_visitor tby_deviations_visitor(tby_deviations *d);

/* Sorts the places.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_deviations_finish(tby_deviations *d);

tby_deviations_sum tby_deviations_summary(const tby_deviations *d);

/* How the player was written, with the number of games. */
const tby_tally *tby_deviations_names(const tby_deviations *d);

/* The place of a rank, most games first; false after the last. */
bool tby_deviations_place(const tby_deviations *d, size_t rank,
                          tby_place_left *out);

#endif
