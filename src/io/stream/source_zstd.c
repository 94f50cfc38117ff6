#include "io/stream/source_impl.h"

#include "tabiya/limits.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

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

static tby_rc step(tby_source *s, zstd_state *z, ZSTD_outBuffer *out)
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
            rc = step(s, z, &out);
        if (rc != TBY_OK)
            return rc;
    }
    *n = out.pos;
    return TBY_OK;
}

const tby_codec tby_codec_zstd = {
    .name = "zstd", .open = open_zstd, .read = read_zstd, .close = close_zstd};
