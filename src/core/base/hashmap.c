#include "core/base/hashmap.h"
#include "core/base/assert.h"
#include "core/base/grow.h"

#include <string.h>

void tby_hashmap_free(tby_hashmap *m, const tby_alloc *alloc)
{
    tby_grow_free(alloc, m->slots, m->slots_n, sizeof *m->slots);
    *m = (tby_hashmap){NULL, 0};
}

void tby_hashmap_clear(tby_hashmap *m)
{
    if (m->slots_n)
        memset(m->slots, 0xff, m->slots_n * sizeof *m->slots);
}

tby_rc tby_hashmap_reserve(tby_hashmap *m, const tby_alloc *alloc, size_t n,
                           bool *grown)
{
    size_t slots_n = m->slots_n ? m->slots_n : 64;

    TBY_ASSERT((m->slots_n & (m->slots_n - 1)) == 0);
    *grown = false;
    if (n < m->slots_n / 2)
        return TBY_OK;
    while (n >= slots_n / 2)
        slots_n *= 2;
    uint32_t *slots = tby_grow_new(alloc, slots_n, sizeof *slots);
    if (!slots)
        return TBY_E_NOMEM;
    tby_grow_free(alloc, m->slots, m->slots_n, sizeof *slots);
    *m = (tby_hashmap){slots, slots_n};
    tby_hashmap_clear(m);
    *grown = true;
    return TBY_OK;
}

void tby_hashmap_put(tby_hashmap *m, uint64_t hash, uint32_t number)
{
    size_t k = 0;

    TBY_ASSERT(m->slots_n && number < m->slots_n / 2);
    while (m->slots[tby__hashmap_slot(m, hash, k)] != TBY_NONE)
        k++;
    m->slots[tby__hashmap_slot(m, hash, k)] = number;
}

uint64_t tby_hash_bytes(tby_str s)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

void tby_keyset_init(tby_keyset *k, const tby_alloc *alloc, size_t max)
{
    TBY_ASSERT(max < (size_t)1 << 31);
    *k = (tby_keyset){.alloc = alloc ? *alloc : tby_alloc_libc(), .max = max};
}

void tby_keyset_free(tby_keyset *k)
{
    tby_grow_free(&k->alloc, k->keys, k->cap, sizeof *k->keys);
    tby_hashmap_free(&k->map, &k->alloc);
    tby_keyset_init(k, &k->alloc, k->max);
}

void tby_keyset_clear(tby_keyset *k)
{
    k->n = 0;
    tby_hashmap_clear(&k->map);
}

uint32_t tby_keyset_find(const tby_keyset *k, uint64_t key)
{
    uint32_t i;

    for (size_t at = 0; (i = tby_hashmap_at(&k->map, key, at)) != TBY_NONE;
         at++)
        if (k->keys[i] == key)
            return i;
    return TBY_NONE;
}

tby_rc tby_keyset_add(tby_keyset *k, uint64_t key, uint32_t *number, bool *made)
{
    uint32_t found = tby_keyset_find(k, key);
    bool is_new = found == TBY_NONE;

    if (is_new) {
        if (k->n >= k->max)
            return TBY_E_LIMIT;
        TBY_TRY(TBY_GROW(&k->alloc, k->keys, k->cap, k->n + 1));
        TBY_HASHMAP_ROOM(&k->map, &k->alloc, k->n, k->keys[i]);
        found = (uint32_t)k->n++;
        k->keys[found] = key;
        tby_hashmap_put(&k->map, key, found);
    }
    if (made)
        *made = is_new;
    *number = found;
    return TBY_OK;
}
