/* stock.h - what an index of positions needs to know of games, by who has just
 * read them: they need not be replayed for it.
 *
 * Games are noted as they are read, on any thread; a stock holds some of them
 * and is told their ids once they are stored. */
#ifndef TBY_STORE_INDEX_STOCK_H
#define TBY_STORE_INDEX_STOCK_H

#include "store/record/pack.h"

typedef struct store_stock store_stock;
typedef struct store_noter store_noter; /* memory, kept from stock to stock */

TBY_MUST_USE tby_rc store_noter_open(store_noter **out);
void store_noter_close(store_noter *n); /* NULL is allowed */

/* Notes a game by the keys of its positions, one more than plies.
 * TBY_E_NOMEM; TBY_E_STORE_FIT: there is no room for another. */
TBY_MUST_USE tby_rc store_noter_add(store_noter *n, const uint64_t *keys,
                                    const store_code *codes, uint32_t plies,
                                    tby_color turn);
/* Forgets them, or makes a stock of them. */
void store_noter_clear(store_noter *n);
TBY_MUST_USE tby_rc store_noter_give(store_noter *n, store_stock **out);

/* The how manieth game that was noted, from 0, has this id.  A game without one
 * is left out. */
void store_stock_set(store_stock *s, uint32_t game, uint32_t id);
size_t store_stock_bytes(const store_stock *s);
void store_stock_free(store_stock *s); /* NULL is allowed */

#endif
