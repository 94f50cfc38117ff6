/* store_stock.c - entries made by who reads games, long before the run is. */
#include "store/index/int.h"

#include <stdlib.h>

enum { GAMES_MAX = 1 << 19 }; /* that a run_packed can tell apart */

struct store_noter {
    run_packed *noted;
    size_t noted_n, noted_cap;
    uint32_t *sizes; /* of the games */
    size_t sizes_n, sizes_cap;
    uint32_t next[RUN_STOCK_PARTS];
};

tby_rc store_noter_open(store_noter **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? TBY_OK : TBY_E_NOMEM;
}

void store_noter_close(store_noter *n)
{
    const tby_alloc libc = tby_alloc_libc();

    if (!n)
        return;
    tby_grow_free(&libc, n->noted, n->noted_cap, sizeof *n->noted);
    tby_grow_free(&libc, n->sizes, n->sizes_cap, sizeof *n->sizes);
    free(n);
}

static tby_rc make_room(store_noter *n, uint32_t plies)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc = tby_grow(&libc, (void **)&n->noted, &n->noted_cap,
                         n->noted_n + plies + 1, sizeof *n->noted);

    return rc == TBY_OK ? tby_grow(&libc, (void **)&n->sizes, &n->sizes_cap,
                                   n->sizes_n + 1, sizeof *n->sizes)
                        : rc;
}

tby_rc store_noter_add(store_noter *n, const uint64_t *keys,
                       const store_code *codes, uint32_t plies, tby_color turn)
{
    tby_rc rc = n->sizes_n == GAMES_MAX ? TBY_E_STORE_FIT : make_room(n, plies);

    if (rc != TBY_OK)
        return rc;
    run_packed *out = n->noted + n->noted_n;
    uint32_t what = (uint32_t)n->sizes_n << 13 | (uint32_t)turn << 12;
    for (uint32_t i = 0; i < plies; i++, what ^= RUN_BLACK)
        out[i] = run_packed_of(keys[i], what | (codes[i] & STORE_CODE));
    out[plies] = run_packed_of(keys[plies], what | STORE_ENDED);
    n->noted_n += plies + 1;
    n->sizes[n->sizes_n++] = plies + 1;
    return TBY_OK;
}

void store_noter_clear(store_noter *n)
{
    n->noted_n = n->sizes_n = 0;
}

static tby_rc fill(store_noter *n, store_stock *s)
{
    size_t games = n->sizes_n ? n->sizes_n : 1;

    s->batch = (run_batch){.games = (uint32_t)n->sizes_n,
                           .bits = RUN_STOCK_BITS,
                           .to = RUN_STOCK_PARTS,
                           .plies = n->noted_n};
    s->batch.ids = calloc(games, sizeof *s->batch.ids);
    s->sizes = malloc(games * sizeof *s->sizes);
    if (!s->batch.ids || !s->sizes)
        return TBY_E_NOMEM;
    if (n->sizes_n)
        memcpy(s->sizes, n->sizes, n->sizes_n * sizeof *s->sizes);
    return run_batch_fill(&s->batch, n->noted, n->noted_n, n->next);
}

tby_rc store_noter_give(store_noter *n, store_stock **out)
{
    store_stock *s = calloc(1, sizeof *s);
    tby_rc rc = s ? fill(n, s) : TBY_E_NOMEM;

    store_noter_clear(n);
    if (rc == TBY_OK)
        *out = s;
    else
        store_stock_free(s);
    return rc;
}

void store_stock_free(store_stock *s)
{
    if (!s)
        return;
    free(s->batch.ids);
    free(s->sizes);
    run_batch_free(&s->batch);
    free(s);
}

void store_stock_set(store_stock *s, uint32_t game, uint32_t id)
{
    s->batch.ids[game] = id;
}

size_t store_stock_bytes(const store_stock *s)
{
    return s->batch.plies * sizeof(run_packed) +
           s->batch.games * (sizeof *s->sizes + sizeof *s->batch.ids) +
           RUN_STOCK_PARTS * sizeof *s->batch.ends;
}

void run_stock_count(const store_stock *s, const run_job *job, uint32_t *games,
                     uint64_t *entries)
{
    for (uint32_t i = 0; i < s->batch.games; i++)
        if (run_in_stock(job, s->batch.ids[i])) {
            *games += 1;
            *entries += s->sizes[i];
        }
}
