/* source_archive.c - the files in a zip or 7z archive, one after another. */
#include "io/stream/source_impl.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct archive_state {
    struct archive *archive;
    int (*support)(struct archive *a); /* what the library calls the format */
    bool open;                         /* it knows it */
    tby_tail tail;
    tby_rc failed;        /* of the raw file, inside the callbacks */
    const uint8_t *block; /* unpacked bytes, the library's ... */
    size_t left;          /* ... of which so many are not delivered yet */
    tby_rc after;         /* what comes after the block */
    bool inside;          /* of a member */
    bool line_open;       /* the last member did not end with a line end */
    char last;            /* byte delivered */
    uint32_t members;     /* seen so far, of any kind */
} archive_state;

/* --- what the library calls -----------------------------------------------*/

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
    tby_source *s = ctx;
    archive_state *z = s->state;
    tby_rc rc = tby_raw_need(&s->raw, 1);

    (void)a;
    if (rc < 0) {
        z->failed = rc;
        return ARCHIVE_FATAL;
    }
    size_t n = tby_raw_left(&s->raw);
    *bytes = s->raw.at;
    s->raw.at = s->raw.end;
    return (la_ssize_t)n;
}

static la_int64_t on_seek(struct archive *a, void *ctx, la_int64_t offset,
                          int whence)
{
    tby_source *s = ctx;
    archive_state *z = s->state;
    int64_t total = (int64_t)s->raw.total, from = 0;

    (void)a;
    if (whence == SEEK_CUR)
        from = (int64_t)tby_raw_place(&s->raw);
    else if (whence == SEEK_END)
        from = total;
    if (offset < -from)
        offset = -from;
    if (offset > total - from)
        offset = total - from;
    z->failed = tby_raw_seek(&s->raw, (uint64_t)(from + offset));
    return z->failed == TBY_OK ? from + offset : ARCHIVE_FATAL;
}

/* How far the library has come in the file. */
static uint64_t place(const archive_state *z)
{
    la_int64_t n = archive_filter_bytes(z->archive, 0);

    return n > 0 ? (uint64_t)n : 0;
}

/* What the library could not do, as one of our codes. */
static tby_rc fault(tby_source *s)
{
    archive_state *z = s->state;
    const char *detail = archive_error_string(z->archive);

    if (z->failed != TBY_OK)
        return tby_source_fail_raw(s, z->failed);
    if (archive_errno(z->archive) == ENOMEM)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    /* crashes before that: github.com/libarchive/libarchive/issues/1785 */
    if (z->open && archive_read_has_encrypted_entries(z->archive) > 0)
        return tby_source_fail(s, TBY_E_IO_FORMAT, "The %s file is encrypted.",
                               s->codec->name);
    if (z->tail.rc == TBY_E_IO_CUT)
        return tby_source_cut(s);
    if (detail && strstr(detail, "upported"))
        return tby_source_fail(s, TBY_E_IO_FORMAT,
                               "The %s file cannot be read: %s.",
                               s->codec->name, detail);
    return tby_source_corrupt(s, place(z), detail);
}

/* --- opening --------------------------------------------------------------*/

/* Opens it from its beginning on, perhaps again. */
static tby_rc start(tby_source *s, archive_state *z)
{
    archive_read_free(z->archive);
    z->open = false;
    z->members = 0;
    z->failed = z->after = TBY_OK;
    z->archive = archive_read_new();
    if (!z->archive)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    archive_read_set_read_callback(z->archive, on_read);
    archive_read_set_seek_callback(z->archive, on_seek);
    z->open = z->support(z->archive) == ARCHIVE_OK &&
              archive_read_set_callback_data(z->archive, s) == ARCHIVE_OK &&
              archive_read_open1(z->archive) == ARCHIVE_OK;
    return z->open ? TBY_OK : fault(s);
}

static tby_rc open_archive(tby_source *s,
                           tby_rc (*look)(tby_raw *r, tby_tail *tail),
                           int (*support)(struct archive *a))
{
    archive_state *z = calloc(1, sizeof *z);

    s->state = z;
    if (!z)
        return tby_source_fail_raw(s, TBY_E_NOMEM);
    z->support = support;
    tby_rc rc = tby_raw_spool(&s->raw);
    if (rc == TBY_OK)
        rc = look(&s->raw, &z->tail);
    /* Without the directory at its end, nothing of a 7z archive can be read. */
    if (rc == TBY_E_IO_CUT ||
        (s->codec == &tby_codec_7z && z->tail.rc == TBY_E_IO_CUT))
        return tby_source_cut(s);
    return rc == TBY_OK ? start(s, z) : tby_source_fail_raw(s, rc);
}

static tby_rc open_zip(tby_source *s)
{
    return open_archive(s, tby_tail_zip, archive_read_support_format_zip);
}

static tby_rc open_7z(tby_source *s)
{
    return open_archive(s, tby_tail_7z, archive_read_support_format_7zip);
}

static void close_archive(tby_source *s)
{
    archive_state *z = s->state;

    if (z)
        archive_read_free(z->archive);
    free(z);
}

/* --- reading --------------------------------------------------------------*/

/* After the last member: was that all? */
static tby_rc finish(tby_source *s, const archive_state *z)
{
    if (z->tail.rc == TBY_E_IO_CUT)
        return tby_source_cut(s);
    if (z->tail.rc == TBY_E_IO_CORRUPT)
        return tby_source_corrupt(s, z->tail.place,
                                  "it is not the end of this archive");
    if (z->tail.entries != UINT32_MAX &&
        z->tail.entries != (z->members & UINT16_MAX))
        return tby_source_corrupt(s, z->tail.place,
                                  "the number of files is wrong");
    return TBY_DONE;
}

/* Folders, and links to what comes anyway or is elsewhere; anything else is a
 * file whose attributes were damaged, and its text would be lost. */
static bool may_skip(struct archive_entry *entry)
{
    mode_t type = archive_entry_filetype(entry);

    return type == AE_IFLNK ||
           (type == AE_IFDIR && archive_entry_size(entry) == 0);
}

/* Its name, or the end of one that is longer than any that people give. */
static void note_name(tby_source *s, struct archive_entry *entry)
{
    const char *name = archive_entry_pathname_utf8(entry);

    if (!name)
        name = archive_entry_pathname(entry);
    if (!name || !*name)
        name = "?";
    size_t n = strlen(name), most = sizeof s->file - 1;
    snprintf(s->file, sizeof s->file, "%s", n > most ? name + n - most : name);
    tby_source_clean(s->file);
}

/* Goes to the next member; inside it if it is a file. */
static tby_rc next_member(tby_source *s, archive_state *z)
{
    struct archive_entry *entry;
    int result = archive_read_next_header(z->archive, &entry);

    if (result == ARCHIVE_EOF)
        return finish(s, z);
    /* a warning is about its name, or its sum will tell */
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
        return fault(s);
    z->members++;
    if (archive_entry_is_encrypted(entry))
        return fault(s);
    z->inside = archive_entry_filetype(entry) == AE_IFREG;
    if (!z->inside && !may_skip(entry))
        return tby_source_corrupt(s, place(z), "a file of no known kind");
    z->line_open = !s->split && s->offset > 0 && z->last != '\n';
    note_name(s, entry);
    return TBY_OK;
}

/* Only this call tells that a member is cut or that its sum is wrong; with a
 * mere warning the bytes are there, but they are not the right ones. */
static tby_rc next_block(tby_source *s, archive_state *z)
{
    const void *bytes = NULL;
    size_t n = 0;
    la_int64_t offset;
    int result = archive_read_data_block(z->archive, &bytes, &n, &offset);

    if (result == ARCHIVE_EOF) {
        z->inside = false;
        return TBY_OK;
    }
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN) {
        z->block = bytes;
        z->left = n;
    }
    if (result != ARCHIVE_OK)
        z->after = fault(s);
    return TBY_OK;
}

/* Hands out of the block what fits; a line end comes before the first byte of
 * a member if one is missing. */
static size_t deliver(archive_state *z, uint8_t *buf, size_t cap)
{
    size_t n = 0;

    if (z->line_open) {
        z->line_open = false;
        buf[n++] = '\n';
    }
    size_t part = z->left < cap - n ? z->left : cap - n;
    memcpy(buf + n, z->block, part);
    z->block += part;
    z->left -= part;
    n += part;
    z->last = (char)buf[n - 1];
    return n;
}

static tby_rc read_archive(tby_source *s, uint8_t *buf, size_t cap, size_t *n)
{
    archive_state *z = s->state;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && !z->left) {
        rc = z->after;
        if (rc == TBY_OK && !z->inside)
            rc = s->split ? TBY_DONE : next_member(s, z);
        else if (rc == TBY_OK)
            rc = next_block(s, z);
    }
    if (rc == TBY_OK)
        *n = deliver(z, buf, cap);
    return rc;
}

/* --- one by one -----------------------------------------------------------*/

static tby_rc next_file(tby_source *s)
{
    archive_state *z = s->state;
    tby_rc rc = z->after;

    z->left = 0;
    z->inside = false;
    while (rc == TBY_OK && !z->inside)
        rc = next_member(s, z);
    return rc;
}

static tby_rc first_file(tby_source *s)
{
    tby_rc rc = tby_raw_seek(&s->raw, 0);

    return rc == TBY_OK ? start(s, s->state) : tby_source_fail_raw(s, rc);
}

const tby_codec tby_codec_zip = {.name = "zip",
                                 .open = open_zip,
                                 .read = read_archive,
                                 .close = close_archive,
                                 .next = next_file,
                                 .again = first_file};
const tby_codec tby_codec_7z = {.name = "7z",
                                .open = open_7z,
                                .read = read_archive,
                                .close = close_archive,
                                .next = next_file,
                                .again = first_file};
