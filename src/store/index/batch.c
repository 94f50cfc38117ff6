/* batch.c - entries of some games, parted by the top bits of their keys. */
#include "store/index/int.h"

#include <stdlib.h>

/* How many entries each part has, then where it begins; returns the sum. */
static uint32_t count_parts(const run_batch *b, const run_packed *e, size_t n,
                            uint32_t *next)
{
    const uint32_t from = b->from, parts = b->to - from;
    const unsigned bits = b->bits;
    uint32_t sum = 0;

    memset(next, 0, parts * sizeof *next);
    for (; n > 0; n--, e++) {
        uint32_t part = run_part_of(e->key[1], bits) - from;
        if (part < parts)
            next[part]++;
    }
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t here = next[i];
        next[i] = sum;
        sum += here;
        b->ends[i] = sum;
    }
    return sum;
}

static void spread(const run_batch *b, const run_packed *e, size_t n,
                   uint32_t *next)
{
    const uint32_t from = b->from, parts = b->to - from;
    const unsigned bits = b->bits;
    run_packed *entries = b->entries;

    for (; n > 0; n--, e++) {
        uint32_t part = run_part_of(e->key[1], bits) - from;
        if (part < parts)
            entries[next[part]++] = *e;
    }
}

tby_rc run_batch_fill(run_batch *b, const run_packed *e, size_t n,
                      uint32_t *next)
{
    b->ends = malloc((b->to - b->from) * sizeof *b->ends);
    if (!b->ends)
        return TBY_E_NOMEM;
    uint32_t kept = count_parts(b, e, n, next);
    b->entries = malloc((kept ? kept : 1) * sizeof *b->entries);
    if (!b->entries)
        return TBY_E_NOMEM;
    spread(b, e, n, next);
    return TBY_OK;
}

void run_batch_free(run_batch *b)
{
    if (!b->lent) {
        free(b->entries);
        free(b->ends);
    }
    *b = (run_batch){0};
}
