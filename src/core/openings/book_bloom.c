/* book_bloom.c - see book_bloom.h. */
#include "core/openings/book_bloom.h"

#include "core/openings/book_layout.h"

#include <string.h>

void tby__book_bloom_fill(book_bloom *s, const tby_book *b)
{
    const struct book_entry *e = (const void *)b->entries;

    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < b->count; i++)
        s->words[e[i].key >> (64 - BOOK_BLOOM_BITS)] |=
            book_bloom_bits(e[i].key);
}
