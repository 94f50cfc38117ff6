/* stats.h - what a collection of games is like.
 *
 * Damaged games are left out of all of it. */
#ifndef TBY_WORK_GAMES_STATS_H
#define TBY_WORK_GAMES_STATS_H

#include "tabiya/limits.h"
#include "work/games/counts.h"
#include "work/games/games.h"

enum { TBY_STATS_ECO = 500 }; /* A00 to E99 */

typedef struct tby_stats {
    uint64_t games;
    uint64_t plies;
    uint64_t results[4];                 /* by tby_result */
    uint64_t lengths[TBY_MAX_PLIES + 1]; /* games by plies of the main line */
    tby_tally players; /* of the tags White and Black; "?" is nobody */
    uint64_t eco[TBY_STATS_ECO];
    uint64_t no_eco; /* games without a code, or with none that is one */
    unsigned first_year, last_year; /* 0 if no game has one */
    uint64_t no_year;
} tby_stats;

/* NULL if there is no memory.  Give it back with tby_stats_close(); NULL is
 * allowed there. */
tby_stats *tby_stats_open(void);
void tby_stats_close(tby_stats *s);

/* Counts what tby_games_read() finds. */
tby_games_visitor tby_stats_visitor(tby_stats *s);

/* The least length that so many games in 1000 do not exceed; 500 gives the
 * median, 0 the shortest, 1000 the longest game. */
unsigned tby_stats_length(const tby_stats *s, unsigned per_mille);

#endif
