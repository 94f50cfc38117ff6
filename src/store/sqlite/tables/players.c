/* players.c - the table players: a row for each player with games.
 *
 * All are counted when the first is asked for.  One is found by id or name in a
 * list that is sorted by it, so that games and players may be joined. */
#include "store/query/players_query.h"
#include "store/sqlite/tables/tables.h"

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
    tables_cursor base;
    tby_players_answer all;
    player *sorted; /* NULL: not yet */
    int order;      /* the plan it is sorted for */
    size_t at, end;
} players_cursor;

static void players_plan(sqlite3_index_info *info)
{
    int id = tables_constraint(info, COL_ID, SQLITE_INDEX_CONSTRAINT_EQ);
    int name = tables_constraint(info, COL_NAME, SQLITE_INDEX_CONSTRAINT_EQ);

    info->estimatedCost = 1e5;
    info->estimatedRows = 100000;
    if (id >= 0)
        tables_plan_one(info, id, PLAN_ID, "id=");
    else if (name >= 0)
        tables_plan_one(info, name, PLAN_NAME, "name=");
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

static void players_close(void *cursor)
{
    players_cursor *c = cursor;

    tby_players_free(&c->all);
    free(c->sorted);
}

static tby_rc players_filter(void *cursor, int plan, sqlite3_value **values)
{
    players_cursor *c = cursor;
    tby_rc rc = TBY_OK;

    if (!c->all.rows)
        rc = store_players_query(c->base.file, (tby_str){NULL, 0}, NULL, 0, 0,
                                 &c->all);
    c->at = 0;
    c->end = c->all.n;
    if (rc == TBY_OK && plan != PLAN_ALL)
        rc = find_one(c, plan, values[0]);
    return rc;
}

static tby_rc players_next(void *cursor)
{
    ((players_cursor *)cursor)->at++;
    return TBY_OK;
}

static bool players_over(const void *cursor)
{
    const players_cursor *c = cursor;

    return c->at >= c->end;
}

/* --- values ---------------------------------------------------------------*/

static tby_rc players_column(void *cursor, sqlite3_context *ctx, int column)
{
    const players_cursor *c = cursor;
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
    return TBY_OK;
}

const tables_kind tables_players = {
    .name = "players",
    .declaration = "CREATE TABLE x(id INTEGER, name TEXT, games INTEGER, "
                   "white_games INTEGER, black_games INTEGER, wins INTEGER, "
                   "draws INTEGER, losses INTEGER, highest_elo INTEGER, "
                   "first_year INTEGER, last_year INTEGER, "
                   "PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(players_cursor),
    .plan = players_plan,
    .filter = players_filter,
    .next = players_next,
    .over = players_over,
    .column = players_column,
    .close = players_close,
};
