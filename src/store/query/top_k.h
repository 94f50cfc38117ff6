/* top_k.h - the first few games of many by some order. */
#ifndef TBY_STORE_QUERY_TOP_K_H
#define TBY_STORE_QUERY_TOP_K_H

#include "store/index/run.h"
#include "store/rows.h"

/* What a game is ranked by: larger first, and of two alike the smaller id. */
typedef struct best_game {
    uint64_t rank;
    uint32_t id;
} best_game;

typedef struct store_top_k {
    best_game *at; /* sorted */
    size_t n, cap;
} store_top_k;

/* TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__top_k_open(store_top_k *b, size_t cap);
void tby__top_k_close(store_top_k *b);

static inline bool store_top_k_before(best_game a, best_game b)
{
    return a.rank != b.rank ? a.rank > b.rank : a.id < b.id;
}

/* Is it among the first, as far as they are known?  Most are not, and that is
 * soon said. */
static inline bool store_top_k_wants(const store_top_k *b, best_game game)
{
    return b->n < b->cap || (b->n && store_top_k_before(game, b->at[b->n - 1]));
}

/* Puts a game in its place, if it is among the first. */
void tby__top_k_add(store_top_k *b, best_game game);

#endif
