/* file_sql.c - prepared statements and rows of bytes. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

tby_rc tby__file_damaged(store_file *f, const char *what, uint64_t number)
{
    char reason[128];

    snprintf(reason, sizeof reason, "%s %llu does not hold what it should",
             what, (unsigned long long)number);
    return tby__file_fail(f, TBY_E_STORE_DAMAGED, reason);
}

/* The errno of the file or of its journal, whichever has one; SQLite passes it
 * on by itself only while it opens a file. */
static int errno_of(store_file *f)
{
    static const int which[] = {SQLITE_FCNTL_JOURNAL_POINTER,
                                SQLITE_FCNTL_FILE_POINTER};
    int error = 0;

    for (size_t i = 0; i < 2 && error == 0; i++) {
        sqlite3_file *file = NULL;
        if (sqlite3_file_control(f->db, "main", which[i], (void *)&file) ==
                SQLITE_OK &&
            file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return error ? error : sqlite3_system_errno(f->db);
}

/* The system's own words are better than SQLite's where it gave any. */
static tby_rc fail_by_system(store_file *f, tby_rc rc, int error)
{
    char reason[128];

    if (!error)
        return tby__file_fail(f, rc, sqlite3_errmsg(f->db));
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return tby__file_fail(f, rc, reason);
}

static tby_rc fail_by_input(store_file *f, int code)
{
    int error = errno_of(f);

    if (code == SQLITE_IOERR_DATA) {
        sqlite3_file *file = NULL;
        uint64_t page = 0;
        char reason[64] = "the checksum of a page does not fit";
        if (sqlite3_file_control(f->db, "main", SQLITE_FCNTL_FILE_POINTER,
                                 (void *)&file) == SQLITE_OK &&
            file)
            page = tby__guard_misfit(file);
        if (page)
            snprintf(reason, sizeof reason,
                     "the checksum of page %llu does not fit",
                     (unsigned long long)page);
        return tby__file_fail(f, TBY_E_STORE_DAMAGED, reason);
    }
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        return fail_by_system(f, TBY_E_STORE_FULL, error);
    switch (code) {
    case SQLITE_IOERR_READ:
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
        return fail_by_system(f, TBY_E_STORE_DAMAGED, error);
    case SQLITE_IOERR_NOMEM:
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    default: /* locks and sizes are asked for by readers, too */
        return fail_by_system(
            f, f->mode == TBY_STORE_READ ? TBY_E_STORE_OPEN : TBY_E_STORE_WRITE,
            error);
    }
}

tby_rc tby__file_fail_sqlite(store_file *f)
{
    int code = sqlite3_extended_errcode(f->db);

    TBY_ASSERT(f->db);
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: /* others were faster, again and again */
        return tby__file_fail(f, TBY_E_STORE_LOCKED, NULL);
    case SQLITE_FULL:
        return tby__file_fail(f, TBY_E_STORE_FULL, NULL);
    case SQLITE_IOERR:
        return fail_by_input(f, code);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return fail_by_system(f, TBY_E_STORE_OPEN, sqlite3_system_errno(f->db));
    case SQLITE_READONLY:
        return tby__file_fail(f, TBY_E_STORE_WRITE,
                              code == SQLITE_READONLY_DIRECTORY
                                  ? "its folder may not be written"
                                  : sqlite3_errmsg(f->db));
    case SQLITE_NOTADB:
        return tby__file_fail(f, TBY_E_STORE_FOREIGN, NULL);
    case SQLITE_TOOBIG:
        return tby__file_fail(f, TBY_E_STORE_FIT, NULL);
    default: /* a table or a row is not what it should be */ {
        /* SQLite takes some errors of a disk for damage, and keeps them to
         * itself. */
        int error = errno_of(f);
        bool read = error != EIO && error != ENXIO && error != ERANGE;
        return fail_by_system(f, TBY_E_STORE_DAMAGED, read ? 0 : error);
    }
    }
}

static const char *const texts[SQL_STATEMENTS] = {
#define FILE_SQL_TEXT(symbol, text) text,
    FILE_SQL_MAP(FILE_SQL_TEXT)
#undef FILE_SQL_TEXT
};

sqlite3_stmt *tby__file_statement(store_file *f, file_sql which)
{
    sqlite3_stmt **s = &f->sql[which];

    TBY_ASSERT(which < SQL_STATEMENTS && f->db);
    if (*s)
        sqlite3_reset(*s);
    else if (sqlite3_prepare_v3(f->db, texts[which], -1,
                                SQLITE_PREPARE_PERSISTENT, s,
                                NULL) != SQLITE_OK)
        return NULL;
    return *s;
}

tby_rc tby__file_step(store_file *f, sqlite3_stmt *s)
{
    TBY_ASSERT(s);
    if (f->mode == TBY_STORE_READ && f->base.stop &&
        atomic_load(f->base.stop)) {
        sqlite3_reset(s);
        return tby__file_fail(f, TBY_E_STORE_STOPPED, NULL);
    }
    /* A question in SQL bounds its values, but not the rows that the tables
     * read to answer it (sql.c). */
    int most = sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, INT_MAX);
    int code = sqlite3_step(s);

    sqlite3_limit(f->db, SQLITE_LIMIT_LENGTH, most);
    if (code == SQLITE_ROW)
        return TBY_OK;
    if (code == SQLITE_DONE)
        return TBY_DONE;
    tby_rc rc = tby__file_fail_sqlite(f);
    sqlite3_reset(s);
    return rc;
}

/* Steps to the end: none of ours gives rows here. */
static tby_rc finish(store_file *f, sqlite3_stmt *s)
{
    tby_rc rc = tby__file_step(f, s);

    if (rc < 0)
        return rc;
    sqlite3_reset(s);
    return TBY_OK;
}

tby_rc tby__file_run_sql(store_file *f, file_sql which)
{
    sqlite3_stmt *s = tby__file_statement(f, which);

    return s ? finish(f, s) : tby__file_fail_sqlite(f);
}

tby_rc tby__file_run_with(store_file *f, file_sql which, const int64_t *values,
                          size_t n)
{
    sqlite3_stmt *s = tby__file_statement(f, which);

    if (!s)
        return tby__file_fail_sqlite(f);
    for (size_t i = 0; i < n; i++)
        sqlite3_bind_int64(s, (int)i + 1, values[i]);
    return finish(f, s);
}

tby_rc tby__file_ask_number(store_file *f, file_sql which, int64_t value,
                            int64_t *out)
{
    sqlite3_stmt *s = tby__file_statement(f, which);

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, value); /* refused where there is no parameter */
    tby_rc rc = tby__file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return rc;
}

static tby_rc step_bytes(store_file *f, sqlite3_stmt *s, tby_str *out)
{
    TBY_TRY(tby__file_step(f, s));
    const void *p = sqlite3_column_blob(s, 0);
    size_t n = (size_t)sqlite3_column_bytes(s, 0);
    if (!p && sqlite3_errcode(f->db) == SQLITE_NOMEM)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    *out = (tby_str){p ? p : "", n};
    return TBY_OK;
}

tby_rc tby__file_get(store_file *f, sqlite3_stmt *s, int64_t id, tby_str *out)
{
    TBY_ASSERT(s);
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, id);
    return step_bytes(f, s, out);
}

tby_rc tby__file_next(store_file *f, file_sql which, tby_str *out)
{
    TBY_ASSERT(which < SQL_STATEMENTS && f->sql[which]);
    return step_bytes(f, f->sql[which], out);
}

tby_rc tby__file_get_row(store_file *f, file_sql which, int64_t id,
                         tby_str *out)
{
    sqlite3_stmt *s = tby__file_statement(f, which);

    return s ? tby__file_get(f, s, id, out) : tby__file_fail_sqlite(f);
}

tby_rc tby__file_put_row(store_file *f, file_sql which, int64_t id,
                         tby_str bytes)
{
    sqlite3_stmt *s = tby__file_statement(f, which);

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_blob64(s, 2, bytes.p, bytes.n, SQLITE_STATIC);
    tby_rc rc = finish(f, s);
    sqlite3_bind_null(s, 2); /* the bytes are the caller's */
    return rc;
}

void tby__file_reset(store_file *f)
{
    for (size_t i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_reset(f->sql[i]);
    for (size_t i = 0; i < f->runs_n; i++) {
        sqlite3_reset(f->runs[i].page);
        sqlite3_reset(f->runs[i].list);
    }
}

void tby__file_finalize(store_file *f)
{
    for (size_t i = 0; i < SQL_STATEMENTS; i++) {
        sqlite3_finalize(f->sql[i]);
        f->sql[i] = NULL;
    }
}

tby_rc tby__file_exec(store_file *f, const char *sql)
{
    if (sqlite3_exec(f->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return tby__file_fail_sqlite(f);
    return TBY_OK;
}

tby_rc tby__file_number(store_file *f, const char *sql, int64_t *out)
{
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v2(f->db, sql, -1, &s, NULL) != SQLITE_OK)
        return tby__file_fail_sqlite(f);
    tby_rc rc = tby__file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return rc == TBY_DONE ? tby__file_fail(f, TBY_E_STORE_DAMAGED, NULL) : rc;
}
