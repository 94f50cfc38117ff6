/* reading.h - the time to read games over several threads, as `tabiya pgn
 * check --threads N` does. */
#ifndef TBY_BENCH_READING_H
#define TBY_BENCH_READING_H

#include "input.h"
#include "timing.h"
#include "work/games/games.h"

/* Seconds that pass while all games of a file in memory, packed or not, are
 * read.  A file with a fault is not measured: it is read in other ways. */
static inline double reading_seconds(struct input in, unsigned threads)
{
    const tby_games_job job = {.threads = threads, .mode = TBY_PGN_ALL};
    tby_games_result result;
    double start = wall_seconds();

    if (tby_games_read_memory(&job, in.text, in.n, &result) != TBY_OK)
        die("the games cannot be read");
    if (result.sum.games == 0 || result.sum.faults > 0)
        die("there are no games, or damaged ones");
    return wall_seconds() - start;
}

#endif
