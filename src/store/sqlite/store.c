/* store.c - store.h over a file of SQLite: opening, games and rows. */
#include "store/sqlite/store_int.h"

#include "tabiya/limits.h"

#include <stdlib.h>
#include <string.h>

static const store_mode modes[] = {
    [TBY_STORE_READ] = STORE_READ,
    [TBY_STORE_WRITE] = STORE_WRITE,
    [TBY_STORE_CHANGE] = STORE_CHANGE,
};

tby_rc tby_store_open(tby_store **out, const char *where, tby_store_mode mode)
{
    tby_store *s = calloc(1, sizeof *s);

    *out = s;
    if (s)
        tby_buf_init(&s->names, NULL,
                     (size_t)STORE_NAMES * (TBY_MAX_TAG_BYTES + 1));
    return s ? store_file_open(&s->file, where, modes[mode]) : TBY_E_NOMEM;
}

void tby_store_close(tby_store *s)
{
    if (!s)
        return;
    store_file_close(s->file);
    tby_buf_free(&s->names);
    store_filter_cache_free(&s->cache);
    free(s);
}

const char *tby_store_error_text(const tby_store *s)
{
    return s && s->file ? store_file_error_text(s->file) : "";
}

uint32_t tby_store_games(const tby_store *s)
{
    return store_file_stored(s->file);
}

uint32_t tby_store_waiting(const tby_store *s)
{
    return store_file_stored(s->file) - store_file_indexed(s->file);
}

static bool is_game(const tby_store *s, uint32_t id)
{
    return id && id <= store_file_stored(s->file);
}

tby_rc tby_store_game(tby_store *s, uint32_t id, tby_game *out)
{
    tby_rc rc;

    STORE_ASK(s, rc,
              is_game(s, id) ? store_file_game(s->file, id, out) : TBY_DONE);
    return rc;
}

const store_code *tby_store_game_codes(const tby_store *s)
{
    return store_file_codes(s->file);
}

/* --- several questions ----------------------------------------------------*/

tby_rc tby_store_hold(tby_store *s)
{
    return store_file_begin_read(s->file);
}

void tby_store_release(tby_store *s)
{
    store_file_end_read(s->file);
}

/* --- rows -----------------------------------------------------------------*/

/* Copies a name behind the others; *n is 0 if there is none. */
static tby_rc copy_name(tby_store *s, store_column column, uint32_t id,
                        size_t *n)
{
    tby_str name = {NULL, 0};
    tby_rc rc = TBY_OK;

    if (id)
        rc = store_file_name(s->file, store_column_kind(column), id, &name);
    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    tby_buf_add(&s->names, name);
    *n = name.n;
    return s->names.rc;
}

static tby_rc read_names(tby_store *s, tby_game_row *out)
{
    size_t lengths[STORE_NAMES];
    const char *p;
    tby_rc rc = TBY_OK;

    tby_buf_clear(&s->names);
    tby_buf_char(&s->names, '\0'); /* so that an empty name has a place */
    for (unsigned c = 0; rc == TBY_OK && c < STORE_NAMES; c++)
        rc = copy_name(s, (store_column)c, out->column[c], &lengths[c]);
    if (rc != TBY_OK)
        return rc;
    p = s->names.p + 1;
    for (unsigned c = 0; c < STORE_NAMES; p += lengths[c], c++)
        if (out->column[c])
            out->names[c] = (tby_str){p, lengths[c]};
    return TBY_OK;
}

static tby_rc read_row(tby_store *s, uint32_t id, tby_game_row *out)
{
    tby_rc rc = TBY_OK;

    if (!is_game(s, id))
        return TBY_DONE;
    memset(out, 0, sizeof *out);
    out->id = id;
    for (store_column c = 0; rc == TBY_OK && c < STORE_COLUMNS; c++)
        rc = store_file_value(s->file, c, id, &out->column[c]);
    return rc == TBY_OK ? read_names(s, out) : rc;
}

tby_rc tby_store_row(tby_store *s, uint32_t id, tby_game_row *out)
{
    tby_rc rc;

    STORE_ASK(s, rc, read_row(s, id, out));
    return rc;
}
