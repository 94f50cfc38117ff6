/* timing.h - seconds, and the best of several rounds.
 *
 * The machines are noisy: what a rival process takes away only ever makes a
 * round longer, so the shortest of several is the nearest to the truth, and
 * tabiya and its peer take turns within one run. */
#ifndef TBY_BENCH_TIMING_H
#define TBY_BENCH_TIMING_H

#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15, ROUNDS_MAX = 99 };

static inline double clock_seconds(clockid_t clock)
{
    struct timespec t = {0};

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* CPU time of this process, all threads together. */
static inline double own_seconds(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/* CPU time of the calling thread. */
static inline double thread_seconds(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

/* What passes on the wall. */
static inline double wall_seconds(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

static inline double shorter(double best, double seconds)
{
    return best > 0 && best < seconds ? best : seconds;
}

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

#endif
