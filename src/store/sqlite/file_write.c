/* file_write.c - batches of games, whole or not at all. */
#include "store/sqlite/file_write.h"

#include "core/base/assert.h"

#include <stdlib.h>

static tby_rc make_writer(store_file *f)
{
    if (f->writer)
        return TBY_OK;
    f->writer = calloc(1, sizeof *f->writer);
    if (!f->writer)
        return file_fail(f, TBY_E_NOMEM, NULL);
    store_block_init(&f->writer->block);
    store_block_init(&f->writer->row_moves);
    _Static_assert(SPREAD_ROW_MAX >= CHUNK_HEAD + 4 * STORE_CHUNK,
                   "room for a column, too");
    tby_buf_init(&f->writer->row, NULL, SPREAD_ROW_MAX);
    return TBY_OK;
}

void file_free_writer(store_file *f)
{
    file_writer *w = f->writer;

    if (!w)
        return;
    store_block_free(&w->block);
    store_block_free(&w->row_moves);
    tby_buf_free(&w->row);
    file_hashes_free(&w->hashes);
    free(w);
    f->writer = NULL;
}

void file_forget_hashes(store_file *f)
{
    if (f->writer)
        file_hashes_free(&f->writer->hashes);
}

/* --- tokens ---------------------------------------------------------------*/

static void keep_tokens(file_writer *w, const tby_store_token *tokens, size_t n)
{
    w->start = tokens[0];
    w->ends[0] = tokens[n - 1];
    w->ends[1] = tokens[n > 1 ? n - 2 : 0];
    w->tokens = n;
}

/* How many games of the batch are there: the longest that was stored of those
 * that begin with the same game. */
static tby_rc count_known(store_file *f, const tby_store_token *tokens,
                          size_t n, size_t *known)
{
    sqlite3_stmt *s = file_statement(f, SQL_GET_BATCH);
    tby_rc rc = TBY_OK;

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)tokens[0].a);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)n);
    *known = 0;
    while (*known == 0 && (rc = file_step(f, s)) == TBY_OK) {
        sqlite3_int64 i = sqlite3_column_int64(s, 0);
        if (i < 1)
            break;
        tby_store_token t = {(uint64_t)sqlite3_column_int64(s, 1),
                             (uint64_t)sqlite3_column_int64(s, 2)};
        if (t.a == tokens[i - 1].a && t.b == tokens[i - 1].b)
            *known = (size_t)i;
    }
    sqlite3_reset(s);
    return rc < 0 ? rc : TBY_OK;
}

static tby_rc put_token(store_file *f, tby_store_token token, size_t n)
{
    const file_writer *w = f->writer;
    sqlite3_stmt *s = file_statement(f, SQL_PUT_BATCH);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)w->start.a);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)n);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)token.a);
    sqlite3_bind_int64(s, 4, (sqlite3_int64)token.b);
    sqlite3_bind_int64(s, 5, w->batch_first);
    sqlite3_bind_int64(s, 6, w->games + 1 - w->batch_first);
    return file_run_sql(f, SQL_PUT_BATCH);
}

/* The last game of a file may have been cut short, and be another one when the
 * file has grown: those before it are known without it, too. */
static tby_rc put_tokens(store_file *f)
{
    const file_writer *w = f->writer;
    tby_rc rc = put_token(f, w->ends[0], w->tokens);

    if (rc == TBY_OK && w->tokens > 1)
        rc = put_token(f, w->ends[1], w->tokens - 1);
    return rc;
}

/* --- batches --------------------------------------------------------------*/

/* In the open transaction. */
static tby_rc begin_batch(store_file *f, const tby_store_token *tokens,
                          size_t n, size_t *known)
{
    file_writer *w = f->writer;
    tby_rc rc = count_known(f, tokens, n, known);

    if (rc == TBY_OK && *known == n)
        return TBY_DONE;
    if (rc == TBY_OK && (!w->ready || w->games != f->stored))
        rc = file_open_rows(f);
    w->batch_first = f->stored + 1;
    keep_tokens(w, tokens, n);
    w->rc = rc;
    return rc;
}

tby_rc store_file_batch(store_file *f, const tby_store_token *tokens, size_t n,
                        size_t *known)
{
    tby_rc rc = make_writer(f);

    if (rc == TBY_OK)
        rc = file_begin_write(f);
    if (rc != TBY_OK)
        return rc;
    rc = begin_batch(f, tokens, n, known);
    if (rc == TBY_OK)
        file_folder_open(f);
    else
        file_leave_write(f);
    return rc;
}

tby_rc store_file_commit(store_file *f)
{
    file_writer *w = f->writer;
    tby_rc rc = w->rc;

    if (rc == TBY_OK && w->games != f->stored) {
        rc = file_put_rows(f);
        if (rc == TBY_OK)
            rc = file_put_meta(f, "games", w->games);
        if (rc == TBY_OK)
            rc = file_put_sums(f);
    }
    if (rc == TBY_OK)
        rc = put_tokens(f);
    if (rc == TBY_OK)
        rc = file_commit_write(f);
    if (rc == TBY_OK)
        f->patience = FILE_PATIENT_MS;
    else
        store_file_cancel(f);
    return rc;
}

void store_file_cancel(store_file *f)
{
    if (f->writer)
        f->writer->ready = false;
    file_forget_hashes(f);
    if (f->writing)
        file_cancel_write(f);
}
