/* tables.c - the tables as SQLite wants them: one module for all. */
#include "store/sqlite/tables/tables.h"

#include <stdlib.h>
#include <string.h>

void tby__tables_use(sqlite3_index_info *info, int i, int n)
{
    info->aConstraintUsage[i].argvIndex = n;
}

void tby__tables_call(sqlite3_index_info *info, const char *name)
{
    if (info->needToFreeIdxStr)
        sqlite3_free(info->idxStr);
    info->idxStr = sqlite3_mprintf("%s", name);
    info->needToFreeIdxStr = 1;
}

int tby__tables_constraint(sqlite3_index_info *info, int column,
                           unsigned char op)
{
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].usable &&
            info->aConstraint[i].iColumn == column &&
            info->aConstraint[i].op == op &&
            sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") == 0)
            return i;
    return -1;
}

int tby__tables_plan_by(sqlite3_index_info *info, const tables_way *ways,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int at = tby__tables_constraint(info, ways[i].column,
                                        SQLITE_INDEX_CONSTRAINT_EQ);
        if (at < 0)
            continue;
        tby__tables_use(info, at, 1);
        tby__tables_call(info, ways[i].name);
        info->idxNum = ways[i].plan;
        info->idxFlags = ways[i].rows == 1 ? SQLITE_INDEX_SCAN_UNIQUE : 0;
        info->estimatedCost = 10;
        info->estimatedRows = ways[i].rows;
        return at;
    }
    return -1;
}

void tby__tables_text(sqlite3_context *ctx, tby_str text)
{
    if (text.p)
        sqlite3_result_text64(ctx, text.p, text.n, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
}

void tby__tables_known(sqlite3_context *ctx, uint32_t n)
{
    if (n)
        sqlite3_result_int64(ctx, n);
}

tby_rc tby__tables_name(sqlite3_context *ctx, store_file *f,
                        store_column column, uint32_t id)
{
    tby_str name;
    tby_rc rc;

    if (!id)
        return TBY_OK;
    rc = tby__rows_name(f, tby__column_kind(column), id, &name);
    if (rc == TBY_OK)
        tby__tables_text(ctx, name);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* What a module is made for. */
typedef struct origin {
    store_file *file;
    const tables_kind *kind;
} origin;

typedef struct table {
    sqlite3_vtab base;
    origin of;
} table;

static table *table_of(const void *cursor)
{
    return (table *)((const sqlite3_vtab_cursor *)cursor)->pVtab;
}

static const tables_kind *kind_of(const void *cursor)
{
    return table_of(cursor)->of.kind;
}

/* A result of ours as SQLite's, with the sentence in the table. */
static int answer(const void *cursor, tby_rc rc)
{
    sqlite3_vtab *t = &table_of(cursor)->base;

    if (rc == TBY_OK)
        return SQLITE_OK;
    if (rc == TBY_E_NOMEM)
        return SQLITE_NOMEM;
    sqlite3_free(t->zErrMsg);
    t->zErrMsg = sqlite3_mprintf("%s", tby_rc_text(rc));
    return rc == TBY_E_STORE_DAMAGED ? SQLITE_CORRUPT : SQLITE_ERROR;
}

static int connect_table(sqlite3 *db, void *of, int argc,
                         const char *const *argv, sqlite3_vtab **out,
                         char **error)
{
    const origin *o = of;
    int rc = sqlite3_declare_vtab(db, o->kind->declaration);
    table *t;

    (void)argc;
    (void)argv;
    (void)error;
    if (rc != SQLITE_OK)
        return rc;
    t = calloc(1, sizeof *t);
    if (!t)
        return SQLITE_NOMEM;
    t->of = *o;
    sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    *out = &t->base;
    return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *t)
{
    free(t);
    return SQLITE_OK;
}

static int plan_rows(sqlite3_vtab *t, sqlite3_index_info *info)
{
    ((table *)t)->of.kind->plan(info);
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *t, sqlite3_vtab_cursor **out)
{
    const origin *o = &((table *)t)->of;
    tables_cursor *c = calloc(1, o->kind->cursor);

    if (!c)
        return SQLITE_NOMEM;
    c->file = o->file;
    *out = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *c)
{
    if (kind_of(c)->close)
        kind_of(c)->close(c);
    free(c);
    return SQLITE_OK;
}

static int first_row(sqlite3_vtab_cursor *c, int plan, const char *text, int n,
                     sqlite3_value **values)
{
    (void)text;
    (void)n;
    return answer(c, kind_of(c)->filter(c, plan, values));
}

static int next_row(sqlite3_vtab_cursor *c)
{
    if (kind_of(c)->next)
        return answer(c, kind_of(c)->next(c));
    ((tables_cursor *)c)->at++;
    return SQLITE_OK;
}

static int is_over(sqlite3_vtab_cursor *c)
{
    const tables_cursor *t = (const tables_cursor *)c;

    return kind_of(c)->over ? kind_of(c)->over(c) : t->at >= t->end;
}

static int put_column(sqlite3_vtab_cursor *c, sqlite3_context *ctx, int column)
{
    return answer(c, kind_of(c)->column(c, ctx, column));
}

/* Rows go by their primary keys, and none has a rowid. */
static const sqlite3_module MODULE = {
    .iVersion = 1,
    .xCreate = connect_table,
    .xConnect = connect_table,
    .xBestIndex = plan_rows,
    .xDisconnect = disconnect_table,
    .xDestroy = disconnect_table,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = first_row,
    .xNext = next_row,
    .xEof = is_over,
    .xColumn = put_column,
};

tby_rc tby__tables_open(store_file *f)
{
    static const tables_kind *const KINDS[] = {
        &tby__tables_games,   &tby__tables_moves, &tby__tables_positions,
        &tby__tables_players, &tby__tables_eco,   NULL};
    int rc = SQLITE_OK;

    for (size_t i = 0; rc == SQLITE_OK && KINDS[i]; i++) {
        /* In the temporary schema they come before real tables of the same
         * name. */
        const tables_kind *kind = KINDS[i];
        origin *o = malloc(sizeof *o);
        char *sql = sqlite3_mprintf("CREATE VIRTUAL TABLE temp.%s USING tby_%s",
                                    kind->name, kind->name);
        rc = SQLITE_NOMEM;
        if (o && sql) {
            *o = (origin){f, kind};
            /* The name of the module is the last word; o is SQLite's then, even
             * if this fails. */
            rc = sqlite3_create_module_v2(f->db, strrchr(sql, ' ') + 1, &MODULE,
                                          o, free);
            o = NULL;
        }
        if (rc == SQLITE_OK)
            rc = sqlite3_exec(f->db, sql, NULL, NULL, NULL);
        sqlite3_free(sql);
        free(o);
    }
    return rc == SQLITE_OK      ? TBY_OK
           : rc == SQLITE_NOMEM ? TBY_E_NOMEM
                                : TBY_E_STORE_SQL;
}
