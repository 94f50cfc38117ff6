/* source_bzip2.c - bzip2 streams, one after another. */
#include "io/source_impl.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct bzip2_state {
    bz_stream b;
    bool inside;  /* of a stream: b is to be ended */
    bool pending; /* the library may hold output that did not fit */
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
    z->pending = false;
}

static void close_bzip2(tby_source *s)
{
    if (s->state)
        leave(s->state);
    free(s->state);
}

static tby_rc enter(tby_source *s, bzip2_state *z)
{
    tby_rc rc = tby_source_boundary(s);

    if (rc != TBY_OK)
        return rc;
    memset(&z->b, 0, sizeof z->b);
    if (BZ2_bzDecompressInit(&z->b, 0, 0) != BZ_OK)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    z->inside = true;
    return TBY_OK;
}

static unsigned clip(size_t n)
{
    return n < INT_MAX ? (unsigned)n : INT_MAX;
}

/* Unpacks what is there; the output before a fault counts. */
static tby_rc step(tby_source *s, bzip2_state *z, uint8_t *buf, size_t cap,
                   size_t *n)
{
    unsigned in = clip(tby_raw_left(&s->raw));

    /* bzlib.h has no const, but does not write there */
    memcpy(&z->b.next_in, &s->raw.at, sizeof z->b.next_in);
    z->b.avail_in = in;
    z->b.next_out = (char *)buf;
    z->b.avail_out = clip(cap);
    int result = BZ2_bzDecompress(&z->b);
    s->raw.at += in - z->b.avail_in;
    *n = (size_t)((uint8_t *)z->b.next_out - buf);
    z->pending = z->b.avail_out == 0;

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
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && *n == 0) {
        if (!z->inside)
            rc = enter(s, z);
        else if (!z->pending)
            rc = tby_source_more(s);
        if (rc == TBY_OK)
            rc = step(s, z, buf, cap, n);
    }
    return rc;
}

const tby_codec tby_codec_bzip2 = {"bzip2", open_bzip2, read_bzip2,
                                   close_bzip2};
