/* source_codecs.c - gzip members, zstd frames and bzip2 streams, one after
 * another. */
#define ZLIB_CONST /* z_stream.next_in points to const */
#include "io/stream/source_impl.h"

#include "core/base/assert.h"
#include "tabiya/limits.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

typedef struct gzip_state {
    z_stream z;
    bool ready;   /* z is to be ended */
    bool inside;  /* of a member */
    bool pending; /* zlib may hold output that did not fit */
} gzip_state;

static tby_rc open_gzip(tby_source *s)
{
    gzip_state *g = calloc(1, sizeof *g);

    s->state = g;
    /* 16: gzip only, with its checks */
    g = g && inflateInit2(&g->z, 16 + MAX_WBITS) == Z_OK ? g : NULL;
    if (!g)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    g->ready = true;
    return TBY_OK;
}

static void close_gzip(tby_source *s)
{
    gzip_state *g = s->state;

    if (g && g->ready)
        inflateEnd(&g->z);
    free(g);
}

static uInt clip(size_t n)
{
    return n < INT_MAX ? (uInt)n : INT_MAX;
}

/* Unpacks what is there; the output before a fault counts. */
static tby_rc step_gzip(tby_source *s, gzip_state *g, uint8_t *buf, size_t cap,
                        size_t *n)
{
    g->z.next_in = s->raw.at;
    g->z.avail_in = clip(tby_raw_left(&s->raw));
    g->z.next_out = buf;
    g->z.avail_out = clip(cap);
    int result = inflate(&g->z, Z_NO_FLUSH);
    s->raw.at = g->z.next_in;
    *n = (size_t)(g->z.next_out - buf);
    g->inside = result != Z_STREAM_END;
    g->pending = g->inside && g->z.avail_out == 0;

    switch (result) {
    case Z_OK:
    case Z_STREAM_END:
    case Z_BUF_ERROR: /* nothing was pending */
        return TBY_OK;
    case Z_MEM_ERROR:
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    default:
        return tby_source_corrupt(s, tby_raw_place(&s->raw), g->z.msg);
    }
}

static tby_rc read_gzip(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    gzip_state *g = s->state;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && *n == 0) {
        if (!g->inside) {
            rc = tby_source_boundary(s);
            inflateReset(&g->z);
        } else if (!g->pending) {
            rc = tby_source_more(s);
        }
        if (rc == TBY_OK)
            rc = step_gzip(s, g, buf, cap, n);
    }
    return rc;
}

const tby_codec tby_codec_gzip = {
    .name = "gzip", .open = open_gzip, .read = read_gzip, .close = close_gzip};

typedef struct zstd_state {
    ZSTD_DStream *stream;
    size_t hint;  /* bytes that the decoder wants next; 0 between frames */
    bool pending; /* it may hold output that did not fit */
} zstd_state;

static tby_rc open_zstd(tby_source *s)
{
    zstd_state *z = calloc(1, sizeof *z);

    s->state = z;
    if (z)
        z->stream = ZSTD_createDStream();
    if (!z || !z->stream ||
        ZSTD_isError(ZSTD_DCtx_setParameter(z->stream, ZSTD_d_windowLogMax,
                                            TBY_MAX_ZSTD_WINDOW)))
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    return TBY_OK;
}

static void close_zstd(tby_source *s)
{
    zstd_state *z = s->state;

    if (z)
        ZSTD_freeDStream(z->stream);
    free(z);
}

/* How many bytes to give to the decoder: never a block together with what
 * follows it, nor anything before all of its output was taken.  When it fails
 * it says neither where nor what it had written in the same call. */
static size_t portion(const tby_source *s, const zstd_state *z)
{
    enum { NEXT_HEADER = 3 }; /* which it likes to have along with a block */
    size_t left = tby_raw_left(&s->raw);
    size_t want = z->hint > NEXT_HEADER ? z->hint - NEXT_HEADER : z->hint;

    if (z->pending)
        return 0;
    return left < want ? left : want;
}

static tby_rc step_zstd(tby_source *s, zstd_state *z, ZSTD_outBuffer *out)
{
    ZSTD_inBuffer in = {s->raw.at, portion(s, z), 0};
    size_t result = ZSTD_decompressStream(z->stream, out, &in);

    if (ZSTD_isError(result)) {
        ZSTD_ErrorCode code = ZSTD_getErrorCode(result);

        if (code == ZSTD_error_memory_allocation)
            return tby_source_fail_raw(s, TBY_E_NOMEM);
        if (code == ZSTD_error_frameParameter_windowTooLarge)
            return tby_source_fail(
                s, TBY_E_LIMIT, "The zstd data needs a window of over %u MiB.",
                1u << (TBY_MAX_ZSTD_WINDOW - 20));
        if (code == ZSTD_error_dictionary_wrong ||
            code == ZSTD_error_frameParameter_unsupported)
            return tby_source_fail(s, TBY_E_IO_FORMAT,
                                   "The zstd data cannot be read: %s.",
                                   ZSTD_getErrorName(result));
        return tby_source_corrupt(s, tby_raw_place(&s->raw),
                                  ZSTD_getErrorName(result));
    }
    s->raw.at += in.pos;
    z->hint = result;
    z->pending = result && out->pos == out->size;
    return TBY_OK;
}

static tby_rc read_zstd(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    zstd_state *z = s->state;
    ZSTD_outBuffer out = {buf, cap, 0};

    while (out.pos == 0) {
        tby_rc rc = TBY_OK;

        if (z->hint == 0) {
            rc = tby_source_boundary(s);
            z->hint = 5; /* the shortest header of a frame */
        } else if (!z->pending) {
            rc = tby_source_more(s);
        }
        if (rc == TBY_OK)
            rc = step_zstd(s, z, &out);
        if (rc != TBY_OK)
            return rc;
    }
    *n = out.pos;
    return TBY_OK;
}

const tby_codec tby_codec_zstd = {
    .name = "zstd", .open = open_zstd, .read = read_zstd, .close = close_zstd};

/* When the library fails it forgets what it has written in the same call.  So
 * that what comes before a fault does not depend on the reader's buffer, it
 * always writes into one of this size. */
enum { PIECE = 4096 };

typedef struct bzip2_state {
    bz_stream b;
    bool inside; /* of a stream: b is to be ended */
    size_t from; /* what is not delivered yet of the piece ... */
    size_t to;   /* ... ends here */
    uint8_t piece[PIECE];
    tby_rc after; /* what comes behind it */
} bzip2_state;

static tby_rc open_bzip2(tby_source *s)
{
    s->state = calloc(1, sizeof(bzip2_state));
    return s->state ? TBY_OK : tby_source_fail_raw(s, TBY_E_NOMEM);
}

static void leave(bzip2_state *z)
{
    if (z->inside)
        BZ2_bzDecompressEnd(&z->b);
    z->inside = false;
}

static void close_bzip2(tby_source *s)
{
    if (s->state)
        leave(s->state);
    free(s->state);
}

static tby_rc enter(tby_source *s, bzip2_state *z)
{
    TBY_TRY(tby_source_boundary(s));
    memset(&z->b, 0, sizeof z->b);
    if (BZ2_bzDecompressInit(&z->b, 0, 0) != BZ_OK)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    z->inside = true;
    return TBY_OK;
}

/* Unpacks what is there into the piece. */
static tby_rc step_bzip2(tby_source *s, bzip2_state *z)
{
    size_t n = tby_raw_left(&s->raw);
    unsigned in = n < INT_MAX ? (unsigned)n : INT_MAX;

    /* bzlib.h has no const, but does not write there */
    memcpy(&z->b.next_in, &s->raw.at, sizeof z->b.next_in);
    z->b.avail_in = in;
    z->b.next_out = (char *)z->piece + z->to;
    z->b.avail_out = (unsigned)(PIECE - z->to);
    int result = BZ2_bzDecompress(&z->b);
    s->raw.at += in - z->b.avail_in;
    z->to = PIECE - z->b.avail_out;

    switch (result) {
    case BZ_OK:
        return TBY_OK;
    case BZ_STREAM_END:
        leave(z);
        return TBY_OK;
    case BZ_MEM_ERROR:
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    default:
        return tby_source_corrupt(s, tby_raw_place(&s->raw), NULL);
    }
}

static tby_rc read_bzip2(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    bzip2_state *z = s->state;

    if (z->from == z->to) {
        /* Goes on with the piece, or with a new one, until there is something.
         */
        bool pending = z->to == PIECE; /* output that did not fit, maybe */
        z->after = TBY_OK;
        if (pending)
            z->from = z->to = 0;
        while (z->after == TBY_OK && z->to == z->from) {
            if (!z->inside)
                z->after = enter(s, z);
            else if (!pending)
                z->after = tby_source_more(s);
            if (z->after == TBY_OK)
                z->after = step_bzip2(s, z);
            pending = false;
        }
    }
    *n = z->to - z->from < cap ? z->to - z->from : cap;
    memcpy(buf, z->piece + z->from, *n);
    z->from += *n;
    return z->from == z->to ? z->after : TBY_OK;
}

const tby_codec tby_codec_bzip2 = {.name = "bzip2",
                                   .open = open_bzip2,
                                   .read = read_bzip2,
                                   .close = close_bzip2};
