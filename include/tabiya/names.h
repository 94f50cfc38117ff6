/* names.h - named positions as one block of bytes that is only read: linked
 * into the library, mapped from a file, or handed to the WebAssembly module.
 * Its bytes are described in docs/formats/names.md. */
#ifndef TBY_NAMES_H
#define TBY_NAMES_H

#include "tabiya/openings.h"

#define TBY_NAMES_NONE UINT32_MAX

/* A view of a block, to be copied freely; all zero is no names at all. */
typedef struct tby_names {
    const unsigned char *base;
    size_t n;
    uint32_t count;
    unsigned shift;          /* of a key, to its bucket */
    const uint32_t *buckets; /* where the entries of a bucket begin */
    const void *entries;
} tby_names;

TBY_BEGIN

/* Looks at a block: TBY_E_NAMES_MAGIC, TBY_E_NAMES_VERSION,
 * TBY_E_NAMES_CHECKSUM or TBY_E_NAMES_DAMAGED if it is none of ours.  The bytes
 * must be aligned to eight and stay where they are. */
TBY_API TBY_MUST_USE tby_rc tby_names_open(tby_names *b, const void *bytes,
                                           size_t n);

/* The names that are part of the library. */
TBY_API tby_names tby_names_builtin(void);

/* The entry of a position, TBY_NAMES_NONE if it has no name. */
TBY_API uint32_t tby_names_find(const tby_names *b, const tby_pos *p);

/* The first entry with this key, TBY_NAMES_NONE if there is none.  It nearly
 * always is that of a position which has the key; tby_names_find() knows. */
TBY_API uint32_t tby_names_find_key(const tby_names *b, uint64_t key);

/* Entry i < b->count, sorted by key.  Texts and line point into the block;
 * aliases are asked for below. */
TBY_API void tby_names_get(const tby_names *b, uint32_t i, tby_opening *out);

/* The same without out->pos, which is what takes the time. */
TBY_API void tby_names_peek(const tby_names *b, uint32_t i, tby_opening *out);

/* What the other sources say, up to `room` of them; how many there are. */
TBY_API size_t tby_names_aliases(const tby_names *b, uint32_t i, tby_alias *out,
                                 size_t room);

/* Adds all entries to a table. */
TBY_API TBY_MUST_USE tby_rc tby_names_unpack(const tby_names *b,
                                             tby_openings *t);

TBY_END

#endif
