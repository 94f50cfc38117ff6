/* file_duplicate.c - is a game there already?
 *
 * Two games are one if they have the same players, date, start and moves.  The
 * column of hashes knows nothing of the start: here that of a set-up is mixed
 * in, since a collection of positions differs in nothing else. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <string.h>

void tby__file_hashes_free(file_hashes *h)
{
    tby_grow_free(NULL, h->hash, h->hash_cap, sizeof *h->hash);
    tby_hashmap_free(&h->map, NULL);
    *h = (file_hashes){.loaded = false};
}

/* Of games with the same hash the first ones are enough: where there are many,
 * they are the same game, kept on purpose. */
static void insert(file_hashes *h, uint32_t game)
{
    enum { ENOUGH = 64 };
    uint32_t hash = h->hash[game - 1], other;
    size_t same = 0;

    TBY_ASSERT(game >= 1 && game <= h->n);
    for (size_t k = 0; same < ENOUGH &&
                       (other = tby_hashmap_at(&h->map, hash, k)) != TBY_NONE;
         k++)
        same += h->hash[other] == hash;
    if (same < ENOUGH)
        tby_hashmap_put(&h->map, hash, game - 1);
}

static tby_rc make_room(file_hashes *h, uint32_t games)
{
    bool grown;

    TBY_ASSERT(games >= h->n);
    TBY_TRY(TBY_GROW(NULL, h->hash, h->hash_cap, games));
    TBY_TRY(tby_hashmap_reserve(&h->map, NULL, games, &grown));
    for (uint32_t game = 1; grown && game <= h->n; game++)
        insert(h, game);
    return TBY_OK;
}

static uint32_t hash_from(uint32_t hash, const tby_pos *start)
{
    const uint64_t sums[] = {hash, start->key};

    return start->key == tby_pos_start().key
               ? hash
               : (uint32_t)tby_checksum(sums, sizeof sums);
}

static tby_rc start_of_packed(const store_packed *game, tby_pos *out)
{
    *out = tby_pos_start();
    return game->column[STORE_FLAGS] & STORE_IS_SETUP
               ? tby__store_setup(game->extra, out)
               : TBY_OK;
}

/* Of a game with a set-up that is stored or of the batch. */
static tby_rc read_setup(store_file *f, uint32_t game, tby_pos *out)
{
    const store_block_writer *open = &f->writer->block;
    uint32_t written = f->writer->games - open->n;
    size_t first = 0;

    if (game <= written)
        return tby__file_setup(f, game, out);
    for (uint32_t i = 0; i < game - written - 1; i++)
        first += open->extra_n[i];
    tby_str extra = {(const char *)open->texts.p + first,
                     open->extra_n[game - written - 1]};
    tby_rc rc = tby__store_setup(extra, out);
    return rc == TBY_OK ? rc : tby__file_damaged(f, "game", game);
}

void tby__file_hash_add(file_hashes *h, const store_packed *game)
{
    tby_pos start;

    TBY_ASSERT(game->codes || game->column[STORE_PLIES] == 0);
    if (!h->loaded)
        return;
    if (make_room(h, h->n + 1) != TBY_OK ||
        start_of_packed(game, &start) != TBY_OK) {
        tby__file_hashes_free(h);
        return;
    }
    h->hash[h->n++] = hash_from(game->column[STORE_HASH], &start);
    insert(h, h->n);
}

/* Those of the last chunk are the writer's. */
static tby_rc load_column(store_file *f, store_column c, uint32_t chunk,
                          uint32_t *out)
{
    const file_writer *w = f->writer;
    uint32_t n = tby__file_chunk_games(w->games, chunk);

    if (n == STORE_CHUNK)
        return tby__file_read_chunk(f, c, chunk, n, out);
    memcpy(out, w->column[c], n * sizeof *out);
    return TBY_OK;
}

static tby_rc load_chunk(store_file *f, uint32_t chunk)
{
    file_hashes *h = &f->writer->hashes;
    uint32_t flags[STORE_CHUNK],
        n = tby__file_chunk_games(f->writer->games, chunk);
    uint32_t *hash = h->hash + (size_t)chunk * STORE_CHUNK;

    TBY_TRY(load_column(f, STORE_HASH, chunk, hash));
    TBY_TRY(load_column(f, STORE_FLAGS, chunk, flags));
    for (uint32_t i = 0; i < n; i++) {
        tby_pos start;
        if (flags[i] & STORE_IS_SETUP) {
            TBY_TRY(read_setup(f, h->n + 1, &start));
            hash[i] = hash_from(hash[i], &start);
        }
        h->n++;
        if (!tby__rows_is_dead(f, h->n))
            insert(h, h->n);
    }
    return TBY_OK;
}

static tby_rc load(store_file *f)
{
    file_writer *w = f->writer;
    file_hashes *h = &w->hashes;

    if (h->loaded && h->n == w->games)
        return TBY_OK;
    tby__file_hashes_free(h);
    tby_rc rc = make_room(h, w->games);
    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    for (uint32_t chunk = 0; rc == TBY_OK && h->n < w->games; chunk++)
        rc = load_chunk(f, chunk);
    h->loaded = rc == TBY_OK;
    return rc;
}

/* What is compared, besides the moves. */
static const store_column compared[] = {STORE_WHITE, STORE_BLACK, STORE_DATE,
                                        STORE_PLIES};
enum { COMPARED = sizeof compared / sizeof *compared };

/* A column of a stored game or one of the batch. */
static tby_rc value_of(store_file *f, store_column c, uint32_t game,
                       uint32_t *out)
{
    const file_writer *w = f->writer;
    uint32_t chunk = (game - 1) / STORE_CHUNK;

    if (tby__file_chunk_games(w->games, chunk) < STORE_CHUNK) {
        *out = w->column[c][(game - 1) % STORE_CHUNK];
        return TBY_OK;
    }
    if (game <= f->stored)
        return tby__rows_value(f, c, game, out);
    uint32_t values[STORE_CHUNK]; /* filled by this batch */
    TBY_TRY(tby__file_read_chunk(f, c, chunk, STORE_CHUNK, values));
    *out = values[(game - 1) % STORE_CHUNK];
    return TBY_OK;
}

static bool same_codes(const store_packed *game, const uint8_t *codes)
{
    return memcmp(game->codes, codes,
                  game->column[STORE_PLIES] * sizeof *game->codes) == 0;
}

/* What a game is compared by. */
typedef struct sought {
    uint32_t column[COMPARED];
    tby_pos start;
} sought;

static tby_rc compare(store_file *f, const store_packed *game,
                      const sought *wanted, uint32_t other, bool *same)
{
    for (size_t i = 0; i < COMPARED; i++) {
        uint32_t value = 0;
        TBY_TRY(value_of(f, compared[i], other, &value));
        if (value != wanted->column[i]) {
            *same = false;
            return TBY_OK;
        }
    }
    const tby_pos *start = &wanted->start;
    tby_pos theirs = tby_pos_start();
    uint32_t flags = 0;
    tby_rc rc = value_of(f, STORE_FLAGS, other, &flags);

    if (rc == TBY_OK && flags & STORE_IS_SETUP)
        rc = read_setup(f, other, &theirs);
    *same = rc == TBY_OK && tby_pos_same(start, &theirs);
    if (rc != TBY_OK || !*same || game->column[STORE_PLIES] == 0)
        return rc;
    /* The moves of a game with the same number of plies. */
    const store_block_writer *open = &f->writer->row_moves;
    uint32_t written = f->writer->games - open->n, at;
    const store_moves *m;
    if (other > written) {
        size_t first = 0;
        for (uint32_t i = 0; i < other - written - 1; i++)
            first += open->plies[i] & STORE_PLIES_MAX;
        *same = same_codes(game, (const uint8_t *)open->codes.p + 2 * first);
        return TBY_OK;
    }
    TBY_TRY(tby__rows_moves(f, other, &m, &at));
    if (m->plies[at] != game->column[STORE_PLIES])
        return tby__file_damaged(f, "game", other);
    *same = same_codes(game, m->codes + 2 * (size_t)m->first[at]);
    return TBY_OK;
}

/* What a duplicate has in its columns; TBY_DONE: there is no such name, hence
 * no such game. */
static tby_rc find_columns(store_file *f, const store_packed *game,
                           sought *wanted)
{
    for (size_t i = 0; i < COMPARED; i++) {
        store_column c = compared[i];
        wanted->column[i] = c < STORE_NAMES ? 0 : game->column[c];
        if (c >= STORE_NAMES || !game->names[c].p)
            continue;
        TBY_TRY(tby__rows_find(f, tby__column_kind(c), game->names[c],
                               &wanted->column[i]));
    }
    return TBY_OK;
}

void tby__file_prefetch(const tby_store *s, const store_packed *game)
{
    const store_file *f = (const store_file *)s;
    const file_hashes *h = f->writer ? &f->writer->hashes : NULL;

    if (h && h->map.slots_n)
        __builtin_prefetch(&h->map.slots[tby__hashmap_slot(
            &h->map, game->column[STORE_HASH], 0)]);
    tby__names_prefetch(&f->names[STORE_PLAYER], game->names[STORE_WHITE]);
    tby__names_prefetch(&f->names[STORE_PLAYER], game->names[STORE_BLACK]);
}

tby_rc tby__file_duplicate(tby_store *s, const store_packed *game,
                           uint64_t *out)
{
    store_file *f = store_rows_of(s);

    TBY_ASSERT(f->writing);
    if (f->writer->rc != TBY_OK)
        return f->writer->rc;
    TBY_TRY(load(f));
    const file_hashes *h = &f->writer->hashes;
    bool same = false, known = false;
    sought wanted;

    *out = 0;
    tby_rc rc = start_of_packed(game, &wanted.start);
    if (rc != TBY_OK)
        return tby__file_fail(f, rc, NULL);
    uint32_t hash = hash_from(game->column[STORE_HASH], &wanted.start);
    uint32_t other;
    for (size_t k = 0; (other = tby_hashmap_at(&h->map, hash, k)) != TBY_NONE;
         k++) {
        if (h->hash[other] != hash || tby__rows_is_dead(f, other + 1))
            continue;
        rc = known ? TBY_OK : find_columns(f, game, &wanted);
        known = true;
        if (rc == TBY_OK)
            rc = compare(f, game, &wanted, other + 1, &same);
        if (rc != TBY_OK || same) {
            *out = same ? tby__rows_id(f, other + 1) : 0;
            return rc == TBY_DONE ? TBY_OK : rc;
        }
    }
    return TBY_OK;
}
