/* book.c - a book of openings, opened: see book.h. */
#include "app/wasm/book/book_int.h"

#include "app/wasm/told.h"
#include "core/base/str.h"
#include "core/openings/book.h"
#include "core/openings/lists/list.h"
#include "core/openings/lists/read.h"

#include <string.h>

#define BLOCK_MAX ((size_t)1 << 26)

/* --- handles --------------------------------------------------------------*/

book *book_of(uint32_t handle)
{
    book *b = tby_wasm_find(TBY_WASM_BOOK, handle);

    if (!b)
        tby_wasm_refuse(TBY_E_HANDLE);
    return b;
}

static void free_views(book *b)
{
    tby_search_close(b->search);
    b->search = NULL;
    if (b->divided)
        tby_families_free(&b->families);
    b->divided = false;
}

static void drop(book *b)
{
    free_views(b);
    tby_buf_free(&b->block);
    tby_wasm_free(b, sizeof *b);
}

void tby_wasm_book_close(uint32_t handle)
{
    book *b = tby_wasm_leave(TBY_WASM_BOOK, handle);

    if (b)
        drop(b);
}

/* --- lists ----------------------------------------------------------------*/

static tby_rc read_rows(told *t, tby_openings *table, tby_str text,
                        tby_str source)
{
    tby_openings_format format = tby_openings_guess(text);
    tby_opening_reader r;
    tby_opening o;
    tby_rc rc;

    if (format == TBY_OPENINGS_UNKNOWN || format == TBY_OPENINGS_JSON)
        return TBY_E_OPENING_FORMAT;
    tby_opening_reader_init(&r, format, text, NULL);
    r.diag = told_sink(t);
    if (source.n)
        r.source = source;
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK) {
        rc = tby_openings_add(table, &o);
        if (rc != TBY_OK)
            break;
    }
    tby_opening_reader_free(&r);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* A list that was made for the page: a row that is refused means that it is
 * damaged. */
static tby_rc read_list(tby_openings *table, tby_str text)
{
    tby_list_reader list;
    tby_row_read read;
    tby_opening_row row;
    tby_rc rc = tby_list_open(&list, text);

    while (rc == TBY_OK && (rc = tby_list_next(&list, &row)) == TBY_OK) {
        rc = tby_opening_of_row(&row, &read);
        if (rc == TBY_OK)
            rc = tby_openings_add(table, &read.opening);
    }
    tby_list_close(&list);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* A list, and before it what a book has, as a block. */
static tby_rc compile(told *t, const tby_book *old, tby_str text,
                      tby_buf *block)
{
    tby_openings *table = NULL;
    tby_rc rc = tby_openings_open(&table, TBY_IDENTITY_POSITION, NULL);

    if (rc == TBY_OK)
        rc = tby_book_unpack(old, table);
    if (rc == TBY_OK)
        rc = tby_is_openings_list(text)
                 ? read_list(table, text)
                 : read_rows(t, table, text,
                             old->count ? TBY_STR("overlay") : TBY_STR(""));
    if (rc == TBY_OK)
        rc = tby_book_compile(table, block);
    tby_openings_close(table);
    return rc;
}

static bool is_block(tby_str bytes)
{
    return tby_str_starts(bytes, TBY_STR("TBYBOOK"));
}

/* The block of what was given; a block is copied to where it is aligned. */
static tby_rc take(told *t, const tby_book *old, tby_str bytes, book *out)
{
    tby_rc rc = TBY_OK;

    tby_buf_init(&out->block, NULL, BLOCK_MAX);
    if (is_block(bytes) && !old->count)
        tby_buf_add(&out->block, bytes);
    else
        rc = compile(t, old, bytes, &out->block);
    if (rc == TBY_OK)
        rc = out->block.rc;
    if (rc == TBY_OK)
        rc = tby_book_open(&out->book, out->block.p, out->block.n);
    if (rc != TBY_OK)
        tby_buf_free(&out->block);
    return rc;
}

/* --- opening --------------------------------------------------------------*/

static tby_rc read(told *t, const tby_book *old, tby_str bytes, book *out)
{
    *out = (book){.search = NULL};
    told_begin(t);
    tby_rc rc = take(t, old, bytes, out);
    told_end(t);
    tby_jsonw_put_u64(t->w, "errors", t->count[TBY_ERROR]);
    tby_jsonw_put_u64(t->w, "warnings", t->count[TBY_WARNING]);
    return rc;
}

static tby_rc enter(const book *made, uint32_t *handle)
{
    book *b = tby_wasm_alloc(sizeof *b);

    *handle = b ? tby_wasm_enter(TBY_WASM_BOOK, b) : 0;
    if (!*handle) {
        tby_wasm_free(b, sizeof *b);
        return b ? TBY_E_LIMIT : TBY_E_NOMEM;
    }
    *b = *made;
    return TBY_OK;
}

static int32_t answer(told *t, tby_rc rc, uint32_t handle, uint32_t entries)
{
    if (rc == TBY_OK) {
        tby_jsonw_put_u64(t->w, "book", handle);
        tby_jsonw_put_u64(t->w, "entries", entries);
    }
    return told_answer(t, rc);
}

int32_t tby_wasm_book_open(const char *bytes, uint32_t n)
{
    const tby_book none = {.count = 0};
    uint32_t handle = 0;
    book made;
    told t;
    tby_rc rc = read(&t, &none, (tby_str){bytes, n}, &made);

    if (rc == TBY_OK) {
        rc = enter(&made, &handle);
        if (rc != TBY_OK)
            tby_buf_free(&made.block);
    }
    return answer(&t, rc, handle, made.book.count);
}

int32_t tby_wasm_book_overlay(uint32_t handle, const char *text, uint32_t n)
{
    book *b = book_of(handle);
    book made;
    told t;

    if (!b)
        return TBY_E_HANDLE;
    tby_rc rc = read(&t, &b->book, (tby_str){text, n}, &made);
    if (rc == TBY_OK) {
        free_views(b);
        tby_buf_free(&b->block);
        *b = made;
    }
    return answer(&t, rc, handle, made.book.count);
}
