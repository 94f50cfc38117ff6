/* file_moves.c - the moves of games: rows that fill a page of the file each, so
 * that a game is found without reading its block. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/record/men.h"
#include "store/rows.h"
#include "store/sqlite/file_int.h"

#include <string.h>

void tby__file_moves_forget(store_file *f)
{
    f->has_moves = f->has_block = false;
}

/* Rows go by their last game.  The next one is a step away. */
static tby_rc read_row(store_file *f, uint32_t game)
{
    bool next = f->has_moves && game == f->moves_last + 1;
    tby_str bytes;

    f->has_moves = false;
    tby_rc rc = next ? tby__file_next(f, SQL_GET_MOVES, &bytes)
                     : tby__file_get_row(f, SQL_GET_MOVES, game, &bytes);
    if (rc < 0)
        return rc;
    if (rc == TBY_DONE || tby__moves_open(&f->moves, bytes) != TBY_OK)
        return tby__file_damaged(f, "moves of game", game);
    int64_t last = sqlite3_column_int64(f->sql[SQL_GET_MOVES], 1);
    if (last < game || last - game >= f->moves.n)
        return tby__file_damaged(f, "moves of game", game);
    f->moves_last = (uint32_t)last;
    f->has_moves = true;
    return TBY_OK;
}

tby_rc tby__rows_moves(store_file *f, uint32_t game, const store_moves **out,
                       uint32_t *at)
{
    bool there = f->has_moves && game <= f->moves_last &&
                 f->moves_last - game < f->moves.n;

    TBY_TRY(there ? TBY_OK : read_row(f, game));
    *out = &f->moves;
    *at = f->moves.n - 1 - (f->moves_last - game);
    return TBY_OK;
}

static tby_rc join(store_file *f, uint32_t block, uint32_t games)
{
    const store_moves *m = NULL;
    uint32_t first = block * STORE_BLOCK + 1, at;

    TBY_ASSERT(games >= 1 && games <= STORE_BLOCK);
    f->block_moves.n = 0;
    tby_buf_clear(&f->block_codes);
    while (f->block_moves.n < games) {
        TBY_TRY(tby__rows_moves(f, first + f->block_moves.n, &m, &at));
        /* Adds the games of a row from `at` on, so many at most. */
        uint32_t most = games - f->block_moves.n;
        store_moves *to = &f->block_moves;
        uint32_t n = m->n - at < most ? m->n - at : most;
        uint32_t codes = (uint32_t)(f->block_codes.n / sizeof(store_code));
        for (uint32_t i = 0; i < n; i++, to->n++) {
            to->plies[to->n] = m->plies[at + i];
            to->setup[to->n] = m->setup[at + i];
            to->first[to->n] = codes + m->first[at + i] - m->first[at];
        }
        codes = m->first[at + n - 1] + m->plies[at + n - 1] - m->first[at];
        tby_buf_add(&f->block_codes,
                    (tby_str){(const char *)m->codes + 2 * (size_t)m->first[at],
                              sizeof(store_code) * codes});
    }
    if (f->block_codes.rc != TBY_OK)
        return tby__file_fail(f, f->block_codes.rc, NULL);
    f->block_moves.codes = (const uint8_t *)f->block_codes.p;
    return TBY_OK;
}

tby_rc tby__rows_block(store_file *f, uint32_t block, const store_moves **out)
{
    uint64_t before = (uint64_t)block * STORE_BLOCK;

    if (!f->has_block || f->block != block) {
        if (before >= f->stored)
            return tby__file_damaged(f, "block", block);
        uint32_t left = f->stored - (uint32_t)before;
        f->has_block = false;
        TBY_TRY(join(f, block, left < STORE_BLOCK ? left : STORE_BLOCK));
        f->has_block = true;
        f->block = block;
    }
    *out = &f->block_moves;
    return TBY_OK;
}

tby_rc tby__rows_block_row(store_file *f, uint32_t block, tby_str *out)
{
    const store_moves *m = NULL;

    TBY_TRY(tby__rows_block(f, block, &m));
    tby_rc rc = tby__moves_row(m, &f->block_row);
    *out = tby_buf_str(&f->block_row);
    return rc == TBY_OK ? rc : tby__file_fail(f, rc, NULL);
}

tby_rc tby__rows_move_bitmap(store_file *f, uint32_t chunk,
                             move_bitmap_kind kind, move_bitmap *out)
{
    int64_t row = chunk_row(CHUNK_SPREAD, chunk);
    tby_str bytes;
    tby_rc rc = tby__file_get_row(f, SQL_GET_CHUNK, row, &bytes);

    TBY_ASSERT(kind < MOVE_BITMAP_KINDS);
    if (rc == TBY_OK)
        rc = tby__move_bitmap_unpack(row, bytes, kind, &f->move_bitmap_zstd,
                                     out);
    return rc == TBY_E_STORE_DAMAGED
               ? tby__file_damaged(f, "row of columns", (uint64_t)row)
               : rc;
}

tby_rc tby__rows_move_bitmap_of(store_file *f, uint32_t chunk,
                                move_bitmaps *out)
{
    uint32_t games = tby__file_chunk_games(f->stored, chunk);

    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < games; i += STORE_BLOCK) {
        uint32_t block = chunk * MOVE_BITMAP_BLOCKS + i / STORE_BLOCK;
        const store_moves *m;
        TBY_TRY(tby__rows_block(f, block, &m));
        tby__move_bitmaps_add(out, i / STORE_BLOCK, store_moves_codes(m));
    }
    return TBY_OK;
}

tby_rc tby__file_put_move_bitmaps(store_file *f, uint32_t chunk,
                                  const move_bitmaps *s, tby_buf *buf)
{
    int64_t row = chunk_row(CHUNK_SPREAD, chunk);

    TBY_ASSERT(f->writing);
    tby_buf_clear(buf);
    tby__move_bitmaps_pack(row, s, buf);
    return buf->rc == TBY_OK ? tby__file_put_chunk(f, row, tby_buf_str(buf))
                             : tby__file_fail(f, buf->rc, NULL);
}

/* The column STORE_LEAST of games that version 4 has stored. */
static tby_rc add_least(store_file *f, uint32_t chunk, tby_buf *buf)
{
    int64_t row = chunk_row(STORE_LEAST, chunk);
    uint32_t n = tby__file_chunk_games(f->stored, chunk), values[STORE_CHUNK];
    bool any = false;

    TBY_TRY(tby__file_read_chunk(f, STORE_LEAST, chunk, n, values));
    for (uint32_t i = 0; i < n; i++) {
        const store_moves *m;
        uint32_t at;
        if (values[i])
            continue;
        TBY_TRY(tby__rows_moves(f, chunk * STORE_CHUNK + i + 1, &m, &at));
        if (m->setup[at])
            continue;
        if (TBY_GROW(NULL, f->codes, f->codes_cap, m->plies[at] + 1u) != TBY_OK)
            return tby__file_fail(f, TBY_E_NOMEM, NULL);
        memcpy(f->codes, m->codes + 2 * (size_t)m->first[at],
               m->plies[at] * sizeof *f->codes);
        values[i] = tby__men_least(f->codes, m->plies[at]);
        any = true;
    }
    tby_buf_clear(buf);
    tby__chunk_pack(row, values, n, buf);
    if (buf->rc != TBY_OK)
        return tby__file_fail(f, buf->rc, NULL);
    return any ? tby__file_put_chunk(f, row, tby_buf_str(buf)) : TBY_OK;
}

tby_rc tby__file_move_bitmaps(store_file *f)
{
    uint32_t chunks = (f->stored + STORE_CHUNK - 1) / STORE_CHUNK;
    tby_rc rc = tby__file_begin_write(f);
    tby_buf buf;

    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&buf, NULL, MOVE_BITMAP_ROW_MAX);
    for (uint32_t c = 0; rc == TBY_OK && c < chunks; c++) {
        move_bitmaps bitmaps;
        tby_str bytes;
        rc = tby__file_get_row(f, SQL_GET_CHUNK, chunk_row(CHUNK_SPREAD, c),
                               &bytes);
        if (rc == TBY_DONE) {
            rc = tby__rows_move_bitmap_of(f, c, &bitmaps);
            if (rc == TBY_OK)
                rc = tby__file_put_move_bitmaps(f, c, &bitmaps, &buf);
        }
        if (rc == TBY_OK)
            rc = add_least(f, c, &buf);
    }
    tby_buf_free(&buf);
    tby__file_columns_free(f); /* they have changed */
    if (rc == TBY_OK)
        rc = tby__file_put_sums(f);
    if (rc == TBY_OK)
        return tby__file_commit_write(f);
    tby__file_cancel_write(f);
    return rc;
}
