/* file.c - opening and closing. */
#include "io/system/file.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A file that SQLite may not make it tries to read, and then knows only that it
 * is not there. */
static tby_rc fail_to_open(store_file *f, const char *path)
{
    if (f->mode == STORE_WRITE && sqlite3_errcode(f->db) == SQLITE_CANTOPEN &&
        sqlite3_system_errno(f->db) == ENOENT && has_folder(path))
        return file_fail(f, TBY_E_STORE_OPEN, "its folder may not be written");
    return file_fail_sqlite(f);
}

static tby_rc connect(store_file *f, const char *path, bool immutable)
{
    static const int flags[] = {
        [STORE_READ] = SQLITE_OPEN_READONLY,
        [STORE_WRITE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        [STORE_CHANGE] = SQLITE_OPEN_READWRITE,
    };
    const char *vfs = guard_vfs();
    char *name = name_for(path, immutable);

    if (!name || !vfs) {
        free(name);
        return file_fail(f, TBY_E_NOMEM, NULL);
    }
    int code = sqlite3_open_v2(
        name, &f->db, flags[f->mode] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
        vfs);
    free(name);
    if (!f->db)
        return file_fail(f, TBY_E_NOMEM, NULL);
    if (code != SQLITE_OK)
        return fail_to_open(f, path);
    file_be_patient(f);
    return TBY_OK;
}

/* SQLite would take a folder for a damaged file, and wait for a pipe. */
static tby_rc look(store_file *f, const char *path)
{
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK)
        return TBY_OK; /* missing: SQLite tells why, or makes it */
    if (info.folder)
        return file_fail(f, TBY_E_STORE_OPEN, "it is a folder");
    if (!info.plain)
        return file_fail(f, TBY_E_STORE_OPEN, "it is no ordinary file");
    return TBY_OK;
}

/* Until someone asks often SQLite has its 2 MB of pages: a column of all games
 * would fill any more than that with what is asked for once. */
tby_rc store_file_cache(store_file *f)
{
    f->cached = true;
    return file_exec(f, "PRAGMA cache_size = -32768");
}

/* --- for reading ----------------------------------------------------------*/

static tby_rc judge_for_reading(store_file *f)
{
    int64_t version = 0, keys = 0, runs = 0;
    tby_rc rc = file_judge(f, &version);

    if (rc == TBY_DONE)
        return file_fail(f, TBY_E_STORE_FOREIGN, "it is empty");
    if (rc == TBY_OK && version < FILE_VERSION)
        return file_fail(f, TBY_E_STORE_OLDER, NULL);
    if (rc == TBY_OK)
        rc = file_get_meta(f, "keys", &keys);
    if (rc == TBY_OK)
        rc = file_get_meta(f, "runs", &runs);
    if (rc == TBY_OK && (keys > FILE_KEYS || runs > FILE_RUNS))
        return file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (rc == TBY_OK && (keys < FILE_KEYS || runs < FILE_RUNS))
        return file_fail(f, TBY_E_STORE_OLDER, NULL);
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
    return file_fail(f, TBY_E_STORE_OPEN,
                     "an import was cut short, and its journal cannot be "
                     "read where nothing may be written");
}

static tby_rc connect_again(store_file *f, const char *path, bool immutable)
{
    file_finalize(f);
    sqlite3_close(f->db);
    f->db = NULL;
    return connect(f, path, immutable);
}

/* Where nothing may be written SQLite cannot make the shared memory that goes
 * with its journal; if there is no journal either, none is needed. */
static tby_rc open_immutable(store_file *f, const char *path)
{
    if (has_journal(path, "-wal") || has_journal(path, "-journal"))
        return fail_by_journal(f);
    tby_rc rc = connect_again(f, path, true);
    return rc == TBY_OK ? judge_for_reading(f) : rc;
}

/* Who made or changed the tables was killed while the file was written: what
 * the journal remembers is put back, which only a writer may do. */
static tby_rc open_half_written(store_file *f, const char *path)
{
    int64_t version = 0;

    f->mode = STORE_CHANGE;
    tby_rc rc = connect_again(f, path, false);
    if (rc == TBY_OK)
        rc = file_judge(f, &version);
    f->mode = STORE_READ;
    if (rc == TBY_E_STORE_WRITE || rc == TBY_E_STORE_OPEN)
        return fail_by_journal(f);
    if (rc >= 0)
        rc = connect_again(f, path, false);
    return rc == TBY_OK ? judge_for_reading(f) : rc;
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
    tby_rc rc = connect(f, path, false);

    if (rc != TBY_OK)
        return rc;
    rc = judge_for_reading(f);
    if (rc == TBY_OK)
        return rc;
    int code = sqlite3_errcode(f->db);
    if (sqlite3_extended_errcode(f->db) == SQLITE_READONLY_ROLLBACK)
        return open_half_written(f, path);
    if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY ||
        (code == SQLITE_PROTOCOL && shares_nothing(path)))
        return open_immutable(f, path);
    return rc;
}

/* --- for writing ----------------------------------------------------------*/

/* SQLite's Debian build overwrites what is deleted with zeros unless told. */
static const char writing_settings[] = "PRAGMA synchronous = NORMAL;"
                                       "PRAGMA secure_delete = OFF;"
                                       "PRAGMA wal_autocheckpoint = 8192";

/* In the transaction that makes or changes the tables.  A file that was empty
 * has one page by now; someone else may have been faster. */
static tby_rc judge_again(store_file *f, bool was_empty)
{
    int64_t tables = 0, version = 0;
    tby_rc rc = file_number(f, "SELECT count(*) FROM sqlite_schema", &tables);

    if (rc != TBY_OK || (was_empty && tables == 0))
        return rc;
    return file_judge(f, &version);
}

static tby_rc set_pages(store_file *f)
{
    int reserved = GUARD_SUM;
    char sql[48];

    snprintf(sql, sizeof sql, "PRAGMA page_size = %d", GUARD_PAGE);
    if (sqlite3_file_control(f->db, "main", SQLITE_FCNTL_RESERVE_BYTES,
                             &reserved) != SQLITE_OK)
        return file_fail_sqlite(f);
    return file_exec(f, sql);
}

/* Where the lock of a writer was had before, it is a reader who is in the way;
 * once the journal is a write-ahead log there is none. */
static tby_rc blame_reader(store_file *f, tby_rc rc)
{
    if (rc == TBY_E_STORE_LOCKED)
        snprintf(f->text, sizeof f->text,
                 "Another program has been reading the database for long: "
                 "what is to be written has to wait until it ends.");
    return rc;
}

/* A new file gets its tables in one transaction with an ordinary journal, so
 * that it is either empty or whole. */
static tby_rc make_tables(store_file *f, bool empty)
{
    tby_rc rc = empty ? set_pages(f) : TBY_OK;

    if (rc == TBY_OK)
        rc = file_exec(f, "BEGIN IMMEDIATE");
    if (rc != TBY_OK)
        return rc;
    rc = judge_again(f, empty);
    if (rc == TBY_OK)
        rc = file_upgrade(f);
    file_reset(f);
    if (rc == TBY_OK)
        rc = blame_reader(f, file_exec(f, "COMMIT"));
    if (rc != TBY_OK)
        sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
    return rc;
}

/* From now on readers and the writer do not wait for each other. */
static tby_rc use_journal(store_file *f)
{
    sqlite3_stmt *s = NULL;

    if (sqlite3_prepare_v2(f->db, "PRAGMA journal_mode = WAL", -1, &s, NULL) !=
        SQLITE_OK)
        return file_fail_sqlite(f);
    tby_rc rc = file_step(f, s);
    const char *mode =
        rc == TBY_OK ? (const char *)sqlite3_column_text(s, 0) : NULL;
    bool wal = mode && strcmp(mode, "wal") == 0;
    sqlite3_finalize(s);
    if (rc < 0)
        return blame_reader(f, rc);
    return wal ? TBY_OK
               : file_fail(f, TBY_E_STORE_WRITE,
                           "this file system has no shared memory");
}

static tby_rc open_for_writing(store_file *f, const char *path)
{
    int64_t version = 0;
    tby_rc rc = connect(f, path, false);

    if (rc == TBY_OK && sqlite3_db_readonly(f->db, "main") == 1)
        return file_fail(f, TBY_E_STORE_WRITE, "it is read-only");
    if (rc == TBY_OK)
        rc = file_judge(f, &version); /* before anything is touched */
    bool empty = rc == TBY_DONE;
    if (rc < 0)
        return rc;
    if (empty && f->mode == STORE_CHANGE)
        return file_fail(f, TBY_E_STORE_FOREIGN, "it is empty");
    rc = file_exec(f, writing_settings);
    if (rc == TBY_OK)
        rc = make_tables(f, empty);
    return rc == TBY_OK ? use_journal(f) : rc;
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
        version = guard_version((tby_str){map.p, map.n});
        tby_map_close(&map);
    }
    return version > FILE_VERSION && version <= LIKELY;
}

tby_rc store_file_open(store_file **out, const char *path, store_mode mode)
{
    store_file *f = calloc(1, sizeof *f);

    *out = f;
    if (!f)
        return TBY_E_NOMEM;
    f->mode = mode;
    f->patience = FILE_BUSY_MS;
    store_extras_init(&f->extras);
    tby_buf_init(&f->block_codes, NULL, SIZE_MAX);
    tby_buf_init(&f->block_row, NULL, SIZE_MAX);
    tby_rc rc = look(f, path);
    if (rc == TBY_OK)
        rc = mode == STORE_READ ? open_for_reading(f, path)
                                : open_for_writing(f, path);
    if (rc == TBY_E_STORE_DAMAGED && is_newer(path))
        rc = file_fail(f, TBY_E_STORE_NEWER, NULL);
    if (rc == TBY_OK && mode != STORE_READ)
        rc = store_file_cache(f);
    f->opened = rc == TBY_OK;
    if (rc == TBY_OK)
        rc = store_file_begin_read(f);
    if (rc == TBY_OK)
        store_file_end_read(f);
    return rc;
}

void store_file_close(store_file *f)
{
    if (!f)
        return;
    if (f->db) {
        if (f->writing)
            store_file_cancel(f);
        f->reading = 0;
        file_free_runs(f);
        file_finalize(f);
        file_folder_close(f);
        if (f->opened && f->mode != STORE_READ)
            file_leave_journal(f);
        sqlite3_close(f->db);
    }
    file_free_writer(f);
    file_columns_free(f);
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        names_free(&f->names[kind]);
    store_extras_free(&f->extras);
    tby_buf_free(&f->block_codes);
    tby_buf_free(&f->block_row);
    store_spread_free(f->spread_zstd);
    free(f->codes);
    free(f);
}
