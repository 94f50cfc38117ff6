/* file_games.c - blocks of extras, and games. */
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <string.h>

/* --- rows -----------------------------------------------------------------*/

tby_rc store_file_extras(store_file *f, uint32_t block, tby_str *out)
{
    tby_rc rc = file_get_row(f, SQL_GET_EXTRAS, block, out);

    return rc == TBY_DONE ? file_damaged(f, "block", block) : rc;
}

/* The extra of a game, out of its block. */
static tby_rc extra_of(store_file *f, uint32_t game, tby_str *out)
{
    uint32_t block = (game - 1) / STORE_BLOCK, at = (game - 1) % STORE_BLOCK;
    tby_str bytes;

    if (!f->has_extras || f->extras_block != block) {
        f->has_extras = false;
        tby_rc rc = store_file_extras(f, block, &bytes);
        if (rc != TBY_OK)
            return rc;
        rc = store_extras_open(&f->extras, bytes);
        if (rc == TBY_E_STORE_DAMAGED)
            return file_damaged(f, "block", block);
        if (rc != TBY_OK)
            return file_fail(f, rc, NULL);
        f->has_extras = true;
        f->extras_block = block;
    }
    if (at >= f->extras.n)
        return file_damaged(f, "block", block);
    *out = store_extras_of(&f->extras, at);
    return TBY_OK;
}

/* --- games ----------------------------------------------------------------*/

/* Of games that follow each other the chunks are there, all but once. */
static tby_rc read_columns(store_file *f, uint32_t game, store_packed *out)
{
    size_t chunk = (game - 1) / STORE_CHUNK, first = chunk * STORE_COLUMNS;
    bool kept = game <= f->stored && first + STORE_COLUMNS <= f->chunks_cap;

    for (store_column c = 0; c < STORE_COLUMNS; c++) {
        const chunk_values *values = kept ? &f->chunks[first + c] : NULL;
        tby_rc rc = TBY_OK;
        if (values && values->p)
            out->column[c] = chunk_at(values, (game - 1) % STORE_CHUNK);
        else
            rc = store_file_value(f, c, game, &out->column[c]);
        if (rc != TBY_OK)
            return rc;
    }
    return TBY_OK;
}

static tby_rc read_names(store_file *f, store_packed *out)
{
    file_names_trim(f);
    for (store_column c = 0; c < STORE_NAMES; c++) {
        out->names[c] = (tby_str){NULL, 0};
        if (!out->column[c])
            continue;
        tby_rc rc =
            file_name(f, store_column_kind(c), out->column[c], &out->names[c]);
        if (rc != TBY_OK)
            return rc == TBY_DONE ? file_damaged(f, "name", out->column[c])
                                  : rc;
    }
    return TBY_OK;
}

static tby_rc read_codes(store_file *f, uint32_t game, store_packed *out)
{
    const tby_alloc alloc = tby_alloc_libc();
    const store_moves *m;
    uint32_t at;
    tby_rc rc = store_file_moves(f, game, &m, &at);

    if (rc != TBY_OK)
        return rc;
    uint32_t plies = m->plies[at];
    if (plies != out->column[STORE_PLIES])
        return file_damaged(f, "game", game);
    rc = tby_grow(&alloc, (void **)&f->codes, &f->codes_cap, plies + 1u,
                  sizeof *f->codes);
    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    memcpy(f->codes, m->codes + 2 * (size_t)m->first[at],
           plies * sizeof *f->codes);
    out->codes = f->codes;
    return TBY_OK;
}

tby_rc store_file_packed(store_file *f, uint32_t game, store_packed *out)
{
    tby_rc rc = read_columns(f, game, out);

    if (rc == TBY_OK)
        rc = read_names(f, out);
    if (rc == TBY_OK)
        rc = read_codes(f, game, out);
    return rc == TBY_OK ? extra_of(f, game, &out->extra) : rc;
}

tby_rc store_file_game(store_file *f, uint32_t game, tby_game *out)
{
    store_packed packed;
    tby_rc rc = store_file_packed(f, game, &packed);

    if (rc != TBY_OK)
        return rc;
    rc = store_unpack(&packed, out);
    return rc == TBY_E_STORE_DAMAGED ? file_damaged(f, "game", game) : rc;
}

const store_code *store_file_codes(const store_file *f)
{
    return f->codes;
}

tby_rc file_setup(store_file *f, uint32_t game, tby_pos *out)
{
    tby_str extra = {NULL, 0};
    tby_rc rc = extra_of(f, game, &extra);

    if (rc != TBY_OK)
        return rc;
    rc = store_setup(extra, out);
    return rc == TBY_E_STORE_DAMAGED ? file_damaged(f, "game", game) : rc;
}

tby_rc store_file_start(store_file *f, uint32_t game, tby_pos *out)
{
    uint32_t flags = 0;
    tby_rc rc = store_file_value(f, STORE_FLAGS, game, &flags);

    if (rc != TBY_OK)
        return rc;
    if (!(flags & STORE_IS_SETUP)) {
        *out = tby_pos_start();
        return TBY_OK;
    }
    return file_setup(f, game, out);
}
