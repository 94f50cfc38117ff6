/* store.c - store.h over a file of SQLite: opening, games and rows. */
#include "store/sqlite/store_int.h"

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
    return s ? store_file_open(&s->file, where, modes[mode]) : TBY_E_NOMEM;
}

void tby_store_close(tby_store *s)
{
    if (!s)
        return;
    store_file_close(s->file);
    free(s);
}

const char *tby_store_error_text(const tby_store *s)
{
    return s && s->file ? store_file_error_text(s->file) : "";
}

uint32_t tby_store_games(const tby_store *s)
{
    return store_file_visible(s->file);
}

static bool is_game(const tby_store *s, uint32_t id)
{
    return id && id <= store_file_visible(s->file);
}

tby_rc tby_store_game(tby_store *s, uint32_t id, tby_game *out)
{
    tby_rc rc;

    STORE_ASK(s, rc,
              is_game(s, id) ? store_file_game(s->file, id, out) : TBY_DONE);
    return rc;
}

/* --- rows -----------------------------------------------------------------*/

static tby_rc read_row(tby_store *s, uint32_t id, tby_game_row *out)
{
    tby_rc rc = TBY_OK;

    if (!is_game(s, id))
        return TBY_DONE;
    memset(out, 0, sizeof *out);
    out->id = id;
    for (store_column c = 0; rc == TBY_OK && c < STORE_COLUMNS; c++)
        rc = store_file_value(s->file, c, id, &out->column[c]);
    return rc;
}

tby_rc tby_store_row(tby_store *s, uint32_t id, tby_game_row *out)
{
    store_packed packed;
    tby_rc rc;

    STORE_ASK(s, rc, read_row(s, id, out));
    if (rc != TBY_OK)
        return rc;
    STORE_ASK(s, rc, store_file_row_names(s->file, id, &packed));
    if (rc == TBY_OK)
        memcpy(out->names, packed.names, sizeof out->names);
    return rc;
}
