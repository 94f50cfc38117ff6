/* tally.h - the games of a position, counted, and whether a walk through
 * all games has been at it. */
#ifndef TBY_STORE_SQLITE_TABLES_TALLY_H
#define TBY_STORE_SQLITE_TABLES_TALLY_H

#include "store/query/replay.h"

typedef struct tally {
    uint64_t games, results[4]; /* by tby_result */
    uint32_t first;             /* the first game that has it */
} tally;

TBY_MUST_USE tby_rc tally_count(store_file *f, const store_target *target,
                                tally *out);

/* Keys of positions in several games that were met lately.  Without it the
 * position that all games begin with would be counted in each of them. */
typedef struct tally_seen {
    uint64_t *keys; /* NULL: none yet */
} tally_seen;

void tally_seen_free(tally_seen *s);

/* Counts a position of `game` if it may be the first to have it, else leaves
 * out->first as another's. */
TBY_MUST_USE tby_rc tally_meet(tally_seen *s, store_file *f,
                               const store_target *target, uint32_t game,
                               tally *out);

#endif
