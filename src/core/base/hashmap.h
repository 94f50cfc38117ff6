/* hashmap.h - the hash map of the library: finds the number of a thing that the
 * caller keeps in an array of its own.
 *
 *     for (size_t k = 0; (i = tby_hashmap_at(&m, hash, k)) != TBY_NONE; k++)
 *         if (things[i] == wanted)
 *             return i;
 *
 * and before a thing is added, with n there are now:
 *
 *     TBY_HASHMAP_ROOM(&m, alloc, n, hash_of(&things[i]));
 *
 * then tby_hashmap_put(&m, hash, n).  Open addressing over numbers only, at
 * most half full: 8 to 16 bytes for each thing.  Nothing is ever taken out. */
#ifndef TBY_CORE_BASE_HASHMAP_H
#define TBY_CORE_BASE_HASHMAP_H

#include "core/base/assert.h"
#include "tabiya/base.h"

/* Start with zeros. */
typedef struct tby_hashmap {
    uint32_t *slots; /* TBY_NONE, or a number */
    size_t slots_n;  /* a power of two, or 0 */
} tby_hashmap;

void tby_hashmap_free(tby_hashmap *m, const tby_alloc *alloc);

/* Forgets the numbers, keeps the memory. */
void tby_hashmap_clear(tby_hashmap *m);

/* Room for one more than n; if *grown, the map is empty and all n have to be
 * put again.  TBY_E_NOMEM: the map is as it was. */
TBY_MUST_USE tby_rc tby_hashmap_reserve(tby_hashmap *m, const tby_alloc *alloc,
                                        size_t n, bool *grown);

/* The same, where things are numbered from 0: `hash` is that of number i.  The
 * caller returns if there is no memory. */
#define TBY_HASHMAP_ROOM(m, alloc, n, hash)                                    \
    do {                                                                       \
        bool grown_;                                                           \
        TBY_TRY(tby_hashmap_reserve(m, alloc, n, &grown_));                    \
        for (uint32_t i = 0; grown_ && i < (n); i++)                           \
            tby_hashmap_put(m, hash, i);                                       \
    } while (0)

/* Hashes are mixed by a multiplication, so that any bits of them may be
 * alike. */
static inline size_t tby__hashmap_slot(const tby_hashmap *m, uint64_t hash,
                                       size_t k)
{
    return ((size_t)((hash * UINT64_C(0x9e3779b97f4a7c15)) >> 32) + k) &
           (m->slots_n - 1);
}

/* The k-th candidate for a hash, from 0; TBY_NONE after the last. */
static inline uint32_t tby_hashmap_at(const tby_hashmap *m, uint64_t hash,
                                      size_t k)
{
    return m->slots_n ? m->slots[tby__hashmap_slot(m, hash, k)] : TBY_NONE;
}

/* Enters a number under a hash; the room is reserved. */
void tby_hashmap_put(tby_hashmap *m, uint64_t hash, uint32_t number);

/* A hash of bytes: FNV-1a, its halves folded together. */
uint64_t tby_hash_bytes(tby_str s);

/* 64-bit keys, numbered from 0 in the order they were added: 8 bytes for a key
 * and 8 to 16 for its slots. */
typedef struct tby_keyset {
    tby_alloc alloc;
    uint64_t *keys; /* by number */
    size_t n, cap;
    tby_hashmap map;
    size_t max; /* n never exceeds it */
} tby_keyset;

/* An empty set of at most max keys, which must be below 2^31.  alloc NULL is
 * the C library's. */
void tby_keyset_init(tby_keyset *k, const tby_alloc *alloc, size_t max);
void tby_keyset_free(tby_keyset *k);

/* Forgets the keys, keeps the memory. */
void tby_keyset_clear(tby_keyset *k);

/* The number of a key, or TBY_NONE. */
uint32_t tby_keyset_find(const tby_keyset *k, uint64_t key);

/* The same, added if it is not there; *made (unless NULL) says so.
 * TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_keyset_add(tby_keyset *k, uint64_t key,
                                   uint32_t *number, bool *made);

#endif
