/* book_sieve.h - which keys may be of a book, in bits that fit into the nearest
 * cache: nearly all positions of a game are told from it at once. */
#ifndef TBY_CORE_OPENINGS_BOOK_SIEVE_H
#define TBY_CORE_OPENINGS_BOOK_SIEVE_H

#include "tabiya/book.h"

enum { BOOK_SIEVE_BITS = 12 };

/* A key has two bits in one of the words.  With 16,000 keys one of a hundred
 * others passes. */
typedef struct book_sieve {
    uint64_t words[1 << BOOK_SIEVE_BITS];
} book_sieve;

void book_sieve_fill(book_sieve *s, const tby_book *b);

static inline uint64_t book_sieve_bits(uint64_t key)
{
    return (uint64_t)1 << (key & 63) | (uint64_t)1 << (key >> 6 & 63);
}

static inline bool book_sieve_has(const book_sieve *s, uint64_t key)
{
    return !(book_sieve_bits(key) & ~s->words[key >> (64 - BOOK_SIEVE_BITS)]);
}

#endif
