/* file_upkeep.c - see upkeep.h. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/upkeep.h"

#include <string.h>

tby_rc store_file_version(store_file *f, uint32_t *out)
{
    int64_t version = 0;
    tby_rc rc = file_number(f, "PRAGMA user_version", &version);

    if (rc == TBY_OK)
        *out = (uint32_t)version;
    return rc;
}

/* length() of a blob does not read it. */
static const char *const size_sql[TBY_STORE_REST] = {
    [TBY_STORE_MOVES] = "SELECT total(length(data)) FROM main.game_moves",
    [TBY_STORE_EXTRAS] = "SELECT total(length(data)) FROM main.block_extras",
    [TBY_STORE_COLUMNS] = "SELECT total(length(data)) FROM main.chunks",
    [TBY_STORE_NAMES] = "SELECT total(length(CAST(name AS BLOB))) FROM"
                        " (SELECT name FROM main.players UNION ALL"
                        " SELECT name FROM main.events UNION ALL"
                        " SELECT name FROM main.sites UNION ALL"
                        " SELECT name FROM main.texts)",
    [TBY_STORE_INDEX] = "SELECT total(length(data)) FROM"
                        " (SELECT data FROM main.run_pages UNION ALL"
                        " SELECT data FROM main.run_lists UNION ALL"
                        " SELECT data FROM main.run_players)",
};

static tby_rc file_size(store_file *f, int64_t *out)
{
    int64_t pages = 0, size = 0;
    tby_rc rc = file_number(f, "PRAGMA page_count", &pages);

    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA page_size", &size);
    *out = pages * size;
    return rc;
}

tby_rc store_file_sizes(store_file *f, uint64_t bytes[TBY_STORE_PARTS])
{
    int64_t rest = 0;
    tby_rc rc = file_size(f, &rest);

    for (size_t i = 0; rc == TBY_OK && i < TBY_STORE_REST; i++) {
        int64_t n = 0;
        rc = file_number(f, size_sql[i], &n);
        bytes[i] = (uint64_t)n;
        rest -= n;
    }
    bytes[TBY_STORE_REST] = rest > 0 ? (uint64_t)rest : 0;
    return rc;
}

tby_rc store_file_integrity(store_file *f,
                            void (*each)(void *ctx, const char *text),
                            void *ctx)
{
    sqlite3_stmt *s = NULL;
    tby_rc rc;

    if (sqlite3_prepare_v2(f->db, "PRAGMA integrity_check(20)", -1, &s, NULL) !=
        SQLITE_OK)
        return file_fail_sqlite(f);
    while ((rc = file_step(f, s)) == TBY_OK) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        if (text && strcmp(text, "ok") != 0)
            each(ctx, text);
    }
    sqlite3_finalize(s);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* Copying the whole file is worth an eighth of it. */
tby_rc store_file_shrink(store_file *f)
{
    enum { WORTH = 8 };
    int64_t pages = 0, unused = 0;
    tby_rc rc = file_number(f, "PRAGMA page_count", &pages);

    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA freelist_count", &unused);
    if (rc != TBY_OK || unused < pages / WORTH)
        return rc;
    file_reset(f);
    f->known = false;
    return file_exec(f, "VACUUM");
}
