/* sieve.h - a filter made ready for one file: names have become numbers, and
 * every condition on a header is a test of a column.
 *
 * What the moves of a game must look at (select.h) is not tested here. */
#ifndef TBY_STORE_QUERY_SIEVE_H
#define TBY_STORE_QUERY_SIEVE_H

#include "store/filter/filter.h"
#include "store/rows.h"

typedef enum sieve_kind {
    SIEVE_RANGE,   /* column a within min .. max, and known */
    SIEVE_BITS,    /* column a has its bit set */
    SIEVE_EITHER,  /* column a or column b has */
    SIEVE_ONE,     /* column a or column b is min: one name fits */
    SIEVE_AVERAGE, /* of a and b, both known */
    SIEVE_DATE     /* all days that column a may mean */
} sieve_kind;

typedef struct sieve_test {
    sieve_kind kind;
    store_column a, b;
    uint32_t min, max;
    const uint64_t *bits; /* n of them; what is beyond has none */
    uint32_t n;
} sieve_test;

enum { SIEVE_TESTS = 16 };

typedef struct store_sieve {
    size_t n;
    sieve_test tests[SIEVE_TESTS];
    size_t owned_n;
    uint64_t *owned[SIEVE_TESTS]; /* bits of names */
    uint64_t small[4][8];         /* of eco, results, classes, endings */
} store_sieve;

/* TBY_E_NOMEM and what reading names gives.  Close it in any case. */
TBY_MUST_USE tby_rc store_sieve_open(store_sieve *s, store_file *f,
                                     const store_filter *filter);
void store_sieve_close(store_sieve *s);

/* Is the game wanted? */
TBY_MUST_USE tby_rc store_sieve_one(const store_sieve *s, store_file *f,
                                    uint32_t game, bool *out);

/* The same for n games, best in their order: keeps the ids of those that are
 * wanted and sets *n.  TBY_E_STORE_DAMAGED: there is no such game. */
TBY_MUST_USE tby_rc store_sieve_ids(const store_sieve *s, store_file *f,
                                    uint32_t *ids, uint32_t *n);

/* The same for a chunk: clears what is not wanted in mask, a byte for each of
 * its games. */
TBY_MUST_USE tby_rc store_sieve_chunk(const store_sieve *s, store_file *f,
                                      uint32_t chunk, uint8_t *mask);

/* Does a name fit what is asked for?  Case and accents do not matter; "Carl*"
 * fits whatever begins so. */
bool store_name_fits(tby_str name, tby_str wanted);

/* Does a text contain what is asked for, in any case? */
bool store_text_has(tby_str text, tby_str wanted);

#endif
