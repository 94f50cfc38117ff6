/* file_changes.c - games that were deleted or edited since they were stored.
 *
 * Nothing that is stored is written over.  Inside, a game goes by its place,
 * the number it was stored under.  One that is deleted is marked as dead; one
 * that is edited is stored again at a place of its own, keeps its number, and
 * is dead where it was.  What was dead and what stood where is all that undo
 * has to put back.  Until the database is optimised runs of the index have dead
 * games, too, and questions leave them out; then their room is given back, they
 * are gone, and no run has them any more. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORDS = STORE_CHUNK / 64, /* of a bitmap over a chunk */
    BITMAP = STORE_CHUNK / 8  /* its bytes */
};

static bool has(const uint64_t *bits, uint32_t place)
{
    return bits && bits[(place - 1) / 64] >> (place - 1) % 64 & 1;
}

static void set(uint64_t *bits, uint32_t place, bool on)
{
    uint64_t bit = UINT64_C(1) << (place - 1) % 64, *word;

    word = &bits[(place - 1) / 64];
    *word = on ? *word | bit : *word & ~bit;
}

bool tby__rows_is_dead(const store_file *f, uint32_t place)
{
    return has(f->dead, place);
}

const uint64_t *tby__rows_gone(const store_file *f)
{
    return f->gone;
}

/* --- numbers and places ---------------------------------------------------*/

static int compare_ids(const void *a, const void *b)
{
    const file_moved *x = a, *y = b;

    return (x->id > y->id) - (x->id < y->id);
}

static int compare_places(const void *a, const void *b)
{
    const file_moved *x = a, *y = b;

    return (x->place > y->place) - (x->place < y->place);
}

static const file_moved *find_moved(const store_file *f, file_moved key,
                                    bool by_place)
{
    size_t half = f->moved_n;

    if (!half)
        return NULL;
    return bsearch(&key, f->moved + (by_place ? half : 0), half,
                   sizeof *f->moved, by_place ? compare_places : compare_ids);
}

uint32_t tby__rows_id(const store_file *f, uint32_t place)
{
    const file_moved *m = find_moved(f, (file_moved){.place = place}, true);

    return m ? m->id : place;
}

uint32_t tby__rows_place(const store_file *f, uint64_t id)
{
    if (id < 1 || id > f->stored)
        return 0;
    uint32_t place = (uint32_t)id;
    const file_moved *m = find_moved(f, (file_moved){.id = place}, false);
    if (m)
        place = m->place;
    else if (find_moved(f, (file_moved){.place = place}, true))
        return 0; /* another game stands there now */
    return has(f->dead, place) ? 0 : place;
}

bool tby__rows_has_moved(const store_file *f)
{
    return f->moved_n > 0;
}

/* --- what is left out of answers ------------------------------------------*/

void tby__rows_keep_live(const store_file *f, uint64_t *bits, uint32_t games)
{
    for (size_t i = 0; f->dead && i < (games + 63u) / 64; i++)
        bits[i] &= ~f->dead[i];
}

uint32_t tby__rows_live_ids(const store_file *f, uint32_t *places, uint32_t n)
{
    uint32_t kept = 0;

    if (!f->dead)
        return n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t place = places[i];
        places[kept] = place;
        kept += !place || place > f->stored || !has(f->dead, place);
    }
    return kept;
}

/* Dead games among some, and those of them that are not gone. */
static uint32_t count_dead(const store_file *f, uint32_t first, uint32_t games,
                           bool gone)
{
    uint32_t n = 0, end = first + games - 1;

    if (!f->dead)
        return 0;
    for (uint32_t place = first; place <= end; place++) {
        if ((place - 1) % 64 == 0 && !f->dead[(place - 1) / 64])
            place += 63;
        else
            n += has(f->dead, place) && (gone || !has(f->gone, place));
    }
    return n;
}

bool tby__rows_run_mixed(const store_file *f, size_t run)
{
    return f->runs[run].mixed;
}

/* --- reading --------------------------------------------------------------*/

void tby__file_changes_free(store_file *f)
{
    free(f->dead);
    free(f->gone);
    free(f->moved);
    f->dead = f->gone = NULL;
    f->moved = NULL;
    f->moved_n = f->marks_chunks = 0;
    f->dead_n = 0;
}

/* Room for marks of so many games. */
static tby_rc make_room(store_file *f, uint32_t games)
{
    uint32_t chunks = (games + STORE_CHUNK - 1) / STORE_CHUNK;
    size_t from = (size_t)f->marks_chunks * WORDS, to = (size_t)chunks * WORDS;
    uint64_t **both[] = {&f->dead, &f->gone};

    if (f->dead && f->gone && chunks <= f->marks_chunks)
        return TBY_OK;
    for (size_t i = 0; i < 2; i++) {
        uint64_t *bits = realloc(*both[i], (to + 1) * sizeof *bits);
        if (!bits)
            return tby__file_fail(f, TBY_E_NOMEM, NULL);
        memset(bits + from, 0, (to + 1 - from) * sizeof *bits);
        *both[i] = bits;
    }
    f->marks_chunks = chunks;
    return TBY_OK;
}

static tby_rc load_marks(store_file *f)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_EACH_DEAD);
    uint32_t chunks = (f->stored + STORE_CHUNK - 1) / STORE_CHUNK;
    tby_rc rc;

    if (!s)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        int64_t chunk = sqlite3_column_int64(s, 0);
        const void *bytes = sqlite3_column_blob(s, 1);
        size_t n = (size_t)sqlite3_column_bytes(s, 1), at;
        if (chunk < 0 || chunk >= chunks || n != (size_t)2 * BITMAP) {
            rc = tby__file_damaged(f, "row of deleted games", (uint64_t)chunk);
            break;
        }
        rc = make_room(f, f->stored);
        if (rc != TBY_OK)
            break;
        at = (size_t)chunk * WORDS;
        memcpy(f->dead + at, bytes, BITMAP);
        memcpy(f->gone + at, (const char *)bytes + BITMAP, BITMAP);
    }
    sqlite3_reset(s);
    if (rc != TBY_DONE || !f->dead)
        return rc == TBY_DONE ? TBY_OK : rc;
    size_t words = (size_t)f->marks_chunks * WORDS;
    uint64_t beyond = 0, wrong = 0;
    for (size_t i = 0; i < words; i++) {
        wrong |= f->gone[i] & ~f->dead[i];
        f->dead_n += (unsigned)__builtin_popcountll(f->dead[i]);
        if (i >= f->stored / 64)
            beyond |=
                i > f->stored / 64 ? f->dead[i] : f->dead[i] >> f->stored % 64;
    }
    return beyond || wrong ? tby__file_damaged(f, "mark of a game", f->stored)
                           : TBY_OK;
}

/* Twice: by number, then by place. */
static tby_rc load_moved(store_file *f)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_EACH_MOVED);
    size_t n = 0, cap = 0;
    file_moved *all = NULL;
    tby_rc rc;

    if (!s)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        int64_t id = sqlite3_column_int64(s, 0),
                place = sqlite3_column_int64(s, 1);
        if (id < 1 || id >= place || place > f->stored ||
            has(f->dead, (uint32_t)place) || !has(f->dead, (uint32_t)id)) {
            rc = tby__file_damaged(f, "place of game", (uint64_t)id);
            break;
        }
        if (n == cap) {
            cap = cap ? 2 * cap : 64;
            file_moved *more = realloc(all, 2 * cap * sizeof *all);
            if (!more) {
                rc = tby__file_fail(f, TBY_E_NOMEM, NULL);
                break;
            }
            all = more;
        }
        all[n++] = (file_moved){(uint32_t)id, (uint32_t)place};
    }
    sqlite3_reset(s);
    f->moved = all;
    if (rc != TBY_DONE || !n)
        return rc == TBY_DONE ? TBY_OK : rc;
    memcpy(all + n, all, n * sizeof *all);
    qsort(all + n, n, sizeof *all, compare_places);
    for (size_t i = 1; i < n; i++)
        if (all[n + i].place == all[n + i - 1].place)
            return tby__file_damaged(f, "place of game", all[n + i].id);
    f->moved_n = n;
    return TBY_OK;
}

tby_rc tby__file_load_changes(store_file *f)
{
    int64_t version = 0;
    uint64_t sum = 0;

    tby__file_changes_free(f);
    TBY_TRY(tby__file_number(f, "PRAGMA user_version", &version));
    if (version < FILE_WITH_CHANGES)
        return TBY_OK;
    TBY_TRY(load_marks(f));
    size_t bytes = (size_t)f->marks_chunks * BITMAP;
    if (bytes)
        sum = tby_checksum(f->dead, bytes) ^ ~tby_checksum(f->gone, bytes);
    if (sum != f->marks_sum && f->writer) {
        /* Another has changed them: what a writer has in memory of old games
         * may be gone. */
        f->writer->ready = false;
        tby__file_forget_hashes(f);
    }
    f->marks_sum = sum;
    return load_moved(f);
}

void tby__file_changes_indexed(store_file *f)
{
    f->base.games = f->stored - f->dead_n;
    f->base.waiting =
        f->stored - f->indexed -
        count_dead(f, f->indexed + 1, f->stored - f->indexed, true);
    for (size_t i = 0; i < f->runs_n; i++) {
        const run_head *h = &f->runs[i].head;
        f->runs[i].mixed = count_dead(f, h->first, h->games, false) > 0;
    }
}

/* --- writing --------------------------------------------------------------*/

static tby_rc put_marks(store_file *f, uint32_t chunk)
{
    char bytes[2 * BITMAP];

    memcpy(bytes, f->dead + (size_t)chunk * WORDS, BITMAP);
    memcpy(bytes + BITMAP, f->gone + (size_t)chunk * WORDS, BITMAP);
    return tby__file_put_row(f, SQL_PUT_DEAD, chunk,
                             (tby_str){bytes, sizeof bytes});
}

/* So many games from one on, which stood at `from` (0: nowhere), stand at `to`
 * (0: nowhere) from now on. */
static tby_rc move_games(store_file *f, const file_change *c, bool back,
                         uint32_t games)
{
    uint32_t from = back ? c->after : c->before;
    uint32_t to = back ? c->before : c->after;

    if (from || f->dead)
        TBY_TRY(make_room(f, games));
    for (uint32_t i = 0; i < c->n; i++) {
        const int64_t row[] = {c->id + i, to + i};
        if (from)
            set(f->dead, from + i, true);
        if (to && f->dead)
            set(f->dead, to + i, false);
        if (to && to != c->id)
            TBY_TRY(tby__file_run_with(f, SQL_PUT_MOVED, row, 2));
        else if (from && from != c->id)
            TBY_TRY(tby__file_run_with(f, SQL_DROP_MOVED, row, 1));
    }
    uint32_t last = UINT32_MAX, places[] = {from, to};
    for (size_t k = 0; k < 2; k++)
        for (uint32_t i = 0; places[k] && f->dead && i < c->n; i++) {
            uint32_t chunk = (places[k] + i - 1) / STORE_CHUNK;
            bool plain = k == 1 && to == c->id && !back; /* it is new */
            if (chunk != last && !plain)
                TBY_TRY(put_marks(f, chunk));
            last = chunk;
        }
    return TBY_OK;
}

tby_rc tby__file_note(store_file *f, uint32_t id, uint32_t before,
                      uint32_t after)
{
    file_writer *w = f->writer;
    file_change *c = w->changes_n ? &w->changes[w->changes_n - 1] : NULL;

    if (c && c->id + c->n == id && !c->before == !before &&
        !c->after == !after && (!before || c->before + c->n == before) &&
        (!after || c->after + c->n == after)) {
        c->n++;
        return TBY_OK;
    }
    if (TBY_GROW(NULL, w->changes, w->changes_cap, w->changes_n + 1) != TBY_OK)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    w->changes[w->changes_n++] = (file_change){id, 1, before, after};
    return TBY_OK;
}

void tby__file_new_change(tby_store *s)
{
    store_rows_of(s)->change = 0;
}

/* Plies and dates of what is left. */
tby_rc tby__file_put_changes(store_file *f)
{
    file_writer *w = f->writer;
    bool taken = false;

    if (!w->changes_n)
        return TBY_OK;
    if (!f->change) {
        TBY_TRY(tby__file_get_meta(f, "change", &f->change));
        f->change++;
        TBY_TRY(tby__file_put_meta(f, "change", f->change));
    }
    for (size_t i = 0; i < w->changes_n; i++) {
        const file_change *c = &w->changes[i];
        const int64_t row[] = {f->change, c->id, c->n, c->before, c->after};
        TBY_TRY(move_games(f, c, false, w->games));
        TBY_TRY(tby__file_run_with(f, SQL_PUT_CHANGE, row, 5));
        taken |= c->before != 0;
    }
    return taken ? tby__file_measure_games(f, w->games) : TBY_OK;
}

/* Within a batch: the place of a game that is there and not yet touched. */
static tby_rc take_place(store_file *f, uint64_t id, uint32_t *out)
{
    TBY_ASSERT(f->writing && f->writer);
    if (f->writer->rc != TBY_OK)
        return f->writer->rc;
    *out = tby__rows_place(f, id);
    if (!*out)
        return TBY_DONE;
    tby_rc rc = make_room(f, f->stored);
    if (rc == TBY_OK)
        set(f->dead, *out, true);
    return rc;
}

tby_rc tby__file_delete(tby_store *s, uint64_t id)
{
    store_file *f = store_rows_of(s);
    uint32_t place = 0;

    TBY_TRY(take_place(f, id, &place));
    return f->writer->rc = tby__file_note(f, (uint32_t)id, place, 0);
}

tby_rc tby__file_replace(tby_store *s, uint64_t id, const store_packed *game)
{
    store_file *f = store_rows_of(s);
    uint32_t place = 0, after = 0;

    TBY_TRY(take_place(f, id, &place));
    tby_rc rc = tby__file_put_game(f, game, &after);
    if (rc == TBY_OK)
        return f->writer->rc = tby__file_note(f, (uint32_t)id, place, after);
    if (rc == TBY_E_STORE_FIT) /* the batch goes on without it */
        set(f->dead, place, false);
    return rc;
}

tby_rc tby__file_game_version(tby_store *s, uint64_t id, uint64_t *out)
{
    *out = tby__rows_place(store_rows_of(s), id);
    return *out ? TBY_OK : TBY_DONE;
}

/* --- what was changed last ------------------------------------------------*/

/* Calls each() for what the last change did, latest first; *change 0: there was
 * none. */
static tby_rc read_last(store_file *f, int64_t *change, file_change **out,
                        size_t *n)
{
    sqlite3_stmt *s;
    size_t cap = 0;
    tby_rc rc;

    *out = NULL;
    *n = 0;
    *change = 0;
    TBY_TRY(tby__file_number(f, "PRAGMA user_version", change));
    if (*change < FILE_WITH_CHANGES)
        return TBY_DONE;
    s = tby__file_statement(f, SQL_LAST_CHANGE);
    if (!s)
        return tby__file_fail_sqlite(f);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        int64_t v[5];
        bool fits = true;
        for (int i = 0; i < 5; i++) {
            v[i] = sqlite3_column_int64(s, i);
            fits = fits && v[i] >= 0 && v[i] <= INT32_MAX;
        }
        fits = fits && v[1] && v[2] && v[1] + v[2] - 1 <= f->stored &&
               v[3] + v[2] - 1 <= f->stored && v[4] + v[2] - 1 <= f->stored;
        if (!fits)
            rc = tby__file_damaged(f, "change", (uint64_t)v[0]);
        else if (TBY_GROW(NULL, *out, cap, *n + 1) != TBY_OK)
            rc = tby__file_fail(f, TBY_E_NOMEM, NULL);
        if (rc != TBY_OK)
            break;
        *change = v[0];
        (*out)[(*n)++] = (file_change){(uint32_t)v[1], (uint32_t)v[2],
                                       (uint32_t)v[3], (uint32_t)v[4]};
    }
    sqlite3_reset(s);
    return rc == TBY_DONE && *n ? TBY_OK : rc;
}

static void report(const file_change *c, size_t n, tby_store_on_change *each,
                   void *ctx)
{
    for (size_t i = n; each && i-- > 0;)
        each(ctx, &(tby_store_change){.first = c[i].id,
                                      .games = c[i].n,
                                      .was = c[i].before != 0,
                                      .is = c[i].after != 0});
}

tby_rc tby__file_last_change(tby_store *s, tby_store_on_change *each, void *ctx)
{
    store_file *f = store_rows_of(s);
    file_change *all;
    size_t n;
    int64_t change;
    tby_rc rc = read_last(f, &change, &all, &n);

    if (rc == TBY_OK)
        report(all, n, each, ctx);
    free(all);
    return rc;
}

/* Of the file of a game that is taken back nothing is known any more, so that
 * it can be imported again. */
static tby_rc take_back(store_file *f, int64_t change, const file_change *all,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int64_t first = all[i].after;
        TBY_TRY(move_games(f, &all[i], true, f->stored));
        if (!all[i].before)
            TBY_TRY(tby__file_run_with(f, SQL_DROP_BATCHES, &first, 1));
    }
    TBY_TRY(tby__file_run_with(f, SQL_DROP_CHANGE, &change, 1));
    TBY_TRY(tby__file_measure_games(f, f->stored));
    return tby__file_put_sums(f);
}

tby_rc tby__file_undo(tby_store *s, tby_store_on_change *each, void *ctx)
{
    store_file *f = store_rows_of(s);
    file_change *all = NULL;
    size_t n = 0;
    int64_t change;

    TBY_TRY(tby__file_begin_write(f));
    tby_rc rc = read_last(f, &change, &all, &n);
    if (rc == TBY_OK)
        rc = take_back(f, change, all, n);
    f->change = 0;
    if (rc == TBY_OK)
        rc = tby__file_commit_write(f);
    else if (rc == TBY_DONE)
        tby__file_leave_write(f);
    else
        tby__file_cancel_write(f);
    if (rc == TBY_OK)
        report(all, n, each, ctx);
    free(all);
    return rc;
}

/* --- the room of dead games -----------------------------------------------*/

/* Columns of which dead games have nothing any more. */
static tby_rc bury_columns(store_file *f, uint32_t chunk, tby_buf *buf)
{
    uint32_t n = tby__file_chunk_games(f->stored, chunk), values[STORE_CHUNK];

    for (store_column c = 0; c < STORE_COLUMNS; c++) {
        int64_t row = chunk_row(c, chunk);
        TBY_TRY(tby__file_read_chunk(f, c, chunk, n, values));
        for (uint32_t i = 0; i < n; i++)
            values[i] =
                has(f->dead, chunk * STORE_CHUNK + i + 1) ? 0 : values[i];
        tby_buf_clear(buf);
        tby__chunk_pack(row, values, n, buf);
        TBY_TRY(buf->rc == TBY_OK ? TBY_OK : tby__file_fail(f, buf->rc, NULL));
        TBY_TRY(tby__file_put_chunk(f, row, tby_buf_str(buf)));
    }
    return TBY_OK;
}

static tby_rc bury_extras(store_file *f, uint32_t block, store_block_writer *w)
{
    store_extras extras;
    tby_str bytes = {NULL, 0};

    tby__extras_init(&extras);
    tby__block_clear(w);
    tby_rc rc = tby__rows_extras(f, block, &bytes);
    if (rc == TBY_OK)
        rc = tby__extras_open(&extras, bytes);
    for (uint32_t i = 0; rc == TBY_OK && i < extras.n; i++) {
        store_packed game = {.extra = {NULL, 0}};
        if (!has(f->dead, block * STORE_BLOCK + i + 1))
            game.extra = tby__extras_of(&extras, i);
        rc = tby__block_add(w, &game);
    }
    if (rc == TBY_OK)
        rc = tby__block_extras(w, &bytes);
    if (rc == TBY_OK)
        rc = tby__file_sums_drop(f, SUM_EXTRAS, SQL_SIZE_EXTRAS, block);
    if (rc == TBY_OK) {
        f->sums[SUM_EXTRAS] += (int64_t)bytes.n;
        rc = tby__file_put_row(f, SQL_PUT_EXTRAS, block, bytes);
    }
    tby__extras_free(&extras);
    return rc == TBY_E_STORE_DAMAGED ? tby__file_damaged(f, "block", block)
                                     : rc;
}

/* The row of moves with a game; *last is the last game of it. */
static tby_rc bury_moves(store_file *f, uint32_t place, store_block_writer *w,
                         uint32_t *last)
{
    const store_moves *m;
    uint32_t at;
    tby_str bytes;

    TBY_TRY(tby__rows_moves(f, place, &m, &at));
    *last = f->moves_last;
    tby__block_clear(w);
    for (uint32_t i = 0; i < m->n; i++) {
        store_packed game = {.extra = {NULL, 0}};
        if (!has(f->dead, *last - (m->n - 1 - i))) {
            game.column[STORE_PLIES] = m->plies[i];
            game.column[STORE_FLAGS] = m->setup[i] ? STORE_IS_SETUP : 0;
            game.codes = (const void *)(m->codes + 2 * (size_t)m->first[i]);
        }
        TBY_TRY(tby__block_add(w, &game));
    }
    const int64_t row = *last;
    TBY_TRY(tby__block_moves(w, &bytes));
    tby__file_moves_forget(f);
    TBY_TRY(tby__file_sums_drop(f, SUM_MOVES, SQL_SIZE_MOVES, row));
    TBY_TRY(tby__file_run_with(f, SQL_DROP_MOVES, &row, 1));
    f->sums[SUM_MOVES] += (int64_t)bytes.n;
    return tby__file_put_row(f, SQL_PUT_MOVES, row, bytes);
}

static tby_rc bury_chunk(store_file *f, uint32_t chunk, store_block_writer *w,
                         tby_buf *buf)
{
    uint32_t first = chunk * STORE_CHUNK + 1;
    uint32_t end = first + tby__file_chunk_games(f->stored, chunk);
    uint32_t block = UINT32_MAX, moved = 0;
    move_bitmaps *bitmaps = malloc(sizeof *bitmaps); /* large */
    tby_rc rc = bitmaps ? bury_columns(f, chunk, buf)
                        : tby__file_fail(f, TBY_E_NOMEM, NULL);

    for (uint32_t place = first; rc == TBY_OK && place < end; place++) {
        if (!has(f->dead, place) || has(f->gone, place))
            continue;
        if ((place - 1) / STORE_BLOCK != block) {
            block = (place - 1) / STORE_BLOCK;
            rc = bury_extras(f, block, w);
        }
        if (rc == TBY_OK && place > moved)
            rc = bury_moves(f, place, w, &moved);
    }
    if (rc == TBY_OK)
        rc = tby__rows_move_bitmap_of(f, chunk, bitmaps);
    if (rc == TBY_OK)
        rc = tby__file_put_move_bitmaps(f, chunk, bitmaps, buf);
    for (size_t i = 0; rc == TBY_OK && i < WORDS; i++)
        f->gone[(size_t)chunk * WORDS + i] = f->dead[(size_t)chunk * WORDS + i];
    free(bitmaps);
    return rc == TBY_OK ? put_marks(f, chunk) : rc;
}

uint32_t tby__file_dead_n(const store_file *f)
{
    return count_dead(f, 1, f->stored, false);
}

tby_rc tby__file_bury(store_file *f)
{
    uint32_t chunks = (f->stored + STORE_CHUNK - 1) / STORE_CHUNK;
    store_block_writer w;
    tby_buf buf;
    tby_rc rc = TBY_OK;

    TBY_ASSERT(f->writing);
    if (!tby__file_dead_n(f))
        return TBY_OK;
    tby__block_init(&w);
    tby_buf_init(&buf, NULL, MOVE_BITMAP_ROW_MAX);
    for (uint32_t c = 0; rc == TBY_OK && c < chunks; c++)
        if (count_dead(f, c * STORE_CHUNK + 1,
                       tby__file_chunk_games(f->stored, c), false))
            rc = bury_chunk(f, c, &w, &buf);
    tby__block_free(&w);
    tby_buf_free(&buf);
    /* What is kept in memory is another now. */
    tby__file_columns_free(f);
    tby__file_moves_forget(f);
    tby__file_free_writer(f);
    f->has_extras = false;
    if (rc == TBY_OK) /* what is gone cannot be put back */
        rc = tby__file_exec(f, "DELETE FROM changes");
    return rc == TBY_OK ? tby__file_put_sums(f) : rc;
}

tby_rc tby__file_forget_changes(store_file *f)
{
    TBY_TRY(tby__file_begin_write(f));
    tby_rc rc = tby__file_exec(f, "DELETE FROM changes");
    f->change = 0;
    if (rc == TBY_OK)
        return tby__file_commit_write(f);
    tby__file_cancel_write(f);
    return rc;
}
