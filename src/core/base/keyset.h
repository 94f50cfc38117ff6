/* keyset.h - 64-bit keys, numbered from 0 in the order they were added.
 *
 * Open addressing over numbers only, at most three quarters full: 8 bytes for a
 * key and 5 to 11 for its slots.  While it grows the old slots are given back
 * first, since the keys alone tell where everything goes. */
#ifndef TBY_CORE_BASE_KEYSET_H
#define TBY_CORE_BASE_KEYSET_H

#include "tabiya/base.h"

#define TBY_NO_KEY UINT32_MAX /* the number of a key that is not there */

typedef struct tby_keyset {
    tby_alloc alloc;
    uint64_t *keys; /* by number */
    size_t n, cap;
    uint32_t *slots;
    size_t slots_n;
    size_t max; /* n never exceeds it */
} tby_keyset;

/* An empty set of at most max keys, which must be below 2^31.  alloc NULL is
 * the C library's. */
void tby_keyset_init(tby_keyset *k, const tby_alloc *alloc, size_t max);
void tby_keyset_free(tby_keyset *k);

/* Forgets the keys, keeps the memory. */
void tby_keyset_clear(tby_keyset *k);

/* The number of a key, or TBY_NO_KEY. */
uint32_t tby_keyset_find(const tby_keyset *k, uint64_t key);

/* The same, added if it is not there; *made (unless NULL) says so.
 * TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_keyset_add(tby_keyset *k, uint64_t key,
                                   uint32_t *number, bool *made);

#endif
