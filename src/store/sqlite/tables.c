/* tables.c - what the tables share. */
#include "store/sqlite/tables.h"

#include <stdlib.h>

int tables_connect(sqlite3 *db, void *file, const char *declaration,
                   sqlite3_vtab **out)
{
    tables_table *t;
    int rc = sqlite3_declare_vtab(db, declaration);

    if (rc != SQLITE_OK)
        return rc;
    t = calloc(1, sizeof *t);
    if (!t)
        return SQLITE_NOMEM;
    t->file = file;
    sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    *out = &t->base;
    return SQLITE_OK;
}

int tables_disconnect(sqlite3_vtab *table)
{
    free(table);
    return SQLITE_OK;
}

int tables_fail(sqlite3_vtab *table, tby_rc rc)
{
    if (rc == TBY_E_NOMEM)
        return SQLITE_NOMEM;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", tby_rc_text(rc));
    return rc == TBY_E_STORE_DAMAGED ? SQLITE_CORRUPT : SQLITE_ERROR;
}

void tables_use(sqlite3_index_info *info, int i, int n)
{
    info->aConstraintUsage[i].argvIndex = n;
}

void tables_call(sqlite3_index_info *info, const char *name)
{
    if (info->needToFreeIdxStr)
        sqlite3_free(info->idxStr);
    info->idxStr = sqlite3_mprintf("%s", name);
    info->needToFreeIdxStr = 1;
}

int tables_constraint(sqlite3_index_info *info, int column, unsigned char op)
{
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].usable &&
            info->aConstraint[i].iColumn == column &&
            info->aConstraint[i].op == op &&
            sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY") == 0)
            return i;
    return -1;
}

void tables_text(sqlite3_context *ctx, tby_str text)
{
    if (text.p)
        sqlite3_result_text64(ctx, text.p, text.n, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
}

void tables_known(sqlite3_context *ctx, uint32_t n)
{
    if (n)
        sqlite3_result_int64(ctx, n);
}

int tables_name(sqlite3_context *ctx, tables_table *t, store_column column,
                uint32_t id)
{
    tby_str name;
    tby_rc rc;

    if (!id)
        return SQLITE_OK;
    rc = store_file_name(t->file, store_column_kind(column), id, &name);
    if (rc != TBY_OK)
        return tables_fail(&t->base, rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc);
    tables_text(ctx, name);
    return SQLITE_OK;
}

/* In the temporary schema they come before real tables of the same name. */
tby_rc store_tables_open(store_file *f)
{
    static const struct {
        const char *name, *create;
        const sqlite3_module *module;
    } TABLES[] = {
        {"tby_games", "CREATE VIRTUAL TABLE temp.games USING tby_games",
         &tables_games},
        {"tby_moves", "CREATE VIRTUAL TABLE temp.moves USING tby_moves",
         &tables_moves},
        {"tby_positions",
         "CREATE VIRTUAL TABLE temp.positions USING tby_positions",
         &tables_positions},
        {"tby_players", "CREATE VIRTUAL TABLE temp.players USING tby_players",
         &tables_players},
        {"tby_eco", "CREATE VIRTUAL TABLE temp.eco USING tby_eco", &tables_eco},
    };

    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        int rc =
            sqlite3_create_module(f->db, TABLES[i].name, TABLES[i].module, f);

        if (rc == SQLITE_OK)
            rc = sqlite3_exec(f->db, TABLES[i].create, NULL, NULL, NULL);
        if (rc != SQLITE_OK)
            return rc == SQLITE_NOMEM ? TBY_E_NOMEM : TBY_E_STORE_SQL;
    }
    return TBY_OK;
}
