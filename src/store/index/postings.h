/* postings.h - what an index of positions needs to know of games, by the thread
 * that has just read them: they need not be replayed for it.
 *
 * Games are noted as they are read, on any thread; a postings holds some of
 * them and is reported their ids once they are stored. */
#ifndef TBY_STORE_INDEX_POSTINGS_H
#define TBY_STORE_INDEX_POSTINGS_H

#include "store/record/pack.h"

typedef struct store_postings store_postings;
typedef struct store_postings_builder
    store_postings_builder; /* memory, kept from postings to postings */

TBY_MUST_USE tby_rc tby__postings_builder_open(store_postings_builder **out);
void tby__postings_builder_close(
    store_postings_builder *n); /* NULL is allowed */

/* Notes a game by the keys of its positions, one more than plies.
 * TBY_E_NOMEM; TBY_E_STORE_FIT: there is no room for another. */
TBY_MUST_USE tby_rc tby__postings_builder_add(store_postings_builder *n,
                                              const uint64_t *keys,
                                              const store_code *codes,
                                              uint32_t plies, tby_color turn);
/* Forgets them, or makes a postings of them. */
void tby__postings_builder_clear(store_postings_builder *n);
TBY_MUST_USE tby_rc tby__postings_builder_give(store_postings_builder *n,
                                               store_postings **out);

/* The how manieth game that was noted, from 0, has this id.  A game without one
 * is left out. */
void tby__postings_set(store_postings *s, uint32_t game, uint32_t id);
size_t tby__postings_bytes(const store_postings *s);
void tby__postings_free(store_postings *s); /* NULL is allowed */

#endif
