/* top_k.c - the first few games of many. */
#include "store/query/top_k.h"
#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

tby_rc tby__top_k_open(store_top_k *b, size_t cap)
{
    *b = (store_top_k){.cap = cap};
    b->at = malloc((cap + 1) * sizeof *b->at);
    return b->at ? TBY_OK : TBY_E_NOMEM;
}

void tby__top_k_close(store_top_k *b)
{
    free(b->at);
    *b = (store_top_k){0};
}

void tby__top_k_add(store_top_k *b, best_game game)
{
    size_t i = b->n;

    TBY_ASSERT(b->n <= b->cap);
    if (!store_top_k_wants(b, game))
        return;
    while (i && store_top_k_before(game, b->at[i - 1]))
        i--;
    memmove(&b->at[i + 1], &b->at[i], (b->n - i) * sizeof *b->at);
    b->at[i] = game;
    if (b->n < b->cap)
        b->n++;
}
