/* book.h - named positions as one block of bytes that is only read: linked into
 * the library, mapped from a file, or handed to the WebAssembly module.  Its
 * bytes are described in docs/formats/book.md. */
#ifndef TBY_BOOK_H
#define TBY_BOOK_H

#include "tabiya/openings.h"

#define TBY_BOOK_NONE UINT32_MAX

/* A view of a block, to be copied freely; all zero is a book of nothing. */
typedef struct tby_book {
    const unsigned char *base;
    size_t n;
    uint32_t count;
    unsigned shift;          /* of a key, to its bucket */
    const uint32_t *buckets; /* where the entries of a bucket begin */
    const void *entries;
} tby_book;

TBY_BEGIN

/* Looks at a block: TBY_E_BOOK_MAGIC, TBY_E_BOOK_VERSION, TBY_E_BOOK_CHECKSUM
 * or TBY_E_BOOK_DAMAGED if it is none of ours.  The bytes must be aligned to
 * eight and stay where they are. */
TBY_API TBY_MUST_USE tby_rc tby_book_open(tby_book *b, const void *bytes,
                                          size_t n);

/* The book that is part of the library. */
TBY_API tby_book tby_book_builtin(void);

/* The entry of a position, TBY_BOOK_NONE if it has no name. */
TBY_API uint32_t tby_book_find(const tby_book *b, const tby_pos *p);

/* The first entry with this key, TBY_BOOK_NONE if there is none.  It nearly
 * always is that of a position which has the key; tby_book_find() knows. */
TBY_API uint32_t tby_book_find_key(const tby_book *b, uint64_t key);

/* Entry i < b->count, sorted by key.  Texts and line point into the block;
 * aliases are asked for below. */
TBY_API void tby_book_get(const tby_book *b, uint32_t i, tby_opening *out);

/* The same without out->pos, which is what takes the time. */
TBY_API void tby_book_peek(const tby_book *b, uint32_t i, tby_opening *out);

/* What the other sources say, up to `room` of them; how many there are. */
TBY_API size_t tby_book_aliases(const tby_book *b, uint32_t i, tby_alias *out,
                                size_t room);

/* Adds all entries to a table. */
TBY_API TBY_MUST_USE tby_rc tby_book_unpack(const tby_book *b, tby_openings *t);

TBY_END

#endif
