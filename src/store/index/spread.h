/* spread.h - which blocks of a chunk have which moves, so that a search for a
 * rare one reads few of them.
 *
 * Of the blocks of 256 games nearly all have Nf3 and one in a thousand has
 * b8=Q#.  Three tables, of any move, of those that give check and of those that
 * mate, have a number for each code: its bit b stands for block b of the
 * chunk. */
#ifndef TBY_STORE_INDEX_SPREAD_H
#define TBY_STORE_INDEX_SPREAD_H

#include "store/filter/filter.h"
#include "store/record/pack.h"

enum { SPREAD_BLOCKS = STORE_CHUNK / STORE_BLOCK }; /* of a chunk */

typedef enum spread_kind {
    SPREAD_ANY,
    SPREAD_CHECK,
    SPREAD_MATE,
    SPREAD_KINDS
} spread_kind;

typedef struct spread_table {
    uint16_t blocks[STORE_CODES];
} spread_table;

typedef struct store_spread {
    spread_table table[SPREAD_KINDS];
} store_spread;

/* The moves of block number `block` of the chunk, little-endian pairs as in its
 * row; those that were added already may be among them. */
void store_spread_add(store_spread *s, unsigned block, tby_str codes);

/* Which table tells most about a move, and the blocks that may have it, played
 * by that side: all that have, and not many more. */
spread_kind spread_kind_of(const store_wanted *w);
uint16_t spread_find(const spread_table *t, const store_wanted *w,
                     store_side by);

/* More than a row can have, with tables that do not pack. */
enum { SPREAD_ROW_MAX = 1 << 15 };

/* Appends the bytes of a row; look at out->rc. */
void store_spread_pack(int64_t row, const store_spread *s, tby_buf *out);

/* One table out of a row.  TBY_E_NOMEM, TBY_E_STORE_DAMAGED.  *zstd is NULL at
 * first and is kept from row to row, which makes it three times as fast. */
TBY_MUST_USE tby_rc store_spread_unpack(int64_t row, tby_str bytes,
                                        spread_kind kind, void **zstd,
                                        spread_table *out);
void store_spread_free(void *zstd);

#endif
