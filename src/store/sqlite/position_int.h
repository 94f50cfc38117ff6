/* position_int.h - what the files of tby_store_position() share:
 *
 *   position_sum.c   adds up the games of a position
 *   position.c       asks for them and makes the answer */
#ifndef TBY_STORE_POSITION_INT_H
#define TBY_STORE_POSITION_INT_H

#include "store/sqlite/best.h"
#include "store/sqlite/pass.h"
#include "store/sqlite/select.h"
#include "store/sqlite/store_int.h"

enum { POSITION_MOVES = 256 };

/* One move as it is added up. */
typedef struct position_tally {
    store_code code;
    tby_score score;
    uint64_t elo_sum, other_sum;
    uint64_t elo_n, other_n;
    uint32_t last;
    uint64_t runs; /* that have games with it, the first 64 */
} position_tally;

typedef struct position_question {
    store_file *file;
    const tby_pos *pos;
    store_target target;
    const store_sieve *sieve; /* NULL: all games */
    const store_set *set;     /* NULL, or those that fit by their moves */
    uint32_t top_n, latest_n;
    store_best top, latest;
    size_t n;
    position_tally tallies[POSITION_MOVES];
} position_question;

/* Those of the n games that are asked for; sets *n.  Free *out in any case. */
TBY_MUST_USE tby_rc position_wanted(const position_question *q,
                                    const uint32_t *ids, uint32_t *n,
                                    uint32_t **out);

/* What store_pass() calls; ctx is the question. */
tby_rc position_see_games(void *ctx, size_t run, store_code code,
                          const uint32_t *ids, uint32_t n);
tby_rc position_see_ready(void *ctx, size_t run, const run_found *found);

#endif
