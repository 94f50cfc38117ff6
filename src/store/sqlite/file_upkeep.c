/* file_upkeep.c - the file as a whole: how much it holds, kept beside it so
 * that nobody has to read all of it for that; its soundness, the room it
 * wastes. */
#include "core/base/assert.h"
#include "core/base/num.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "store/rows.h"
#include "store/sqlite/file_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sum_names[FILE_SUMS] = {
#define FILE_SUM_NAME(symbol, name) name,
    FILE_SUM_MAP(FILE_SUM_NAME)
#undef FILE_SUM_NAME
};

tby_rc tby__file_load_sums(store_file *f)
{
    for (file_sum i = 0; i < FILE_SUMS; i++)
        TBY_TRY(tby__file_get_meta(f, sum_names[i], &f->sums[i]));
    return TBY_OK;
}

tby_rc tby__file_put_sums(store_file *f)
{
    for (file_sum i = 0; i < FILE_SUMS; i++)
        TBY_TRY(tby__file_put_meta(f, sum_names[i], f->sums[i]));
    return TBY_OK;
}

/* Of a date at least the year must be known. */
static void add_date(int64_t *sums, uint32_t date)
{
    if (date < store_date(1, 0, 0))
        return;
    if (!sums[SUM_FIRST] || date < sums[SUM_FIRST])
        sums[SUM_FIRST] = date;
    if (date > sums[SUM_LAST])
        sums[SUM_LAST] = date;
}

void tby__file_sums_game(store_file *f, const uint32_t *column)
{
    TBY_ASSERT(f->writing && column[STORE_PLIES] <= STORE_PLIES_MAX);
    f->sums[SUM_PLIES] += column[STORE_PLIES];
    add_date(f->sums, column[STORE_DATE]);
}

tby_rc tby__file_sums_drop(store_file *f, file_sum sum, file_sql size,
                           int64_t id)
{
    int64_t bytes = 0;
    tby_rc rc = tby__file_ask_number(f, size, id, &bytes);

    TBY_ASSERT(sum < FILE_SUMS && f->writing);
    f->sums[sum] -= bytes;
    return rc < 0 ? rc : TBY_OK;
}

/* length() of a blob does not read it. */
static const char *const size_sql[FILE_SUMS] = {
    [SUM_MOVES] = "SELECT total(length(data)) FROM main.game_moves",
    [SUM_EXTRAS] = "SELECT total(length(data)) FROM main.block_extras",
    [SUM_COLUMNS] = "SELECT total(length(data)) FROM main.chunks",
    [SUM_NAMES] = "SELECT total(length(CAST(name AS BLOB))) FROM"
                  " (SELECT name FROM main.players UNION ALL SELECT name FROM "
                  "main.events UNION ALL SELECT name FROM main.sites UNION "
                  "ALL SELECT name FROM main.texts)",
};

static tby_rc measure_games(store_file *f, uint32_t games,
                            int64_t sums[FILE_SUMS])
{
    uint32_t values[STORE_CHUNK], n;
    tby_rc rc = TBY_OK;

    sums[SUM_PLIES] = sums[SUM_FIRST] = sums[SUM_LAST] = 0;
    for (uint32_t c = 0; rc == TBY_OK && (n = tby__file_chunk_games(games, c));
         c++) {
        uint32_t first = c * STORE_CHUNK + 1;
        rc = tby__file_read_chunk(f, STORE_PLIES, c, n, values);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            sums[SUM_PLIES] += tby__rows_is_dead(f, first + i) ? 0 : values[i];
        if (rc == TBY_OK)
            rc = tby__file_read_chunk(f, STORE_DATE, c, n, values);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            if (!tby__rows_is_dead(f, first + i))
                add_date(sums, values[i]);
    }
    return rc;
}

tby_rc tby__file_measure_games(store_file *f, uint32_t games)
{
    return measure_games(f, games, f->sums);
}

static tby_rc measure(store_file *f, int64_t sums[FILE_SUMS])
{
    int64_t games = 0;
    tby_rc rc = tby__file_get_meta(f, "games", &games);

    for (file_sum i = 0; i < FILE_SUMS; i++) {
        sums[i] = 0;
        if (rc == TBY_OK && size_sql[i])
            rc = tby__file_number(f, size_sql[i], &sums[i]);
    }
    if (rc == TBY_OK && (games < 0 || games > STORE_GAMES_MAX))
        rc = tby__file_fail(f, TBY_E_STORE_DAMAGED, "the number of games");
    return rc == TBY_OK ? measure_games(f, (uint32_t)games, sums) : rc;
}

tby_rc tby__file_measure_sums(store_file *f)
{
    TBY_TRY(measure(f, f->sums));
    return tby__file_put_sums(f);
}

tby_rc tby__file_sums(store_file *f, tby_store_facts *out)
{
    int64_t pages = 0, size = 0, rows = 0;
    uint64_t *bytes = out->bytes;

    TBY_TRY(tby__file_number(f, "PRAGMA page_count", &pages));
    TBY_TRY(tby__file_number(f, "PRAGMA page_size", &size));
    out->plies = (uint64_t)f->sums[SUM_PLIES];
    out->first = (uint32_t)f->sums[SUM_FIRST];
    out->last = (uint32_t)f->sums[SUM_LAST];
    bytes[TBY_STORE_MOVES] = (uint64_t)f->sums[SUM_MOVES];
    bytes[TBY_STORE_EXTRAS] = (uint64_t)f->sums[SUM_EXTRAS];
    bytes[TBY_STORE_COLUMNS] = (uint64_t)f->sums[SUM_COLUMNS];
    bytes[TBY_STORE_NAMES] = (uint64_t)f->sums[SUM_NAMES];
    bytes[TBY_STORE_INDEX] = 0;
    for (size_t i = 0; i < f->runs_n; i++)
        bytes[TBY_STORE_INDEX] += (uint64_t)f->runs[i].bytes;
    for (size_t i = 0; i < TBY_STORE_REST; i++)
        rows += (int64_t)bytes[i];
    bytes[TBY_STORE_REST] =
        pages * size > rows ? (uint64_t)(pages * size - rows) : 0;
    return TBY_OK;
}

tby_rc tby__rows_check_sums(store_file *f,
                            void (*each)(void *ctx, const char *text),
                            void *ctx)
{
    int64_t sums[FILE_SUMS], wrong = 0;
    char text[96];

    TBY_TRY(measure(f, sums));
    TBY_TRY(tby__file_number(
        f, "SELECT count(*) FROM runs WHERE bytes <> " FILE_RUN_BYTES, &wrong));
    for (file_sum i = 0; i < FILE_SUMS; i++) {
        if (sums[i] == f->sums[i])
            continue;
        snprintf(text, sizeof text, "The number %s is %lld instead of %lld.",
                 sum_names[i], (long long)f->sums[i], (long long)sums[i]);
        each(ctx, text);
    }
    if (wrong)
        each(ctx, "The size of a run is another one.");
    return TBY_OK;
}

typedef struct findings {
    void (*each)(void *ctx, const char *text);
    void *ctx;
    bool unread;    /* a page could not be read */
    bool no_memory; /* for a page, which says nothing about it */
} findings;

/* A line of SQLite's: "Page 7: unable to get the page. error code=8202" if its
 * sum does not fit.  What hangs on such a page seems to be unused then. */
static void report_finding(findings *t, const char *line, size_t n)
{
    char text[256];

    snprintf(text, sizeof text, "%.*s", (int)n, line);
    char *colon = strstr(text, ": unable to get the page");
    if (colon && strstr(colon, "error code=7")) {
        t->unread = t->no_memory = true;
        return;
    }
    if (colon)
        snprintf(colon, sizeof text - (size_t)(colon - text),
                 ": it cannot be read, or its checksum does not fit.");
    t->unread |= colon || strstr(text, "failed to get page");
    if (n && strncmp(text, "*** in database", 15) != 0 &&
        !(t->unread && strstr(text, "never used")))
        t->each(t->ctx, text);
}

tby_rc tby__rows_integrity(store_file *f,
                           void (*each)(void *ctx, const char *text), void *ctx)
{
    findings found = {each, ctx, false, false};
    sqlite3_stmt *s = NULL;
    tby_rc rc;

    if (sqlite3_prepare_v2(f->db, "PRAGMA integrity_check(20)", -1, &s, NULL) !=
        SQLITE_OK)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        const char *text = (const char *)sqlite3_column_text(s, 0);
        if (text && strcmp(text, "ok") != 0) {
            /* A row may hold several lines. */
            for (size_t n; *text; text += n + (text[n] == '\n')) {
                n = strcspn(text, "\n");
                report_finding(&found, text, n);
            }
        }
    }
    sqlite3_finalize(s);
    if (rc == TBY_DONE && found.no_memory)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc tby__file_backup(tby_store *s, const char *path)
{
    store_file *f = store_rows_of(s);
    static const char PART[] = "-part";
    size_t n = strlen(path) + sizeof PART;
    char *temp = malloc(n);
    char *sql = NULL;
    tby_rc rc = TBY_E_NOMEM;

    TBY_ASSERT(!f->writing && !f->reading);
    if (temp) {
        snprintf(temp, n, "%s%s", path, PART);
        tby_file_remove(temp); /* of one that was cut short */
        sql = sqlite3_mprintf("VACUUM INTO %Q", temp);
    }
    tby__file_reset(f);
    rc = sql ? tby__file_exec(f, sql) : tby__file_fail(f, rc, NULL);
    if (rc == TBY_OK && tby_file_settle(temp, path) != TBY_OK)
        rc = tby__file_fail(f, TBY_E_STORE_WRITE,
                            "the copy does not reach the disk");
    else if (rc != TBY_OK && temp)
        tby_file_remove(temp);
    sqlite3_free(sql);
    free(temp);
    return rc;
}

/* What other handles have in memory is of another database then. */
static tby_rc put_epoch(store_file *f)
{
    uint64_t random = (uint64_t)(tby_clock_now() * 1e9);

    TBY_TRY(tby__file_begin_write(f));
    tby_rc rc = tby__file_put_meta(f, "epoch",
                                   (int64_t)(tby_random_bits(&random) >> 1));
    if (rc == TBY_OK)
        return tby__file_commit_write(f);
    tby__file_cancel_write(f);
    return rc;
}

/* Pages are copied as one transaction. */
tby_rc tby__file_restore(tby_store *s, tby_store *other)
{
    store_file *f = store_rows_of(s), *from = store_rows_of(other);

    if (other->ops != s->ops)
        return tby__file_fail(f, TBY_E_STORE_LACKS, NULL);
    TBY_ASSERT(!f->writing && !f->reading && f->mode != TBY_STORE_READ);
    tby__file_reset(f);
    tby__file_reset(from);
    tby__file_free_writer(f);
    sqlite3_backup *b = sqlite3_backup_init(f->db, "main", from->db, "main");
    if (!b)
        return tby__file_fail_sqlite(f);
    while (sqlite3_backup_step(b, -1) == SQLITE_BUSY && f->patience > 0)
        tby_clock_sleep(0.05);
    if (sqlite3_backup_finish(b) != SQLITE_OK)
        return tby__file_fail_sqlite(f);
    f->known = false;
    return put_epoch(f);
}

/* Copying the whole file is worth an eighth of it. */
tby_rc tby__file_shrink(store_file *f)
{
    enum { WORTH = 8 };
    int64_t pages = 0, unused = 0;

    TBY_TRY(tby__file_number(f, "PRAGMA page_count", &pages));
    TBY_ASSERT(!f->writing);
    TBY_TRY(tby__file_number(f, "PRAGMA freelist_count", &unused));
    if (unused < pages / WORTH)
        return TBY_OK;
    tby__file_reset(f);
    f->known = false;
    return tby__file_exec(f, "VACUUM");
}

tby_rc tby__file_optimize(tby_store *s, const tby_store_work *work)
{
    store_file *f = store_rows_of(s);
    uint32_t games = tby__rows_stored(f);
    bool whole = tby__rows_runs(f) <= 1 && tby__rows_indexed(f) == games &&
                 tby__file_dead_n(f) == 0;

    TBY_ASSERT(f->mode != TBY_STORE_READ);
    if (games && !whole)
        TBY_TRY(tby__file_make_index(f, 1, games, work));
    TBY_TRY(tby__file_move_bitmaps(f));
    TBY_TRY(tby__file_forget_changes(f));
    return tby__file_shrink(f);
}

tby_rc tby__file_info(tby_store *s, tby_store_facts *out)
{
    store_file *f = store_rows_of(s);
    tby_store_facts facts = {.games = s->games,
                             .waiting = s->waiting,
                             .dead = tby__file_dead_n(f),
                             .runs = f->runs_n};
    int64_t version = 0;

    TBY_TRY(tby__file_number(f, "PRAGMA user_version", &version));
    facts.version = (uint32_t)version;
    for (store_kind kind = 0; kind < STORE_KINDS; kind++)
        facts.names[kind] = f->names_n[kind];
    facts.names[STORE_PLAYER] -= f->people.n; /* they are others' */
    for (size_t i = 0; i < f->runs_n; i++) {
        facts.positions += f->runs[i].head.positions;
        facts.once += f->runs[i].head.once;
    }
    TBY_TRY(tby__file_sums(f, &facts));
    *out = facts;
    return TBY_OK;
}
