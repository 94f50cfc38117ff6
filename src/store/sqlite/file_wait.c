/* file_wait.c - patience with others who write. */
#include "io/system/clock.h"
#include "store/sqlite/file_int.h"

static bool is_stopped(const store_file *f)
{
    return f->stop && atomic_load(f->stop);
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

void file_be_patient(store_file *f)
{
    sqlite3_busy_handler(f->db, wait_more, f);
}

void store_file_set_cancel(store_file *f, const atomic_bool *stop)
{
    f->stop = stop;
}

/* Are there rows of a run that has no head? */
static tby_rc is_half_made(store_file *f, int64_t *out)
{
    return file_number(f,
                       "SELECT max(ifnull((SELECT max(id) FROM run_pages), 0),"
                       " ifnull((SELECT max(id) FROM run_lists), 0)) >> 32 >"
                       " ifnull((SELECT max(id) FROM runs), 0)",
                       out);
}

/* Lets others go on for a moment; *since is when one has last done so. */
static tby_rc give_way(store_file *f, double *since)
{
    int64_t version = f->version;

    file_leave_write(f);
    tby_clock_sleep(0.05);
    tby_rc rc = file_begin_write(f);
    if (rc == TBY_OK && f->version != version)
        *since = tby_clock_now();
    return rc;
}

/* Whoever makes a run holds the lock but for a moment between two transactions,
 * so that one who can take it again and again without any change is alone. */
tby_rc file_wait_for_maker(store_file *f, uint32_t milliseconds)
{
    double begun = tby_clock_now(), since = begun;
    int64_t half = 0;
    tby_rc rc = is_half_made(f, &half);

    while (rc == TBY_OK && half && milliseconds_since(since) < milliseconds) {
        if (is_stopped(f) && milliseconds_since(begun) > FILE_STOPPED_MS)
            rc = file_fail(f, TBY_E_STORE_LOCKED, NULL);
        else
            rc = give_way(f, &since);
        if (rc == TBY_OK)
            rc = is_half_made(f, &half);
    }
    if (rc != TBY_OK && f->writing)
        file_leave_write(f);
    return rc;
}
