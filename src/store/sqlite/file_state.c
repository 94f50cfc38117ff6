/* file_state.c - transactions, and what a moment of the file holds. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"

/* --- meta -----------------------------------------------------------------*/

tby_rc file_get_meta(store_file *f, const char *name, int64_t *out)
{
    sqlite3_stmt *s = file_statement(f, SQL_GET_META);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    tby_rc rc = file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return rc == TBY_DONE ? file_fail(f, TBY_E_STORE_DAMAGED, name) : rc;
}

tby_rc file_put_meta(store_file *f, const char *name, int64_t value)
{
    sqlite3_stmt *s = file_statement(f, SQL_PUT_META);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, value);
    return file_run_sql(f, SQL_PUT_META);
}

/* --- what is kept in memory -----------------------------------------------*/

/* The last chunk and the last block may have grown. */
static void forget_open(store_file *f)
{
    file_columns_forget(f);
    file_moves_forget(f);
    f->has_extras = false;
}

static void trim(store_file *f)
{
    file_columns_trim(f);
    file_names_trim(f);
}

/* --- the state ------------------------------------------------------------*/

uint32_t store_file_stored(const store_file *f)
{
    return f->stored;
}

uint64_t store_file_moment(const store_file *f)
{
    return f->moment;
}

uint32_t store_file_indexed(const store_file *f)
{
    return f->indexed;
}

static tby_rc step_number(store_file *f, file_sql which, int64_t *out)
{
    sqlite3_stmt *s = file_statement(f, which);

    if (!s)
        return file_fail_sqlite(f);
    tby_rc rc = file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return rc == TBY_DONE ? file_fail(f, TBY_E_STORE_DAMAGED, NULL) : rc;
}

static tby_rc load_names(store_file *f)
{
    for (store_kind kind = 0; kind < STORE_KINDS; kind++) {
        int64_t last = 0;
        tby_rc rc = step_number(f, sql_of(SQL_LAST_PLAYER, kind), &last);
        if (rc != TBY_OK)
            return rc;
        if (last < 0 || last > UINT32_MAX)
            return file_fail(f, TBY_E_STORE_DAMAGED, "the number of a name");
        if (f->names_n[kind] != last) /* others have added some */
            f->names_all[kind] = false;
        f->names_n[kind] = (uint32_t)last;
    }
    return TBY_OK;
}

static tby_rc load_state(store_file *f)
{
    int64_t games = 0;
    tby_rc rc = file_get_meta(f, "games", &games);

    if (rc == TBY_OK && (games < 0 || games > STORE_GAMES_MAX))
        rc = file_fail(f, TBY_E_STORE_DAMAGED, "the number of games");
    if (rc == TBY_OK)
        rc = load_names(f);
    if (rc != TBY_OK)
        return rc;
    forget_open(f); /* of the number of games until now */
    f->stored = (uint32_t)games;
    rc = file_load_sums(f);
    return rc == TBY_OK ? file_load_runs(f) : rc;
}

tby_rc file_refresh(store_file *f)
{
    int64_t version = 0;
    tby_rc rc = step_number(f, SQL_DATA_VERSION, &version);

    if (rc != TBY_OK || (f->known && version == f->version))
        return rc;
    f->known = false;
    f->moment++;
    rc = load_state(f);
    f->known = rc == TBY_OK;
    f->version = version;
    return rc;
}

/* --- reading --------------------------------------------------------------*/

/* The way out is made first: once there is no memory it could not be. */
static tby_rc begin(store_file *f, file_sql how)
{
    if (!file_statement(f, SQL_ROLLBACK))
        return file_fail_sqlite(f);
    return file_run_sql(f, how);
}

tby_rc store_file_begin_read(store_file *f)
{
    enum { FEW = 32 }; /* questions of one who soon goes */

    if (!f->cached && ++f->asked > FEW && store_file_cache(f) != TBY_OK)
        f->text[0] = '\0'; /* it goes without */
    if (f->writing || f->reading) {
        f->reading++;
        return TBY_OK;
    }
    trim(f);
    tby_rc rc = begin(f, SQL_BEGIN_READ);
    if (rc == TBY_OK)
        rc = file_refresh(f);
    f->reading = 1;
    if (rc != TBY_OK)
        store_file_end_read(f);
    return rc;
}

/* Ends a transaction that may have ended by itself, as it does when the disk is
 * full.  The sentence of an earlier failure stays. */
static void leave(store_file *f, file_sql how)
{
    file_reset(f);
    file_moves_forget(f); /* its bytes were a statement's */
    if (sqlite3_get_autocommit(f->db))
        return;
    sqlite3_stmt *s = file_statement(f, how);
    if (s) {
        sqlite3_step(s);
        sqlite3_reset(s);
    }
}

void store_file_end_read(store_file *f)
{
    TBY_ASSERT(f->reading > 0);
    if (--f->reading == 0 && !f->writing)
        leave(f, SQL_ROLLBACK);
}

/* --- writing --------------------------------------------------------------*/

tby_rc file_begin_write(store_file *f)
{
    TBY_ASSERT(!f->writing && !f->reading);
    if (f->mode == STORE_READ)
        return file_fail(f, TBY_E_STORE_WRITE, "it was opened for reading");
    trim(f);
    tby_rc rc = begin(f, SQL_BEGIN_WRITE);
    if (rc != TBY_OK)
        return rc;
    f->writing = true;
    rc = file_refresh(f);
    if (rc != TBY_OK)
        file_cancel_write(f);
    return rc;
}

tby_rc file_commit_write(store_file *f)
{
    TBY_ASSERT(f->writing && !f->reading);
    file_reset(f);
    tby_rc rc = file_run_sql(f, SQL_COMMIT);
    if (rc != TBY_OK) {
        file_cancel_write(f);
        return rc;
    }
    f->writing = f->known = false;
    /* What was written is written; a failure to look at it shows later. */
    if (store_file_begin_read(f) == TBY_OK)
        store_file_end_read(f);
    return TBY_OK;
}

tby_rc file_next_write(store_file *f)
{
    TBY_ASSERT(f->writing && !f->reading);
    file_reset(f);
    tby_rc rc = file_run_sql(f, SQL_COMMIT);
    if (rc == TBY_OK)
        rc = file_run_sql(f, SQL_BEGIN_WRITE);
    return rc == TBY_OK ? file_refresh(f) : rc;
}

void file_leave_write(store_file *f)
{
    leave(f, SQL_ROLLBACK);
    f->writing = false;
}

void file_cancel_write(store_file *f)
{
    file_leave_write(f);
    forget_open(f);
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        file_names_drop(f, kind); /* some are not in the file */
    f->known = false;
}
