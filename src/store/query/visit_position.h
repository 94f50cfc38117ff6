/* visit_position.h - the games that pass through a position, by the move they
 * play there. */
#ifndef TBY_STORE_QUERY_VISIT_POSITION_H
#define TBY_STORE_QUERY_VISIT_POSITION_H

#include "store/query/replay.h"

typedef struct position_visitor {
    void *ctx;
    /* NULL, or shown what a run has ready on a position of many games; TBY_OK:
     * that was enough; TBY_DONE: the games themselves are wanted. */
    tby_rc (*ready)(void *ctx, size_t run, const run_found *found);
    /* Games of one run that play one move, ascending; the numbers are no longer
     * needed. */
    tby_rc (*games)(void *ctx, size_t run, store_code code, uint32_t *ids,
                    uint32_t n);
    /* NULL, or reported before that: the game does have the position. */
    void (*replayed)(void *ctx, uint32_t game);
    const store_code *only; /* NULL: games(), whatever the move */
} position_visitor;

/* Reports everything that the index has on a position, run by run; what is in
 * one game only is confirmed by replaying it.  The visitor must not ask for
 * another position meanwhile. */
TBY_MUST_USE tby_rc tby__visit_position(store_rows *f,
                                        const store_target *target,
                                        const position_visitor *visitor);

/* How many games pass through it and, unless playing is NULL, how many play a
 * move there at first.  A run whose bit (the first 64 have one) is in `certain`
 * has at least one game with it, whose move is not looked at. */
TBY_MUST_USE tby_rc tby__count_visits(store_rows *f, const store_target *target,
                                      uint64_t certain, store_code code,
                                      uint64_t *passing, uint64_t *playing);

#endif
