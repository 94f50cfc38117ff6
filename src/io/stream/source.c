#include "io/stream/source_impl.h"

#include "core/base/assert.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tby_codec XZ = {.name = "xz"}, RAR = {.name = "rar"};

enum { NONE = 9 };

/* How the formats begin.  A file that ends within its first bytes is taken for
 * a cut one if at least `sure` of them are there: less may well be text. */
static const struct {
    const tby_codec *codec;
    uint8_t n;
    uint8_t sure;
    uint8_t loose; /* of this byte only the upper half counts */
    uint8_t bytes[7];
} MAGIC[] = {
    {&tby_codec_zstd, 4, 2, NONE, {0x28, 0xB5, 0x2F, 0xFD}},
    {&tby_codec_zstd, 4, 4, 0, {0x50, 0x2A, 0x4D, 0x18}}, /* to be skipped */
    {&tby_codec_gzip, 2, 1, NONE, {0x1F, 0x8B}},
    {&tby_codec_bzip2, 4, 4, 3, {'B', 'Z', 'h', '0'}},
    {&tby_codec_zip, 4, 3, NONE, {'P', 'K', 3, 4}},
    {&tby_codec_zip, 4, 3, NONE, {'P', 'K', 5, 6}}, /* without entries */
    {&tby_codec_7z, 6, 3, NONE, {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C}},
    {&XZ, 6, 3, NONE, {0xFD, '7', 'z', 'X', 'Z', 0}},
    {&RAR, 6, 6, NONE, {'R', 'a', 'r', '!', 0x1A, 7}},
};

enum { MAGICS = sizeof MAGIC / sizeof *MAGIC };

/* How many of these bytes agree with the magic number, all n or 0. */
static size_t agree(size_t magic, const uint8_t *p, size_t n)
{
    size_t i = 0;

    for (; i < n && i < MAGIC[magic].n; i++) {
        unsigned mask = i == MAGIC[magic].loose ? 0xF0 : 0xFF;
        if ((p[i] ^ MAGIC[magic].bytes[i]) & mask)
            return 0;
    }
    return i;
}

/* The codec of the next bytes; NULL means that they are plain.  *cut: the file
 * ends within its magic number (within the expected codec's, after the first
 * byte of it).  A codec without functions is one we know but
 * do not unpack.  TBY_DONE if there are no bytes, or as tby_raw_need(); waits
 * for no more of them than it has to, because a pipe may not have more yet. */
static tby_rc find_codec(tby_raw *r, const tby_codec *expected,
                         const tby_codec **codec, bool *cut)
{
    for (size_t n = 1;; n++) {
        tby_rc rc = tby_raw_need(r, n);
        size_t got = tby_raw_left(r) < n ? tby_raw_left(r) : n;
        const tby_codec *partly = NULL;

        if (rc != TBY_OK)
            return rc;
        for (size_t i = 0; i < MAGICS; i++) {
            size_t same = agree(i, r->at, got);
            if (same == MAGIC[i].n) {
                *codec = MAGIC[i].codec;
                *cut = false;
                return TBY_OK;
            }
            if (same && (got == n || same >= MAGIC[i].sure ||
                         MAGIC[i].codec == expected))
                partly = MAGIC[i].codec;
        }
        if (!partly || got < n) {
            *codec = partly;
            *cut = partly != NULL;
            return TBY_OK;
        }
    }
}

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

tby_rc tby_source_fail_raw(tby_source *s, tby_rc rc)
{
    if (rc == TBY_E_LIMIT)
        return tby_source_fail(
            s, rc, "An archive from a pipe may not be larger than %u GiB.",
            (unsigned)(TBY_SOURCE_MAX_SPOOL >> 30));
    if (rc == TBY_E_NOMEM)
        return tby_source_fail(s, rc, "%s", tby_rc_text(rc));

    /* "The file cannot be read: Input/output error." */
    const char *sentence = tby_rc_text(rc);
    return tby_source_fail(s, rc, "%.*s: %s.", (int)strlen(sentence) - 1,
                           sentence, strerror(s->raw.error));
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

tby_rc tby_source_boundary(tby_source *s)
{
    const tby_codec *codec;
    bool cut;
    tby_rc rc = find_codec(&s->raw, s->codec, &codec, &cut);

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

/* Chooses the codec.  Waits for the first bytes, which is why it is not done
 * on opening. */
static tby_rc choose(tby_source *s)
{
    const tby_codec *codec = NULL;
    bool cut = false;
    tby_rc rc = find_codec(&s->raw, s->codec, &codec, &cut);

    if (rc < 0)
        return tby_source_fail_raw(s, rc);
    s->codec = codec ? codec : &PLAIN;
    if (!s->codec->read)
        return tby_source_fail(s, TBY_E_IO_FORMAT,
                               "This is %s data, which tabiya does not unpack.",
                               s->codec->name);
    return s->codec->open(s);
}

/* The first bytes tell the codec; a failure is s->rc. */
static void begin(tby_source *s)
{
    if (s->rc == TBY_OK && !s->codec)
        s->rc = choose(s);
}

bool tby_source_unpacks(tby_source *s)
{
    begin(s);
    return s->rc == TBY_OK && s->codec != &PLAIN;
}

tby_rc tby_source_read(tby_source *s, void *buf, size_t cap, size_t *n)
{
    size_t got = 0;

    TBY_ASSERT(cap > 0);
    begin(s);
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

enum { PASSED_MAX = 1 << 16 }; /* bytes of names that wait to be reported */

/* Remembers a file that is not wanted; those that there is no room for are said
 * as "...". */
static void pass_over(tby_source *s)
{
    size_t room = PASSED_MAX - s->passed.n;

    if (room < 8)
        return;
    tby_buf_cstr(&s->passed, strlen(s->file) + 8 < room ? s->file : "...");
    tby_buf_char(&s->passed, '\0');
}

static tby_rc find_wanted(tby_source *s, const tby_source_choice *choice)
{
    tby_rc rc;

    while ((rc = s->codec->next(s)) == TBY_OK) {
        if (s->all || choice->wanted(s->file)) {
            s->any = true;
            return TBY_OK;
        }
        pass_over(s);
    }
    s->file[0] = '\0';
    return rc;
}

tby_rc tby_source_next(tby_source *s, const tby_source_choice *choice)
{
    bool first = !s->split;

    begin(s);
    s->split = true;
    if (s->rc < 0)
        return s->rc;
    if (!first && !s->file[0]) /* the last one has ended */
        return TBY_DONE;
    if (!s->codec->next)
        return TBY_OK;
    if (first)
        tby_buf_init(&s->passed, NULL, PASSED_MAX);
    s->rc = find_wanted(s, choice);
    if (!s->any && s->passed.n) { /* none has such a name */
        tby_buf_clear(&s->passed);
        s->all = true;
        s->rc = s->codec->again(s);
        if (s->rc == TBY_OK)
            s->rc = find_wanted(s, choice);
    }
    for (size_t at = 0; at < s->passed.n; at += strlen(s->passed.p + at) + 1)
        choice->passed(choice->ctx, s->passed.p + at);
    tby_buf_clear(&s->passed);
    return s->rc;
}

const char *tby_source_file(const tby_source *s)
{
    return s->file;
}
