/* compiled_filter.h - a filter made ready for one file: names have become
 * numbers, and every condition on a header is a test of a column.
 *
 * What the moves of a game must look at (select.h) is not tested here. */
#ifndef TBY_STORE_QUERY_COMPILED_FILTER_H
#define TBY_STORE_QUERY_COMPILED_FILTER_H

#include "store/filter/filter.h"
#include "store/rows.h"

typedef enum filter_kind {
    FILTER_RANGE,   /* column a within min .. max, and known */
    FILTER_BITS,    /* column a has its bit set */
    FILTER_EITHER,  /* column a or column b has */
    FILTER_ONE,     /* column a or column b is min: one name fits */
    FILTER_AVERAGE, /* of a and b, both known */
    FILTER_DATE     /* all days that column a may mean */
} filter_kind;

typedef struct filter_test {
    filter_kind kind;
    store_column a, b;
    uint32_t min, max;
    const uint64_t *bits; /* n of them; what is beyond has none */
    uint32_t n;
} filter_test;

enum { FILTER_TESTS = 16 };

typedef struct store_compiled_filter {
    size_t n;
    filter_test tests[FILTER_TESTS];
    size_t owned_n;
    uint64_t *owned[FILTER_TESTS]; /* bits of names */
    uint64_t small[4][8];          /* of eco, results, classes, endings */
} store_compiled_filter;

/* TBY_E_NOMEM and what reading names gives.  Close it in any case. */
TBY_MUST_USE tby_rc tby__compiled_filter_open(store_compiled_filter *s,
                                              store_rows *f,
                                              const store_filter *filter);
void tby__compiled_filter_close(store_compiled_filter *s);

/* Is the game wanted? */
TBY_MUST_USE tby_rc tby__compiled_filter_one(const store_compiled_filter *s,
                                             store_rows *f, uint32_t game,
                                             bool *out);

/* The same for n games, best in their order: keeps the ids of those that are
 * wanted and sets *n.  TBY_E_STORE_DAMAGED: there is no such game. */
TBY_MUST_USE tby_rc tby__compiled_filter_ids(const store_compiled_filter *s,
                                             store_rows *f, uint32_t *ids,
                                             uint32_t *n);

/* The same for a chunk: clears what is not wanted in mask, a byte for each of
 * its games. */
TBY_MUST_USE tby_rc tby__compiled_filter_chunk(const store_compiled_filter *s,
                                               store_rows *f, uint32_t chunk,
                                               uint8_t *mask);

/* Is a name what is written?  Case and accents do not matter; "Carl*" is
 * whatever begins so. */
bool tby__name_fits(tby_str name, tby_str wanted);

/* Does a text contain what is asked for, in any case? */
bool tby__text_has(tby_str text, tby_str wanted);

/* Every player whom a name means, in order, until each() is not TBY_OK, which
 * is the outcome then: those that tby__name_fits() or that have the same words;
 * if there are none, those that fit best by core/game/players.h; or else those
 * who have the FIDE id that it is.  `all`: whoever fits at all.  With a
 * spelling come the others of the person.  Several names are lines. */
TBY_MUST_USE tby_rc tby__player_match(store_rows *f, tby_str wanted, bool all,
                                      tby_rc (*each)(void *ctx, uint32_t id),
                                      void *ctx);

/* How well the best fits one name that ends with no star. */
TBY_MUST_USE tby_rc tby__player_fit(store_rows *f, tby_str name,
                                    tby_player_fit *out);

#endif
