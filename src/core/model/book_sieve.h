/* book_sieve.h - which keys may be of a book, in bits that fit into the nearest
 * cache: nearly all positions of a game are told from it at once. */
#ifndef TBY_CORE_MODEL_BOOK_SIEVE_H
#define TBY_CORE_MODEL_BOOK_SIEVE_H

#include "tabiya/book.h"

enum { BOOK_SIEVE_BITS = 18 };

typedef struct book_sieve {
    uint64_t words[(1 << BOOK_SIEVE_BITS) / 64];
} book_sieve;

void book_sieve_fill(book_sieve *s, const tby_book *b);

static inline bool book_sieve_has(const book_sieve *s, uint64_t key)
{
    uint64_t hash = key >> (64 - BOOK_SIEVE_BITS);

    return s->words[hash / 64] >> hash % 64 & 1;
}

#endif
