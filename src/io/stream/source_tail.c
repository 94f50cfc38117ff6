/* source_tail.c - is an archive whole?
 *
 * Both formats have their directory at the end.  The library that reads them
 * makes do without the one of zip, and stops before it; so we look ourselves.
 *
 *   zip    ... directory | in 64 bits | "PK" 5 6, disks 4, entries here 2,
 *          entries 2, bytes of the directory 4, its place 4, bytes of the
 *          comment 2 | comment
 *   in 64 bits, which need not be there: "PK" 6 6, bytes that follow 8,
 *          versions 4, disks 8, entries here 8, entries 8, bytes of the
 *          directory 8, its place 8, more | "PK" 6 7, disk 4, place of the
 *          record before it 8, disks 4
 *   7z     signature 6, version 2, CRC of the next 20 bytes 4, place of the
 *          directory behind this header 8, its bytes 8, its CRC 4 | ... */
#include "io/stream/source_impl.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    ZIP_END = 22,
    ZIP_COMMENT = 65535,
    ZIP64_RECORD = 56, /* without what future versions add */
    ZIP64_LOCATOR = 20,
    SEVENZIP_HEADER = 32
};

static uint32_t le16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const uint8_t *p)
{
    return le16(p) | le16(p + 2) << 16;
}

static uint64_t le64(const uint8_t *p)
{
    return le32(p) | (uint64_t)le32(p + 4) << 32;
}

/* n bytes from a place of the file; TBY_E_IO_CUT if it has grown shorter. */
static tby_rc read_at(tby_raw *r, uint64_t place, uint8_t *buf, size_t n)
{
    tby_rc rc = tby_raw_seek(r, place);

    while (rc == TBY_OK && n) {
        size_t got = 0;
        rc = tby_raw_take(r, buf, n, &got);
        buf += got;
        n -= got;
    }
    return rc == TBY_DONE ? TBY_E_IO_CUT : rc;
}

/* What an end record says of the directory. */
typedef struct directory {
    uint64_t entries, size, start;
    uint64_t stop; /* where it has to end */
} directory;

/* True if a number of the end record is the one in 64 bits, or refers to it by
 * being all ones. */
static bool agrees(uint64_t number, uint64_t ones, uint64_t wide)
{
    return number == ones || number == wide;
}

/* Replaces *d by what is said in 64 bits, if that stands before the end record
 * at d->stop and fits it. */
static tby_rc widen(tby_raw *r, directory *d)
{
    static const uint8_t LOCATOR[] = {'P', 'K', 6, 7};
    static const uint8_t RECORD[] = {'P', 'K', 6, 6};
    uint8_t p[ZIP64_RECORD];

    if (d->stop < ZIP64_RECORD + ZIP64_LOCATOR)
        return TBY_OK;
    uint64_t end = d->stop - ZIP64_LOCATOR;
    tby_rc rc = read_at(r, end, p, ZIP64_LOCATOR);
    if (rc != TBY_OK || memcmp(p, LOCATOR, sizeof LOCATOR) != 0)
        return rc;
    uint64_t place = le64(p + 8);
    if (place > end - ZIP64_RECORD)
        return TBY_OK;
    rc = read_at(r, place, p, ZIP64_RECORD);
    if (rc != TBY_OK || memcmp(p, RECORD, sizeof RECORD) != 0 ||
        le64(p + 4) != end - place - 12)
        return rc;
    directory wide = {le64(p + 32), le64(p + 40), le64(p + 48), place};
    if (agrees(d->entries, UINT16_MAX, wide.entries) &&
        agrees(d->size, UINT32_MAX, wide.size) &&
        agrees(d->start, UINT32_MAX, wide.start))
        *d = wide;
    return TBY_OK;
}

/* Judges a zip file by its n last bytes. */
static tby_rc judge_zip(tby_raw *r, const uint8_t *p, size_t n, tby_tail *tail)
{
    static const uint8_t END[] = {'P', 'K', 5, 6};
    size_t i = n < ZIP_END ? 0 : n - ZIP_END + 1;

    *tail = (tby_tail){TBY_E_IO_CUT, r->total, UINT32_MAX};
    while (i > 0 && memcmp(p + i - 1, END, sizeof END) != 0)
        i--;
    if (i == 0)
        return TBY_OK;
    const uint8_t *end = p + i - 1;
    uint64_t place = r->total - (uint64_t)(p + n - end);
    uint64_t stop = place + ZIP_END + le16(end + 20);
    directory d = {le16(end + 10), le32(end + 12), le32(end + 16), place};

    if (stop > r->total)
        return TBY_OK;
    tby_rc rc = widen(r, &d);
    bool fits = d.start <= d.stop && d.size == d.stop - d.start;
    *tail = (tby_tail){fits ? TBY_DONE : TBY_E_IO_CORRUPT, place,
                       (uint32_t)(d.entries & UINT16_MAX)};
    if (d.entries == UINT16_MAX) /* or more, by a writer without 64 bits */
        tail->entries = UINT32_MAX;
    if (stop < r->total)
        *tail = (tby_tail){TBY_E_IO_CORRUPT, stop, tail->entries};
    return rc;
}

tby_rc tby_tail_zip(tby_raw *r, tby_tail *tail)
{
    size_t most = ZIP_END + ZIP_COMMENT;
    size_t n = r->total < most ? (size_t)r->total : most;
    uint8_t *bytes = malloc(n ? n : 1);

    if (!bytes)
        return TBY_E_NOMEM;
    tby_rc rc = read_at(r, r->total - n, bytes, n);
    if (rc == TBY_OK)
        rc = judge_zip(r, bytes, n, tail);
    free(bytes);
    return rc == TBY_OK ? tby_raw_seek(r, 0) : rc;
}

tby_rc tby_tail_7z(tby_raw *r, tby_tail *tail)
{
    uint8_t head[SEVENZIP_HEADER];

    *tail = (tby_tail){TBY_E_IO_CUT, r->total, UINT32_MAX};
    if (r->total < sizeof head)
        return TBY_OK;
    tby_rc rc = read_at(r, 0, head, sizeof head);
    if (rc != TBY_OK)
        return rc;
    uint64_t place = le64(head + 12), size = le64(head + 20);
    uint64_t room = r->total - sizeof head;
    if (crc32(0, head + 12, 20) != le32(head + 8))
        *tail = (tby_tail){TBY_E_IO_CORRUPT, 8, UINT32_MAX};
    else if (place <= room && size == room - place)
        tail->rc = TBY_DONE;
    else if (place <= room && size < room - place)
        *tail = (tby_tail){TBY_E_IO_CORRUPT, sizeof head + place + size,
                           UINT32_MAX};
    return tby_raw_seek(r, 0);
}
