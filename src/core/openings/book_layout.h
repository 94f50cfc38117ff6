/* book_layout.h - the bytes of a book: docs/formats/book.md.
 *
 * The block is read where it lies, so the machine must be little-endian, as all
 * that tabiya runs on are. */
#ifndef TBY_CORE_OPENINGS_BOOK_LAYOUT_H
#define TBY_CORE_OPENINGS_BOOK_LAYOUT_H

#include "tabiya/book.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a book is read in place and needs a little-endian machine"
#endif

#define BOOK_MAGIC "TBYBOOK" /* and its zero */

enum {
    BOOK_VERSION = 1,
    BOOK_KEYS = 1,
    BOOK_MAX_BITS = 24,
    BOOK_NO_CODE = 511,
    BOOK_NO_SOURCE = 255,
    BOOK_MAX_ALIASES = 255,
    BOOK_MAX_PLIES = 255,
    BOOK_MAX_TEXT = 65535
};

struct book_section {
    uint32_t at, n;
};

struct book_head {
    char magic[8];
    uint32_t version, keys;
    uint64_t checksum; /* of all that follows it */
    uint64_t size;
    uint32_t count, bits;
    uint32_t buckets, entries;
    struct book_section moves, aliases, sources, texts;
};

struct book_entry {
    uint64_t key;
    uint32_t check;
    uint32_t name;
    uint32_t line;
    uint32_t codes;
    uint32_t alias;
    uint8_t aliases_n, plies, source, root;
};

enum { BOOK_ROOT = 1u << 26, BOOK_NO_LINE = 1u << 28 };

struct book_alias {
    uint32_t source, name;
};

_Static_assert(sizeof(struct book_head) == 80, "docs/formats/book.md");
_Static_assert(sizeof(struct book_entry) == 32, "docs/formats/book.md");

#define BOOK_MIX 0x9fb21c651e98df25u

/* The second hash of a position. */
static inline uint32_t book_check(const tby_pos *p)
{
    const uint64_t values[] = {
        p->plane[0], p->plane[1], p->plane[2],
        p->plane[3], p->castling, (uint64_t)p->turn + 2u * (uint64_t)p->ep};
    uint64_t h = 0;

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        h = (h ^ values[i]) * BOOK_MIX;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 32);
}

#endif
