/* names_bloom.c - see names_bloom.h. */
#include "core/openings/names_bloom.h"
#include "core/openings/names_layout.h"

#include <string.h>

void tby__names_bloom_fill(names_bloom *s, const tby_names *b)
{
    const struct names_entry *e = (const void *)b->entries;

    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < b->count; i++)
        s->words[e[i].key >> (64 - NAMES_BLOOM_BITS)] |=
            names_bloom_bits(e[i].key);
}
