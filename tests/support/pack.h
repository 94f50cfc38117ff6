/* pack.h - packs bytes in memory, in every way that a source unpacks.
 *
 * For tests only: what cannot fail with good arguments is not asked. */
#ifndef TBY_TESTS_PACK_H
#define TBY_TESTS_PACK_H

#include <archive.h>
#include <archive_entry.h>
#include <bzlib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* Bytes that grow; p is to be freed. */
typedef struct pack {
    uint8_t *p;
    size_t n;
    size_t cap;
} pack;

static inline void pack_add(pack *to, const void *bytes, size_t n)
{
    if (!to->p || to->n + n > to->cap) {
        to->cap = 2 * (to->n + n) + 64;
        to->p = realloc(to->p, to->cap);
        if (!to->p)
            abort();
    }
    if (n)
        memcpy(to->p + to->n, bytes, n);
    to->n += n;
}

/* Room for what n bytes may become in the worst case of any packer. */
static inline uint8_t *pack_room(size_t n, size_t *cap)
{
    *cap = n + n / 50 + 1024;
    uint8_t *room = malloc(*cap);
    if (!room)
        abort();
    return room;
}

/* One frame with a checksum and a window of 2^window_log, 0 for any. */
static inline void pack_zstd(pack *to, const void *bytes, size_t n,
                             int window_log)
{
    size_t cap;
    uint8_t *out = pack_room(n, &cap);
    ZSTD_CCtx *z = ZSTD_createCCtx();
    ZSTD_outBuffer o = {out, cap, 0};
    ZSTD_inBuffer i = {bytes, n, 0};

    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    if (window_log)
        ZSTD_CCtx_setParameter(z, ZSTD_c_windowLog, window_log);
    while (i.pos < i.size) /* the size must not be known beforehand */
        ZSTD_compressStream2(z, &o, &i, ZSTD_e_continue);
    while (ZSTD_compressStream2(z, &o, &i, ZSTD_e_end) != 0)
        continue;
    ZSTD_freeCCtx(z);
    pack_add(to, out, o.pos);
    free(out);
}

/* One member. */
static inline void pack_gzip(pack *to, const void *bytes, size_t n)
{
    size_t cap;
    uint8_t *out = pack_room(n, &cap);
    z_stream z = {.next_out = out, .avail_out = (uInt)cap};

    memcpy(&z.next_in, &bytes, sizeof bytes);
    z.avail_in = (uInt)n;
    deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    deflate(&z, Z_FINISH);
    deflateEnd(&z);
    pack_add(to, out, (size_t)(z.next_out - out));
    free(out);
}

/* One stream. */
static inline void pack_bzip2(pack *to, const void *bytes, size_t n)
{
    size_t cap;
    uint8_t *out = pack_room(n, &cap);
    unsigned size = (unsigned)cap;
    char *in;

    memcpy(&in, &bytes, sizeof in);
    BZ2_bzBuffToBuffCompress((char *)out, &size, in, (unsigned)n, 1, 0, 0);
    pack_add(to, out, size);
    free(out);
}

/* A member of an archive; text == NULL makes a folder. */
typedef struct pack_member {
    const char *name;
    const char *text;
} pack_member;

/* format: "zip" or "7zip".  options are libarchive's or NULL; with a pass word
 * in them ("zip:encryption=...") it is "secret". */
static inline void pack_archive(pack *to, const char *format,
                                const char *options, const pack_member *members,
                                size_t n)
{
    enum { CAP = 1 << 22 };
    uint8_t *out = malloc(CAP);
    size_t used = 0;
    struct archive *a = archive_write_new();

    archive_write_set_format_by_name(a, format);
    archive_write_set_bytes_in_last_block(a, 1);
    if (options) {
        archive_write_set_options(a, options);
        archive_write_set_passphrase(a, "secret");
    }
    if (!out || archive_write_open_memory(a, out, CAP, &used) != ARCHIVE_OK)
        abort();
    for (size_t i = 0; i < n; i++) {
        struct archive_entry *e = archive_entry_new();
        size_t size = members[i].text ? strlen(members[i].text) : 0;

        archive_entry_set_pathname(e, members[i].name);
        archive_entry_set_filetype(e, members[i].text ? AE_IFREG : AE_IFDIR);
        archive_entry_set_perm(e, 0644);
        archive_entry_set_size(e, (la_int64_t)size);
        archive_write_header(a, e);
        if (size)
            archive_write_data(a, members[i].text, size);
        archive_entry_free(e);
    }
    archive_write_close(a);
    archive_write_free(a);
    pack_add(to, out, used);
    free(out);
}

#endif
