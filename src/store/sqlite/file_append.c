/* file_append.c - the last block and chunk, which grow game by game. */
#include "core/base/assert.h"
#include "store/sqlite/file_write.h"

#include <string.h>

/* Extras of one block, well below what a row of SQLite may have. */
static const size_t EXTRAS_MAX = (size_t)1 << 28;

/* --- rows of moves --------------------------------------------------------*/

static tby_rc open_moves(store_file *f)
{
    file_writer *w = f->writer;
    const store_moves *m;
    uint32_t at;

    store_block_clear(&w->row_moves);
    w->row_last = f->stored;
    if (f->stored == 0)
        return TBY_OK;
    tby_rc rc = store_file_moves(f, f->stored, &m, &at);
    if (rc == TBY_OK && at + 1 != m->n)
        rc = file_damaged(f, "moves of game", f->stored);
    if (rc == TBY_OK && store_block_load_moves(&w->row_moves, m) != TBY_OK)
        rc = file_fail(f, TBY_E_NOMEM, NULL);
    return rc;
}

/* In place of the row as it was, whose last game was another. */
static tby_rc put_moves(store_file *f)
{
    file_writer *w = f->writer;
    sqlite3_stmt *s = w->row_last ? file_statement(f, SQL_DROP_MOVES) : NULL;
    tby_str row;
    tby_rc rc = store_block_moves(&w->row_moves, &row);

    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    if (w->row_last) {
        if (!s)
            return file_fail_sqlite(f);
        rc = file_sums_drop(f, SUM_MOVES, SQL_SIZE_MOVES, w->row_last);
        sqlite3_bind_int64(s, 1, w->row_last);
        if (rc == TBY_OK)
            rc = file_run_sql(f, SQL_DROP_MOVES);
    }
    file_moves_forget(f);
    w->row_last = w->games;
    f->sums[SUM_MOVES] += (int64_t)row.n;
    return rc == TBY_OK ? file_put_row(f, SQL_PUT_MOVES, w->games, row) : rc;
}

/* The next game's. */
static tby_rc add_moves(store_file *f, const store_packed *game)
{
    file_writer *w = f->writer;
    store_packed moves = *game;
    tby_rc rc = TBY_OK;

    moves.extra = (tby_str){NULL, 0};
    if (!store_block_row_fits(&w->row_moves, game)) {
        rc = w->row_last == w->games ? TBY_OK : put_moves(f);
        store_block_clear(&w->row_moves);
        w->row_last = 0;
    }
    if (rc != TBY_OK)
        return rc;
    rc = store_block_add(&w->row_moves, &moves);
    return rc == TBY_OK ? rc : file_fail(f, rc, NULL);
}

/* --- the rows of the last batch -------------------------------------------*/

static tby_rc open_block(store_file *f)
{
    uint32_t block = f->stored / STORE_BLOCK, want = f->stored % STORE_BLOCK;
    store_block_writer *w = &f->writer->block;
    tby_str moves, extras;

    store_block_clear(w);
    if (want == 0)
        return TBY_OK;
    tby_rc rc = store_file_block_row(f, block, &moves);
    if (rc == TBY_OK)
        rc = store_file_extras(f, block, &extras);
    if (rc != TBY_OK)
        return rc;
    rc = store_block_load(w, moves, extras);
    if (rc == TBY_E_STORE_DAMAGED || (rc == TBY_OK && w->n != want))
        return file_damaged(f, "block", block);
    return rc == TBY_OK ? rc : file_fail(f, rc, NULL);
}

tby_rc file_open_rows(store_file *f)
{
    file_writer *w = f->writer;
    uint32_t chunk = f->stored / STORE_CHUNK, n = f->stored % STORE_CHUNK;

    w->ready = false;
    tby_rc rc = open_block(f);
    if (rc == TBY_OK)
        rc = open_moves(f);
    for (store_column c = 0; rc == TBY_OK && n && c < STORE_COLUMNS; c++)
        rc = file_read_chunk(f, c, chunk, n, w->column[c]);
    if (rc == TBY_OK)
        rc = store_file_spread_of(f, chunk, &w->spread);
    w->games = f->stored;
    w->ready = rc == TBY_OK;
    return rc;
}

/* --- writing them ---------------------------------------------------------*/

static tby_rc put_block(store_file *f)
{
    file_writer *w = f->writer;
    uint32_t block = (w->games - 1) / STORE_BLOCK;
    tby_str extras;
    tby_rc rc = store_block_extras(&w->block, &extras);

    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    store_spread_add(&w->spread, block % SPREAD_BLOCKS,
                     tby_buf_str(&w->block.codes));
    rc = file_sums_drop(f, SUM_EXTRAS, SQL_SIZE_EXTRAS, block);
    f->has_extras = false; /* they may be those of this block as it was */
    f->sums[SUM_EXTRAS] += (int64_t)extras.n;
    return rc == TBY_OK ? file_put_row(f, SQL_PUT_EXTRAS, block, extras) : rc;
}

static tby_rc put_chunk(store_file *f)
{
    file_writer *w = f->writer;
    uint32_t chunk = (w->games - 1) / STORE_CHUNK;
    uint32_t n = w->games - chunk * STORE_CHUNK;
    tby_rc rc = TBY_OK;

    for (store_column c = 0; rc == TBY_OK && c < STORE_COLUMNS; c++) {
        int64_t row = chunk_row(c, chunk);
        tby_buf_clear(&w->row);
        chunk_pack(row, w->column[c], n, &w->row);
        rc = w->row.rc == TBY_OK ? file_put_chunk(f, row, tby_buf_str(&w->row))
                                 : file_fail(f, w->row.rc, NULL);
    }
    return rc == TBY_OK ? file_put_spread(f, chunk, &w->spread, &w->row) : rc;
}

tby_rc file_put_rows(store_file *f)
{
    const file_writer *w = f->writer;
    tby_rc rc = TBY_OK;

    /* What is full was written when it became so. */
    if (w->row_last != w->games)
        rc = put_moves(f);
    if (rc == TBY_OK && w->games % STORE_BLOCK)
        rc = put_block(f);
    if (rc == TBY_OK && w->games % STORE_CHUNK)
        rc = put_chunk(f);
    return rc;
}

/* --- a game ---------------------------------------------------------------*/

static tby_rc put_columns(store_file *f, const store_packed *game)
{
    file_writer *w = f->writer;
    uint32_t at = w->games % STORE_CHUNK;

    for (store_column c = 0; c < STORE_NAMES; c++) {
        w->column[c][at] = 0;
        if (!game->names[c].p)
            continue;
        tby_rc rc = file_name_id(f, store_column_kind(c), game->names[c],
                                 &w->column[c][at]);
        if (rc != TBY_OK)
            return rc;
    }
    for (store_column c = STORE_NAMES; c < STORE_COLUMNS; c++)
        w->column[c][at] = game->column[c];
    return TBY_OK;
}

/* The game is in; rows that are full go to the file. */
static tby_rc finish(store_file *f)
{
    file_writer *w = f->writer;
    tby_rc rc = TBY_OK;

    if (w->games % STORE_BLOCK == 0) {
        rc = put_block(f);
        store_block_clear(&w->block);
    }
    if (rc == TBY_OK && w->games % STORE_CHUNK == 0) {
        rc = put_chunk(f);
        memset(&w->spread, 0, sizeof w->spread);
    }
    return rc;
}

static tby_rc append(store_file *f, const store_packed *game)
{
    file_writer *w = f->writer;
    tby_rc rc = store_block_add(&w->block, game);

    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    rc = add_moves(f, game);
    if (rc == TBY_OK)
        rc = put_columns(f, game);
    if (rc != TBY_OK)
        return rc;
    w->games++;
    file_sums_game(f, game->column);
    file_hash_add(&w->hashes, game);
    return finish(f);
}

tby_rc store_file_append(store_file *f, const store_packed *game, uint32_t *id)
{
    file_writer *w = f->writer;

    TBY_ASSERT(f->writing);
    if (w->rc != TBY_OK)
        return w->rc;
    if (w->games == STORE_GAMES_MAX ||
        game->extra.n > EXTRAS_MAX - w->block.texts.n)
        return file_fail(f, TBY_E_STORE_FIT, NULL);
    tby_rc rc = append(f, game);
    if (rc == TBY_OK)
        *id = w->games;
    else if (rc != TBY_E_STORE_FIT) /* that concerns this game alone */
        w->rc = rc;
    return rc;
}
