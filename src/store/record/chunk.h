/* chunk.h - one column of up to STORE_CHUNK games as the bytes of a row:
 *
 *     u32 checksum, u16 games, u8 width, u32 smallest value,
 *     games times `width` bytes: the distance from the smallest
 *
 * all little-endian.  docs/formats/db.md has the checksum. */
#ifndef TBY_STORE_RECORD_CHUNK_H
#define TBY_STORE_RECORD_CHUNK_H

#include "core/base/buf.h"
#include "store/record/columns.h"

enum { CHUNK_HEAD = 11 };

/* Where the columns of a chunk are: the id of the row, part of the sum.  The
 * last one is no column but a move_bitmaps. */
enum { CHUNK_ROWS = 64, CHUNK_SPREAD = CHUNK_ROWS - 1 };
static inline int64_t chunk_row(unsigned column, uint32_t chunk)
{
    return (int64_t)chunk * CHUNK_ROWS + (int64_t)column;
}

/* Appends the bytes of n values, 1 to STORE_CHUNK; look at out->rc. */
void tby__chunk_pack(int64_t row, const uint32_t *values, uint32_t n,
                     tby_buf *out);

/* The values of a column as they are in its row. */
typedef struct chunk_values {
    const unsigned char *p;  /* n times `width` bytes */
    uint32_t smallest, mask; /* mask: of so many bytes */
    uint16_t n, width;
} chunk_values;

/* They point into the bytes.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc tby__chunk_open(int64_t row, tby_str bytes,
                                    chunk_values *out);

/* All values; out has room for STORE_CHUNK. */
void tby__chunk_unpack(const chunk_values *v, uint32_t *out);

/* One value.  After the bytes must be CHUNK_SLACK more, whatever they are: one
 * load does for every width. */
enum { CHUNK_SLACK = 4 };
static inline uint32_t chunk_at(const chunk_values *v, uint32_t i)
{
    const unsigned char *p = v->p + (size_t)i * v->width;
    uint32_t four = (uint32_t)p[0] | (uint32_t)p[1] << 8 |
                    (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;

    return v->smallest + (four & v->mask);
}

#endif
