/* sink.c - see sink.h. */
#include "io/stream/sink_impl.h"

#include "core/base/assert.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
        return &tby_packer_zstd;
    if (n > 3 && strcasecmp(path + n - 3, ".gz") == 0)
        return &tby_packer_gzip;
    return NULL;
}

tby_rc tby_sink_open(tby_sink **out, const char *path)
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
        rc = tby_outfile_open(&s->file, path);
    return rc == TBY_OK ? rc : fail(s, rc, errno);
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

void tby_sink_abandon(tby_sink *s)
{
    tby_outfile_abandon(&s->file);
    if (s->rc == TBY_OK)
        fail(s, TBY_E_IO_WRITE, ECANCELED);
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

tby_rc tby_sink_put(tby_sink **out, const char *path, const void *bytes,
                    size_t n)
{
    tby_rc rc = tby_sink_open(out, path);

    if (rc == TBY_OK)
        rc = tby_sink_write(*out, bytes, n);
    return rc == TBY_OK ? tby_sink_commit(*out) : rc;
}

uint64_t tby_sink_offset(const tby_sink *s)
{
    return s->offset;
}

const char *tby_sink_error_text(const tby_sink *s)
{
    return s ? s->text : tby_rc_text(TBY_E_NOMEM);
}
