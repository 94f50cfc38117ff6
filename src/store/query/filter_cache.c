/* filter_cache.c - see filter_cache.h. */
#include "store/query/filter_cache.h"
#include "core/base/assert.h"
#include "core/base/str.h"

#include <stdlib.h>
#include <string.h>

/* A chunk is tested as a whole in the time of so many games. */
enum { WHOLE = 512 };

static const uint32_t KNOWN = UINT32_MAX;

static void forget(store_filter_cache *v)
{
    tby__compiled_filter_close(&v->tests);
    tby__set_close(&v->set);
    free(v->asked);
    v->asked = NULL;
    v->ready = false;
}

void tby__filter_cache_free(store_filter_cache *v)
{
    forget(v);
    if (v->key.cap)
        tby_buf_free(&v->key);
    *v = (store_filter_cache){0};
}

tby_rc tby__filter_cache_open(store_filter_cache *v, store_rows *f,
                              const store_filter *filter)
{
    tby_buf key;

    tby_buf_init(&key, NULL, SIZE_MAX);
    tby__filter_key(filter, &key);
    if (key.rc == TBY_OK && v->ready && v->snapshot == tby__rows_snapshot(f) &&
        tby_str_equal(tby_buf_str(&key), tby_buf_str(&v->key))) {
        tby_buf_free(&key);
        return TBY_OK;
    }
    tby__filter_cache_free(v);
    v->key = key;
    if (key.rc != TBY_OK)
        return key.rc;
    v->chunks = (tby__rows_stored(f) + STORE_CHUNK - 1) / STORE_CHUNK;
    /* What the moves must show is found out for all games at once; and a
     * player's games are soon found. */
    tby_rc rc;
    if (tby__filter_moves(filter) || filter->player.p || filter->white.p ||
        filter->black.p || tby__rows_hidden(f)) {
        rc = tby__store_select(&v->set, f, filter);
        v->known = v->chunks;
    } else {
        rc = tby__set_all(&v->set, f);
        v->known = 0;
        v->asked = calloc(v->chunks + 1u, sizeof *v->asked);
        if (rc == TBY_OK && !v->asked)
            rc = TBY_E_NOMEM;
        if (rc == TBY_OK)
            rc = tby__compiled_filter_open(&v->tests, f, filter);
    }

    v->ready = rc == TBY_OK;
    v->snapshot = tby__rows_snapshot(f);
    if (rc != TBY_OK)
        forget(v);
    return rc;
}

static uint32_t keep(const store_set *set, uint32_t *ids, uint32_t n)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = ids[i];
        ids[kept] = id;
        kept += store_set_has(set, id);
    }
    return kept;
}

/* Ids of one chunk. */
static tby_rc sift(store_filter_cache *v, store_rows *f, uint32_t *ids,
                   uint32_t *n)
{
    uint32_t chunk = (ids[0] - 1) / STORE_CHUNK, *asked = &v->asked[chunk];

    if (*asked != KNOWN && (*asked += *n) > WHOLE) {
        TBY_TRY(tby__set_sift(&v->set, f, &v->tests, chunk));
        *asked = KNOWN;
        v->known++;
    }
    if (*asked != KNOWN)
        return tby__compiled_filter_ids(&v->tests, f, ids, n);
    *n = keep(&v->set, ids, *n);
    return TBY_OK;
}

tby_rc tby__filter_cache_ids(store_filter_cache *v, store_rows *f,
                             uint32_t *ids, uint32_t *n)
{
    uint32_t kept = 0, some;

    TBY_ASSERT(v->ready);
    if (*n && (!ids[0] || ids[*n - 1] > v->set.games))
        return TBY_E_STORE_DAMAGED;
    if (v->known == v->chunks) {
        *n = keep(&v->set, ids, *n);
        return TBY_OK;
    }
    for (uint32_t i = 0; i < *n; i += some) {
        /* Those of one chunk. */
        uint64_t last =
            ((uint64_t)(ids[i] - 1) / STORE_CHUNK + 1) * STORE_CHUNK;
        for (some = 1; some < *n - i && ids[i + some] <= last;)
            some++;
        uint32_t left = some;
        TBY_TRY(sift(v, f, ids + i, &left));
        memmove(ids + kept, ids + i, left * sizeof *ids);
        kept += left;
    }
    *n = kept;
    return TBY_OK;
}

tby_rc tby__filter_cache_count(store_filter_cache *v, store_rows *f,
                               uint32_t *ids, uint32_t n, uint64_t *out)
{
    TBY_ASSERT(v->ready);
    if (n && (!ids[0] || ids[n - 1] > v->set.games))
        return TBY_E_STORE_DAMAGED;
    if (v->known < v->chunks) {
        tby_rc rc = tby__filter_cache_ids(v, f, ids, &n);
        *out += n;
        return rc;
    }
    for (uint32_t i = 0; i < n; i++)
        *out += store_set_has(&v->set, ids[i]);
    return TBY_OK;
}
