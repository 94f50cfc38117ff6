/* position_int.h - what the files of tby_store_position() share:
 *
 *   position_sum.c   adds up the games of a position
 *   position.c       asks for them and makes the answer */
#ifndef TBY_STORE_QUERY_POSITION_INT_H
#define TBY_STORE_QUERY_POSITION_INT_H

#include "store/query/filter_cache.h"
#include "store/query/pass.h"
#include "store/query/top_k.h"
#include "store/sqlite/store_int.h"

enum { POSITION_MOVES = 256, POSITION_RUNS = 8 };

/* One move as it is added up. */
typedef struct position_tally {
    store_code code;
    tby_score score;
    uint64_t elo_sum, other_sum;
    uint64_t elo_n, other_n;
    uint32_t last;
    uint64_t runs; /* that have games with it, the first 64 */
    /* Games of the first runs, and what the filter left of them. */
    struct {
        uint32_t played, wanted;
    } of[POSITION_RUNS];
} position_tally;

typedef struct position_question {
    store_file *file;
    const tby_pos *pos;
    store_target target;
    store_filter_cache *cache; /* NULL: all games */
    uint32_t top_n, latest_n;
    store_top_k top, latest;
    size_t replayed_n; /* games that are confirmed already, the first few */
    uint32_t replayed[8];
    size_t n;
    position_tally tallies[POSITION_MOVES];
} position_question;

/* Keeps those of the n games that are asked for; sets *n. */
static inline tby_rc position_wanted(const position_question *q, uint32_t *ids,
                                     uint32_t *n)
{
    return q->cache ? store_filter_cache_ids(q->cache, q->file, ids, n)
                    : TBY_OK;
}

/* What store_pass() calls; ctx is the question. */
tby_rc position_see_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                          uint32_t n);
void position_see_replayed(void *ctx, uint32_t game);
tby_rc position_see_ready(void *ctx, size_t run, const run_found *found);

#endif
