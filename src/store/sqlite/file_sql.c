/* file_sql.c - prepared statements and rows of bytes. */
#include "store/sqlite/file_int.h"

#include <limits.h>

static const char *const texts[SQL_STATEMENTS] = {
#define FILE_SQL_TEXT(symbol, text) text,
    FILE_SQL_MAP(FILE_SQL_TEXT)
#undef FILE_SQL_TEXT
};

sqlite3_stmt *file_statement(store_file *f, file_sql which)
{
    sqlite3_stmt **s = &f->sql[which];

    if (*s)
        sqlite3_reset(*s);
    else if (sqlite3_prepare_v3(f->db, texts[which], -1,
                                SQLITE_PREPARE_PERSISTENT, s,
                                NULL) != SQLITE_OK)
        return NULL;
    return *s;
}

/* A question in SQL bounds its values, but not the rows that the tables read to
 * answer it (sql.c). */
static int step(store_file *f, sqlite3_stmt *s)
{
    int most = sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, INT_MAX);
    int code = sqlite3_step(s);

    sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, most);
    return code;
}

tby_rc file_step(store_file *f, sqlite3_stmt *s)
{
    int code = step(f, s);

    if (code == SQLITE_ROW)
        return TBY_OK;
    if (code == SQLITE_DONE)
        return TBY_DONE;
    tby_rc rc = file_fail_sqlite(f);
    sqlite3_reset(s);
    return rc;
}

/* Steps to the end: none of ours gives rows here. */
static tby_rc finish(store_file *f, sqlite3_stmt *s)
{
    tby_rc rc = file_step(f, s);

    if (rc < 0)
        return rc;
    sqlite3_reset(s);
    return TBY_OK;
}

tby_rc file_run_sql(store_file *f, file_sql which)
{
    sqlite3_stmt *s = file_statement(f, which);

    return s ? finish(f, s) : file_fail_sqlite(f);
}

static tby_rc step_bytes(store_file *f, sqlite3_stmt *s, tby_str *out)
{
    tby_rc rc = file_step(f, s);

    if (rc != TBY_OK)
        return rc;
    const void *p = sqlite3_column_blob(s, 0);
    size_t n = (size_t)sqlite3_column_bytes(s, 0);
    if (!p && sqlite3_errcode(f->db) == SQLITE_NOMEM)
        return file_fail(f, TBY_E_NOMEM, NULL);
    *out = (tby_str){p ? p : "", n};
    return TBY_OK;
}

tby_rc file_get(store_file *f, sqlite3_stmt *s, int64_t id, tby_str *out)
{
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, id);
    return step_bytes(f, s, out);
}

tby_rc file_next(store_file *f, file_sql which, tby_str *out)
{
    return step_bytes(f, f->sql[which], out);
}

tby_rc file_get_row(store_file *f, file_sql which, int64_t id, tby_str *out)
{
    sqlite3_stmt *s = file_statement(f, which);

    return s ? file_get(f, s, id, out) : file_fail_sqlite(f);
}

tby_rc file_put_row(store_file *f, file_sql which, int64_t id, tby_str bytes)
{
    sqlite3_stmt *s = file_statement(f, which);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_blob64(s, 2, bytes.p, bytes.n, SQLITE_STATIC);
    tby_rc rc = finish(f, s);
    sqlite3_bind_null(s, 2); /* the bytes are the caller's */
    return rc;
}

void file_reset(store_file *f)
{
    for (size_t i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_reset(f->sql[i]);
    for (size_t i = 0; i < f->runs_n; i++) {
        sqlite3_reset(f->runs[i].page);
        sqlite3_reset(f->runs[i].list);
    }
}

void file_finalize(store_file *f)
{
    for (size_t i = 0; i < SQL_STATEMENTS; i++) {
        sqlite3_finalize(f->sql[i]);
        f->sql[i] = NULL;
    }
}

tby_rc file_exec(store_file *f, const char *sql)
{
    if (sqlite3_exec(f->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return file_fail_sqlite(f);
    return TBY_OK;
}

tby_rc file_number(store_file *f, const char *sql, int64_t *out)
{
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) != SQLITE_OK)
        return file_fail_sqlite(f);
    tby_rc rc = file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return rc == TBY_DONE ? file_fail(f, TBY_E_STORE_DAMAGED, NULL) : rc;
}
