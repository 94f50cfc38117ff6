/* players.c - the table players: a row for each player with games.
 *
 * All are counted when the first is asked for.  One is found by id or name in a
 * list that is sorted by it, so that games and players may be joined. */
#include "core/base/assert.h"
#include "store/query/select.h"
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

typedef struct players_cursor {
    tables_cursor base;
    tby_players_answer all;
    const tby_player_row **sorted; /* NULL: not yet */
    int order;                     /* the plan it is sorted for */
} players_cursor;

static void players_plan(sqlite3_index_info *info)
{
    static const tables_way WAYS[] = {{COL_ID, PLAN_ID, 1, "id="},
                                      {COL_NAME, PLAN_NAME, 1, "name="}};

    info->estimatedCost = 1e5;
    info->estimatedRows = 100000;
    tby__tables_plan_by(info, WAYS, 2);
}

static int compare_ids(const void *a, const void *b)
{
    const tby_player_row *x = *(const tby_player_row *const *)a;
    const tby_player_row *y = *(const tby_player_row *const *)b;

    return (x->id > y->id) - (x->id < y->id);
}

static int compare_names(const void *a, const void *b)
{
    const tby_player_row *x = *(const tby_player_row *const *)a;
    const tby_player_row *y = *(const tby_player_row *const *)b;

    return strcmp(x->name, y->name);
}

static tby_rc find_one(players_cursor *c, int order, sqlite3_value *value)
{
    int (*compare)(const void *, const void *) =
        order == PLAN_ID ? compare_ids : compare_names;
    sqlite3_int64 id = order == PLAN_ID ? sqlite3_value_int64(value) : 0;
    const char *name = (const char *)sqlite3_value_text(value);
    tby_player_row wanted = {.id = (uint32_t)id, .name = name};
    const tby_player_row *key = &wanted, **found;

    c->base.at = c->base.end = 0;
    if (!name || id < 0 || id > UINT32_MAX)
        return TBY_OK; /* NULL is nobody's */
    if (!c->sorted || c->order != order) {
        if (!c->sorted)
            c->sorted = malloc((c->all.n + 1) * sizeof *c->sorted);
        if (!c->sorted)
            return TBY_E_NOMEM;
        for (size_t i = 0; i < c->all.n; i++)
            c->sorted[i] = &c->all.rows[i];
        qsort(c->sorted, c->all.n, sizeof *c->sorted, compare);
        c->order = order;
    }
    found = bsearch(&key, c->sorted, c->all.n, sizeof *c->sorted, compare);
    if (found) {
        c->base.at = (size_t)(*found - c->all.rows);
        c->base.end = c->base.at + 1;
    }
    return TBY_OK;
}

static void players_close(void *cursor)
{
    players_cursor *c = cursor;

    tby_players_free(&c->all);
    free(c->sorted);
}

static tby_rc players_filter(void *cursor, int plan, sqlite3_value **values)
{
    players_cursor *c = cursor;

    if (!c->all.rows)
        TBY_TRY(tby_store_spellings(&c->base.file->base, (tby_str){NULL, 0},
                                    &c->all));
    c->base.at = 0;
    c->base.end = c->all.n;
    return plan == PLAN_ALL ? TBY_OK : find_one(c, plan, values[0]);
}

static tby_rc players_column(void *cursor, sqlite3_context *ctx, int column)
{
    const players_cursor *c = cursor;
    const tby_player_row *r = &c->all.rows[c->base.at];
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
        tby__tables_known(ctx, column == COL_ELO     ? r->elo
                               : column == COL_FIRST ? r->first
                                                     : r->last);
    return TBY_OK;
}

const tables_kind tby__tables_players = {
    .name = "players",
    .declaration = "CREATE TABLE x(id INTEGER, name TEXT, games INTEGER, "
                   "white_games INTEGER, black_games INTEGER, wins INTEGER, "
                   "draws INTEGER, losses INTEGER, highest_elo INTEGER, "
                   "first_year INTEGER, last_year INTEGER, "
                   "PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(players_cursor),
    .plan = players_plan,
    .filter = players_filter,
    .column = players_column,
    .close = players_close,
};
