/* file_schema.c - the tables, and what leads from one version to the next.
 *
 * A table is never changed here once it was released: another step is added. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <stdio.h>

#define NAMES(table)                                                           \
    "CREATE TABLE " table "(id INTEGER PRIMARY KEY,"                           \
    " name TEXT NOT NULL UNIQUE) STRICT;"
#define ROWS(table, key)                                                       \
    "CREATE TABLE " table "(" key " INTEGER PRIMARY KEY,"                      \
    " data BLOB NOT NULL) STRICT;"

/* Number i leads from version i to i + 1; a new file goes through all. */
static const char *const steps[FILE_VERSION] = {
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "INSERT INTO meta VALUES('games', 0), ('keys', 1), ('runs', 1);"
    /* clang-format off */
    NAMES("players") NAMES("events") NAMES("sites") NAMES("texts")
    ROWS("game_moves", "last") ROWS("block_extras", "block")
    ROWS("chunks", "id") ROWS("run_pages", "id") ROWS("run_lists", "id")
    ROWS("run_players", "id")
    /* clang-format on */
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, first INTEGER NOT NULL,"
    " games INTEGER NOT NULL, pages INTEGER NOT NULL, lists INTEGER NOT NULL,"
    " entries INTEGER NOT NULL, positions INTEGER NOT NULL,"
    " once INTEGER NOT NULL, key_bits INTEGER NOT NULL) STRICT;"
    "CREATE TABLE player_folds(fold BLOB, id INTEGER, PRIMARY KEY(fold, id))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE batches(a INTEGER, b INTEGER, first INTEGER NOT NULL,"
    " games INTEGER NOT NULL, PRIMARY KEY(a, b)) STRICT, WITHOUT ROWID;",
    /* Batches go by their first game, so that the beginning of one is found.
     * Tokens of version 1 were made in another way. */
    "DROP TABLE batches;"
    "CREATE TABLE batches(start INTEGER, n INTEGER, a INTEGER, b INTEGER,"
    " first INTEGER NOT NULL, games INTEGER NOT NULL,"
    " PRIMARY KEY(start, n, a, b)) STRICT, WITHOUT ROWID;",
    "ALTER TABLE runs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;"
    "UPDATE runs SET bytes = " FILE_RUN_BYTES,
    /* Names of players fold in another way, see fold.h. */
    "DELETE FROM player_folds"};

/* While version 1 was made its tables changed under that number: moves stood in
 * other rows, and players had none of their own. */
static tby_rc judge_version_1(store_file *f)
{
    int64_t tables = 0;
    tby_rc rc = file_number(
        f,
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"
        " AND name IN ('game_moves', 'run_players', 'player_folds')",
        &tables);

    if (rc == TBY_OK && tables != 3)
        return file_fail(f, TBY_E_STORE_OUTDATED, NULL);
    return rc;
}

tby_rc file_judge(store_file *f, int64_t *version)
{
    int64_t pages = 0, application = 0;
    tby_rc rc = file_number(f, "PRAGMA page_count", &pages);

    if (rc == TBY_OK && pages == 0)
        return TBY_DONE;
    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA application_id", &application);
    if (rc == TBY_OK && application != GUARD_APPLICATION)
        return file_fail(f, TBY_E_STORE_FOREIGN, NULL);
    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA user_version", version);
    if (rc == TBY_OK && *version > FILE_VERSION)
        return file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (rc == TBY_OK && *version == 1)
        rc = judge_version_1(f);
    return rc;
}

tby_rc file_upgrade_by(store_file *f, const char *const *by, int64_t n)
{
    char sql[96];
    int64_t version = 0;
    tby_rc rc = file_number(f, "PRAGMA user_version", &version);

    if (rc == TBY_OK && version < 0)
        return file_damaged(f, "version", 0);
    if (rc == TBY_OK && version == n)
        return TBY_OK;
    for (; rc == TBY_OK && version < n; version++)
        rc = file_exec(f, by[version]);
    if (rc != TBY_OK)
        return rc;
    snprintf(sql, sizeof sql,
             "PRAGMA user_version = %lld; PRAGMA application_id = %d",
             (long long)n, GUARD_APPLICATION);
    return file_exec(f, sql);
}

/* An index of an older kind is of no use, but can be made again. */
static tby_rc upgrade_index(store_file *f)
{
    int64_t keys = 0, runs = 0;
    tby_rc rc = file_get_meta(f, "keys", &keys);

    if (rc == TBY_OK)
        rc = file_get_meta(f, "runs", &runs);
    if (rc != TBY_OK || (keys == FILE_KEYS && runs == FILE_RUNS))
        return rc;
    if (keys > FILE_KEYS || runs > FILE_RUNS)
        return file_fail(f, TBY_E_STORE_NEWER, NULL);
    rc = file_exec(f, "DELETE FROM runs; DELETE FROM run_pages;"
                      "DELETE FROM run_lists; DELETE FROM run_players");
    if (rc == TBY_OK)
        rc = file_put_meta(f, "keys", FILE_KEYS);
    return rc == TBY_OK ? file_put_meta(f, "runs", FILE_RUNS) : rc;
}

tby_rc file_upgrade(store_file *f)
{
    enum { WITH_SUMS = 3, WITH_FOLDS = 4 };
    int64_t before = 0;
    tby_rc rc = file_number(f, "PRAGMA user_version", &before);

    if (rc == TBY_OK)
        rc = file_upgrade_by(f, steps, FILE_VERSION);
    if (rc == TBY_OK && before < WITH_SUMS)
        rc = file_measure_sums(f);
    if (rc == TBY_OK && before < WITH_FOLDS)
        rc = file_fold_players(f);
    return rc == TBY_OK ? upgrade_index(f) : rc;
}
