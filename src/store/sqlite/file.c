/* file.c - opening and closing. */
#include "io/system/file.h"
#include "core/base/assert.h"
#include "store/check/check.h"
#include "store/query/query.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"
#include "tabiya/limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the tables, and what leads from one version to the next ---------------*/

/* A table is never changed here once it was released: another step is added. */

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
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, first INTEGER NOT NULL, games "
    "INTEGER NOT NULL, pages INTEGER NOT NULL, lists INTEGER NOT NULL, "
    "entries INTEGER NOT NULL, positions INTEGER NOT NULL, once INTEGER NOT "
    "NULL, key_bits INTEGER NOT NULL) STRICT;CREATE TABLE player_folds(fold "
    "BLOB, id INTEGER, PRIMARY KEY(fold, id)) STRICT, WITHOUT ROWID;CREATE "
    "TABLE batches(a INTEGER, b INTEGER, first INTEGER NOT NULL, games "
    "INTEGER NOT NULL, PRIMARY KEY(a, b)) STRICT, WITHOUT ROWID;",
    /* Batches go by their first game, so that the beginning of one is found.
     * Tokens of version 1 were made in another way. */
    "DROP TABLE batches;CREATE TABLE batches(start INTEGER, n INTEGER, a "
    "INTEGER, b INTEGER, first INTEGER NOT NULL, games INTEGER NOT NULL, "
    "PRIMARY KEY(start, n, a, b)) STRICT, WITHOUT ROWID;",
    "ALTER TABLE runs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;"
    "UPDATE runs SET bytes = " FILE_RUN_BYTES,
    /* Names of players fold in another way, see fold.h. */
    "DELETE FROM player_folds",
    /* Chunks have one column more, STORE_LEAST, where games are added. */
    "",
    /* Games are deleted and edited, see file_changes.c. */
    "CREATE TABLE IF NOT EXISTS dead(chunk INTEGER PRIMARY KEY, data BLOB NOT "
    "NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS moved(id INTEGER PRIMARY KEY, place INTEGER "
    "NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS changes(id INTEGER PRIMARY KEY, change INTEGER "
    "NOT NULL,"
    " first INTEGER NOT NULL, games INTEGER NOT NULL, before INTEGER NOT NULL,"
    " after INTEGER NOT NULL) STRICT;"
    "INSERT OR IGNORE INTO meta VALUES('change', 0)"};

/* Is it ours, and of which version?  TBY_DONE: the file is empty. */
static tby_rc file_judge(store_file *f, int64_t *version)
{
    int64_t pages = 0, application = 0;

    TBY_TRY(tby__file_number(f, "PRAGMA page_count", &pages));
    if (pages == 0)
        return TBY_DONE;
    TBY_TRY(tby__file_number(f, "PRAGMA application_id", &application));
    if (application != GUARD_APPLICATION)
        return tby__file_fail(f, TBY_E_STORE_FOREIGN, NULL);
    TBY_TRY(tby__file_number(f, "PRAGMA user_version", version));
    if (*version > FILE_VERSION)
        return tby__file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (*version == 1) {
        /* While version 1 was made its tables changed under that number: moves
         * stood in other rows, and players had none of their own. */
        int64_t tables = 0;
        TBY_TRY(tby__file_number(
            f,
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"
            " AND name IN ('game_moves', 'run_players', 'player_folds')",
            &tables));

        if (tables != 3)
            return tby__file_fail(f, TBY_E_STORE_OUTDATED, NULL);
    }
    return TBY_OK;
}

tby_rc tby__file_upgrade_by(store_file *f, const char *const *by, int64_t n)
{
    char sql[96];
    int64_t version = 0;

    TBY_TRY(tby__file_number(f, "PRAGMA user_version", &version));
    TBY_ASSERT(n >= 1);
    if (version < 0)
        return tby__file_damaged(f, "version", 0);
    if (version == n)
        return TBY_OK;
    for (; version < n; version++)
        TBY_TRY(tby__file_exec(f, by[version]));
    snprintf(sql, sizeof sql,
             "PRAGMA user_version = %lld; PRAGMA application_id = %d",
             (long long)n, GUARD_APPLICATION);
    return tby__file_exec(f, sql);
}

/* Makes the tables in a new file, or brings those of an older version up to
 * date; within a write transaction. */
static tby_rc file_upgrade(store_file *f)
{
    enum { WITH_SUMS = 3, WITH_FOLDS = 4 };
    int64_t before = 0;

    TBY_TRY(tby__file_number(f, "PRAGMA user_version", &before));
    TBY_TRY(tby__file_upgrade_by(f, steps, FILE_VERSION));
    if (before < WITH_SUMS)
        TBY_TRY(tby__file_measure_sums(f));
    if (before < WITH_FOLDS)
        TBY_TRY(tby__file_fold_players(f));
    /* An index of an older kind is of no use, but can be made again. */
    int64_t keys = 0, runs = 0;
    TBY_TRY(tby__file_get_meta(f, "keys", &keys));
    TBY_TRY(tby__file_get_meta(f, "runs", &runs));
    if (keys == FILE_KEYS && runs == FILE_RUNS)
        return TBY_OK;
    if (keys > FILE_KEYS || runs > FILE_RUNS)
        return tby__file_fail(f, TBY_E_STORE_NEWER, NULL);
    TBY_TRY(tby__file_exec(f,
                           "DELETE FROM runs; DELETE FROM run_pages;"
                           "DELETE FROM run_lists; DELETE FROM run_players"));
    TBY_TRY(tby__file_put_meta(f, "keys", FILE_KEYS));
    return tby__file_put_meta(f, "runs", FILE_RUNS);
}

/* --- the connection -------------------------------------------------------*/

/* A name that SQLite takes for a file whatever it looks like; with `immutable`
 * one that needs no lock and no journal.  To be freed; NULL: no memory. */
static char *name_for(const char *path, bool immutable)
{
    const char *before = path[0] == '/' ? "" : "./";
    size_t cap = 3 * strlen(path) + 32, n = 0;
    char *name = malloc(cap);

    if (!name || !immutable) {
        if (name)
            snprintf(name, cap, "%s%s", before, path);
        return name;
    }
    n = (size_t)snprintf(name, cap, "file:%s", before);
    for (const char *p = path; *p; p++)
        n += (size_t)snprintf(name + n, cap - n,
                              strchr("%?#", *p) ? "%%%02x" : "%c",
                              (unsigned char)*p);
    snprintf(name + n, cap - n, "?immutable=1");
    return name;
}

static bool has_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    tby_file_info info;
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : NULL;
    bool has = !slash || (folder && tby_file_look(folder, &info) == TBY_OK);

    free(folder);
    return has;
}

static tby_rc connect(store_file *f, const char *path, bool immutable)
{
    static const int flags[] = {
        [TBY_STORE_READ] = SQLITE_OPEN_READONLY,
        [TBY_STORE_WRITE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        [TBY_STORE_CHANGE] = SQLITE_OPEN_READWRITE,
    };
    const char *vfs = tby__guard_vfs();
    char *name = name_for(path, immutable);

    TBY_ASSERT(!f->db);
    if (!name || !vfs) {
        free(name);
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    }
    int code = sqlite3_open_v2(
        name, &f->db, flags[f->mode] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
        vfs);
    free(name);
    if (!f->db)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    if (code != SQLITE_OK) {
        /* A file that SQLite may not make it tries to read, and then knows only
         * that it is not there. */
        if (f->mode == TBY_STORE_WRITE &&
            sqlite3_errcode(f->db) == SQLITE_CANTOPEN &&
            sqlite3_system_errno(f->db) == ENOENT && has_folder(path))
            return tby__file_fail(f, TBY_E_STORE_OPEN,
                                  "its folder may not be written");
        return tby__file_fail_sqlite(f);
    }
    tby__file_set_patience(f);
    return TBY_OK;
}

/* SQLite would take a folder for a damaged file, and wait for a pipe. */
static tby_rc look(store_file *f, const char *path)
{
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK)
        return TBY_OK; /* missing: SQLite says why, or makes it */
    if (info.folder)
        return tby__file_fail(f, TBY_E_STORE_OPEN, "it is a folder");
    if (!info.plain)
        return tby__file_fail(f, TBY_E_STORE_OPEN, "it is no ordinary file");
    return TBY_OK;
}

/* Until someone asks often SQLite has its 2 MB of pages: a column of all games
 * would fill any more than that with what is asked for once. */
tby_rc tby__file_cache(store_file *f)
{
    char sql[64];

    TBY_ASSERT(f->db);
    f->cached = true;
    snprintf(sql, sizeof sql, "PRAGMA cache_size = -%zu", f->pages_kept >> 10);
    return tby__file_exec(f, sql);
}

/* Pages are in the memory of the system, too. */
static void set_memory(tby_store *s, size_t bytes)
{
    store_file *f = store_rows_of(s);

    TBY_ASSERT(!f->cached);
    f->pages_kept = bytes / 16;
    f->names_kept = bytes / 4;
    f->columns_kept = bytes / 16 * 11;
}

/* --- for reading ----------------------------------------------------------*/

static tby_rc judge_for_reading(store_file *f)
{
    int64_t version = 0, keys = 0, runs = 0;
    tby_rc rc = file_judge(f, &version);

    if (rc == TBY_DONE)
        return tby__file_fail(f, TBY_E_STORE_FOREIGN, "it is empty");
    if (rc == TBY_OK && version < FILE_READABLE)
        return tby__file_fail(f, TBY_E_STORE_OLDER, NULL);
    if (rc == TBY_OK)
        rc = tby__file_get_meta(f, "keys", &keys);
    if (rc == TBY_OK)
        rc = tby__file_get_meta(f, "runs", &runs);
    if (rc == TBY_OK && (keys > FILE_KEYS || runs > FILE_RUNS))
        return tby__file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (rc == TBY_OK && (keys < FILE_KEYS || runs < FILE_RUNS))
        return tby__file_fail(f, TBY_E_STORE_OLDER, NULL);
    return rc;
}

/* The name of a file beside it, to be freed; NULL: no memory. */
static char *name_beside(const char *path, const char *end)
{
    size_t cap = strlen(path) + strlen(end) + 1;
    char *name = malloc(cap);

    if (name)
        snprintf(name, cap, "%s%s", path, end);
    return name;
}

/* A journal that still holds something. */
static bool has_journal(const char *path, const char *end)
{
    char *name = name_beside(path, end);
    tby_file_info info = {.size = 0};
    bool has = !name || (tby_file_look(name, &info) == TBY_OK && info.size > 0);

    free(name);
    return has;
}

static tby_rc fail_by_journal(store_file *f)
{
    return tby__file_fail(f, TBY_E_STORE_OPEN,
                          "an import was cut short, and its journal cannot be "
                          "read where nothing may be written");
}

static tby_rc connect_again(store_file *f, const char *path, bool immutable)
{
    tby__file_finalize(f);
    sqlite3_close(f->db);
    f->db = NULL;
    return connect(f, path, immutable);
}

/* SQLite tries in vain to be faster than others where it may read but not
 * write what it shares with them. */
static bool shares_nothing(const char *path)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    char *name = name_beside(path, "-shm");
    int may_write = 1;

    if (vfs && name)
        vfs->xAccess(vfs, name, SQLITE_ACCESS_READWRITE, &may_write);
    free(name);
    return !may_write;
}

static tby_rc open_for_reading(store_file *f, const char *path)
{
    TBY_TRY(connect(f, path, false));
    tby_rc rc = judge_for_reading(f);
    if (rc == TBY_OK)
        return rc;
    int code = sqlite3_errcode(f->db);
    if (sqlite3_extended_errcode(f->db) == SQLITE_READONLY_ROLLBACK) {
        /* The program that made or changed the tables was killed while the file
         * was written: what the journal remembers is put back, which only a
         * writer may do.
         */
        int64_t version = 0;
        f->mode = TBY_STORE_CHANGE;
        rc = connect_again(f, path, false);
        if (rc == TBY_OK)
            rc = file_judge(f, &version);
        f->mode = TBY_STORE_READ;
        if (rc == TBY_E_STORE_WRITE || rc == TBY_E_STORE_OPEN)
            return fail_by_journal(f);
        if (rc >= 0)
            rc = connect_again(f, path, false);
        return rc == TBY_OK ? judge_for_reading(f) : rc;
    }
    if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY ||
        (code == SQLITE_PROTOCOL && shares_nothing(path))) {
        /* Where nothing may be written SQLite cannot make the shared memory
         * that goes with its journal; if there is no journal either, none is
         * needed. */
        if (has_journal(path, "-wal") || has_journal(path, "-journal"))
            return fail_by_journal(f);
        TBY_TRY(connect_again(f, path, true));
        return judge_for_reading(f);
    }
    return rc;
}

/* --- for writing ----------------------------------------------------------*/

/* SQLite's Debian build overwrites what is deleted with zeros by default. */
static const char writing_settings[] = "PRAGMA synchronous = NORMAL;"
                                       "PRAGMA secure_delete = OFF;"
                                       "PRAGMA wal_autocheckpoint = 8192";

/* In the transaction that makes or changes the tables.  A file that was empty
 * has one page by now; someone else may have been faster. */
static tby_rc judge_again(store_file *f, bool was_empty)
{
    int64_t tables = 0, version = 0;

    TBY_TRY(tby__file_number(f, "SELECT count(*) FROM sqlite_schema", &tables));
    if (was_empty && tables == 0)
        return TBY_OK;
    return file_judge(f, &version);
}

static tby_rc set_pages(store_file *f)
{
    int reserved = GUARD_SUM;
    char sql[48];

    snprintf(sql, sizeof sql, "PRAGMA page_size = %d", GUARD_PAGE);
    if (sqlite3_file_control(f->db, "main", SQLITE_FCNTL_RESERVE_BYTES,
                             &reserved) != SQLITE_OK)
        return tby__file_fail_sqlite(f);
    return tby__file_exec(f, sql);
}

/* Where the lock of a writer was had before, a reader is in the way;
 * once the journal is a write-ahead log there is none. */
static tby_rc blame_reader(store_file *f, tby_rc rc)
{
    if (rc == TBY_E_STORE_LOCKED)
        snprintf(f->base.text, sizeof f->base.text,
                 "Another program has been reading the database for long: "
                 "what is to be written has to wait until it ends.");
    return rc;
}

static tby_rc open_for_writing(store_file *f, const char *path)
{
    int64_t version = 0;
    tby_rc rc = connect(f, path, false);

    if (rc == TBY_OK && sqlite3_db_readonly(f->db, "main") == 1)
        return tby__file_fail(f, TBY_E_STORE_WRITE, "it is read-only");
    if (rc == TBY_OK)
        rc = file_judge(f, &version); /* before anything is touched */
    bool empty = rc == TBY_DONE;
    if (rc < 0)
        return rc;
    if (empty && f->mode == TBY_STORE_CHANGE)
        return tby__file_fail(f, TBY_E_STORE_FOREIGN, "it is empty");
    rc = tby__file_exec(f, writing_settings);
    if (rc == TBY_OK) {
        /* A new file gets its tables in one transaction with an ordinary
         * journal, so that it is either empty or whole. */
        rc = empty ? set_pages(f) : TBY_OK;

        if (rc == TBY_OK)
            rc = tby__file_exec(f, "BEGIN IMMEDIATE");
        if (rc != TBY_OK)
            return rc;
        rc = judge_again(f, empty);
        if (rc == TBY_OK)
            rc = file_upgrade(f);
        tby__file_reset(f);
        if (rc == TBY_OK)
            rc = blame_reader(f, tby__file_exec(f, "COMMIT"));
        if (rc != TBY_OK)
            sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
    }
    if (rc != TBY_OK)
        return rc;
    /* From now on readers and the writer do not wait for each other. */
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(f->db, "PRAGMA journal_mode = WAL", -1, &s, NULL) !=
        SQLITE_OK)
        return tby__file_fail_sqlite(f);
    rc = tby__file_step(f, s);
    const char *mode =
        rc == TBY_OK ? (const char *)sqlite3_column_text(s, 0) : NULL;
    bool wal = mode && strcmp(mode, "wal") == 0;
    sqlite3_finalize(s);
    if (rc < 0)
        return blame_reader(f, rc);
    return wal ? TBY_OK
               : tby__file_fail(f, TBY_E_STORE_WRITE,
                                "this file system has no shared memory");
}

/* --- both -----------------------------------------------------------------*/

/* What seems to be damaged may be of a version whose pages are other ones.  A
 * number that no version will have is damage. */
static bool is_newer(const char *path)
{
    enum { LIKELY = 255 };
    tby_map map;
    uint32_t version = 0;

    if (tby_map_open(&map, path) == TBY_OK) {
        version = tby__guard_version((tby_str){map.p, map.n});
        tby_map_close(&map);
    }
    return version > FILE_VERSION && version <= LIKELY;
}

static bool takes(const char *where)
{
    (void)where;
    return true;
}

static tby_rc open_file(tby_store *s, const char *path, tby_store_mode mode)
{
    store_file *f = store_rows_of(s);

    f->mode = mode;
    f->patience = FILE_BUSY_MS;
    set_memory(s, STORE_MEMORY);
    f->pages_kept = (size_t)32 << 20;
    tby__extras_init(&f->extras);
    tby_buf_init(&f->block_codes, NULL, SIZE_MAX);
    tby_buf_init(&f->block_row, NULL, SIZE_MAX);
    tby_buf_init(&f->row_names, NULL,
                 (size_t)STORE_NAMES * (TBY_MAX_TAG_BYTES + 1));
    tby_rc rc = look(f, path);
    if (rc == TBY_OK)
        rc = mode == TBY_STORE_READ ? open_for_reading(f, path)
                                    : open_for_writing(f, path);
    if (rc == TBY_E_STORE_DAMAGED && is_newer(path))
        rc = tby__file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (rc == TBY_OK && mode != TBY_STORE_READ)
        rc = tby__file_cache(f);
    f->opened = rc == TBY_OK;
    return rc;
}

static void close_file(tby_store *s)
{
    store_file *f = store_rows_of(s);

    if (f->db) {
        if (f->writing)
            tby__file_cancel(s);
        f->reading = 0;
        tby__file_free_runs(f);
        tby__file_finalize(f);
        tby__file_folder_close(f);
        if (f->opened && f->mode != TBY_STORE_READ)
            tby__file_leave_journal(f);
        sqlite3_close(f->db);
    }
    tby__file_free_writer(f);
    tby__file_columns_free(f);
    tby__file_changes_free(f);
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        tby__name_cache_free(&f->names[kind]);
    tby__extras_free(&f->extras);
    tby_buf_free(&f->block_codes);
    tby_buf_free(&f->block_row);
    tby_buf_free(&f->row_names);
    tby__filter_cache_free(&f->cache);
    tby_grow_free(NULL, f->people.at, f->people.cap, sizeof *f->people.at);
    tby_grow_free(NULL, f->fides.at, f->fides.cap, sizeof *f->fides.at);
    tby__move_bitmap_free(f->move_bitmap_zstd);
    free(f->codes);
}

const tby_store_ops tby__sqlite_ops = {
    .size = sizeof(store_file),
    .kind = "A database file",
    .ahead = 4, /* the memory is there when a game comes */
    .takes = takes,
    .open = open_file,
    .close = close_file,
    .info = tby__file_info,
    .position = tby__query_position,
    .find = tby__query_find,
    .game = tby__file_game,
    .row = tby__file_row,
    .moves = tby__query_moves,
    .players = tby__query_players,
    .hold = tby__file_hold,
    .release = tby__file_release,
    .set_memory = set_memory,
    .batch = tby__file_batch,
    .append = tby__file_append,
    .commit = tby__file_commit,
    .cancel = tby__file_cancel,
    .remove = tby__file_delete,
    .replace = tby__file_replace,
    .version = tby__file_game_version,
    .new_change = tby__file_new_change,
    .last_change = tby__file_last_change,
    .undo = tby__file_undo,
    .backup = tby__file_backup,
    .restore = tby__file_restore,
    .duplicate = tby__file_duplicate,
    .prefetch = tby__file_prefetch,
    .index = tby__file_index,
    .checkpoint = tby__file_checkpoint,
    .optimize = tby__file_optimize,
    .check = tby__check,
    .sql = tby__file_sql_query,
    .spellings = tby__query_spellings,
    .change_people = tby__file_change_people,
    .people_log = tby__file_people_log,
    .pairings = tby__file_pairings,
    .fides = tby__file_fides,
};
