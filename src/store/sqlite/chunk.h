/* chunk.h - one column of up to STORE_CHUNK games as the bytes of a row:
 *
 *     u32 checksum, u16 games, u8 width, u32 smallest value,
 *     games times `width` bytes: the distance from the smallest
 *
 * all little-endian.  docs/formats/db.md has the checksum. */
#ifndef TBY_STORE_CHUNK_H
#define TBY_STORE_CHUNK_H

#include "core/base/buf.h"
#include "store/columns.h"

enum { CHUNK_HEAD = 11 };

/* Where the columns of a chunk are: the id of the row, part of the sum.  The
 * last one is no column but a store_spread. */
enum { CHUNK_ROWS = 64, CHUNK_SPREAD = CHUNK_ROWS - 1 };
static inline int64_t chunk_row(unsigned column, uint32_t chunk)
{
    return (int64_t)chunk * CHUNK_ROWS + (int64_t)column;
}

/* Appends the bytes of n values, 1 to STORE_CHUNK; look at out->rc. */
void chunk_pack(int64_t row, const uint32_t *values, uint32_t n, tby_buf *out);

/* values has room for STORE_CHUNK.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc chunk_unpack(int64_t row, tby_str bytes, uint32_t *values,
                                 uint32_t *n);

#endif
