/* postings.c - entries made while games are read, long before the run is. */
#include "core/base/assert.h"
#include "store/index/int.h"

#include <stdlib.h>

tby_rc tby__run_batch_fill(run_batch *b, const run_packed *e, size_t n,
                           uint32_t *next)
{
    const uint32_t from = b->from, parts = b->to - from;
    const unsigned bits = b->bits;
    const run_packed *end = e + n;
    uint32_t sum = 0;

    b->ends = malloc(parts * sizeof *b->ends);
    if (!b->ends)
        return TBY_E_NOMEM;
    /* How many entries each part has, then where it begins. */
    memset(next, 0, parts * sizeof *next);
    for (const run_packed *from_e = e; from_e < end; from_e++) {
        uint32_t part = run_part_of(from_e->key[1], bits) - from;
        if (part < parts)
            next[part]++;
    }
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t here = next[i];
        next[i] = sum;
        sum += here;
        b->ends[i] = sum;
    }
    run_packed *entries = malloc((sum ? sum : 1) * sizeof *entries);
    b->entries = entries;
    if (!entries)
        return TBY_E_NOMEM;
    TBY_ASSERT(sum <= n);
    for (; e < end; e++) {
        uint32_t part = run_part_of(e->key[1], bits) - from;
        if (part < parts)
            entries[next[part]++] = *e;
    }
    return TBY_OK;
}

void tby__run_batch_free(run_batch *b)
{
    if (!b->lent) {
        free(b->entries);
        free(b->ends);
    }
    *b = (run_batch){0};
}

struct store_postings_builder {
    run_packed *noted;
    size_t noted_n, noted_cap;
    uint32_t *sizes; /* of the games */
    size_t sizes_n, sizes_cap;
    uint32_t next[RUN_POSTINGS_PARTS];
};

tby_rc tby__postings_builder_open(store_postings_builder **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? TBY_OK : TBY_E_NOMEM;
}

void tby__postings_builder_close(store_postings_builder *n)
{
    if (!n)
        return;
    tby_grow_free(NULL, n->noted, n->noted_cap, sizeof *n->noted);
    tby_grow_free(NULL, n->sizes, n->sizes_cap, sizeof *n->sizes);
    free(n);
}

tby_rc tby__postings_builder_add(store_postings_builder *n,
                                 const uint64_t *keys, const store_code *codes,
                                 uint32_t plies, tby_color turn)
{
    TBY_ASSERT(plies <= STORE_PLIES_MAX);
    if (n->sizes_n == RUN_GAMES_MAX)
        return TBY_E_STORE_FIT;
    TBY_TRY(TBY_GROW(NULL, n->noted, n->noted_cap, n->noted_n + plies + 1));
    TBY_TRY(TBY_GROW(NULL, n->sizes, n->sizes_cap, n->sizes_n + 1));
    run_packed *out = n->noted + n->noted_n;
    uint32_t what = (uint32_t)n->sizes_n << 13 | (uint32_t)turn << 12;
    for (uint32_t i = 0; i < plies; i++, what ^= RUN_BLACK)
        out[i] = run_packed_of(keys[i], what | (codes[i] & STORE_CODE));
    out[plies] = run_packed_of(keys[plies], what | STORE_ENDED);
    n->noted_n += plies + 1;
    n->sizes[n->sizes_n++] = plies + 1;
    return TBY_OK;
}

void tby__postings_builder_clear(store_postings_builder *n)
{
    n->noted_n = n->sizes_n = 0;
}

static tby_rc fill(store_postings_builder *n, store_postings *s)
{
    size_t games = n->sizes_n ? n->sizes_n : 1;

    s->batch = (run_batch){.games = (uint32_t)n->sizes_n,
                           .bits = RUN_POSTINGS_BITS,
                           .to = RUN_POSTINGS_PARTS,
                           .plies = n->noted_n};
    s->batch.ids = calloc(games, sizeof *s->batch.ids);
    s->sizes = malloc(games * sizeof *s->sizes);
    if (!s->batch.ids || !s->sizes)
        return TBY_E_NOMEM;
    if (n->sizes_n)
        memcpy(s->sizes, n->sizes, n->sizes_n * sizeof *s->sizes);
    return tby__run_batch_fill(&s->batch, n->noted, n->noted_n, n->next);
}

tby_rc tby__postings_builder_give(store_postings_builder *n,
                                  store_postings **out)
{
    store_postings *s = calloc(1, sizeof *s);
    tby_rc rc = s ? fill(n, s) : TBY_E_NOMEM;

    tby__postings_builder_clear(n);
    if (rc == TBY_OK)
        *out = s;
    else
        tby__postings_free(s);
    return rc;
}

void tby__postings_free(store_postings *s)
{
    if (!s)
        return;
    free(s->batch.ids);
    free(s->sizes);
    tby__run_batch_free(&s->batch);
    free(s);
}

void tby__postings_set(store_postings *s, uint32_t game, uint32_t id)
{
    s->batch.ids[game] = id;
}

size_t tby__postings_bytes(const store_postings *s)
{
    return s->batch.plies * sizeof(run_packed) +
           s->batch.games * (sizeof *s->sizes + sizeof *s->batch.ids) +
           RUN_POSTINGS_PARTS * sizeof *s->batch.ends;
}

void tby__run_postings_count(const store_postings *s, const run_job *job,
                             uint32_t *games, uint64_t *entries)
{
    for (uint32_t i = 0; i < s->batch.games; i++)
        if (run_in_postings(job, s->batch.ids[i])) {
            *games += 1;
            *entries += s->sizes[i];
        }
}
