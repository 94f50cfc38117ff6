/* source_magic.c - a format shows in the first bytes. */
#include "io/stream/source_impl.h"

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

tby_rc tby_codec_find(tby_raw *r, const tby_codec *expected,
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
