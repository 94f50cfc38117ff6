/* names_bloom.h - which keys may be of a list of names, in bits that fit into
 * the nearest cache: nearly all positions of a game are answered by it at
 * once.
 */
#ifndef TBY_CORE_OPENINGS_NAMES_BLOOM_H
#define TBY_CORE_OPENINGS_NAMES_BLOOM_H

#include "tabiya/names.h"

enum { NAMES_BLOOM_BITS = 12 };

/* A key has two bits in one of the words.  With 16,000 keys one of a hundred
 * others passes. */
typedef struct names_bloom {
    uint64_t words[1 << NAMES_BLOOM_BITS];
} names_bloom;

void tby__names_bloom_fill(names_bloom *s, const tby_names *b);

static inline uint64_t names_bloom_bits(uint64_t key)
{
    return (uint64_t)1 << (key & 63) | (uint64_t)1 << (key >> 6 & 63);
}

static inline bool names_bloom_has(const names_bloom *s, uint64_t key)
{
    return !(names_bloom_bits(key) & ~s->words[key >> (64 - NAMES_BLOOM_BITS)]);
}

#endif
