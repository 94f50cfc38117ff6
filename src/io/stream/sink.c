#define ZLIB_CONST /* z_stream.next_in points to const */
#include "io/stream/sink_impl.h"

#include "core/base/assert.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

enum { ZSTD_LEVEL = 3, GZIP_LEVEL = 6, GZIP = 16, MEMORY = 8 };

static tby_rc open_gzip(tby_sink *s)
{
    z_stream *z = calloc(1, sizeof *z);

    if (!z || deflateInit2(z, GZIP_LEVEL, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY,
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

static const tby_packer packer_gzip = {open_gzip, write_gzip, finish_gzip,
                                       close_gzip};

static tby_rc open_zstd(tby_sink *s)
{
    ZSTD_CStream *z = ZSTD_createCStream();

    s->state = z;
    if (!z)
        return TBY_E_NOMEM;
    ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, ZSTD_LEVEL);
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    return TBY_OK;
}

static void close_zstd(tby_sink *s)
{
    ZSTD_freeCStream(s->state);
}

/* One call of the library; *left is 0 when it has nothing more to write. */
static tby_rc step(tby_sink *s, ZSTD_inBuffer *in, ZSTD_EndDirective what,
                   size_t *left)
{
    ZSTD_outBuffer out = {s->buf, TBY_SINK_SIZE, s->used};

    *left = ZSTD_compressStream2(s->state, &out, in, what);
    s->used = out.pos;
    if (ZSTD_isError(*left))
        return TBY_E_NOMEM; /* nothing else can happen */
    return s->used == TBY_SINK_SIZE ? tby_sink_flush(s) : TBY_OK;
}

static tby_rc write_zstd(tby_sink *s, const uint8_t *bytes, size_t n)
{
    ZSTD_inBuffer in = {bytes, n, 0};
    tby_rc rc = TBY_OK;
    size_t left;

    while (rc == TBY_OK && in.pos < in.size)
        rc = step(s, &in, ZSTD_e_continue, &left);
    return rc;
}

static tby_rc finish_zstd(tby_sink *s)
{
    ZSTD_inBuffer none = {NULL, 0, 0};
    tby_rc rc = TBY_OK;
    size_t left = 1;

    while (rc == TBY_OK && left)
        rc = step(s, &none, ZSTD_e_end, &left);
    return rc;
}

static const tby_packer packer_zstd = {open_zstd, write_zstd, finish_zstd,
                                       close_zstd};

/* Keeps the first failure, with the system's reason for it. */
static tby_rc fail(tby_sink *s, tby_rc rc, int error)
{
    const char *sentence = tby_rc_text(rc);
    char reason[128];

    s->rc = rc;
    if (rc == TBY_E_NOMEM) {
        snprintf(s->text, sizeof s->text, "%s", sentence);
        return rc;
    }
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    snprintf(s->text, sizeof s->text, "%.*s: %s.", (int)strlen(sentence) - 1,
             sentence, reason);
    return rc;
}

static const tby_packer *packer_for(const char *path)
{
    size_t n = strlen(path);

    if (n > 4 && strcasecmp(path + n - 4, ".zst") == 0)
        return &packer_zstd;
    if (n > 3 && strcasecmp(path + n - 3, ".gz") == 0)
        return &packer_gzip;
    return NULL;
}

static tby_rc open_sink(tby_sink **out, const char *path, bool follow)
{
    tby_sink *s = calloc(1, sizeof *s);

    *out = s;
    if (!s)
        return TBY_E_NOMEM;
    s->file.fd = -1;
    s->packer = packer_for(path);
    s->buf = malloc(TBY_SINK_SIZE);
    tby_rc rc = s->buf ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK && s->packer)
        rc = s->packer->open(s);
    if (rc == TBY_OK)
        rc = tby_outfile_open(&s->file, path, follow);
    return rc == TBY_OK ? rc : fail(s, rc, errno);
}

tby_rc tby_sink_open(tby_sink **out, const char *path)
{
    return open_sink(out, path, true);
}

tby_rc tby_sink_flush(tby_sink *s)
{
    tby_rc rc = tby_outfile_write(&s->file, s->buf, s->used);

    s->used = 0;
    return rc;
}

/* Large pieces are not copied. */
static tby_rc write_plain(tby_sink *s, const uint8_t *bytes, size_t n)
{
    tby_rc rc = TBY_OK;

    if (n > TBY_SINK_SIZE - s->used)
        rc = tby_sink_flush(s);
    if (rc == TBY_OK && n > TBY_SINK_SIZE)
        return tby_outfile_write(&s->file, bytes, n);
    if (rc == TBY_OK && n) {
        memcpy(s->buf + s->used, bytes, n);
        s->used += n;
    }
    return rc;
}

tby_rc tby_sink_write(tby_sink *s, const void *bytes, size_t n)
{
    TBY_ASSERT(!s->committed);
    if (s->rc != TBY_OK)
        return s->rc;
    tby_rc rc =
        s->packer ? s->packer->write(s, bytes, n) : write_plain(s, bytes, n);
    if (rc != TBY_OK)
        return fail(s, rc, errno);
    s->offset += n;
    return TBY_OK;
}

tby_rc tby_sink_commit(tby_sink *s)
{
    TBY_ASSERT(!s->committed);
    if (s->rc != TBY_OK)
        return s->rc;
    tby_rc rc = s->packer ? s->packer->finish(s) : TBY_OK;
    if (rc == TBY_OK)
        rc = tby_sink_flush(s);
    if (rc == TBY_OK)
        rc = tby_outfile_commit(&s->file);
    if (rc != TBY_OK) {
        fail(s, rc, errno);
        tby_outfile_abandon(&s->file);
        return rc;
    }
    s->committed = true;
    return TBY_OK;
}

void tby_sink_close(tby_sink *s)
{
    if (!s)
        return;
    tby_outfile_abandon(&s->file);
    if (s->packer)
        s->packer->close(s);
    free(s->buf);
    free(s);
}

static tby_rc put(tby_sink *s, tby_rc rc, const void *bytes, size_t n)
{
    if (rc == TBY_OK)
        rc = tby_sink_write(s, bytes, n);
    return rc == TBY_OK ? tby_sink_commit(s) : rc;
}

tby_rc tby_sink_put(tby_sink **out, const char *path, const void *bytes,
                    size_t n)
{
    tby_rc rc = open_sink(out, path, true);

    return put(*out, rc, bytes, n);
}

tby_rc tby_sink_put_nofollow(tby_sink **out, const char *path,
                             const void *bytes, size_t n)
{
    tby_rc rc = open_sink(out, path, false);

    return put(*out, rc, bytes, n);
}

uint64_t tby_sink_offset(const tby_sink *s)
{
    return s->offset;
}

const char *tby_sink_error_text(const tby_sink *s)
{
    return s ? s->text : tby_rc_text(TBY_E_NOMEM);
}
