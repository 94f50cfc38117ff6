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

static sqlite3_stmt *bind_token(store_file *f, file_sql which,
                                store_token token)
{
    sqlite3_stmt *s = file_statement(f, which);

    if (s) {
        sqlite3_bind_int64(s, 1, (sqlite3_int64)token.a);
        sqlite3_bind_int64(s, 2, (sqlite3_int64)token.b);
    }
    return s;
}

/* TBY_DONE: this batch is there. */
static tby_rc ask_for_token(store_file *f, store_token token)
{
    sqlite3_stmt *s = bind_token(f, SQL_GET_BATCH, token);

    if (!s)
        return file_fail_sqlite(f);
    tby_rc rc = file_step(f, s);
    sqlite3_reset(s);
    return rc == TBY_OK ? TBY_DONE : rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc put_token(store_file *f)
{
    const file_writer *w = f->writer;
    sqlite3_stmt *s = bind_token(f, SQL_PUT_BATCH, w->token);

    if (!s)
        return file_fail_sqlite(f);
    sqlite3_bind_int64(s, 3, w->batch_first);
    sqlite3_bind_int64(s, 4, w->games + 1 - w->batch_first);
    return file_step(f, s) == TBY_DONE ? TBY_OK : file_fail_sqlite(f);
}

/* --- batches --------------------------------------------------------------*/

/* In the open transaction. */
static tby_rc begin_batch(store_file *f, store_token token)
{
    file_writer *w = f->writer;
    tby_rc rc = ask_for_token(f, token);

    if (rc != TBY_OK)
        return rc;
    if (!w->ready || w->games != f->stored)
        rc = file_open_rows(f);
    w->batch_first = f->stored + 1;
    w->token = token;
    w->rc = rc;
    return rc;
}

tby_rc store_file_batch(store_file *f, store_token token)
{
    tby_rc rc = make_writer(f);

    if (rc == TBY_OK)
        rc = file_begin_write(f);
    if (rc != TBY_OK)
        return rc;
    rc = begin_batch(f, token);
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
    }
    if (rc == TBY_OK)
        rc = put_token(f);
    if (rc == TBY_OK)
        rc = file_commit_write(f);
    if (rc != TBY_OK)
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
