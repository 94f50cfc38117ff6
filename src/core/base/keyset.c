/* keyset.c - see keyset.h. */
#include "core/base/keyset.h"

#include "core/base/grow.h"

#include <string.h>

void tby_keyset_init(tby_keyset *k, const tby_alloc *alloc, size_t max)
{
    *k = (tby_keyset){.alloc = alloc ? *alloc : tby_alloc_libc(), .max = max};
}

void tby_keyset_free(tby_keyset *k)
{
    tby_grow_free(&k->alloc, k->keys, k->cap, sizeof *k->keys);
    tby_grow_free(&k->alloc, k->slots, k->slots_n, sizeof *k->slots);
    tby_keyset_init(k, &k->alloc, k->max);
}

void tby_keyset_clear(tby_keyset *k)
{
    k->n = 0;
    if (k->slots_n)
        memset(k->slots, 0xff, k->slots_n * sizeof *k->slots);
}

/* The slot of a key: where it is, or the free one where it would go.  Keys are
 * spread by a multiplication, so that any bits of them may be alike. */
static size_t slot_of(const tby_keyset *k, uint64_t key)
{
    size_t i = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 24);

    for (i &= k->slots_n - 1; k->slots[i] != TBY_NO_KEY;
         i = (i + 1) & (k->slots_n - 1))
        if (k->keys[k->slots[i]] == key)
            break;
    return i;
}

uint32_t tby_keyset_find(const tby_keyset *k, uint64_t key)
{
    return k->slots_n ? k->slots[slot_of(k, key)] : TBY_NO_KEY;
}

static tby_rc fill_slots(tby_keyset *k, size_t n)
{
    k->slots = tby_grow_new(&k->alloc, n, sizeof *k->slots);
    if (!k->slots) {
        k->slots_n = 0;
        return TBY_E_NOMEM;
    }
    k->slots_n = n;
    memset(k->slots, 0xff, n * sizeof *k->slots);
    for (uint32_t i = 0; i < k->n; i++)
        k->slots[slot_of(k, k->keys[i])] = i;
    return TBY_OK;
}

static tby_rc room(tby_keyset *k)
{
    void *p = k->keys;

    if (k->n >= k->max)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&k->alloc, &p, &k->cap, k->n + 1, sizeof *k->keys);
    k->keys = p;
    if (rc != TBY_OK || k->n < k->slots_n / 4 * 3)
        return rc;
    size_t n = k->slots_n;
    tby_grow_free(&k->alloc, k->slots, n, sizeof *k->slots);
    rc = fill_slots(k, n ? n * 2 : 64);
    /* What was found before must be found again. */
    if (rc != TBY_OK && n && fill_slots(k, n) != TBY_OK)
        k->n = 0;
    return rc;
}

tby_rc tby_keyset_add(tby_keyset *k, uint64_t key, uint32_t *number, bool *made)
{
    uint32_t found = tby_keyset_find(k, key);
    bool is_new = found == TBY_NO_KEY;

    if (is_new) {
        tby_rc rc = room(k);
        if (rc != TBY_OK)
            return rc;
        found = (uint32_t)k->n++;
        k->keys[found] = key;
        k->slots[slot_of(k, key)] = found;
    }
    if (made)
        *made = is_new;
    *number = found;
    return TBY_OK;
}
