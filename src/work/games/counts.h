/* counts.h - how often each text occurs, and how often each of many 64-bit keys
 * was met, in bounded memory. */
#ifndef TBY_WORK_GAMES_COUNTS_H
#define TBY_WORK_GAMES_COUNTS_H

#include "core/base/buf.h"
#include "core/base/hashmap.h"

/* --- texts -----------------------------------------------------------------
 *
 * When there are as many different texts as allowed, new ones are no longer
 * taken, only counted as missed. */

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
    uint32_t n;
    size_t cap;
    tby_hashmap map; /* of them */
    tby_buf text;
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

/* Start with zeros but for these two. */
typedef struct tby_key_counts {
    size_t
        cap_most; /* slots, a power of two: at most three quarters are used */
    bool forget;  /* when it is full, what is rarest goes */
    uint64_t *keys;
    uint32_t *values; /* 0: the slot is free */
    size_t cap, used;
} tby_key_counts;

/* One more of a key.  TBY_E_NOMEM; TBY_E_LIMIT: it is full and forgets none. */
TBY_MUST_USE tby_rc tby_key_counts_add(tby_key_counts *t, uint64_t key);

/* 0 if it is not there. */
uint32_t tby_key_counts_get(const tby_key_counts *t, uint64_t key);

/* Keeps what was counted `least` times, which is made larger if there is more
 * than `most` of it, and numbers it from 1.  How many there are. */
TBY_MUST_USE tby_rc tby_key_counts_number(tby_key_counts *t, uint32_t least,
                                          size_t most, uint32_t *n);

void tby_key_counts_free(tby_key_counts *t);

#endif
