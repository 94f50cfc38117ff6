/* tally.h - how often each text occurs.
 *
 * Memory is bounded: when there are as many different texts as allowed, new
 * ones are no longer taken, only counted as missed. */
#ifndef TBY_WORK_GAMES_TALLY_H
#define TBY_WORK_GAMES_TALLY_H

#include "tabiya/base.h"

/* Different texts, and their bytes together: 34 MB at the very most. */
#define TBY_TALLY_TEXTS (1u << 19)
#define TBY_TALLY_BYTES (16u << 20)

typedef struct tby_tally_entry {
    uint64_t n; /* how often */
    uint32_t hash;
    uint32_t at, bytes; /* in tally.text */
} tby_tally_entry;

typedef struct tby_tally {
    uint32_t most; /* texts */
    tby_tally_entry *entries;
    uint32_t n, cap;
    uint32_t *slots; /* 1 + index of an entry, 0 for none; a power of two */
    uint32_t slots_n;
    char *text;
    size_t text_n, text_cap;
    uint64_t missed; /* occurrences of texts that were not taken */
} tby_tally;

/* An empty one for at most so many texts; 0 is TBY_TALLY_TEXTS. */
void tby_tally_init(tby_tally *t, uint32_t most);
void tby_tally_free(tby_tally *t);

/* Forgets all texts and keeps the memory. */
void tby_tally_clear(tby_tally *t);

/* The text occurs n times more.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_tally_add(tby_tally *t, tby_str text, uint64_t n);

/* Adds everything of another. */
TBY_MUST_USE tby_rc tby_tally_merge(tby_tally *to, const tby_tally *from);

tby_str tby_tally_text(const tby_tally *t, const tby_tally_entry *e);

/* The most frequent ones, at most cap; of two as frequent the one that comes
 * first in the order of bytes.  Returns how many there are. */
size_t tby_tally_top(const tby_tally *t, const tby_tally_entry *out[],
                     size_t cap);

#endif
