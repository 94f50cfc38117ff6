/* file_write.c - batches of games, whole or not at all. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>
#include <string.h>

/* Extras of one block, well below what a row of SQLite may have. */
static const size_t EXTRAS_MAX = (size_t)1 << 28;

/* --- rows of moves --------------------------------------------------------*/

static tby_rc open_moves(store_file *f)
{
    file_writer *w = f->writer;
    const store_moves *m;
    uint32_t at;

    tby__block_clear(&w->row_moves);
    w->row_last = f->stored;
    if (f->stored == 0)
        return TBY_OK;
    TBY_TRY(tby__rows_moves(f, f->stored, &m, &at));
    if (at + 1 != m->n)
        return tby__file_damaged(f, "moves of game", f->stored);
    if (tby__block_load_moves(&w->row_moves, m) != TBY_OK)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    return TBY_OK;
}

/* In place of the row as it was, whose last game was another. */
static tby_rc put_moves(store_file *f)
{
    file_writer *w = f->writer;
    const int64_t last = w->row_last;
    tby_str row;
    tby_rc rc = tby__block_moves(&w->row_moves, &row);

    TBY_ASSERT(f->writing);
    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    if (last) {
        TBY_TRY(tby__file_sums_drop(f, SUM_MOVES, SQL_SIZE_MOVES, last));
        TBY_TRY(tby__file_run_with(f, SQL_DROP_MOVES, &last, 1));
    }
    tby__file_moves_forget(f);
    w->row_last = w->games;
    f->sums[SUM_MOVES] += (int64_t)row.n;
    return tby__file_put_row(f, SQL_PUT_MOVES, w->games, row);
}

/* --- blocks and chunks ----------------------------------------------------*/

static tby_rc open_block(store_file *f)
{
    uint32_t block = f->stored / STORE_BLOCK, want = f->stored % STORE_BLOCK;
    store_block_writer *w = &f->writer->block;
    tby_str moves, extras;

    tby__block_clear(w);
    if (want == 0)
        return TBY_OK;
    TBY_TRY(tby__rows_block_row(f, block, &moves));
    TBY_TRY(tby__rows_extras(f, block, &extras));
    tby_rc rc = tby__block_load(w, moves, extras);
    if (rc == TBY_E_STORE_DAMAGED || (rc == TBY_OK && w->n != want))
        return tby__file_damaged(f, "block", block);
    return rc == TBY_OK ? rc : tby__file_fail(f, rc, NULL);
}

static tby_rc put_block(store_file *f)
{
    file_writer *w = f->writer;
    uint32_t block = (w->games - 1) / STORE_BLOCK;
    tby_str extras;
    tby_rc rc = tby__block_extras(&w->block, &extras);

    TBY_ASSERT(f->writer->games >= 1 && f->writer->block.n <= STORE_BLOCK);
    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    tby__move_bitmaps_add(&w->bitmaps, block % MOVE_BITMAP_BLOCKS,
                          tby_buf_str(&w->block.codes));
    rc = tby__file_sums_drop(f, SUM_EXTRAS, SQL_SIZE_EXTRAS, block);
    f->has_extras = false; /* they may be those of this block as it was */
    f->sums[SUM_EXTRAS] += (int64_t)extras.n;
    return rc == TBY_OK ? tby__file_put_row(f, SQL_PUT_EXTRAS, block, extras)
                        : rc;
}

static tby_rc put_chunk(store_file *f)
{
    file_writer *w = f->writer;
    uint32_t chunk = (w->games - 1) / STORE_CHUNK;
    uint32_t n = w->games - chunk * STORE_CHUNK;

    TBY_ASSERT(w->games >= 1 && n <= STORE_CHUNK);
    for (store_column c = 0; c < STORE_COLUMNS; c++) {
        int64_t row = chunk_row(c, chunk);
        tby_buf_clear(&w->row);
        tby__chunk_pack(row, w->column[c], n, &w->row);
        if (w->row.rc != TBY_OK)
            return tby__file_fail(f, w->row.rc, NULL);
        TBY_TRY(tby__file_put_chunk(f, row, tby_buf_str(&w->row)));
    }
    return tby__file_put_move_bitmaps(f, chunk, &w->bitmaps, &w->row);
}

/* --- a game ---------------------------------------------------------------*/

static tby_rc append(store_file *f, const store_packed *game)
{
    file_writer *w = f->writer;
    uint32_t at = w->games % STORE_CHUNK;
    store_packed moves = *game; /* rows of moves have nothing else */
    tby_rc rc = tby__block_add(&w->block, game);

    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    moves.extra = (tby_str){NULL, 0};
    if (!tby__block_row_fits(&w->row_moves, game)) {
        rc = w->row_last == w->games ? TBY_OK : put_moves(f);
        tby__block_clear(&w->row_moves);
        w->row_last = 0;
        if (rc != TBY_OK)
            return rc;
    }
    rc = tby__block_add(&w->row_moves, &moves);
    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    for (store_column c = 0; c < STORE_NAMES; c++) {
        w->column[c][at] = 0;
        if (game->names[c].p)
            TBY_TRY(tby__file_name_id(f, tby__column_kind(c), game->names[c],
                                      &w->column[c][at]));
    }
    for (store_column c = STORE_NAMES; c < STORE_COLUMNS; c++)
        w->column[c][at] = game->column[c];
    w->games++;
    tby__file_sums_game(f, game->column);
    tby__file_hash_add(&w->hashes, game);

    /* The game is in; rows that are full go to the file. */
    if (w->games % STORE_BLOCK == 0) {
        rc = put_block(f);
        tby__block_clear(&w->block);
    }
    if (rc == TBY_OK && w->games % STORE_CHUNK == 0) {
        rc = put_chunk(f);
        memset(&w->bitmaps, 0, sizeof w->bitmaps);
    }
    return rc;
}

tby_rc tby__file_put_game(store_file *f, const store_packed *game,
                          uint32_t *place)
{
    file_writer *w = f->writer;

    TBY_ASSERT(f->writing);
    if (w->rc != TBY_OK)
        return w->rc;
    if (w->games == STORE_GAMES_MAX ||
        game->extra.n > EXTRAS_MAX - w->block.texts.n)
        return tby__file_fail(f, TBY_E_STORE_FIT, NULL);
    tby_rc rc = append(f, game);
    if (rc == TBY_OK)
        *place = w->games;
    else if (rc != TBY_E_STORE_FIT) /* that concerns this game alone */
        w->rc = rc;
    return rc;
}

tby_rc tby__file_append(tby_store *s, const store_packed *game, uint64_t *id)
{
    store_file *f = store_rows_of(s);
    uint32_t place = 0;

    TBY_TRY(tby__file_put_game(f, game, &place));
    *id = place;
    return f->writer->rc = tby__file_note(f, place, 0, place);
}

void tby__file_free_writer(store_file *f)
{
    file_writer *w = f->writer;

    if (!w)
        return;
    tby__block_free(&w->block);
    tby__block_free(&w->row_moves);
    tby_buf_free(&w->row);
    tby__file_hashes_free(&w->hashes);
    tby_grow_free(NULL, w->changes, w->changes_cap, sizeof *w->changes);
    free(w);
    f->writer = NULL;
}

void tby__file_forget_hashes(store_file *f)
{
    if (f->writer)
        tby__file_hashes_free(&f->writer->hashes);
}

/* --- fingerprints ----------------------------------------------------------*/

/* How many games of the batch are there: the longest that was stored of those
 * that begin with the same game. */
static tby_rc count_known(store_file *f,
                          const tby_store_fingerprint *fingerprints, size_t n,
                          size_t *known)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_GET_BATCH);
    tby_rc rc = TBY_OK;

    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_int64(s, 1, (sqlite3_int64)fingerprints[0].a);
    sqlite3_bind_int64(s, 2, (sqlite3_int64)n);
    *known = 0;
    while (*known == 0 && (rc = tby__file_step(f, s)) == TBY_OK) {
        sqlite3_int64 i = sqlite3_column_int64(s, 0);
        if (i < 1)
            break;
        tby_store_fingerprint t = {(uint64_t)sqlite3_column_int64(s, 1),
                                   (uint64_t)sqlite3_column_int64(s, 2)};
        if (t.a == fingerprints[i - 1].a && t.b == fingerprints[i - 1].b)
            *known = (size_t)i;
    }
    sqlite3_reset(s);
    return rc < 0 ? rc : TBY_OK;
}

static tby_rc put_fingerprint(store_file *f, tby_store_fingerprint fingerprint,
                              size_t n)
{
    const file_writer *w = f->writer;
    const int64_t values[] = {
        (int64_t)w->start.a,    (int64_t)n,     (int64_t)fingerprint.a,
        (int64_t)fingerprint.b, w->batch_first, w->games + 1 - w->batch_first};

    TBY_ASSERT(n >= 1 && f->writing);
    return tby__file_run_with(f, SQL_PUT_BATCH, values, 6);
}

/* --- batches --------------------------------------------------------------*/

/* In the open transaction. */
static tby_rc begin_batch(store_file *f,
                          const tby_store_fingerprint *fingerprints, size_t n,
                          size_t *known)
{
    file_writer *w = f->writer;
    tby_rc rc = n ? count_known(f, fingerprints, n, known) : TBY_OK;

    if (rc == TBY_OK && n && *known == n)
        return TBY_DONE;
    if (rc == TBY_OK && (!w->ready || w->games != f->stored)) {
        /* Reads the last block and chunk, to go on with them. */
        uint32_t chunk = f->stored / STORE_CHUNK,
                 last = f->stored % STORE_CHUNK;
        w->ready = false;
        rc = open_block(f);
        if (rc == TBY_OK)
            rc = open_moves(f);
        for (store_column c = 0; rc == TBY_OK && last && c < STORE_COLUMNS; c++)
            rc = tby__file_read_chunk(f, c, chunk, last, w->column[c]);
        if (rc == TBY_OK)
            rc = tby__rows_move_bitmap_of(f, chunk, &w->bitmaps);
        w->games = f->stored;
        w->ready = rc == TBY_OK;
    }
    w->batch_first = f->stored + 1;
    w->changes_n = 0;
    w->fingerprints = n;
    if (n) {
        w->start = fingerprints[0];
        w->ends[0] = fingerprints[n - 1];
        w->ends[1] = fingerprints[n > 1 ? n - 2 : 0];
    }
    w->rc = rc;
    return rc;
}

tby_rc tby__file_batch(tby_store *s, const tby_store_fingerprint *fingerprints,
                       size_t n, size_t *known)
{
    store_file *f = store_rows_of(s);

    TBY_ASSERT(!f->writing);
    if (!f->writer) {
        f->writer = calloc(1, sizeof *f->writer);
        if (!f->writer)
            return tby__file_fail(f, TBY_E_NOMEM, NULL);
        tby__block_init(&f->writer->block);
        tby__block_init(&f->writer->row_moves);
        _Static_assert(MOVE_BITMAP_ROW_MAX >= CHUNK_HEAD + 4 * STORE_CHUNK,
                       "room for a column, too");
        tby_buf_init(&f->writer->row, NULL, MOVE_BITMAP_ROW_MAX);
    }
    TBY_TRY(tby__file_begin_write(f));
    tby_rc rc = begin_batch(f, fingerprints, n, known);
    if (rc == TBY_OK)
        tby__file_folder_open(f);
    else
        tby__file_leave_write(f);
    return rc;
}

tby_rc tby__file_commit(tby_store *s)
{
    store_file *f = store_rows_of(s);
    file_writer *w = f->writer;
    tby_rc rc = w->rc;

    TBY_ASSERT(f->writing && f->writer);
    if (rc == TBY_OK && w->games != f->stored) {
        /* What is full was written when it became so. */
        if (w->row_last != w->games)
            rc = put_moves(f);
        if (rc == TBY_OK && w->games % STORE_BLOCK)
            rc = put_block(f);
        if (rc == TBY_OK && w->games % STORE_CHUNK)
            rc = put_chunk(f);
        if (rc == TBY_OK)
            rc = tby__file_put_meta(f, "games", w->games);
    }
    if (rc == TBY_OK)
        rc = tby__file_put_changes(f);
    if (rc == TBY_OK && w->changes_n)
        rc = tby__file_put_sums(f);
    if (rc == TBY_OK && w->fingerprints) {
        /* The last game of a file may have been cut short, and be another one
         * when the file has grown: those before it are known without it, too.
         */
        rc = put_fingerprint(f, w->ends[0], w->fingerprints);
        if (rc == TBY_OK && w->fingerprints > 1)
            rc = put_fingerprint(f, w->ends[1], w->fingerprints - 1);
    }
    if (rc == TBY_OK)
        rc = tby__file_commit_write(f);
    if (rc == TBY_OK)
        f->patience = FILE_PATIENT_MS;
    else
        tby__file_cancel(s);
    return rc;
}

void tby__file_cancel(tby_store *s)
{
    store_file *f = store_rows_of(s);

    if (f->writer)
        f->writer->ready = false;
    tby__file_forget_hashes(f);
    if (f->writing)
        tby__file_cancel_write(f);
}
