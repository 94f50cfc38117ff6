/* file_sums.c - how much a file holds, kept beside it so that nobody has to
 * read all of it for that. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/upkeep.h"

#include <stdio.h>

static const char *const names[FILE_SUMS] = {
#define FILE_SUM_NAME(symbol, name) name,
    FILE_SUM_MAP(FILE_SUM_NAME)
#undef FILE_SUM_NAME
};

tby_rc file_load_sums(store_file *f)
{
    tby_rc rc = TBY_OK;

    for (file_sum i = 0; rc == TBY_OK && i < FILE_SUMS; i++)
        rc = file_get_meta(f, names[i], &f->sums[i]);
    return rc;
}

tby_rc file_put_sums(store_file *f)
{
    tby_rc rc = TBY_OK;

    for (file_sum i = 0; rc == TBY_OK && i < FILE_SUMS; i++)
        rc = file_put_meta(f, names[i], f->sums[i]);
    return rc;
}

/* --- while something is written -------------------------------------------*/

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

void file_sums_game(store_file *f, const uint32_t *column)
{
    f->sums[SUM_PLIES] += column[STORE_PLIES];
    add_date(f->sums, column[STORE_DATE]);
}

tby_rc file_sums_drop(store_file *f, file_sum sum, file_sql size, int64_t id)
{
    sqlite3_stmt *s = file_statement(f, size);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, id);
    tby_rc rc = file_step(f, s);
    if (rc == TBY_OK)
        f->sums[sum] -= sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return rc < 0 ? rc : TBY_OK;
}

/* --- the same from the rows -----------------------------------------------*/

/* length() of a blob does not read it. */
static const char *const size_sql[FILE_SUMS] = {
    [SUM_MOVES] = "SELECT total(length(data)) FROM main.game_moves",
    [SUM_EXTRAS] = "SELECT total(length(data)) FROM main.block_extras",
    [SUM_COLUMNS] = "SELECT total(length(data)) FROM main.chunks",
    [SUM_NAMES] = "SELECT total(length(CAST(name AS BLOB))) FROM"
                  " (SELECT name FROM main.players UNION ALL"
                  " SELECT name FROM main.events UNION ALL"
                  " SELECT name FROM main.sites UNION ALL"
                  " SELECT name FROM main.texts)",
};

static tby_rc measure_columns(store_file *f, uint32_t games, int64_t *sums)
{
    uint32_t values[STORE_CHUNK], n;
    tby_rc rc = TBY_OK;

    for (uint32_t c = 0; rc == TBY_OK && (n = file_chunk_games(games, c));
         c++) {
        rc = file_read_chunk(f, STORE_PLIES, c, n, values);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            sums[SUM_PLIES] += values[i];
        if (rc == TBY_OK)
            rc = file_read_chunk(f, STORE_DATE, c, n, values);
        for (uint32_t i = 0; rc == TBY_OK && i < n; i++)
            add_date(sums, values[i]);
    }
    return rc;
}

static tby_rc measure(store_file *f, int64_t sums[FILE_SUMS])
{
    int64_t games = 0;
    tby_rc rc = file_get_meta(f, "games", &games);

    for (file_sum i = 0; i < FILE_SUMS; i++) {
        sums[i] = 0;
        if (rc == TBY_OK && size_sql[i])
            rc = file_number(f, size_sql[i], &sums[i]);
    }
    if (rc == TBY_OK && (games < 0 || games > STORE_GAMES_MAX))
        rc = file_fail(f, TBY_E_STORE_DAMAGED, "the number of games");
    return rc == TBY_OK ? measure_columns(f, (uint32_t)games, sums) : rc;
}

tby_rc file_measure_sums(store_file *f)
{
    tby_rc rc = measure(f, f->sums);

    return rc == TBY_OK ? file_put_sums(f) : rc;
}

/* --- for others -----------------------------------------------------------*/

tby_rc store_file_sums(store_file *f, tby_store_facts *out)
{
    int64_t pages = 0, size = 0, rows = 0;
    uint64_t *bytes = out->bytes;
    tby_rc rc = file_number(f, "PRAGMA page_count", &pages);

    if (rc == TBY_OK)
        rc = file_number(f, "PRAGMA page_size", &size);
    if (rc != TBY_OK)
        return rc;
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

tby_rc store_file_check_sums(store_file *f,
                             void (*each)(void *ctx, const char *text),
                             void *ctx)
{
    int64_t sums[FILE_SUMS], wrong = 0;
    char text[96];
    tby_rc rc = measure(f, sums);

    if (rc == TBY_OK)
        rc = file_number(
            f, "SELECT count(*) FROM runs WHERE bytes <> " FILE_RUN_BYTES,
            &wrong);
    for (file_sum i = 0; rc == TBY_OK && i < FILE_SUMS; i++) {
        if (sums[i] == f->sums[i])
            continue;
        snprintf(text, sizeof text, "The number %s is %lld instead of %lld.",
                 names[i], (long long)f->sums[i], (long long)sums[i]);
        each(ctx, text);
    }
    if (rc == TBY_OK && wrong)
        each(ctx, "The size of a run is another one.");
    return rc;
}
