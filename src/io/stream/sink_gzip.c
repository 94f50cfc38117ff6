/* sink_gzip.c - one gzip member. */
#define ZLIB_CONST /* z_stream.next_in points to const */
#include "io/stream/sink_impl.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { LEVEL = 6, GZIP = 16, MEMORY = 8 };

static tby_rc open_gzip(tby_sink *s)
{
    z_stream *z = calloc(1, sizeof *z);

    if (!z || deflateInit2(z, LEVEL, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY,
                           Z_DEFAULT_STRATEGY) != Z_OK) {
        free(z);
        return TBY_E_NOMEM;
    }
    s->state = z;
    return TBY_OK;
}

static void close_gzip(tby_sink *s)
{
    if (s->state)
        deflateEnd(s->state);
    free(s->state);
}

/* Packs what z->next_in points to; until the end with Z_FINISH. */
static tby_rc pack(tby_sink *s, z_stream *z, int flush)
{
    for (;;) {
        z->next_out = s->buf + s->used;
        z->avail_out = (uInt)(TBY_SINK_SIZE - s->used);
        int result = deflate(z, flush);
        s->used = TBY_SINK_SIZE - z->avail_out;
        if (z->avail_out)
            return flush == Z_FINISH && result != Z_STREAM_END ? TBY_E_NOMEM
                                                               : TBY_OK;
        tby_rc rc = tby_sink_flush(s);
        if (rc != TBY_OK || result == Z_STREAM_END)
            return rc;
    }
}

static tby_rc write_gzip(tby_sink *s, const uint8_t *bytes, size_t n)
{
    z_stream *z = s->state;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && n) {
        uInt part = n < INT_MAX ? (uInt)n : INT_MAX;
        z->next_in = bytes;
        z->avail_in = part;
        rc = pack(s, z, Z_NO_FLUSH);
        bytes += part;
        n -= part;
    }
    return rc;
}

static tby_rc finish_gzip(tby_sink *s)
{
    z_stream *z = s->state;

    z->next_in = NULL;
    z->avail_in = 0;
    return pack(s, z, Z_FINISH);
}

const tby_packer tby_packer_gzip = {open_gzip, write_gzip, finish_gzip,
                                    close_gzip};
