/* book.c - named openings, for a page. */
#include "app/wasm/book.h"

#include "app/wasm/room.h"

#include "core/format/openings_write.h"

struct tby_wasm_book {
    tby_book book;
    uint32_t found;
};

tby_wasm_book *tby_wasm_book_open(void)
{
    tby_wasm_book *b = tby_wasm_alloc(sizeof *b);

    if (b)
        *b = (tby_wasm_book){.book = tby_book_builtin()};
    return b;
}

void tby_wasm_book_close(tby_wasm_book *book)
{
    tby_wasm_free(book, sizeof *book);
}

int32_t tby_wasm_book_load(tby_wasm_book *book, const void *bytes,
                           uint32_t size)
{
    return tby_book_open(&book->book, bytes, size);
}

/* --- looking up -----------------------------------------------------------*/

int32_t tby_wasm_book_find(tby_wasm_book *book, const char *text,
                           uint32_t text_length)
{
    tby_str position = {text, text_length};
    tby_line line;
    tby_rc rc = tby_line_parse(position, NULL, &line, NULL, NULL);

    if (rc != TBY_OK)
        return rc;
    uint32_t found = tby_book_find(&book->book, &line.pos);
    tby_line_free(&line);
    if (found == TBY_BOOK_NONE)
        return TBY_DONE;
    book->found = found;
    return TBY_OK;
}

uint32_t tby_wasm_book_found(const tby_wasm_book *book)
{
    return book->found;
}

uint32_t tby_wasm_book_count(const tby_wasm_book *book)
{
    return book->book.count;
}

/* --- entries --------------------------------------------------------------*/

static bool get(const tby_wasm_book *book, uint32_t entry, tby_opening *out)
{
    if (entry >= book->book.count)
        return false;
    tby_book_get(&book->book, entry, out);
    return true;
}

int32_t tby_wasm_book_code(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? tby_wasm_put(tby_str_of(o.code), buf, cap)
                                : TBY_E_NUMBER;
}

int32_t tby_wasm_book_scid(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? tby_wasm_put(tby_str_of(o.scid), buf, cap)
                                : TBY_E_NUMBER;
}

int32_t tby_wasm_book_name(const tby_wasm_book *book, uint32_t entry, char *buf,
                           uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? tby_wasm_put(o.name, buf, cap) : TBY_E_NUMBER;
}

int32_t tby_wasm_book_source(const tby_wasm_book *book, uint32_t entry,
                             char *buf, uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? tby_wasm_put(o.source, buf, cap)
                                : TBY_E_NUMBER;
}

int32_t tby_wasm_book_fen(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? (int32_t)tby_fen_write_pos(&o.pos, buf, cap)
                                : TBY_E_NUMBER;
}

int32_t tby_wasm_book_san(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap)
{
    tby_opening o;

    if (!get(book, entry, &o))
        return TBY_E_NUMBER;
    return (int32_t)tby_opening_write_moves(&o, TBY_ROW_SPACED, buf, cap);
}

int32_t tby_wasm_book_uci(const tby_wasm_book *book, uint32_t entry, char *buf,
                          uint32_t cap)
{
    tby_opening o;

    return get(book, entry, &o) ? (int32_t)tby_opening_write_uci(&o, buf, cap)
                                : TBY_E_NUMBER;
}

int32_t tby_wasm_book_root(const tby_wasm_book *book, uint32_t entry)
{
    tby_opening o;

    return get(book, entry, &o) ? o.eco_root : TBY_E_NUMBER;
}

/* --- aliases --------------------------------------------------------------*/

int32_t tby_wasm_book_aliases(const tby_wasm_book *book, uint32_t entry)
{
    if (entry >= book->book.count)
        return TBY_E_NUMBER;
    return (int32_t)tby_book_aliases(&book->book, entry, NULL, 0);
}

static bool get_alias(const tby_wasm_book *book, uint32_t entry, uint32_t alias,
                      tby_alias *out)
{
    tby_alias all[TBY_OPENING_ALIASES];

    if (entry >= book->book.count ||
        alias >= tby_book_aliases(&book->book, entry, all, TBY_OPENING_ALIASES))
        return false;
    *out = all[alias];
    return true;
}

int32_t tby_wasm_book_alias_name(const tby_wasm_book *book, uint32_t entry,
                                 uint32_t alias, char *buf, uint32_t cap)
{
    tby_alias a;

    return get_alias(book, entry, alias, &a) ? tby_wasm_put(a.name, buf, cap)
                                             : TBY_E_NUMBER;
}

int32_t tby_wasm_book_alias_source(const tby_wasm_book *book, uint32_t entry,
                                   uint32_t alias, char *buf, uint32_t cap)
{
    tby_alias a;

    return get_alias(book, entry, alias, &a) ? tby_wasm_put(a.source, buf, cap)
                                             : TBY_E_NUMBER;
}
