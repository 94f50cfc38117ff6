/* eco.c - the table eco: the built-in names, sorted by key.
 *
 * Entries of a code or name are found in a list that is sorted by it, so that
 * games and eco may be joined. */
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/str.h"
#include "store/sqlite/tables/tables.h"
#include "tabiya/names.h"
#include "tabiya/san.h"

#include <stdlib.h>

enum { COL_ID, COL_CODE, COL_NAME, COL_MOVES, COL_PREFIX, COL_KEY };

enum { PLAN_ALL, PLAN_ID, PLAN_KEY, PLAN_CODE, PLAN_NAME };

/* An entry of the names by its code or name. */
typedef struct named {
    tby_str text;
    uint32_t entry;
} named;

typedef struct eco_cursor {
    tables_cursor base;
    tby_names names; /* kept, since to open it takes a sum over all of it */
    tby_opening *openings; /* of all entries; NULL: not yet */
    named *sorted;
    int order;   /* the plan it is sorted for */
    bool listed; /* base.at counts in the list, not in the names */
} eco_cursor;

static void eco_plan(sqlite3_index_info *info)
{
    static const tables_way WAYS[] = {{COL_ID, PLAN_ID, 1, "id="},
                                      {COL_KEY, PLAN_KEY, 1, "key="},
                                      {COL_NAME, PLAN_NAME, 10, "name="},
                                      {COL_CODE, PLAN_CODE, 10, "code="}};

    info->estimatedCost = 1e5;
    info->estimatedRows = tby_names_builtin().count;
    tby__tables_plan_by(info, WAYS, sizeof WAYS / sizeof *WAYS);
}

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = tby_str_compare(x->text, y->text);

    return order ? order : (x->entry > y->entry) - (x->entry < y->entry);
}

static tby_rc sort(eco_cursor *c, int order)
{
    size_t n = c->names.count;

    if (c->sorted && c->order == order)
        return TBY_OK;
    if (!c->openings)
        c->openings = malloc((n + 1) * sizeof *c->openings);
    if (!c->sorted)
        c->sorted = malloc((n + 1) * sizeof *c->sorted);
    if (!c->openings || !c->sorted)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < n; i++) {
        tby_opening *o = &c->openings[i];
        tby_names_peek(&c->names, i, o);
        c->sorted[i] =
            (named){order == PLAN_CODE ? tby_str_of(o->code) : o->name, i};
    }
    qsort(c->sorted, n, sizeof *c->sorted, compare);
    c->order = order;
    return TBY_OK;
}

/* The first of the list that is not less. */
static size_t find_first(const eco_cursor *c, named wanted)
{
    size_t from = 0, to = c->names.count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare(&c->sorted[middle], &wanted) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static void eco_close(void *cursor)
{
    eco_cursor *c = cursor;

    free(c->openings);
    free(c->sorted);
}

static tby_rc eco_filter(void *cursor, int plan, sqlite3_value **values)
{
    eco_cursor *c = cursor;

    if (!c->names.count)
        c->names = tby_names_builtin();
    c->listed = plan == PLAN_CODE || plan == PLAN_NAME;
    if (c->listed) {
        sqlite3_value *value = values[0];
        const char *text = (const char *)sqlite3_value_text(value);
        c->base.at = c->base.end = 0;
        if (!text)
            return TBY_OK; /* NULL is no name */
        TBY_TRY(sort(c, plan));
        const tby_str wanted = {text, (size_t)sqlite3_value_bytes(value)};
        c->base.at = c->base.end = find_first(c, (named){wanted, 0});
        while (c->base.end < c->names.count &&
               tby_str_equal(c->sorted[c->base.end].text, wanted))
            c->base.end++;
        return TBY_OK;
    }
    c->base.at = 0;
    c->base.end = c->names.count;
    if (plan == PLAN_ALL)
        return TBY_OK;
    sqlite3_int64 value = sqlite3_value_int64(values[0]);
    if (plan == PLAN_KEY)
        c->base.at = tby_names_find_key(&c->names, (uint64_t)value);
    else
        c->base.at = value < 1 || value > c->names.count ? c->names.count
                                                         : (size_t)value - 1;
    if (c->base.at < c->names.count)
        c->base.end = c->base.at + 1;
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
        uint16_t code = tby__code_of(&pos, o->line[i]);
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
        tby__tables_text(ctx, text.n ? tby_buf_str(&text) : (tby_str){"", 0});
    tby_buf_free(&text);
}

static tby_rc eco_column(void *cursor, sqlite3_context *ctx, int column)
{
    const eco_cursor *c = cursor;
    uint32_t entry =
        c->listed ? c->sorted[c->base.at].entry : (uint32_t)c->base.at;
    tby_opening o;

    if (column == COL_KEY)
        tby_names_get(&c->names, entry, &o);
    else
        tby_names_peek(&c->names, entry, &o);
    switch (column) {
    case COL_ID:
        sqlite3_result_int64(ctx, (sqlite3_int64)entry + 1);
        break;
    case COL_CODE:
        sqlite3_result_text(ctx, o.code, -1, SQLITE_TRANSIENT);
        break;
    case COL_NAME:
        tby__tables_text(ctx, o.name);
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

const tables_kind tby__tables_eco = {
    .name = "eco",
    .declaration =
        "CREATE TABLE x(id INTEGER, code TEXT, name TEXT, moves TEXT, "
        "prefix BLOB, key INTEGER, PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(eco_cursor),
    .plan = eco_plan,
    .filter = eco_filter,
    .column = eco_column,
    .close = eco_close,
};
