/* file_games.c - blocks of extras, and games. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/record/men.h"
#include "store/record/tags.h"
#include "store/sqlite/file_int.h"

#include <string.h>

tby_rc tby__rows_extras(store_file *f, uint32_t block, tby_str *out)
{
    tby_rc rc = tby__file_get_row(f, SQL_GET_EXTRAS, block, out);

    return rc == TBY_DONE ? tby__file_damaged(f, "block", block) : rc;
}

/* The extra of a game, out of its block. */
static tby_rc extra_of(store_file *f, uint32_t game, tby_str *out)
{
    uint32_t block = (game - 1) / STORE_BLOCK, at = (game - 1) % STORE_BLOCK;
    tby_str bytes;

    if (!f->has_extras || f->extras_block != block) {
        f->has_extras = false;
        TBY_TRY(tby__rows_extras(f, block, &bytes));
        tby_rc rc = tby__extras_open(&f->extras, bytes);
        if (rc == TBY_E_STORE_DAMAGED)
            return tby__file_damaged(f, "block", block);
        if (rc != TBY_OK)
            return tby__file_fail(f, rc, NULL);
        f->has_extras = true;
        f->extras_block = block;
    }
    if (at >= f->extras.n)
        return tby__file_damaged(f, "block", block);
    *out = tby__extras_of(&f->extras, at);
    return TBY_OK;
}

tby_rc tby__rows_packed(store_file *f, uint32_t game, store_packed *out)
{
    size_t chunk = (game - 1) / STORE_CHUNK, first = chunk * STORE_COLUMNS;
    /* Of games that follow each other the chunks are there, all but once. */
    bool kept = game <= f->stored && first + STORE_COLUMNS <= f->chunks_cap;
    const store_moves *m;
    uint32_t at;

    for (store_column c = 0; c < STORE_COLUMNS; c++) {
        const chunk_values *values = kept ? &f->chunks[first + c] : NULL;
        if (values && values->p)
            out->column[c] = chunk_at(values, (game - 1) % STORE_CHUNK);
        else
            TBY_TRY(tby__rows_value(f, c, game, &out->column[c]));
    }

    tby__file_names_trim(f);
    for (store_column c = 0; c < STORE_NAMES; c++) {
        uint32_t id = out->column[c];
        out->names[c] = (tby_str){NULL, 0};
        tby_rc rc =
            id ? tby__file_load_name(f, tby__column_kind(c), id, &out->names[c])
               : TBY_OK;
        if (rc != TBY_OK)
            return rc == TBY_DONE ? tby__file_damaged(f, "name", id) : rc;
    }

    TBY_TRY(tby__rows_moves(f, game, &m, &at));
    uint32_t plies = m->plies[at];
    if (plies != out->column[STORE_PLIES])
        return tby__file_damaged(f, "game", game);
    if (TBY_GROW(NULL, f->codes, f->codes_cap, plies + 1u) != TBY_OK)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    memcpy(f->codes, m->codes + 2 * (size_t)m->first[at],
           plies * sizeof *f->codes);
    out->codes = f->codes;
    return extra_of(f, game, &out->extra);
}

tby_rc tby__file_fide_tags(store_file *f, uint32_t game, uint32_t out[2])
{
    tby_str extra = {NULL, 0};

    TBY_TRY(extra_of(f, game, &extra));
    tby_rc rc = tby__store_fides(extra, out);
    return rc == TBY_E_STORE_DAMAGED ? tby__file_damaged(f, "game", game) : rc;
}

tby_rc tby__file_setup(store_file *f, uint32_t game, tby_pos *out)
{
    tby_str extra = {NULL, 0};

    TBY_TRY(extra_of(f, game, &extra));
    tby_rc rc = tby__store_setup(extra, out);
    return rc == TBY_E_STORE_DAMAGED ? tby__file_damaged(f, "game", game) : rc;
}

tby_rc tby__rows_start(store_file *f, uint32_t game, tby_pos *out)
{
    uint32_t flags = 0;

    TBY_TRY(tby__rows_value(f, STORE_FLAGS, game, &flags));
    if (!(flags & STORE_IS_SETUP)) {
        *out = tby_pos_start();
        return TBY_OK;
    }
    return tby__file_setup(f, game, out);
}

tby_rc tby__file_game(tby_store *s, uint64_t id, tby_game *out)
{
    store_file *f = store_rows_of(s);
    uint32_t place = tby__rows_place(f, id);
    store_packed packed;

    if (!place)
        return TBY_DONE;
    TBY_TRY(tby__rows_packed(f, place, &packed));
    s->codes = f->codes;
    tby_rc rc = tby__store_unpack(&packed, out);
    return rc == TBY_E_STORE_DAMAGED ? tby__file_damaged(f, "game", id) : rc;
}

/* The text of a column of names is appended to the others. */
static tby_rc copy_name(store_file *f, store_column column, uint32_t id,
                        size_t *n)
{
    tby_str name = {NULL, 0};
    tby_rc rc = TBY_OK;

    TBY_ASSERT(column < STORE_NAMES);
    if (id)
        rc = tby__rows_name(f, tby__column_kind(column), id, &name);
    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    tby_buf_add(&f->row_names, name);
    *n = name.n;
    return f->row_names.rc;
}

static const char *const ENDINGS[] = {
#define ENDING(symbol, number, name) [number] = (name),
    STORE_CATEGORY_MAP(ENDING)
#undef ENDING
};

tby_rc tby__file_row(tby_store *s, uint64_t id, tby_game_row *out)
{
    store_file *f = store_rows_of(s);
    uint32_t column[STORE_COLUMNS];
    tby_str names[STORE_NAMES] = {{NULL, 0}};
    size_t lengths[STORE_NAMES];

    uint32_t place = tby__rows_place(f, id);

    if (!place)
        return TBY_DONE;
    for (store_column c = 0; c < STORE_COLUMNS; c++)
        TBY_TRY(tby__rows_value(f, c, place, &column[c]));
    tby_buf_clear(&f->row_names);
    tby_buf_char(&f->row_names, '\0'); /* so that an empty name has a place */
    for (unsigned c = 0; c < STORE_NAMES; c++)
        TBY_TRY(copy_name(f, (store_column)c, column[c], &lengths[c]));
    const char *p = f->row_names.p + 1; /* the buffer moves no more */
    for (unsigned c = 0; c < STORE_NAMES; p += lengths[c], c++)
        if (column[c])
            names[c] = (tby_str){p, lengths[c]};

    uint32_t ending = column[STORE_CATEGORY];
    char text[TAG_VALUE_MAX];
    *out = (tby_game_row){
        .id = id,
        .white = names[STORE_WHITE],
        .black = names[STORE_BLACK],
        .event = names[STORE_EVENT],
        .site = names[STORE_SITE],
        .round = names[STORE_ROUND],
        .opening = names[STORE_OPENING],
        .white_elo = column[STORE_WHITE_ELO],
        .black_elo = column[STORE_BLACK_ELO],
        .plies = column[STORE_PLIES],
        .men = tby__men_left(column[STORE_LEAST]),
        .result = (tby_result)column[STORE_RESULT],
        .ended = ENDINGS[ending < STORE_CATEGORIES ? ending : 0],
    };
    if (column[STORE_DATE]) {
        tby_str date = tby__tag_write_date(column[STORE_DATE], text);
        memcpy(out->date, date.p,
               date.n < sizeof out->date ? date.n : sizeof out->date - 1);
    }
    if (column[STORE_ECO])
        memcpy(out->eco, tby__tag_write_eco(column[STORE_ECO], text).p, 3);
    return TBY_OK;
}
