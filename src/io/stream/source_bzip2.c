#include "core/base/assert.h"
#include "io/stream/source_impl.h"

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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
static tby_rc step(tby_source *s, bzip2_state *z)
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
                z->after = step(s, z);
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
