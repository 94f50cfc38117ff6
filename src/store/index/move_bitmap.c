/* move_bitmap.c - see move_bitmap.h. */
#include "store/index/move_bitmap.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/str.h"

#include <string.h>
#include <zstd.h>

_Static_assert(MOVE_BITMAP_BLOCKS == 16, "a u16 has a bit for each block");
_Static_assert(ZSTD_COMPRESSBOUND(sizeof(move_bitmap)) <= UINT16_MAX,
               "its size is a u16");

/* The tables are packed as they are in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "docs/formats/db.md: rows are little-endian");

void tby__move_bitmaps_add(move_bitmaps *s, unsigned block, tby_str codes)
{
    uint16_t bit = (uint16_t)(1u << block);

    TBY_ASSERT(block < MOVE_BITMAP_BLOCKS && codes.n % sizeof(store_code) == 0);
    for (size_t i = 0; i + sizeof(store_code) <= codes.n;
         i += sizeof(store_code)) {
        store_code code;
        memcpy(&code, codes.p + i, sizeof code);
        unsigned index = code & STORE_CODE;
        if (index >= STORE_CODES)
            continue; /* whoever plays it finds the damage */
        s->table[MOVE_BITMAP_ANY].blocks[index] |= bit;
        if (code & STORE_CHECK)
            s->table[MOVE_BITMAP_CHECK].blocks[index] |= bit;
        if (code & STORE_MATE)
            s->table[MOVE_BITMAP_MATE].blocks[index] |= bit;
    }
}

move_bitmap_kind tby__move_bitmap_kind_of(const store_wanted *w)
{
    if (w->values & STORE_MATE)
        return MOVE_BITMAP_MATE;
    return w->values & STORE_CHECK ? MOVE_BITMAP_CHECK : MOVE_BITMAP_ANY;
}

uint16_t tby__move_bitmap_find(const move_bitmap *t, const store_wanted *w,
                               store_side by)
{
    unsigned found = 0;

    for (unsigned i = 0; i < STORE_CODES; i += 8) {
        unsigned white = by == STORE_AS_BLACK ? 0u : w->codes[0][i / 8];
        unsigned black = by == STORE_AS_WHITE ? 0u : w->codes[1][i / 8];
        unsigned wanted = white | black;
        for (; wanted; wanted &= wanted - 1) {
            unsigned code = i + (unsigned)__builtin_ctz(wanted);
            if (code < STORE_CODES)
                found |= t->blocks[code];
        }
    }
    return (uint16_t)found;
}

_Static_assert(4 + MOVE_BITMAP_KINDS *
                           (2 + ZSTD_COMPRESSBOUND(sizeof(move_bitmap))) <=
                   MOVE_BITMAP_ROW_MAX,
               "see move_bitmap.h");

/* The sum, then of each table the size of its frame and the frame. */
enum { LEVEL = 3 };
static const size_t FRAME_MAX = ZSTD_COMPRESSBOUND(sizeof(move_bitmap));

/* A row that was put in the place of another does not fit either. */
static uint32_t sum_of(int64_t row, tby_str bytes)
{
    return (uint32_t)(tby_checksum(bytes.p, bytes.n) ^ (uint64_t)row);
}

static void pack_table(const move_bitmap *t, tby_buf *out)
{
    uint16_t size = 0;

    tby_buf_add(out, (tby_str){(const char *)&size, sizeof size});
    char *frame = tby_buf_room(out, FRAME_MAX);
    if (!frame)
        return;
    size_t n = ZSTD_compress(frame, FRAME_MAX, t, sizeof *t, LEVEL);
    if (ZSTD_isError(n)) { /* there is room enough, but for its own memory */
        out->rc = TBY_E_NOMEM;
        return;
    }
    size = (uint16_t)n;
    memcpy(frame - sizeof size, &size, sizeof size);
    out->n += n;
}

void tby__move_bitmaps_pack(int64_t row, const move_bitmaps *s, tby_buf *out)
{
    uint32_t sum = 0;
    size_t at = out->n;

    tby_buf_add(out, (tby_str){(const char *)&sum, sizeof sum});
    for (move_bitmap_kind k = 0; k < MOVE_BITMAP_KINDS; k++)
        pack_table(&s->table[k], out);
    if (out->rc != TBY_OK)
        return;
    tby_str rest = tby_str_from(tby_buf_str(out), at + sizeof sum);
    sum = sum_of(row, rest);
    memcpy(out->p + at, &sum, sizeof sum);
}

void tby__move_bitmap_free(void *zstd)
{
    ZSTD_freeDCtx(zstd);
}

/* The frame of a table, out of all that follow the sum. */
static bool find_frame(tby_str rest, move_bitmap_kind kind, tby_str *out)
{
    uint16_t size;

    for (move_bitmap_kind k = 0; k <= kind; k++) {
        if (rest.n < sizeof size)
            return false;
        memcpy(&size, rest.p, sizeof size);
        rest = tby_str_from(rest, sizeof size);
        if (rest.n < size)
            return false;
        *out = (tby_str){rest.p, size};
        rest = tby_str_from(rest, size);
    }
    return true;
}

tby_rc tby__move_bitmap_unpack(int64_t row, tby_str bytes,
                               move_bitmap_kind kind, void **zstd,
                               move_bitmap *out)
{
    uint32_t sum;
    tby_str frame;

    TBY_ASSERT(kind < MOVE_BITMAP_KINDS);
    if (bytes.n < sizeof sum)
        return TBY_E_STORE_DAMAGED;
    memcpy(&sum, bytes.p, sizeof sum);
    tby_str rest = tby_str_from(bytes, sizeof sum);
    if (sum != sum_of(row, rest) || !find_frame(rest, kind, &frame))
        return TBY_E_STORE_DAMAGED;
    if (!*zstd && !(*zstd = ZSTD_createDCtx()))
        return TBY_E_NOMEM;
    size_t n = ZSTD_decompressDCtx(*zstd, out, sizeof *out, frame.p, frame.n);
    return n == sizeof *out ? TBY_OK : TBY_E_STORE_DAMAGED;
}
