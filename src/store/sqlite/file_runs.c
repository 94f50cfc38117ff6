/* file_runs.c - the runs of the index: reading and making them. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>

static void forget_runs(store_file *f)
{
    for (size_t i = 0; i < f->runs_n; i++) {
        file_run *r = &f->runs[i];
        sqlite3_finalize(r->page);
        sqlite3_finalize(r->list);
        r->page = r->list = NULL;
    }
    f->runs_n = 0;
    f->indexed = 0;
}

void tby__file_free_runs(store_file *f)
{
    forget_runs(f);
    free(f->found);
    f->found = NULL;
    free(f->runs);
    f->runs = NULL;
    f->runs_cap = 0;
}

static bool fits32(int64_t value)
{
    return value >= 0 && value <= UINT32_MAX;
}

/* A row of the table of runs.  Each begins where the one before ends. */
static tby_rc read_run(store_file *f, sqlite3_stmt *s, file_run *out)
{
    int64_t v[10];

    for (int i = 0; i < 10; i++)
        v[i] = sqlite3_column_int64(s, i);
    if (v[1] != (int64_t)f->indexed + 1 || v[2] < 1 ||
        v[2] > (int64_t)f->stored - f->indexed || !fits32(v[0]) ||
        !fits32(v[3]) || !fits32(v[4]) || v[5] < 0 || v[6] < 0 || v[7] < 0 ||
        v[8] < 0 || v[8] > 64 || v[9] < 0)
        return tby__file_damaged(f, "run", (uint64_t)v[0]);
    *out = (file_run){.file = f,
                      .id = v[0],
                      .bytes = v[9],
                      .head = {.first = (uint32_t)v[1],
                               .games = (uint32_t)v[2],
                               .pages = (uint32_t)v[3],
                               .lists = (uint32_t)v[4],
                               .entries = (uint64_t)v[5],
                               .positions = (uint64_t)v[6],
                               .once = (uint64_t)v[7],
                               .key_bits = (uint32_t)v[8]}};
    return TBY_OK;
}

tby_rc tby__file_load_runs(store_file *f)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_GET_RUNS);
    tby_rc rc;

    TBY_ASSERT(f->stored <= STORE_GAMES_MAX);
    forget_runs(f);
    if (!s)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        rc = TBY_GROW(NULL, f->runs, f->runs_cap, f->runs_n + 1);
        if (rc != TBY_OK)
            rc = tby__file_fail(f, rc, NULL);
        else
            rc = read_run(f, s, &f->runs[f->runs_n]);
        if (rc != TBY_OK)
            break;
        f->indexed += f->runs[f->runs_n++].head.games;
    }
    sqlite3_reset(s);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* Each run has statements of its own, so that what one run gave stays while
 * another is asked. */
static tby_rc get(file_run *r, sqlite3_stmt **s, const char *sql,
                  uint32_t number, tby_str *out)
{
    store_file *f = r->file;

    if (!*s && sqlite3_prepare_v3(f->db, sql, -1, SQLITE_PREPARE_PERSISTENT, s,
                                  NULL) != SQLITE_OK)
        return tby__file_fail_sqlite(f);
    return tby__file_get(f, *s, r->id << 32 | number, out);
}

/* A row goes by its last page here, not by its first: each fills a page of the
 * file, and SQLite finds the next larger number at once, but the next smaller
 * one only by way of the larger. */
static tby_rc get_page(void *ctx, uint32_t page, tby_str *out)
{
    file_run *r = ctx;
    tby_rc rc = get(r, &r->page,
                    "SELECT data FROM run_pages WHERE id BETWEEN"
                    " ?1 AND ?1 | 0xffffffff ORDER BY id LIMIT 1",
                    page, out);

    return rc == TBY_DONE ? tby__file_damaged(r->file, "page", page) : rc;
}

static tby_rc get_list(void *ctx, uint32_t list, tby_str *out)
{
    file_run *r = ctx;

    return get(r, &r->list, "SELECT data FROM run_lists WHERE id = ?", list,
               out);
}

run_found *tby__rows_found(store_file *f)
{
    if (!f->found)
        f->found = malloc(sizeof *f->found);
    return f->found;
}

size_t tby__rows_runs(const store_file *f)
{
    return f->runs_n;
}

const run_head *tby__rows_run(store_file *f, size_t i, run_source *out)
{
    TBY_ASSERT(i < f->runs_n);
    *out = (run_source){.ctx = &f->runs[i], .page = get_page, .list = get_list};
    return &f->runs[i].head;
}
