/* replies.c - see replies.h. */
#include "work/db/replies.h"

#include "core/base/grow.h"
#include "core/base/sort.h"

#include <string.h>

enum { SLOTS_LEAST = 64 };

static size_t slot_of(const replies *r, uint32_t node, tby_move move,
                      unsigned kind)
{
    uint64_t h = (uint64_t)node << 20 ^ (uint64_t)move << 4 ^ kind;

    h *= UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> 32) & (r->slots_n - 1);
}

/* The slot that holds the reply or could take it. */
static uint32_t *find(const replies *r, uint32_t node, tby_move move,
                      unsigned kind)
{
    size_t i = slot_of(r, node, move, kind);

    for (;; i = (i + 1) & (r->slots_n - 1)) {
        const reply *at = r->slots[i] ? &r->at[r->slots[i] - 1] : NULL;
        if (!at || (at->node == node && at->move == move && at->kind == kind))
            return &r->slots[i];
    }
}

/* Room for one more: slots at most half full. */
static tby_rc reserve(replies *r)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = r->at;
    tby_rc rc = tby_grow(&alloc, &at, &r->cap, r->n + 1, sizeof *r->at);
    size_t n = r->slots_n ? 2 * r->slots_n : SLOTS_LEAST;

    r->at = at;
    if (rc != TBY_OK || r->n < r->slots_n / 2)
        return rc;
    uint32_t *slots = tby_grow_new(&alloc, n, sizeof *slots);
    if (!slots)
        return TBY_E_NOMEM;
    tby_grow_free(&alloc, r->slots, r->slots_n, sizeof *slots);
    memset(slots, 0, n * sizeof *slots);
    r->slots = slots;
    r->slots_n = n;
    for (size_t i = 0; i < r->n; i++)
        *find(r, r->at[i].node, r->at[i].move, r->at[i].kind) = (uint32_t)i + 1;
    return TBY_OK;
}

reply *replies_find(replies *r, uint32_t node, tby_move move, unsigned kind)
{
    if (reserve(r) != TBY_OK)
        return NULL;
    uint32_t *slot = find(r, node, move, kind);
    if (!*slot) {
        r->at[r->n] =
            (reply){.node = node, .move = move, .kind = (uint16_t)kind};
        *slot = (uint32_t)++r->n;
    }
    return &r->at[*slot - 1];
}

tby_rc replies_count(replies *r, const reply *which, tby_result result,
                     uint64_t game)
{
    reply *at = replies_find(r, which->node, which->move, which->kind);

    if (!at)
        return TBY_E_NOMEM;
    at->results[result] += at->last != game;
    at->last = game;
    return TBY_OK;
}

tby_rc replies_add(replies *to, const replies *from)
{
    for (size_t i = 0; i < from->n; i++) {
        const reply *r = &from->at[i];
        reply *sum = replies_find(to, r->node, r->move, r->kind);

        if (!sum)
            return TBY_E_NOMEM;
        for (int k = 0; k < 4; k++)
            sum->results[k] += r->results[k];
    }
    return TBY_OK;
}

uint64_t reply_games(const reply *r)
{
    return r->results[0] + r->results[1] + r->results[2] + r->results[3];
}

void replies_clear(replies *r)
{
    r->n = 0;
    if (r->slots)
        memset(r->slots, 0, r->slots_n * sizeof *r->slots);
}

void replies_free(replies *r)
{
    tby_alloc alloc = tby_alloc_libc();

    tby_grow_free(&alloc, r->at, r->cap, sizeof *r->at);
    tby_grow_free(&alloc, r->slots, r->slots_n, sizeof *r->slots);
    *r = (replies){.n = 0};
}

/* --- order ----------------------------------------------------------------*/

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const replies *r = ctx;
    const reply *x = &r->at[a], *y = &r->at[b];
    uint64_t m = reply_games(x), n = reply_games(y);

    if (m != n)
        return m > n;
    if (x->node != y->node)
        return x->node < y->node;
    return x->move != y->move ? x->move < y->move : x->kind < y->kind;
}

tby_rc replies_sort(replies *r)
{
    tby_alloc alloc = tby_alloc_libc();
    uint32_t *order = tby_grow_new(&alloc, r->n, sizeof *order);
    reply *sorted = tby_grow_new(&alloc, r->n, sizeof *sorted);
    tby_rc rc = order && sorted ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        for (size_t i = 0; i < r->n; i++)
            order[i] = (uint32_t)i;
        tby_sort(order, r->n, comes_before, r);
        for (size_t i = 0; i < r->n; i++)
            sorted[i] = r->at[order[i]];
        if (r->n)
            memcpy(r->at, sorted, r->n * sizeof *sorted);
    }
    tby_grow_free(&alloc, order, r->n, sizeof *order);
    tby_grow_free(&alloc, sorted, r->n, sizeof *sorted);
    return rc;
}
