#define ZLIB_CONST /* z_stream.next_in points to const */
#include "io/stream/source_impl.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

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
static tby_rc step(tby_source *s, gzip_state *g, uint8_t *buf, size_t cap,
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
            rc = step(s, g, buf, cap, n);
    }
    return rc;
}

const tby_codec tby_codec_gzip = {
    .name = "gzip", .open = open_gzip, .read = read_gzip, .close = close_gzip};
