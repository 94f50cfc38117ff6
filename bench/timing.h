/* timing.h - CPU seconds and the best of several rounds.
 *
 * The machines are noisy: what a rival process takes away only ever makes a
 * round longer, so the shortest of several is the nearest to the truth, and
 * tabiya and its peer take turns within one run. */
#ifndef TBY_BENCH_TIMING_H
#define TBY_BENCH_TIMING_H

#include <time.h>

enum { ROUNDS = 15 };

static inline double cpu_seconds(clockid_t clock)
{
    struct timespec t = {0};

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double own_seconds(void)
{
    return cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static inline double shorter(double best, double seconds)
{
    return best > 0 && best < seconds ? best : seconds;
}

#endif
