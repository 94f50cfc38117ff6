/* block_extras.c - rows that hold the extras of up to 256 games.
 *
 * First the sizes of all parts, then all parts of one kind after another; each
 * of these stretches is a zstd frame of its own, since what is alike is packed
 * best with nothing else between. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "store/record/extra.h"
#include "store/record/pack.h"
#include "store/record/varint.h"

#include <string.h>
#include <zstd.h>

/* Takes the list of sizes off *rest: a byte that says which parts there are,
 * and a varint for each of them.  False: damaged. */
static bool extra_take_sizes(tby_str *rest, uint32_t size[EXTRA_PARTS])
{
    tby_str which;

    if (!bytes_take(rest, 1, &which) || (uint8_t)*which.p >> EXTRA_PARTS)
        return false;
    for (int i = 0; i < EXTRA_PARTS; i++) {
        size[i] = 0;
        if ((*which.p >> i & 1) && !varint_take(rest, &size[i]))
            return false;
    }
    return true;
}

bool tby__extra_split(tby_str extra, extra_parts *out)
{
    uint32_t size[EXTRA_PARTS];

    *out = (extra_parts){{{NULL, 0}}};
    if (extra.n == 0)
        return true;
    if (!extra_take_sizes(&extra, size))
        return false;
    for (int i = 0; i < EXTRA_PARTS; i++)
        if (!bytes_take(&extra, size[i], &out->part[i]))
            return false;
    return extra.n == 0;
}

void tby__extra_join(const extra_parts *parts, tby_buf *out)
{
    unsigned which = 0;

    for (int i = 0; i < EXTRA_PARTS; i++)
        which |= (unsigned)(parts->part[i].n > 0) << i;
    if (!which)
        return;
    tby_buf_char(out, (char)which);
    for (int i = 0; i < EXTRA_PARTS; i++)
        if (parts->part[i].n)
            varint_put(out, (uint32_t)parts->part[i].n);
    for (int i = 0; i < EXTRA_PARTS; i++)
        tby_buf_add(out, parts->part[i]);
}

enum {
    HEAD_BYTES = 6, /* u32 checksum of the rest, u16 number of games */
    STRETCHES = 1 + EXTRA_PARTS,
    LEVEL = 6 /* 3 leaves 1.0 bytes of an over-the-board game, 6 leaves 0.8, 15
                 leaves 0.7 and takes ten times longer; clocks do not care */
};

/* Adds the size of a stretch and, if there is any, its frame. */
static tby_rc put_stretch(store_block_writer *w, tby_str raw)
{
    tby_buf *b = &w->extras;

    varint_put(b, (uint32_t)raw.n);
    if (raw.n == 0)
        return b->rc;
    size_t bound = ZSTD_compressBound(raw.n);
    char *at = tby_buf_room(b, bound);
    if (!at)
        return b->rc;
    size_t n = ZSTD_compressCCtx(w->zstd, at, bound, raw.p, raw.n, LEVEL);
    if (ZSTD_isError(n))
        return TBY_E_NOMEM; /* nothing else can happen */
    b->n += n;
    return TBY_OK;
}

/* The bytes of a stretch: part k of all games, or for -1 their sizes.  *which
 * gets a bit for each part that any game has. */
static tby_rc gather(store_block_writer *w, int k, unsigned *which)
{
    tby_str rest = tby_buf_str(&w->texts), extra;

    *which = 0;
    tby_buf_clear(&w->part);
    for (uint32_t i = 0; i < w->n; i++) {
        extra_parts parts;
        if (!bytes_take(&rest, w->extra_n[i], &extra) ||
            !tby__extra_split(extra, &parts))
            return TBY_E_STORE_DAMAGED;
        *which |= extra.n ? (uint8_t)*extra.p : 0;
        if (k >= 0)
            tby_buf_add(&w->part, parts.part[k]);
        else if (extra.n == 0)
            tby_buf_char(&w->part, 0);
        else {
            /* The list of sizes that an extra begins with. */
            for (int part = 0; part < EXTRA_PARTS; part++)
                extra.n -= parts.part[part].n;
            tby_buf_add(&w->part, extra);
        }
    }
    return w->part.rc;
}

tby_rc tby__block_extras(store_block_writer *w, tby_str *out)
{
    tby_buf *b = &w->extras;
    unsigned which = 0;
    tby_rc rc = TBY_OK;

    TBY_ASSERT(w->n <= STORE_BLOCK);
    if (!w->zstd && !(w->zstd = ZSTD_createCCtx()))
        return TBY_E_NOMEM;
    const char head[HEAD_BYTES] = {0, 0, 0, 0, (char)w->n, (char)(w->n >> 8)};
    tby_buf_clear(&w->extras);
    tby_buf_add(&w->extras, (tby_str){head, sizeof head});
    for (int k = -1; k < EXTRA_PARTS && rc == TBY_OK; k++) {
        tby_buf_clear(&w->part);
        if (k < 0 || which >> k & 1)
            rc = gather(w, k, &which);
        if (rc == TBY_OK)
            rc = put_stretch(w, tby_buf_str(&w->part));
    }
    if (rc != TBY_OK)
        return rc == TBY_E_LIMIT ? TBY_E_STORE_FIT : rc;
    uint32_t sum = (uint32_t)tby_checksum(b->p + sizeof sum, b->n - sizeof sum);
    memcpy(b->p, &sum, sizeof sum);
    *out = tby_buf_str(b);
    return TBY_OK;
}

void tby__extras_init(store_extras *e)
{
    *e = (store_extras){.n = 0};
    tby_buf_init(&e->buf, NULL, BLOCK_ROW_MAX);
    tby_buf_init(&e->parts, NULL, BLOCK_ROW_MAX);
}

void tby__extras_free(store_extras *e)
{
    tby_buf_free(&e->buf);
    tby_buf_free(&e->parts);
    ZSTD_freeDCtx(e->zstd);
    tby__extras_init(e);
}

/* Takes a stretch off *rest and unpacks it after the others. */
static tby_rc take_stretch(store_extras *e, tby_str *rest, uint32_t *size)
{
    tby_str frame;

    if (!varint_take(rest, size))
        return TBY_E_STORE_DAMAGED;
    if (*size == 0)
        return TBY_OK;
    size_t packed = ZSTD_findFrameCompressedSize(rest->p, rest->n);
    /* A block of a frame takes three bytes and gives 128 KiB: none holds more.
     */
    if (ZSTD_isError(packed) || !bytes_take(rest, packed, &frame) ||
        ZSTD_getFrameContentSize(frame.p, frame.n) != *size ||
        *size / (128u << 10) > packed)
        return TBY_E_STORE_DAMAGED;
    char *at = tby_buf_room(&e->parts, *size);
    if (!at)
        return e->parts.rc == TBY_E_LIMIT ? TBY_E_STORE_DAMAGED : e->parts.rc;
    if (ZSTD_decompressDCtx(e->zstd, at, *size, frame.p, frame.n) != *size)
        return TBY_E_STORE_DAMAGED;
    e->parts.n += *size;
    return TBY_OK;
}

static tby_rc unpack_row(store_extras *e, tby_str rest)
{
    uint32_t size[STRETCHES];
    tby_str stretch[STRETCHES];
    tby_rc rc = TBY_OK;

    for (int i = 0; i < STRETCHES && rc == TBY_OK; i++)
        rc = take_stretch(e, &rest, &size[i]);
    if (rc != TBY_OK || rest.n)
        return rc != TBY_OK ? rc : TBY_E_STORE_DAMAGED;
    rest = tby_buf_str(&e->parts);
    for (int i = 0; i < STRETCHES; i++)
        if (!bytes_take(&rest, size[i], &stretch[i]))
            return TBY_E_STORE_DAMAGED;
    /* Puts the parts of each game together again. */
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t bytes[EXTRA_PARTS];
        tby_str sizes = stretch[0], part;
        e->at[i] = (uint32_t)e->buf.n;
        if (!extra_take_sizes(&stretch[0], bytes))
            return TBY_E_STORE_DAMAGED;
        sizes.n -= stretch[0].n;
        if (sizes.n > 1)
            tby_buf_add(&e->buf, sizes);
        for (int k = 0; k < EXTRA_PARTS; k++) {
            if (!bytes_take(&stretch[1 + k], bytes[k], &part))
                return TBY_E_STORE_DAMAGED;
            tby_buf_add(&e->buf, part);
        }
    }
    e->at[e->n] = (uint32_t)e->buf.n;
    for (int k = 0; k < STRETCHES; k++)
        if (stretch[k].n)
            return TBY_E_STORE_DAMAGED;
    return e->buf.rc == TBY_E_LIMIT ? TBY_E_STORE_DAMAGED : e->buf.rc;
}

tby_rc tby__extras_open(store_extras *e, tby_str bytes)
{
    uint32_t sum;
    uint16_t n;

    e->n = 0;
    tby_buf_clear(&e->buf);
    tby_buf_clear(&e->parts);
    if (bytes.n < HEAD_BYTES)
        return TBY_E_STORE_DAMAGED;
    memcpy(&sum, bytes.p, sizeof sum);
    memcpy(&n, bytes.p + sizeof sum, sizeof n);
    if (n > STORE_BLOCK || sum != (uint32_t)tby_checksum(bytes.p + sizeof sum,
                                                         bytes.n - sizeof sum))
        return TBY_E_STORE_DAMAGED;
    if (!e->zstd && !(e->zstd = ZSTD_createDCtx()))
        return TBY_E_NOMEM;
    e->n = n;
    tby_rc rc =
        unpack_row(e, (tby_str){bytes.p + HEAD_BYTES, bytes.n - HEAD_BYTES});
    if (rc != TBY_OK)
        e->n = 0;
    return rc;
}

tby_str tby__extras_of(const store_extras *e, uint32_t i)
{
    if (i >= e->n)
        return (tby_str){"", 0};
    return (tby_str){e->at[i] < e->buf.n ? e->buf.p + e->at[i] : "",
                     e->at[i + 1] - e->at[i]};
}
