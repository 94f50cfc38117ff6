/* best.h - the first few games of many by some order. */
#ifndef TBY_STORE_QUERY_BEST_H
#define TBY_STORE_QUERY_BEST_H

#include "store/index/rank.h"
#include "store/rows.h"

/* What a game is ranked by: larger first, and of two alike the smaller id. */
typedef struct best_game {
    uint64_t rank;
    uint32_t id;
} best_game;

typedef struct store_best {
    best_game *at; /* sorted */
    size_t n, cap;
} store_best;

/* TBY_E_NOMEM. */
TBY_MUST_USE tby_rc store_best_open(store_best *b, size_t cap);
void store_best_close(store_best *b);

static inline bool store_best_before(best_game a, best_game b)
{
    return a.rank != b.rank ? a.rank > b.rank : a.id < b.id;
}

/* Is it among the first, as far as they are known?  Most are not, and that is
 * soon said. */
static inline bool store_best_wants(const store_best *b, best_game game)
{
    return b->n < b->cap || (b->n && store_best_before(game, b->at[b->n - 1]));
}

/* Puts a game in its place, if it is among the first. */
void store_best_add(store_best *b, best_game game);

#endif
