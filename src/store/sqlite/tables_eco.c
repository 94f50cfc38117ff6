/* tables_eco.c - the table eco: the built-in book, sorted by key. */
#include "store/sqlite/tables.h"

#include "core/base/buf.h"
#include "tabiya/book.h"
#include "tabiya/san.h"

#include <stdlib.h>

enum { COL_ID, COL_CODE, COL_NAME, COL_MOVES, COL_PREFIX, COL_KEY };

enum { PLAN_ALL, PLAN_ID, PLAN_KEY };

typedef struct eco_cursor {
    tables_cursor base;
    size_t at, n;
} eco_cursor;

static void eco_plan(sqlite3_index_info *info)
{
    int id = tables_constraint(info, COL_ID, SQLITE_INDEX_CONSTRAINT_EQ);
    int key = tables_constraint(info, COL_KEY, SQLITE_INDEX_CONSTRAINT_EQ);

    info->estimatedCost = 1e5;
    info->estimatedRows = tby_book_builtin().count;
    if (id >= 0)
        tables_plan_one(info, id, PLAN_ID, "id=");
    else if (key >= 0)
        tables_plan_one(info, key, PLAN_KEY, "key=");
}

static tby_rc eco_next(void *cursor)
{
    ((eco_cursor *)cursor)->at++;
    return TBY_OK;
}

static bool eco_over(const void *cursor)
{
    const eco_cursor *c = cursor;

    return c->at >= c->n;
}

static tby_rc eco_filter(void *cursor, int plan, sqlite3_value **values)
{
    eco_cursor *c = cursor;
    tby_book book = tby_book_builtin();
    sqlite3_int64 value = plan == PLAN_ALL ? 0 : sqlite3_value_int64(values[0]);

    c->at = 0;
    c->n = book.count;
    if (plan == PLAN_ALL)
        return TBY_OK;
    if (plan == PLAN_KEY)
        c->at = tby_book_find_key(&book, (uint64_t)value);
    else
        c->at =
            value < 1 || value > book.count ? book.count : (size_t)value - 1;
    if (c->at < book.count)
        c->n = c->at + 1;
    return TBY_OK;
}

/* The line of an opening in SAN, or as two bytes a move. */
static void put_line(sqlite3_context *ctx, const tby_opening *o, bool blob)
{
    char san[TBY_SAN_MAX];
    tby_pos pos = tby_pos_start();
    tby_buf text;

    tby_buf_init(&text, NULL, (size_t)1 << 16);
    for (size_t i = 0; i < o->plies; i++) {
        uint16_t code = store_code_of(&pos, o->line[i]);

        if (blob) {
            tby_buf_char(&text, (char)(code & 0xff));
            tby_buf_char(&text, (char)(code >> 8));
        } else {
            tby_san_write(&pos, o->line[i], san);
            if (i)
                tby_buf_char(&text, ' ');
            tby_buf_cstr(&text, san);
        }
        tby_pos_play(&pos, o->line[i]);
    }
    if (text.rc != TBY_OK)
        sqlite3_result_error_nomem(ctx);
    else if (blob)
        sqlite3_result_blob64(ctx, text.n ? text.p : "", text.n,
                              SQLITE_TRANSIENT);
    else
        tables_text(ctx, text.n ? tby_buf_str(&text) : (tby_str){"", 0});
    tby_buf_free(&text);
}

static tby_rc eco_column(void *cursor, sqlite3_context *ctx, int column)
{
    const eco_cursor *c = cursor;
    tby_book book = tby_book_builtin();
    tby_opening o;

    if (column == COL_KEY)
        tby_book_get(&book, (uint32_t)c->at, &o);
    else
        tby_book_peek(&book, (uint32_t)c->at, &o);
    switch (column) {
    case COL_ID:
        sqlite3_result_int64(ctx, (sqlite3_int64)c->at + 1);
        break;
    case COL_CODE:
        sqlite3_result_text(ctx, o.code, -1, SQLITE_TRANSIENT);
        break;
    case COL_NAME:
        tables_text(ctx, o.name);
        break;
    case COL_MOVES:
    case COL_PREFIX:
        put_line(ctx, &o, column == COL_PREFIX);
        break;
    default:
        sqlite3_result_int64(ctx, (sqlite3_int64)o.pos.key);
    }
    return TBY_OK;
}

const tables_kind tables_eco = {
    .name = "eco",
    .declaration =
        "CREATE TABLE x(id INTEGER, code TEXT, name TEXT, moves TEXT, "
        "prefix BLOB, key INTEGER, PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(eco_cursor),
    .plan = eco_plan,
    .filter = eco_filter,
    .next = eco_next,
    .over = eco_over,
    .column = eco_column,
};
