/* file_duplicate.c - is a game there already?
 *
 * Two games are one if they have the same players, date, start and moves.  The
 * column of hashes knows nothing of the start: here that of a set-up is mixed
 * in, since a collection of positions differs in nothing else. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "store/sqlite/file_write.h"

#include <string.h>

/* --- hashes ---------------------------------------------------------------*/

enum { FIRST_BITS = 12 };

void file_hashes_free(file_hashes *h)
{
    const tby_alloc alloc = tby_alloc_libc();

    tby_grow_free(&alloc, h->hash, h->hash_cap, sizeof *h->hash);
    tby_grow_free(&alloc, h->slot, (size_t)1 << h->bits, sizeof *h->slot);
    *h = (file_hashes){.loaded = false};
}

static size_t slot_of(const file_hashes *h, uint32_t hash)
{
    return (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> (64 - h->bits));
}

static size_t slot_after(const file_hashes *h, size_t at)
{
    return (at + 1) & (((size_t)1 << h->bits) - 1);
}

/* Of games with the same hash the first ones are enough: where there are many,
 * they are the same game, kept on purpose. */
static void insert(file_hashes *h, uint32_t game)
{
    enum { ENOUGH = 64 };
    uint32_t hash = h->hash[game - 1];
    size_t at = slot_of(h, hash), same = 0;

    for (; h->slot[at] && same < ENOUGH; at = slot_after(h, at))
        same += h->hash[h->slot[at] - 1] == hash;
    if (same < ENOUGH)
        h->slot[at] = game;
}

/* Makes the table at least twice as large as the number of games. */
static tby_rc make_slots(file_hashes *h, uint32_t games)
{
    const tby_alloc alloc = tby_alloc_libc();
    unsigned bits = h->slot ? h->bits : FIRST_BITS;

    while ((uint64_t)1 << bits < 2 * (uint64_t)games)
        bits++;
    if (h->slot && bits == h->bits)
        return TBY_OK;
    uint32_t *slot = tby_grow_new(&alloc, (size_t)1 << bits, sizeof *slot);
    if (!slot)
        return TBY_E_NOMEM;
    memset(slot, 0, sizeof *slot << bits);
    tby_grow_free(&alloc, h->slot, (size_t)1 << h->bits, sizeof *h->slot);
    h->slot = slot;
    h->bits = bits;
    for (uint32_t game = 1; game <= h->n; game++)
        insert(h, game);
    return TBY_OK;
}

static tby_rc make_room(file_hashes *h, uint32_t games)
{
    const tby_alloc alloc = tby_alloc_libc();
    tby_rc rc = tby_grow(&alloc, (void **)&h->hash, &h->hash_cap, games,
                         sizeof *h->hash);

    return rc == TBY_OK ? make_slots(h, games) : rc;
}

/* --- where games start ----------------------------------------------------*/

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
               ? store_setup(game->extra, out)
               : TBY_OK;
}

/* Of a game with a set-up that is stored or of the batch. */
static tby_rc read_setup(store_file *f, uint32_t game, tby_pos *out)
{
    const store_block_writer *open = &f->writer->block;
    uint32_t written = f->writer->games - open->n;
    size_t first = 0;

    if (game <= written)
        return file_setup(f, game, out);
    for (uint32_t i = 0; i < game - written - 1; i++)
        first += open->extra_n[i];
    tby_str extra = {(const char *)open->texts.p + first,
                     open->extra_n[game - written - 1]};
    tby_rc rc = store_setup(extra, out);
    return rc == TBY_OK ? rc : file_damaged(f, "game", game);
}

/* --- the hashes of all games ----------------------------------------------*/

void file_hash_add(file_hashes *h, const store_packed *game)
{
    tby_pos start;

    if (!h->loaded)
        return;
    if (make_room(h, h->n + 1) != TBY_OK ||
        start_of_packed(game, &start) != TBY_OK) {
        file_hashes_free(h);
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
    uint32_t n = file_chunk_games(w->games, chunk);

    if (n == STORE_CHUNK)
        return file_read_chunk(f, c, chunk, n, out);
    memcpy(out, w->column[c], n * sizeof *out);
    return TBY_OK;
}

static tby_rc load_chunk(store_file *f, uint32_t chunk)
{
    file_hashes *h = &f->writer->hashes;
    uint32_t flags[STORE_CHUNK], n = file_chunk_games(f->writer->games, chunk);
    uint32_t *hash = h->hash + (size_t)chunk * STORE_CHUNK;
    tby_rc rc = load_column(f, STORE_HASH, chunk, hash);

    if (rc == TBY_OK)
        rc = load_column(f, STORE_FLAGS, chunk, flags);
    for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
        tby_pos start;
        if (flags[i] & STORE_IS_SETUP) {
            rc = read_setup(f, h->n + 1, &start);
            if (rc != TBY_OK)
                return rc;
            hash[i] = hash_from(hash[i], &start);
        }
        insert(h, ++h->n);
    }
    return rc;
}

static tby_rc load(store_file *f)
{
    file_writer *w = f->writer;
    file_hashes *h = &w->hashes;

    if (h->loaded && h->n == w->games)
        return TBY_OK;
    file_hashes_free(h);
    tby_rc rc = make_room(h, w->games);
    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    for (uint32_t chunk = 0; rc == TBY_OK && h->n < w->games; chunk++)
        rc = load_chunk(f, chunk);
    h->loaded = rc == TBY_OK;
    return rc;
}

/* --- candidates -----------------------------------------------------------*/

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

    if (file_chunk_games(w->games, chunk) < STORE_CHUNK) {
        *out = w->column[c][(game - 1) % STORE_CHUNK];
        return TBY_OK;
    }
    if (game <= f->stored)
        return store_file_value(f, c, game, out);
    uint32_t values[STORE_CHUNK]; /* filled by this batch */
    tby_rc rc = file_read_chunk(f, c, chunk, STORE_CHUNK, values);
    if (rc == TBY_OK)
        *out = values[(game - 1) % STORE_CHUNK];
    return rc;
}

static bool same_codes(const store_packed *game, const uint8_t *codes)
{
    return memcmp(game->codes, codes,
                  game->column[STORE_PLIES] * sizeof *game->codes) == 0;
}

/* The moves of a game with the same number of plies. */
static tby_rc compare_moves(store_file *f, const store_packed *game,
                            uint32_t other, bool *same)
{
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
    tby_rc rc = store_file_moves(f, other, &m, &at);
    if (rc != TBY_OK)
        return rc;
    if (m->plies[at] != game->column[STORE_PLIES])
        return file_damaged(f, "game", other);
    *same = same_codes(game, m->codes + 2 * (size_t)m->first[at]);
    return TBY_OK;
}

static tby_rc compare_starts(store_file *f, const tby_pos *start,
                             uint32_t other, bool *same)
{
    tby_pos theirs = tby_pos_start();
    uint32_t flags = 0;
    tby_rc rc = value_of(f, STORE_FLAGS, other, &flags);

    if (rc == TBY_OK && flags & STORE_IS_SETUP)
        rc = read_setup(f, other, &theirs);
    *same = rc == TBY_OK && tby_pos_same(start, &theirs);
    return rc;
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
        tby_rc rc = value_of(f, compared[i], other, &value);
        if (rc != TBY_OK)
            return rc;
        if (value != wanted->column[i]) {
            *same = false;
            return TBY_OK;
        }
    }
    tby_rc rc = compare_starts(f, &wanted->start, other, same);
    if (rc != TBY_OK || !*same || game->column[STORE_PLIES] == 0)
        return rc;
    return compare_moves(f, game, other, same);
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
        tby_rc rc = store_file_find(f, store_column_kind(c), game->names[c],
                                    &wanted->column[i]);
        if (rc != TBY_OK)
            return rc;
    }
    return TBY_OK;
}

static tby_rc find(store_file *f, const store_packed *game, uint32_t *out)
{
    const file_hashes *h = &f->writer->hashes;
    bool same = false, known = false;
    sought wanted;

    *out = 0;
    tby_rc rc = start_of_packed(game, &wanted.start);
    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    uint32_t hash = hash_from(game->column[STORE_HASH], &wanted.start);
    for (size_t at = slot_of(h, hash); h->slot[at]; at = slot_after(h, at)) {
        uint32_t other = h->slot[at];
        if (h->hash[other - 1] != hash)
            continue;
        rc = known ? TBY_OK : find_columns(f, game, &wanted);
        known = true;
        if (rc == TBY_OK)
            rc = compare(f, game, &wanted, other, &same);
        if (rc != TBY_OK || same) {
            *out = same ? other : 0;
            return rc == TBY_DONE ? TBY_OK : rc;
        }
    }
    return TBY_OK;
}

void store_file_expect(const store_file *f, const store_packed *game)
{
    const file_hashes *h = f->writer ? &f->writer->hashes : NULL;

    if (h && h->slot)
        __builtin_prefetch(&h->slot[slot_of(h, game->column[STORE_HASH])]);
    names_expect(&f->names[STORE_PLAYER], game->names[STORE_WHITE]);
    names_expect(&f->names[STORE_PLAYER], game->names[STORE_BLACK]);
}

tby_rc store_file_duplicate(store_file *f, const store_packed *game,
                            uint32_t *out)
{
    TBY_ASSERT(f->writing);
    if (f->writer->rc != TBY_OK)
        return f->writer->rc;
    tby_rc rc = load(f);
    return rc == TBY_OK ? find(f, game, out) : rc;
}
