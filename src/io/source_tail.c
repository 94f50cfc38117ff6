/* source_tail.c - is an archive whole?
 *
 * Both formats have their directory at the end.  The library that reads them
 * makes do without the one of zip, and stops before it; so we look ourselves.
 *
 *   zip  ... directory | "PK" 5 6, disks 4, entries here 2, entries 2,
 *        bytes of the directory 4, its place 4, bytes of the comment 2 |
 * comment 7z   signature 6, version 2, CRC of the next 20 bytes 4, place of the
 *        directory behind this header 8, its bytes 8, its CRC 4 | ... */
#include "io/source_impl.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ZIP_END = 22, ZIP_COMMENT = 65535, SEVENZIP_HEADER = 32 };

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

/* Judges the n last bytes of a zip file. */
static tby_tail judge_zip(const uint8_t *p, size_t n, uint64_t total)
{
    static const uint8_t END[] = {'P', 'K', 5, 6};
    tby_tail tail = {TBY_E_IO_CUT, total, UINT32_MAX};
    size_t i = n < ZIP_END ? 0 : n - ZIP_END + 1;

    while (i > 0 && memcmp(p + i - 1, END, sizeof END) != 0)
        i--;
    if (i == 0)
        return tail;
    const uint8_t *end = p + i - 1;
    uint64_t place = total - (uint64_t)(p + n - end);
    uint64_t stop = place + ZIP_END + le16(end + 20);
    uint32_t entries = le16(end + 10), size = le32(end + 12);
    uint32_t start = le32(end + 16);

    if (stop > total)
        return tail;
    tail = (tby_tail){TBY_DONE, place, entries};
    /* all ones: the number is elsewhere, in 64 bits */
    if (entries == UINT16_MAX || size == UINT32_MAX || start == UINT32_MAX)
        tail.entries = UINT32_MAX;
    else if ((uint64_t)start + size != place)
        tail.rc = TBY_E_IO_CORRUPT;
    if (stop < total)
        tail = (tby_tail){TBY_E_IO_CORRUPT, stop, entries};
    return tail;
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
        *tail = judge_zip(bytes, n, r->total);
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
