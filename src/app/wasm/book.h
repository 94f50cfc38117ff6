/* book.h - named openings, for a page. */
#ifndef TBY_APP_WASM_BOOK_H
#define TBY_APP_WASM_BOOK_H

#include "app/wasm/exports.h"

typedef struct tby_wasm_book tby_wasm_book;

/* A book, at first the one that is part of the module; 0 if there is no
 * memory. */
EXPORT(tby_wasm_book_open) tby_wasm_book *tby_wasm_book_open(void);
EXPORT(tby_wasm_book_close) void tby_wasm_book_close(tby_wasm_book *book);

/* Another one in its place: the bytes of a book file, which must be aligned to
 * eight, as those of tby_wasm_alloc() are, and stay where they are.
 * tby_book_open(): a block that is refused changes nothing. */
EXPORT(tby_wasm_book_load)
int32_t tby_wasm_book_load(tby_wasm_book *book, const void *bytes,
                           uint32_t size);

/* Looks a position up, written as line.h says: a FEN or the moves to it.
 * TBY_OK if it has a name, TBY_DONE if not, or why the text is no position. */
EXPORT(tby_wasm_book_find)
int32_t tby_wasm_book_find(tby_wasm_book *book, const char *text,
                           uint32_t text_length);
/* The entry of what was found last. */
EXPORT(tby_wasm_book_found)
uint32_t tby_wasm_book_found(const tby_wasm_book *book);

/* How many entries; they are numbered from 0, and TBY_E_NUMBER answers a number
 * that the book does not have. */
EXPORT(tby_wasm_book_count)
uint32_t tby_wasm_book_count(const tby_wasm_book *book);

/* What an entry says: "B90", Scid's finer code or "", name, source, position.
 * Its line is "" if nobody knows it. */
EXPORT(tby_wasm_book_code)
int32_t tby_wasm_book_code(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_scid)
int32_t tby_wasm_book_scid(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_name)
int32_t tby_wasm_book_name(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap);
EXPORT(tby_wasm_book_source)
int32_t tby_wasm_book_source(const tby_wasm_book *book, uint32_t entry,
                             char *buf, uint32_t cap);
EXPORT(tby_wasm_book_fen)
int32_t tby_wasm_book_fen(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
/* "1. e4 c5" and "e2e4 c7c5". */
EXPORT(tby_wasm_book_san)
int32_t tby_wasm_book_san(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
EXPORT(tby_wasm_book_uci)
int32_t tby_wasm_book_uci(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap);
/* 1 if its code is named after it, 0 if not. */
EXPORT(tby_wasm_book_root)
int32_t tby_wasm_book_root(const tby_wasm_book *book, uint32_t entry);

/* What other sources call it: how many, and each. */
EXPORT(tby_wasm_book_aliases)
int32_t tby_wasm_book_aliases(const tby_wasm_book *book, uint32_t entry);
EXPORT(tby_wasm_book_alias_name)
int32_t tby_wasm_book_alias_name(const tby_wasm_book *book, uint32_t entry,
                                 uint32_t alias, char *buf, uint32_t cap);
EXPORT(tby_wasm_book_alias_source)
int32_t tby_wasm_book_alias_source(const tby_wasm_book *book, uint32_t entry,
                                   uint32_t alias, char *buf, uint32_t cap);

#endif
