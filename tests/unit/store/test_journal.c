#define _GNU_SOURCE /* mkdtemp() */
/* test_journal.c - what is committed is in the files, whatever is gathered:
 * a copy of them, as a killed process leaves them, has all of it. */
#include "support/check.h"
#include "support/random.h"

#include "store/sqlite/vfs/guard.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char folder[] = "/tmp/tabiya-journal-XXXXXX";

static const char *path_of(const char *name)
{
    static char paths[4][96];
    static unsigned turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void must_run(sqlite3 *db, const char *sql)
{
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
          sqlite3_errmsg(db));
}

static sqlite3 *open_with(const char *name, const char *vfs)
{
    sqlite3 *db;

    CHECK(sqlite3_open_v2(path_of(name), &db,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                          vfs) == SQLITE_OK,
          "%s cannot be opened", name);
    return db;
}

/* So small a cache that pages of a transaction are written before its end, and
 * again when they change once more. */
static sqlite3 *open_writer(void)
{
    sqlite3 *db = open_with("a.db", tby__guard_vfs());

    must_run(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                 "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 8;"
                 "CREATE TABLE t(id INTEGER PRIMARY KEY, data BLOB)");
    return db;
}

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(path_of(from), "rb"), *out = fopen(path_of(to), "wb");
    char bytes[1 << 14];
    size_t n;

    assert_true(in && out);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* All rows as one text. */
static char *rows_of(sqlite3 *db)
{
    sqlite3_stmt *s;

    assert_int_equal(
        sqlite3_prepare_v2(db,
                           "SELECT group_concat(id || ':' || hex(data)) FROM "
                           "(SELECT * FROM t ORDER BY id)",
                           -1, &s, NULL),
        SQLITE_OK);
    CHECK(sqlite3_step(s) == SQLITE_ROW, "%s", sqlite3_errmsg(db));
    const char *text = (const char *)sqlite3_column_text(s, 0);
    char *copy = strdup(text ? text : "");
    sqlite3_finalize(s);
    return copy;
}

static void check_copy(sqlite3 *db)
{
    remove(path_of("b.db-shm"));
    copy_file("a.db", "b.db");
    copy_file("a.db-wal", "b.db-wal");
    sqlite3 *copy = open_with("b.db", NULL);
    char *want = rows_of(db), *got = rows_of(copy);

    assert_string_equal(got, want);
    free(got);
    free(want);
    sqlite3_close(copy);
}

/* Changes some rows, some of them several times, among others far away. */
static int change_rows(sqlite3 *db, rng *r)
{
    int rc = SQLITE_OK;

    for (unsigned n = rng_below(r, 300); n > 0 && rc == SQLITE_OK; n--) {
        char sql[128];
        snprintf(sql, sizeof sql,
                 "INSERT OR REPLACE INTO t VALUES(%u, zeroblob(%u) || '%u')",
                 rng_below(r, 200), rng_below(r, 3000), rng_below(r, 1000));
        rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    }
    return rc;
}

static void what_is_committed_is_written(void **state)
{
    rng r = rng_for(__func__);
    sqlite3 *db = open_writer();

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        must_run(db, "BEGIN");
        assert_int_equal(change_rows(db, &r), SQLITE_OK);
        must_run(db, rng_below(&r, 4) ? "COMMIT" : "ROLLBACK");
        if (rng_below(&r, 8) == 0)
            must_run(db, "PRAGMA wal_checkpoint");
        check_copy(db);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void limit_files(rlim_t most)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A transaction that does not fit is given up; what was there stays, and the
 * next one is as good as any. */
static void a_full_disk_loses_nothing(void **state)
{
    rng r = rng_for(__func__);
    sqlite3 *db = open_writer();
    unsigned failed = 0;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    for (unsigned i = 0; i < 60; i++) {
        char *before = rows_of(db);
        bool full = i % 2;
        must_run(db, "BEGIN");
        limit_files(full ? rng_below(&r, 1 << 20) : RLIM_INFINITY);
        int rc = change_rows(db, &r);
        if (rc == SQLITE_OK)
            rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
        limit_files(RLIM_INFINITY);
        assert_true(rc == SQLITE_OK || full);
        if (!sqlite3_get_autocommit(db))
            must_run(db, "ROLLBACK");
        char *after = rows_of(db);
        if (rc != SQLITE_OK) {
            failed++;
            assert_string_equal(after, before);
        }
        free(after);
        free(before);
        check_copy(db);
        if (i % 10 == 9)
            must_run(db, "PRAGMA wal_checkpoint(TRUNCATE)");
    }
    signal(SIGXFSZ, SIG_DFL);
    assert_in_range(failed, 5, 30);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int begin(void **state)
{
    (void)state;
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    static const char *const names[] = {"a.db", "a.db-wal", "a.db-shm",
                                        "b.db", "b.db-wal", "b.db-shm"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(path_of(names[i]));
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_committed_is_written, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
