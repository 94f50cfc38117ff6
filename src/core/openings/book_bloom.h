/* book_bloom.h - which keys may be of a book, in bits that fit into the nearest
 * cache: nearly all positions of a game are told from it at once. */
#ifndef TBY_CORE_OPENINGS_BOOK_BLOOM_H
#define TBY_CORE_OPENINGS_BOOK_BLOOM_H

#include "tabiya/book.h"

enum { BOOK_BLOOM_BITS = 12 };

/* A key has two bits in one of the words.  With 16,000 keys one of a hundred
 * others passes. */
typedef struct book_bloom {
    uint64_t words[1 << BOOK_BLOOM_BITS];
} book_bloom;

void tby__book_bloom_fill(book_bloom *s, const tby_book *b);

static inline uint64_t book_bloom_bits(uint64_t key)
{
    return (uint64_t)1 << (key & 63) | (uint64_t)1 << (key >> 6 & 63);
}

static inline bool book_bloom_has(const book_bloom *s, uint64_t key)
{
    return !(book_bloom_bits(key) & ~s->words[key >> (64 - BOOK_BLOOM_BITS)]);
}

#endif
