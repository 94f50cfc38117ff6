/* move_bitmap.h - which blocks of a chunk have which moves, so that a search
 * for a rare one reads few of them.
 *
 * Of the blocks of 256 games nearly all have Nf3 and one in a thousand has
 * b8=Q#.  Three tables, of any move, of those that give check and of those that
 * mate, have a number for each code: its bit b stands for block b of the
 * chunk. */
#ifndef TBY_STORE_INDEX_MOVE_BITMAP_H
#define TBY_STORE_INDEX_MOVE_BITMAP_H

#include "store/filter/filter.h"
#include "store/record/pack.h"

enum { MOVE_BITMAP_BLOCKS = STORE_CHUNK / STORE_BLOCK }; /* of a chunk */

typedef enum move_bitmap_kind {
    MOVE_BITMAP_ANY,
    MOVE_BITMAP_CHECK,
    MOVE_BITMAP_MATE,
    MOVE_BITMAP_KINDS
} move_bitmap_kind;

typedef struct move_bitmap {
    uint16_t blocks[STORE_CODES];
} move_bitmap;

typedef struct move_bitmaps {
    move_bitmap table[MOVE_BITMAP_KINDS];
} move_bitmaps;

/* The moves of block number `block` of the chunk, little-endian pairs as in its
 * row; those that were added already may be among them. */
void tby__move_bitmaps_add(move_bitmaps *s, unsigned block, tby_str codes);

/* Which table tells most about a move, and the blocks that may have it, played
 * by that side: all that have, and not many more. */
move_bitmap_kind tby__move_bitmap_kind_of(const store_wanted *w);
uint16_t tby__move_bitmap_find(const move_bitmap *t, const store_wanted *w,
                               store_side by);

/* More than a row can have, with tables that do not pack. */
enum { MOVE_BITMAP_ROW_MAX = 1 << 15 };

/* Appends the bytes of a row; look at out->rc. */
void tby__move_bitmaps_pack(int64_t row, const move_bitmaps *s, tby_buf *out);

/* One table out of a row.  TBY_E_NOMEM, TBY_E_STORE_DAMAGED.  *zstd is NULL at
 * first and is kept from row to row, which makes it three times as fast. */
TBY_MUST_USE tby_rc tby__move_bitmap_unpack(int64_t row, tby_str bytes,
                                            move_bitmap_kind kind, void **zstd,
                                            move_bitmap *out);
void tby__move_bitmap_free(void *zstd);

#endif
