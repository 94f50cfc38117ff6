/* best.c - the first few games of many. */
#include "store/query/best.h"

#include <stdlib.h>
#include <string.h>

tby_rc store_best_open(store_best *b, size_t cap)
{
    *b = (store_best){.cap = cap};
    b->at = malloc((cap + 1) * sizeof *b->at);
    return b->at ? TBY_OK : TBY_E_NOMEM;
}

void store_best_close(store_best *b)
{
    free(b->at);
    *b = (store_best){0};
}

void store_best_add(store_best *b, best_game game)
{
    size_t i = b->n;

    if (!store_best_wants(b, game))
        return;
    while (i && store_best_before(game, b->at[i - 1]))
        i--;
    memmove(&b->at[i + 1], &b->at[i], (b->n - i) * sizeof *b->at);
    b->at[i] = game;
    if (b->n < b->cap)
        b->n++;
}
