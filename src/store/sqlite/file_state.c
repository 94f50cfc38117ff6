/* file_state.c - transactions, and what a snapshot of the file holds. */
#include "core/base/assert.h"
#include "io/system/clock.h"
#include "store/sqlite/file_int.h"

/* --- meta -----------------------------------------------------------------*/

tby_rc tby__file_get_meta(store_file *f, const char *name, int64_t *out)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_GET_META);

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    tby_rc rc = tby__file_step(f, s);
    if (rc == TBY_OK)
        *out = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return rc == TBY_DONE ? tby__file_fail(f, TBY_E_STORE_DAMAGED, name) : rc;
}

tby_rc tby__file_put_meta(store_file *f, const char *name, int64_t value)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_PUT_META);

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, value);
    return tby__file_run_sql(f, SQL_PUT_META);
}

/* --- what is kept in memory -----------------------------------------------*/

/* The last chunk and the last block may have grown. */
static void forget_open(store_file *f)
{
    tby__file_columns_forget(f);
    tby__file_moves_forget(f);
    f->has_extras = false;
}

static void trim(store_file *f)
{
    tby__file_columns_trim(f);
    tby__file_names_trim(f);
}

/* --- the state ------------------------------------------------------------*/

uint32_t tby__rows_stored(const store_file *f)
{
    return f->stored;
}

store_filter_cache *tby__rows_filter_cache(store_file *f)
{
    return &f->cache;
}

uint64_t tby__rows_snapshot(const store_file *f)
{
    return f->snapshot;
}

uint32_t tby__rows_indexed(const store_file *f)
{
    return f->indexed;
}

/* Of a statement that always gives one. */
static tby_rc step_number(store_file *f, file_sql which, int64_t *out)
{
    tby_rc rc = tby__file_ask_number(f, which, 0, out);

    return rc == TBY_DONE ? tby__file_fail(f, TBY_E_STORE_DAMAGED, NULL) : rc;
}

static tby_rc load_state(store_file *f)
{
    int64_t games = 0;

    TBY_TRY(tby__file_get_meta(f, "games", &games));
    if (games < 0 || games > STORE_GAMES_MAX)
        return tby__file_fail(f, TBY_E_STORE_DAMAGED, "the number of games");
    for (store_kind kind = 0; kind < STORE_KINDS; kind++) {
        int64_t last = 0;
        TBY_TRY(step_number(f, sql_of(SQL_LAST_PLAYER, kind), &last));
        if (last < 0 || last > UINT32_MAX)
            return tby__file_fail(f, TBY_E_STORE_DAMAGED,
                                  "the number of a name");
        if (f->names_n[kind] != last) /* others have added some */
            f->names_all[kind] = false;
        f->names_n[kind] = (uint32_t)last;
    }
    forget_open(f); /* of the number of games until now */
    int64_t epoch = 0;
    TBY_TRY(tby__file_number(f,
                             "SELECT ifnull(max(value), 0) FROM meta WHERE "
                             "name = 'epoch'",
                             &epoch));
    if (epoch != f->epoch) {
        tby__file_columns_free(f);
        for (store_kind kind = 0; kind < STORE_KINDS; kind++)
            tby__file_names_drop(f, kind);
    }
    f->epoch = epoch;
    f->stored = (uint32_t)games;
    TBY_TRY(tby__file_load_sums(f));
    TBY_TRY(tby__file_load_changes(f));
    TBY_TRY(tby__file_load_people(f));
    TBY_TRY(tby__file_load_runs(f));
    TBY_ASSERT(f->indexed <= f->stored);
    tby__file_changes_indexed(f);
    return TBY_OK;
}

static tby_rc file_refresh(store_file *f)
{
    int64_t version = 0;
    tby_rc rc = step_number(f, SQL_DATA_VERSION, &version);

    TBY_ASSERT(f->db);
    if (rc != TBY_OK || (f->known && version == f->version))
        return rc;
    f->known = false;
    f->snapshot++;
    rc = load_state(f);
    f->known = rc == TBY_OK;
    f->version = version;
    return rc;
}

/* --- reading --------------------------------------------------------------*/

/* The way out is made first: once there is no memory it could not be. */
static tby_rc begin(store_file *f, file_sql how)
{
    if (!tby__file_statement(f, SQL_ROLLBACK))
        return tby__file_fail_sqlite(f);
    return tby__file_run_sql(f, how);
}

tby_rc tby__file_hold(tby_store *s)
{
    enum { FEW = 32 }; /* questions of a program that soon ends */
    store_file *f = store_rows_of(s);

    TBY_ASSERT(f->db);
    if (!f->cached && ++f->asked > FEW && tby__file_cache(f) != TBY_OK)
        f->base.text[0] = '\0'; /* it goes without */
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
        tby__file_release(s);
    return rc;
}

/* Ends a transaction that may have ended by itself, as it does when the disk is
 * full.  The sentence of an earlier failure stays. */
static void leave(store_file *f, file_sql how)
{
    tby__file_reset(f);
    tby__file_moves_forget(f); /* its bytes were a statement's */
    if (sqlite3_get_autocommit(f->db))
        return;
    sqlite3_stmt *s = tby__file_statement(f, how);
    if (s) {
        sqlite3_step(s);
        sqlite3_reset(s);
    }
}

void tby__file_release(tby_store *s)
{
    store_file *f = store_rows_of(s);

    TBY_ASSERT(f->reading > 0);
    if (--f->reading == 0 && !f->writing)
        leave(f, SQL_ROLLBACK);
}

/* --- writing --------------------------------------------------------------*/

tby_rc tby__file_begin_write(store_file *f)
{
    TBY_ASSERT(!f->writing && !f->reading);
    if (f->mode == TBY_STORE_READ)
        return tby__file_fail(f, TBY_E_STORE_WRITE,
                              "it was opened for reading");
    trim(f);
    TBY_TRY(begin(f, SQL_BEGIN_WRITE));
    f->writing = true;
    tby_rc rc = file_refresh(f);
    if (rc != TBY_OK)
        tby__file_cancel_write(f);
    return rc;
}

tby_rc tby__file_commit_write(store_file *f)
{
    TBY_ASSERT(f->writing && !f->reading);
    tby__file_reset(f);
    tby_rc rc = tby__file_run_sql(f, SQL_COMMIT);
    if (rc != TBY_OK) {
        tby__file_cancel_write(f);
        return rc;
    }
    f->writing = f->known = false;
    /* What was written is written; a failure to look at it shows later. */
    if (tby__file_hold(&f->base) == TBY_OK)
        tby__file_release(&f->base);
    return TBY_OK;
}

tby_rc tby__file_next_write(store_file *f)
{
    TBY_ASSERT(f->writing && !f->reading);
    tby__file_reset(f);
    TBY_TRY(tby__file_run_sql(f, SQL_COMMIT));
    TBY_TRY(tby__file_run_sql(f, SQL_BEGIN_WRITE));
    return file_refresh(f);
}

void tby__file_leave_write(store_file *f)
{
    TBY_ASSERT(f->writing);
    leave(f, SQL_ROLLBACK);
    f->writing = false;
}

void tby__file_cancel_write(store_file *f)
{
    tby__file_leave_write(f);
    forget_open(f);
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        tby__file_names_drop(f, kind); /* some are not in the file */
    f->known = false;
}

static bool is_stopped(const store_file *f)
{
    return f->base.stop && atomic_load(f->base.stop);
}

static double milliseconds_since(double moment)
{
    return 1000 * (tby_clock_now() - moment);
}

/* Called by SQLite for the n-th time while someone else holds a lock; 0 gives
 * up, with SQLITE_BUSY. */
static int wait_more(void *ctx, int n)
{
    store_file *f = ctx;
    uint32_t most = f->patience;

    if (n == 0)
        f->waiting = tby_clock_now();
    if (is_stopped(f) && most > FILE_STOPPED_MS)
        most = FILE_STOPPED_MS;
    if (milliseconds_since(f->waiting) >= most)
        return 0;
    tby_clock_sleep(n < 10 ? 0.001 * (n + 1) : 0.05);
    return 1;
}

void tby__file_set_patience(store_file *f)
{
    sqlite3_busy_handler(f->db, wait_more, f);
}

/* Are there rows of a run that has no head? */
static tby_rc is_half_made(store_file *f, int64_t *out)
{
    return tby__file_number(
        f,
        "SELECT max(ifnull((SELECT max(id) FROM run_pages), 0),"
        " ifnull((SELECT max(id) FROM run_lists), 0)) >> 32 >"
        " ifnull((SELECT max(id) FROM runs), 0)",
        out);
}

/* Whoever makes a run holds the lock but for a moment between two transactions,
 * so that a handle that can take it again and again without any change is
 * alone. */
tby_rc tby__file_wait_for_maker(store_file *f, uint32_t milliseconds)
{
    double begun = tby_clock_now(), since = begun;
    int64_t half = 0;
    tby_rc rc = is_half_made(f, &half);

    TBY_ASSERT(f->writing);
    while (rc == TBY_OK && half && milliseconds_since(since) < milliseconds) {
        if (is_stopped(f) && milliseconds_since(begun) > FILE_STOPPED_MS)
            rc = tby__file_fail(f, TBY_E_STORE_LOCKED, NULL);
        else {
            /* Lets others go on for a moment; *since is when one has last done
             * so. */
            int64_t version = f->version;
            tby__file_leave_write(f);
            tby_clock_sleep(0.05);
            rc = tby__file_begin_write(f);
            if (rc == TBY_OK && f->version != version)
                since = tby_clock_now();
        }
        if (rc == TBY_OK)
            rc = is_half_made(f, &half);
    }
    if (rc != TBY_OK && f->writing)
        tby__file_leave_write(f);
    return rc;
}
