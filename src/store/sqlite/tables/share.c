/* share.c - what plans and values of the tables have in common. */
#include "store/sqlite/tables/tables.h"

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

void tables_plan_one(sqlite3_index_info *info, int i, int plan,
                     const char *name)
{
    tables_use(info, i, 1);
    tables_call(info, name);
    info->idxNum = plan;
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    info->estimatedCost = 10;
    info->estimatedRows = 1;
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

tby_rc tables_name(sqlite3_context *ctx, store_file *f, store_column column,
                   uint32_t id)
{
    tby_str name;
    tby_rc rc;

    if (!id)
        return TBY_OK;
    rc = store_file_name(f, store_column_kind(column), id, &name);
    if (rc == TBY_OK)
        tables_text(ctx, name);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}
