/* tables_small.c - the tables players and eco, which fit into memory. */
#include "store/sqlite/census.h"
#include "store/sqlite/tables.h"

#include "core/base/buf.h"
#include "tabiya/book.h"
#include "tabiya/san.h"

#include <stdlib.h>
#include <string.h>

/* Both are gone through from front to back. */
typedef struct small_cursor {
    sqlite3_vtab_cursor base;
    size_t at, n;
    tby_players_answer players;
} small_cursor;

static int small_plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
    (void)table;
    info->estimatedCost = 1e5;
    info->estimatedRows = 100000;
    return SQLITE_OK;
}

static int small_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    small_cursor *c = calloc(1, sizeof *c);

    (void)table;
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static int small_close(sqlite3_vtab_cursor *cursor)
{
    tby_players_free(&((small_cursor *)cursor)->players);
    free(cursor);
    return SQLITE_OK;
}

static int small_next(sqlite3_vtab_cursor *cursor)
{
    ((small_cursor *)cursor)->at++;
    return SQLITE_OK;
}

static int small_eof(sqlite3_vtab_cursor *cursor)
{
    small_cursor *c = (small_cursor *)cursor;

    return c->at >= c->n;
}

static int small_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((small_cursor *)cursor)->at + 1;
    return SQLITE_OK;
}

/* --- players --------------------------------------------------------------*/

static int players_connect(sqlite3 *db, void *file, int argc,
                           const char *const *argv, sqlite3_vtab **out,
                           char **error)
{
    (void)argc;
    (void)argv;
    (void)error;
    return tables_connect(
        db, file,
        "CREATE TABLE x(id INTEGER, name TEXT, games INTEGER, "
        "white_games INTEGER, black_games INTEGER, wins INTEGER, "
        "draws INTEGER, losses INTEGER, highest_elo INTEGER, "
        "first_year INTEGER, last_year INTEGER)",
        out);
}

static int players_filter(sqlite3_vtab_cursor *cursor, int plan,
                          const char *text, int argc, sqlite3_value **argv)
{
    small_cursor *c = (small_cursor *)cursor;
    store_file *f = ((tables_table *)cursor->pVtab)->file;
    tby_rc rc;

    (void)plan;
    (void)text;
    (void)argc;
    (void)argv;
    c->at = 0;
    if (c->players.rows)
        return SQLITE_OK;
    rc = store_census(f, (tby_str){NULL, 0}, NULL, 0, 0, &c->players);
    c->n = c->players.n;
    return rc == TBY_OK ? SQLITE_OK : tables_fail(cursor->pVtab, rc);
}

static int players_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx,
                          int column)
{
    small_cursor *c = (small_cursor *)cursor;
    const tby_player_row *r = &c->players.rows[c->at];
    const uint64_t numbers[] = {
        r->id,
        0,
        r->white.games + r->black.games,
        r->white.games,
        r->black.games,
        r->white.white + r->black.black,
        r->white.draws + r->black.draws,
        r->white.black + r->black.white,
    };

    if (column == 1)
        sqlite3_result_text(ctx, r->name, -1, SQLITE_TRANSIENT);
    else if (column < 8)
        sqlite3_result_int64(ctx, (sqlite3_int64)numbers[column]);
    else
        tables_known(ctx, column == 8   ? r->elo
                          : column == 9 ? r->first
                                        : r->last);
    return SQLITE_OK;
}

const sqlite3_module tables_players = {
    .iVersion = 1,
    .xCreate = players_connect,
    .xConnect = players_connect,
    .xBestIndex = small_plan,
    .xDisconnect = tables_disconnect,
    .xDestroy = tables_disconnect,
    .xOpen = small_open,
    .xClose = small_close,
    .xFilter = players_filter,
    .xNext = small_next,
    .xEof = small_eof,
    .xColumn = players_column,
    .xRowid = small_rowid,
};

/* --- eco ------------------------------------------------------------------*/

static int eco_connect(sqlite3 *db, void *file, int argc,
                       const char *const *argv, sqlite3_vtab **out,
                       char **error)
{
    (void)argc;
    (void)argv;
    (void)error;
    return tables_connect(db, file,
                          "CREATE TABLE x(id INTEGER, code TEXT, name TEXT, "
                          "moves TEXT, prefix BLOB, key INTEGER)",
                          out);
}

static int eco_filter(sqlite3_vtab_cursor *cursor, int plan, const char *text,
                      int argc, sqlite3_value **argv)
{
    small_cursor *c = (small_cursor *)cursor;

    (void)plan;
    (void)text;
    (void)argc;
    (void)argv;
    c->at = 0;
    c->n = tby_book_builtin().count;
    return SQLITE_OK;
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

static int eco_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx,
                      int column)
{
    small_cursor *c = (small_cursor *)cursor;
    tby_book book = tby_book_builtin();
    tby_opening o;

    if (column == 5)
        tby_book_get(&book, (uint32_t)c->at, &o);
    else
        tby_book_peek(&book, (uint32_t)c->at, &o);
    switch (column) {
    case 0:
        sqlite3_result_int64(ctx, (sqlite3_int64)c->at + 1);
        break;
    case 1:
        sqlite3_result_text(ctx, o.code, -1, SQLITE_TRANSIENT);
        break;
    case 2:
        tables_text(ctx, o.name);
        break;
    case 3:
    case 4:
        put_line(ctx, &o, column == 4);
        break;
    default:
        sqlite3_result_int64(ctx, (sqlite3_int64)o.pos.key);
    }
    return SQLITE_OK;
}

const sqlite3_module tables_eco = {
    .iVersion = 1,
    .xCreate = eco_connect,
    .xConnect = eco_connect,
    .xBestIndex = small_plan,
    .xDisconnect = tables_disconnect,
    .xDestroy = tables_disconnect,
    .xOpen = small_open,
    .xClose = small_close,
    .xFilter = eco_filter,
    .xNext = small_next,
    .xEof = small_eof,
    .xColumn = eco_column,
    .xRowid = small_rowid,
};
