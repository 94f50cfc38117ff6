/* history.c - the positions of a game since its last irreversible move. */
#include "tabiya/outcome.h"

static tby_alloc memory_of(const tby_history *h)
{
    return h->alloc.realloc ? h->alloc : tby_alloc_libc();
}

static tby_rc grow(tby_history *h)
{
    tby_alloc a = memory_of(h);
    size_t cap = h->cap ? 2 * h->cap : 64;

    if (cap > TBY_HISTORY_MAX)
        return TBY_E_LIMIT;
    uint64_t *keys =
        a.realloc(a.ctx, h->keys, h->cap * sizeof *keys, cap * sizeof *keys);
    if (!keys)
        return TBY_E_NOMEM;
    h->keys = keys;
    h->cap = cap;
    return TBY_OK;
}

tby_rc tby_history_add(tby_history *h, const tby_pos *p)
{
    if (p->halfmoves == 0)
        h->n = 0;
    if (h->n == h->cap) {
        tby_rc rc = grow(h);
        if (rc != TBY_OK)
            return rc;
    }
    h->keys[h->n++] = p->key;
    return TBY_OK;
}

size_t tby_history_count(const tby_history *h, const tby_pos *p)
{
    size_t count = 0;

    for (size_t i = 0; i < h->n; i++)
        count += h->keys[i] == p->key;
    return count;
}

void tby_history_clear(tby_history *h)
{
    h->n = 0;
}

void tby_history_free(tby_history *h)
{
    tby_alloc a = memory_of(h);

    if (h->keys)
        a.realloc(a.ctx, h->keys, h->cap * sizeof *h->keys, 0);
    h->keys = NULL;
    h->n = h->cap = 0;
}
