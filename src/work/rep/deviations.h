/* deviations.h - where the games of a player leave his repertoire.
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
#ifndef TBY_WORK_REP_DEVIATIONS_H
#define TBY_WORK_REP_DEVIATIONS_H

#include "core/rep/follow.h"
#include "work/games/games.h"
#include "work/games/tally.h"

/* One game of the player.  Texts are valid during the call. */
typedef struct tby_deviation {
    uint64_t number; /* of the game in its file, from 1 */
    tby_str white, black, date;
    tby_result result;
    tby_leave leave;
} tby_deviation;

typedef struct tby_deviations_options {
    const tby_graph *graph; /* must not change */
    tby_color color;
    const char *player; /* see core/game/players.h */
    /* Told of each game, in the order of the files; may be NULL. */
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

/* A new one for each file. */
tby_games_visitor tby_deviations_visitor(tby_deviations *d);

/* Sorts the places.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_deviations_finish(tby_deviations *d);

tby_deviations_sum tby_deviations_summary(const tby_deviations *d);

/* How the player was written, with the number of games. */
const tby_tally *tby_deviations_names(const tby_deviations *d);

/* The place of a rank, most games first; false behind the last. */
bool tby_deviations_place(const tby_deviations *d, size_t rank,
                          tby_place_left *out);

#endif
