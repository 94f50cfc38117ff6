/* random.h - random numbers for tests, which can be had again.
 *
 * A program that uses them prints its seed once; TBY_SEED=n in the environment
 * repeats it.  Each test draws from its own stream, named after it, so that
 * what one test takes does not change what the next one gets. */
#ifndef TBY_TESTS_RANDOM_H
#define TBY_TESTS_RANDOM_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct rng {
    uint64_t state;
} rng;

/* SplitMix64. */
static inline uint64_t rng_next(rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 .. n-1. */
static inline unsigned rng_below(rng *r, unsigned n)
{
    return (unsigned)((rng_next(r) >> 32) * n >> 32);
}

static inline bool rng_chance(rng *r, unsigned percent)
{
    return rng_below(r, 100) < percent;
}

/* The seed of this run; the first call chooses and prints it. */
static inline uint64_t rng_seed(void)
{
    static uint64_t seed;
    static bool chosen;

    if (!chosen) {
        const char *text = getenv("TBY_SEED");
        seed = text ? strtoull(text, NULL, 0) : (uint64_t)time(NULL);
        chosen = true;
        printf("TBY_SEED=%" PRIu64 "\n", seed);
        fflush(stdout);
    }
    return seed;
}

/* The stream of one test: rng_for(__func__). */
static inline rng rng_for(const char *name)
{
    uint64_t hash = rng_seed();

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return (rng){hash};
}

#endif
