/* file_moves.c - the moves of games: rows that fill a page of the file each, so
 * that a game is found without reading its block. */
#include "store/sqlite/file_int.h"

void file_moves_forget(store_file *f)
{
    f->has_moves = f->has_block = false;
}

/* --- rows -----------------------------------------------------------------*/

/* Rows go by their last game.  The next one is a step away. */
static tby_rc seek(store_file *f, uint32_t game, tby_str *out)
{
    bool next = f->has_moves && game == f->moves_last + 1;

    f->has_moves = false;
    if (next)
        return file_next(f, SQL_GET_MOVES, out);
    return file_get_row(f, SQL_GET_MOVES, game, out);
}

static tby_rc read_row(store_file *f, uint32_t game)
{
    tby_str bytes;
    tby_rc rc = seek(f, game, &bytes);

    if (rc < 0)
        return rc;
    if (rc == TBY_DONE || store_moves_open(&f->moves, bytes) != TBY_OK)
        return file_damaged(f, "moves of game", game);
    int64_t last = sqlite3_column_int64(f->sql[SQL_GET_MOVES], 1);
    if (last < game || last - game >= f->moves.n)
        return file_damaged(f, "moves of game", game);
    f->moves_last = (uint32_t)last;
    f->has_moves = true;
    return TBY_OK;
}

static bool has_game(const store_file *f, uint32_t game)
{
    return f->has_moves && game <= f->moves_last &&
           f->moves_last - game < f->moves.n;
}

tby_rc store_file_moves(store_file *f, uint32_t game, const store_moves **out,
                        uint32_t *at)
{
    tby_rc rc = has_game(f, game) ? TBY_OK : read_row(f, game);

    if (rc != TBY_OK)
        return rc;
    *out = &f->moves;
    *at = f->moves.n - 1 - (f->moves_last - game);
    return TBY_OK;
}

/* --- blocks ---------------------------------------------------------------*/

/* Adds the games of a row from `at` on, so many at most. */
static void add_games(store_file *f, const store_moves *m, uint32_t at,
                      uint32_t most)
{
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

static tby_rc join(store_file *f, uint32_t block, uint32_t games)
{
    const store_moves *m = NULL;
    uint32_t first = block * STORE_BLOCK + 1, at;

    f->block_moves.n = 0;
    tby_buf_clear(&f->block_codes);
    while (f->block_moves.n < games) {
        tby_rc rc = store_file_moves(f, first + f->block_moves.n, &m, &at);
        if (rc != TBY_OK)
            return rc;
        add_games(f, m, at, games - f->block_moves.n);
    }
    if (f->block_codes.rc != TBY_OK)
        return file_fail(f, f->block_codes.rc, NULL);
    f->block_moves.codes = (const uint8_t *)f->block_codes.p;
    return TBY_OK;
}

tby_rc store_file_block(store_file *f, uint32_t block, const store_moves **out)
{
    uint64_t before = (uint64_t)block * STORE_BLOCK;

    if (!f->has_block || f->block != block) {
        if (before >= f->stored)
            return file_damaged(f, "block", block);
        uint32_t left = f->stored - (uint32_t)before;
        f->has_block = false;
        tby_rc rc = join(f, block, left < STORE_BLOCK ? left : STORE_BLOCK);
        if (rc != TBY_OK)
            return rc;
        f->has_block = true;
        f->block = block;
    }
    *out = &f->block_moves;
    return TBY_OK;
}

tby_rc store_file_block_row(store_file *f, uint32_t block, tby_str *out)
{
    const store_moves *m = NULL;
    tby_rc rc = store_file_block(f, block, &m);

    if (rc != TBY_OK)
        return rc;
    rc = store_moves_row(m, &f->block_row);
    *out = tby_buf_str(&f->block_row);
    return rc == TBY_OK ? rc : file_fail(f, rc, NULL);
}
