/* filter_cache.h - which games fit a filter, remembered from question to
 * question: whoever goes from position to position asks for the same games
 * again.
 *
 * Games are tested one by one until a chunk has had so many that testing it as
 * a whole would have cost as much; then it is, and is known. */
#ifndef TBY_STORE_QUERY_FILTER_CACHE_H
#define TBY_STORE_QUERY_FILTER_CACHE_H

#include "core/base/buf.h"
#include "store/query/select.h"

/* All zero is an empty one. */
typedef struct store_filter_cache {
    bool ready;
    uint64_t snapshot; /* of the file */
    tby_buf key;       /* the filter */
    store_compiled_filter tests;
    store_set set;          /* holds in chunks that are known */
    uint32_t *asked;        /* by chunk: games that were tested one by one */
    uint32_t chunks, known; /* how many there are, and are known */
} store_filter_cache;

/* For this filter, in this snapshot; nothing is forgotten if both are as
 * before. TBY_E_NOMEM and what reading gives. */
TBY_MUST_USE tby_rc tby__filter_cache_open(store_filter_cache *v, store_rows *f,
                                           const store_filter *filter);
void tby__filter_cache_free(store_filter_cache *v);

/* That of a handle. */
store_filter_cache *tby__rows_filter_cache(store_rows *f);

/* Keeps the ids of the games that are wanted, which ascend, and sets *n.
 * TBY_E_STORE_DAMAGED: there is no such game. */
TBY_MUST_USE tby_rc tby__filter_cache_ids(store_filter_cache *v, store_rows *f,
                                          uint32_t *ids, uint32_t *n);

/* Adds how many of them are wanted, and does as it likes with the ids. */
TBY_MUST_USE tby_rc tby__filter_cache_count(store_filter_cache *v,
                                            store_rows *f, uint32_t *ids,
                                            uint32_t n, uint64_t *out);

#endif
