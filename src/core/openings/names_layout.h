/* names_layout.h - the bytes of a list of names: docs/formats/names.md.  The
 * block is read where it lies, so it has the byte order of the machine. */
#ifndef TBY_CORE_OPENINGS_NAMES_LAYOUT_H
#define TBY_CORE_OPENINGS_NAMES_LAYOUT_H

#include "tabiya/names.h"

#define NAMES_MAGIC "TBYBOOK" /* and its zero */

enum {
    NAMES_VERSION = 1,
    NAMES_KEYS = 1,
    NAMES_MAX_BITS = 24,
    NAMES_NO_CODE = 511,
    NAMES_NO_SOURCE = 255,
    NAMES_MAX_ALIASES = 255,
    NAMES_MAX_PLIES = 255,
    NAMES_MAX_TEXT = 65535
};

struct names_section {
    uint32_t at, n;
};

struct names_head {
    char magic[8];
    uint32_t version, keys;
    uint64_t checksum; /* of all that follows it */
    uint64_t size;
    uint32_t count, bits;
    uint32_t buckets, entries;
    struct names_section moves, aliases, sources, texts;
};

struct names_entry {
    uint64_t key;
    uint32_t check;
    uint32_t name;
    uint32_t line;
    uint32_t codes;
    uint32_t alias;
    uint8_t aliases_n, plies, source, root;
};

enum { NAMES_ROOT = 1u << 26, NAMES_NO_LINE = 1u << 28 };

struct names_alias {
    uint32_t source, name;
};

_Static_assert(sizeof(struct names_head) == 80, "docs/formats/names.md");
_Static_assert(sizeof(struct names_entry) == 32, "docs/formats/names.md");

/* What a sound block is read by. */
tby_names tby__names_view(const struct names_head *h);

#define NAMES_MIX 0x9fb21c651e98df25u

/* The second hash of a position. */
static inline uint32_t names_check(const tby_pos *p)
{
    const uint64_t values[] = {
        p->plane[0], p->plane[1], p->plane[2],
        p->plane[3], p->castling, (uint64_t)p->turn + 2u * (uint64_t)p->ep};
    uint64_t h = 0;

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        h = (h ^ values[i]) * NAMES_MIX;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 32);
}

#endif
