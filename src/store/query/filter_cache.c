/* filter_cache.c - see filter_cache.h. */
#include "store/query/filter_cache.h"

#include "core/base/str.h"

#include <stdlib.h>
#include <string.h>

/* A chunk is tested as a whole in the time of so many games. */
enum { WHOLE = 512 };

static const uint32_t KNOWN = UINT32_MAX;

/* --- which filter ---------------------------------------------------------*/

static void forget(store_filter_cache *v)
{
    store_compiled_filter_close(&v->tests);
    store_set_close(&v->set);
    free(v->asked);
    v->asked = NULL;
    v->ready = false;
}

void store_filter_cache_free(store_filter_cache *v)
{
    forget(v);
    if (v->key.cap)
        tby_buf_free(&v->key);
    *v = (store_filter_cache){0};
}

/* What the moves must show is found out for all games at once; and a player's
 * games are soon found. */
static bool wants_all(const store_filter *filter)
{
    return store_filter_moves(filter) || filter->player.p || filter->white.p ||
           filter->black.p;
}

static tby_rc open_all(store_filter_cache *v, store_file *f,
                       const store_filter *filter)
{
    tby_rc rc = store_select(&v->set, f, filter);

    v->known = v->chunks;
    return rc;
}

static tby_rc open_chunks(store_filter_cache *v, store_file *f,
                          const store_filter *filter)
{
    tby_rc rc = store_set_open(&v->set, store_file_stored(f), true);

    v->known = 0;
    v->asked = calloc(v->chunks + 1u, sizeof *v->asked);
    if (rc == TBY_OK && !v->asked)
        rc = TBY_E_NOMEM;
    return rc == TBY_OK ? store_compiled_filter_open(&v->tests, f, filter) : rc;
}

static tby_rc open_new(store_filter_cache *v, store_file *f,
                       const store_filter *filter)
{
    v->chunks = (store_file_stored(f) + STORE_CHUNK - 1) / STORE_CHUNK;
    tby_rc rc =
        wants_all(filter) ? open_all(v, f, filter) : open_chunks(v, f, filter);

    v->ready = rc == TBY_OK;
    v->moment = store_file_moment(f);
    if (rc != TBY_OK)
        forget(v);
    return rc;
}

tby_rc store_filter_cache_open(store_filter_cache *v, store_file *f,
                               const store_filter *filter)
{
    tby_buf key;

    tby_buf_init(&key, NULL, SIZE_MAX);
    store_filter_key(filter, &key);
    if (key.rc == TBY_OK && v->ready && v->moment == store_file_moment(f) &&
        tby_str_equal(tby_buf_str(&key), tby_buf_str(&v->key))) {
        tby_buf_free(&key);
        return TBY_OK;
    }
    store_filter_cache_free(v);
    v->key = key;
    return key.rc == TBY_OK ? open_new(v, f, filter) : key.rc;
}

/* --- games ----------------------------------------------------------------*/

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

static uint32_t count(const store_set *set, const uint32_t *ids, uint32_t n)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < n; i++)
        found += store_set_has(set, ids[i]);
    return found;
}

/* Ids of one chunk. */
static tby_rc sift(store_filter_cache *v, store_file *f, uint32_t *ids,
                   uint32_t *n)
{
    uint32_t chunk = (ids[0] - 1) / STORE_CHUNK, *asked = &v->asked[chunk];
    tby_rc rc = TBY_OK;

    if (*asked != KNOWN && (*asked += *n) > WHOLE) {
        rc = store_set_sift(&v->set, f, &v->tests, chunk);
        if (rc != TBY_OK)
            return rc;
        *asked = KNOWN;
        v->known++;
    }
    if (*asked != KNOWN)
        return store_compiled_filter_ids(&v->tests, f, ids, n);
    *n = keep(&v->set, ids, *n);
    return TBY_OK;
}

static uint32_t end_of_chunk(const uint32_t *ids, uint32_t n)
{
    uint64_t last = ((uint64_t)(ids[0] - 1) / STORE_CHUNK + 1) * STORE_CHUNK;
    uint32_t end = 1;

    while (end < n && ids[end] <= last)
        end++;
    return end;
}

tby_rc store_filter_cache_ids(store_filter_cache *v, store_file *f,
                              uint32_t *ids, uint32_t *n)
{
    uint32_t kept = 0, some;

    if (*n && (!ids[0] || ids[*n - 1] > v->set.games))
        return TBY_E_STORE_DAMAGED;
    if (v->known == v->chunks) {
        *n = keep(&v->set, ids, *n);
        return TBY_OK;
    }
    for (uint32_t i = 0; i < *n; i += some) {
        uint32_t left = some = end_of_chunk(ids + i, *n - i);
        tby_rc rc = sift(v, f, ids + i, &left);

        if (rc != TBY_OK)
            return rc;
        memmove(ids + kept, ids + i, left * sizeof *ids);
        kept += left;
    }
    *n = kept;
    return TBY_OK;
}

tby_rc store_filter_cache_count(store_filter_cache *v, store_file *f,
                                uint32_t *ids, uint32_t n, uint64_t *out)
{
    if (n && (!ids[0] || ids[n - 1] > v->set.games))
        return TBY_E_STORE_DAMAGED;
    if (v->known < v->chunks) {
        tby_rc rc = store_filter_cache_ids(v, f, ids, &n);
        *out += n;
        return rc;
    }
    *out += count(&v->set, ids, n);
    return TBY_OK;
}
