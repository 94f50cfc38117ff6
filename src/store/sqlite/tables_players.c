/* tables_players.c - the table players: a row for each player with games.
 *
 * All are counted when the first is asked for.  One is found by id or name in a
 * list that is sorted by it, so that games and players may be joined. */
#include "store/sqlite/census.h"
#include "store/sqlite/tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    COL_ID,
    COL_NAME,
    COL_GAMES,
    COL_WHITE_GAMES,
    COL_BLACK_GAMES,
    COL_WINS,
    COL_DRAWS,
    COL_LOSSES,
    COL_ELO,
    COL_FIRST,
    COL_LAST
};

enum { PLAN_ALL, PLAN_ID, PLAN_NAME };

typedef struct player {
    const tby_player_row *row;
} player;

typedef struct players_cursor {
    sqlite3_vtab_cursor base;
    tby_players_answer all;
    player *sorted; /* NULL: not yet */
    int order;      /* the plan it is sorted for */
    size_t at, end;
} players_cursor;

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

static int players_plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int id = tables_constraint(info, COL_ID, SQLITE_INDEX_CONSTRAINT_EQ);
    int name = tables_constraint(info, COL_NAME, SQLITE_INDEX_CONSTRAINT_EQ);

    (void)table;
    info->estimatedCost = 1e5;
    info->estimatedRows = 100000;
    if (id < 0 && name < 0)
        return SQLITE_OK;
    info->idxNum = id >= 0 ? PLAN_ID : PLAN_NAME;
    tables_call(info, id >= 0 ? "id=" : "name=");
    tables_use(info, id >= 0 ? id : name, 1);
    info->estimatedCost = 10;
    info->estimatedRows = 1;
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    return SQLITE_OK;
}

/* --- one of them ----------------------------------------------------------*/

static int compare_ids(const void *a, const void *b)
{
    const player *x = a, *y = b;

    return (x->row->id > y->row->id) - (x->row->id < y->row->id);
}

static int compare_names(const void *a, const void *b)
{
    const player *x = a, *y = b;

    return strcmp(x->row->name, y->row->name);
}

static tby_rc sort(players_cursor *c, int order)
{
    if (c->sorted && c->order == order)
        return TBY_OK;
    if (!c->sorted)
        c->sorted = malloc((c->all.n + 1) * sizeof *c->sorted);
    if (!c->sorted)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < c->all.n; i++)
        c->sorted[i].row = &c->all.rows[i];
    qsort(c->sorted, c->all.n, sizeof *c->sorted,
          order == PLAN_ID ? compare_ids : compare_names);
    c->order = order;
    return TBY_OK;
}

static tby_rc find_one(players_cursor *c, int order, sqlite3_value *value)
{
    sqlite3_int64 id = order == PLAN_ID ? sqlite3_value_int64(value) : 0;
    const char *name = (const char *)sqlite3_value_text(value);
    tby_player_row wanted = {.id = (uint32_t)id, .name = name};
    const player key = {&wanted}, *found;
    tby_rc rc;

    c->at = c->end = 0;
    if (!name || id < 0 || id > UINT32_MAX)
        return TBY_OK; /* NULL is nobody's */
    if ((rc = sort(c, order)) != TBY_OK)
        return rc;
    found = bsearch(&key, c->sorted, c->all.n, sizeof *c->sorted,
                    order == PLAN_ID ? compare_ids : compare_names);
    if (found) {
        c->at = (size_t)(found->row - c->all.rows);
        c->end = c->at + 1;
    }
    return TBY_OK;
}

/* --- the cursor -----------------------------------------------------------*/

static int players_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    players_cursor *c = calloc(1, sizeof *c);

    (void)table;
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static int players_close(sqlite3_vtab_cursor *cursor)
{
    players_cursor *c = (players_cursor *)cursor;

    tby_players_free(&c->all);
    free(c->sorted);
    free(c);
    return SQLITE_OK;
}

static int players_filter(sqlite3_vtab_cursor *cursor, int plan,
                          const char *text, int argc, sqlite3_value **argv)
{
    players_cursor *c = (players_cursor *)cursor;
    store_file *f = ((tables_table *)cursor->pVtab)->file;
    tby_rc rc = TBY_OK;

    (void)text;
    (void)argc;
    if (!c->all.rows)
        rc = store_census(f, (tby_str){NULL, 0}, NULL, 0, 0, &c->all);
    c->at = 0;
    c->end = c->all.n;
    if (rc == TBY_OK && plan != PLAN_ALL)
        rc = find_one(c, plan, argv[0]);
    return rc == TBY_OK ? SQLITE_OK : tables_fail(cursor->pVtab, rc);
}

static int players_next(sqlite3_vtab_cursor *cursor)
{
    ((players_cursor *)cursor)->at++;
    return SQLITE_OK;
}

static int players_eof(sqlite3_vtab_cursor *cursor)
{
    players_cursor *c = (players_cursor *)cursor;

    return c->at >= c->end;
}

static int players_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((players_cursor *)cursor)->at + 1;
    return SQLITE_OK;
}

/* --- values ---------------------------------------------------------------*/

static int players_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx,
                          int column)
{
    players_cursor *c = (players_cursor *)cursor;
    const tby_player_row *r = &c->all.rows[c->at];
    const uint64_t numbers[] = {
        [COL_ID] = r->id,
        [COL_GAMES] = r->white.games + r->black.games,
        [COL_WHITE_GAMES] = r->white.games,
        [COL_BLACK_GAMES] = r->black.games,
        [COL_WINS] = r->white.white + r->black.black,
        [COL_DRAWS] = r->white.draws + r->black.draws,
        [COL_LOSSES] = r->white.black + r->black.white,
    };

    if (column == COL_NAME)
        sqlite3_result_text(ctx, r->name, -1, SQLITE_TRANSIENT);
    else if (column < COL_ELO)
        sqlite3_result_int64(ctx, (sqlite3_int64)numbers[column]);
    else
        tables_known(ctx, column == COL_ELO     ? r->elo
                          : column == COL_FIRST ? r->first
                                                : r->last);
    return SQLITE_OK;
}

const sqlite3_module tables_players = {
    .iVersion = 1,
    .xCreate = players_connect,
    .xConnect = players_connect,
    .xBestIndex = players_plan,
    .xDisconnect = tables_disconnect,
    .xDestroy = tables_disconnect,
    .xOpen = players_open,
    .xClose = players_close,
    .xFilter = players_filter,
    .xNext = players_next,
    .xEof = players_eof,
    .xColumn = players_column,
    .xRowid = players_rowid,
};
