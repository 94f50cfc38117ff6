/* source.c - which format is it, and what was the first fault. */
#include "io/stream/source_impl.h"

#include "core/base/assert.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- faults ---------------------------------------------------------------*/

void tby_source_clean(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = '?';
}

tby_rc tby_source_fail(tby_source *s, tby_rc rc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(s->text, sizeof s->text, format, args);
    va_end(args);
    tby_source_clean(s->text);
    return rc;
}

/* "The file cannot be read: Input/output error." */
static tby_rc fail_os(tby_source *s, tby_rc rc, int error)
{
    const char *sentence = tby_rc_text(rc);
    char reason[128];

    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return tby_source_fail(s, rc, "%.*s: %s.", (int)strlen(sentence) - 1,
                           sentence, reason);
}

tby_rc tby_source_fail_raw(tby_source *s, tby_rc rc)
{
    if (rc == TBY_E_LIMIT)
        return tby_source_fail(
            s, rc, "An archive from a pipe may not be larger than %u GiB.",
            (unsigned)(TBY_SOURCE_MAX_SPOOL >> 30));
    if (rc == TBY_E_NOMEM)
        return tby_source_fail(s, rc, "%s", tby_rc_text(rc));
    return fail_os(s, rc, s->raw.error);
}

tby_rc tby_source_cut(tby_source *s)
{
    uint64_t end = s->raw.total ? s->raw.total : s->raw.fetched;

    return tby_source_fail(
        s, TBY_E_IO_CUT,
        "The %s data ends early, at byte %llu of the compressed file.",
        s->codec->name, (unsigned long long)end);
}

tby_rc tby_source_corrupt(tby_source *s, uint64_t place, const char *detail)
{
    return tby_source_fail(
        s, TBY_E_IO_CORRUPT,
        "The %s data is corrupt at byte %llu of the compressed file%s%s.",
        s->codec->name, (unsigned long long)place, detail ? ": " : "",
        detail ? detail : "");
}

/* --- frames ---------------------------------------------------------------*/

tby_rc tby_source_boundary(tby_source *s)
{
    const tby_codec *codec;
    bool cut;
    tby_rc rc = tby_codec_find(&s->raw, s->codec, &codec, &cut);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? rc : tby_source_fail_raw(s, rc);
    if (codec != s->codec) {
        char detail[64];
        snprintf(detail, sizeof detail, "what follows there is not %s",
                 s->codec->name);
        return tby_source_corrupt(s, tby_raw_place(&s->raw), detail);
    }
    return cut ? tby_source_cut(s) : TBY_OK;
}

tby_rc tby_source_more(tby_source *s)
{
    tby_rc rc = tby_raw_need(&s->raw, 1);

    if (rc == TBY_DONE)
        return tby_source_cut(s);
    return rc == TBY_OK ? rc : tby_source_fail_raw(s, rc);
}

/* --- plain ----------------------------------------------------------------*/

static tby_rc open_plain(tby_source *s)
{
    (void)s;
    return TBY_OK;
}

static tby_rc read_plain(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    tby_rc rc = tby_raw_take(&s->raw, buf, cap, n);

    return rc < 0 ? tby_source_fail_raw(s, rc) : rc;
}

static void close_plain(tby_source *s)
{
    (void)s;
}

static const tby_codec PLAIN = {.name = "plain",
                                .open = open_plain,
                                .read = read_plain,
                                .close = close_plain};

/* --- the front ------------------------------------------------------------*/

/* Chooses the codec.  Waits for the first bytes, which is why it is not done
 * on opening. */
static tby_rc choose(tby_source *s)
{
    const tby_codec *codec = NULL;
    bool cut = false;
    tby_rc rc = tby_codec_find(&s->raw, s->codec, &codec, &cut);

    if (rc < 0)
        return tby_source_fail_raw(s, rc);
    s->codec = codec ? codec : &PLAIN;
    if (!s->codec->read)
        return tby_source_fail(s, TBY_E_IO_FORMAT,
                               "This is %s data, which tabiya does not unpack.",
                               s->codec->name);
    return s->codec->open(s);
}

void tby_source_begin(tby_source *s)
{
    if (s->rc == TBY_OK && !s->codec)
        s->rc = choose(s);
}

bool tby_source_unpacks(tby_source *s)
{
    tby_source_begin(s);
    return s->rc == TBY_OK && s->codec != &PLAIN;
}

tby_rc tby_source_read(tby_source *s, void *buf, size_t cap, size_t *n)
{
    size_t got = 0;

    TBY_ASSERT(cap > 0);
    tby_source_begin(s);
    if (s->rc == TBY_OK)
        s->rc = s->codec->read(s, buf, cap, &got);
    if (!got)
        return s->rc;
    s->offset += got;
    *n = got;
    return TBY_OK;
}

tby_rc tby_source_read_all(tby_source *s, tby_buf *out)
{
    char piece[1 << 16];
    size_t n = 0;
    tby_rc rc;

    while ((rc = tby_source_read(s, piece, sizeof piece, &n)) == TBY_OK) {
        tby_buf_add(out, (tby_str){piece, n});
        if (out->rc != TBY_OK)
            return out->rc;
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc tby_source_open(tby_source **out, const char *path)
{
    tby_source *s = calloc(1, sizeof *s);

    *out = s;
    if (!s)
        return TBY_E_NOMEM;
    s->rc = tby_raw_open(&s->raw, path);
    if (s->rc != TBY_OK) {
        s->raw.error = errno;
        tby_source_fail_raw(s, s->rc);
    }
    return s->rc;
}

tby_rc tby_source_open_memory(tby_source **out, const void *bytes, size_t n)
{
    tby_source *s = calloc(1, sizeof *s);

    *out = s;
    if (!s)
        return TBY_E_NOMEM;
    tby_raw_open_memory(&s->raw, bytes, n);
    return TBY_OK;
}

void tby_source_close(tby_source *s)
{
    if (!s)
        return;
    if (s->codec && s->codec->close)
        s->codec->close(s);
    tby_raw_close(&s->raw);
    tby_buf_free(&s->passed);
    free(s);
}

uint64_t tby_source_offset(const tby_source *s)
{
    return s->offset;
}

void tby_source_progress(const tby_source *s, uint64_t *done, uint64_t *total)
{
    *done = tby_raw_place(&s->raw);
    *total = s->raw.total;
}

const char *tby_source_format(const tby_source *s)
{
    return s->codec ? s->codec->name : "unknown";
}

const char *tby_source_error_text(const tby_source *s)
{
    return s ? s->text : tby_rc_text(TBY_E_NOMEM);
}
