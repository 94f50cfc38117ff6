/* book_sieve.c - see book_sieve.h. */
#include "core/openings/book_sieve.h"

#include "core/openings/book_layout.h"

#include <string.h>

void book_sieve_fill(book_sieve *s, const tby_book *b)
{
    const struct book_entry *e = (const void *)b->entries;

    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < b->count; i++)
        s->words[e[i].key >> (64 - BOOK_SIEVE_BITS)] |=
            book_sieve_bits(e[i].key);
}
