/* import_keys.c - keys of the positions of games, kept until they are indexed.
 */
#include "work/import_int.h"

#include "core/base/grow.h"
#include "work/games_int.h"

#include <string.h>

enum { CHUNK = 1 << 20 }; /* keys; no game has as many */

static const size_t CHUNK_BYTES = CHUNK * sizeof(uint64_t);

void import_keys_clear(import_keys *k)
{
    tby_alloc alloc = tby_alloc_libc();

    for (size_t i = 0; i < k->chunks_n; i++)
        games_resize(k->chunks[i].p, CHUNK_BYTES, 0);
    tby_grow_free(&alloc, k->chunks, k->chunks_cap, sizeof *k->chunks);
    tby_grow_free(&alloc, k->at, k->cap, sizeof *k->at);
    *k = (import_keys){.n = 0};
}

static bool add_chunk(import_keys *k)
{
    tby_alloc alloc = tby_alloc_libc();
    void *chunks = k->chunks;

    if (tby_grow(&alloc, &chunks, &k->chunks_cap, k->chunks_n + 1,
                 sizeof *k->chunks) != TBY_OK)
        return false;
    k->chunks = chunks;
    uint64_t *chunk = games_resize(NULL, 0, CHUNK_BYTES);
    if (!chunk)
        return false;
    k->chunks[k->chunks_n++] = (struct import_keys_chunk){chunk, k->n};
    k->left = CHUNK;
    k->bytes += CHUNK_BYTES;
    return true;
}

/* Room for the keys and for one more game. */
static bool reserve(import_keys *k, uint32_t n, size_t most)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = k->at;
    size_t cap = k->cap;

    if (n > k->left && (k->bytes + CHUNK_BYTES > most || !add_chunk(k)))
        return false;
    if (tby_grow(&alloc, &at, &k->cap, k->n + 1, sizeof *k->at) != TBY_OK)
        return false;
    k->at = at;
    k->bytes += (k->cap - cap) * sizeof *k->at;
    return true;
}

void import_keys_add(import_keys *k, uint32_t game, const uint64_t *keys,
                     uint32_t n, size_t most)
{
    if (k->n && game != k->first + k->n)
        return; /* there were none for the game before */
    if (n > CHUNK || !reserve(k, n, most))
        return;
    if (k->n == 0)
        k->first = game;
    struct import_keys_chunk *chunk = &k->chunks[k->chunks_n - 1];
    uint64_t *to = chunk->p + (CHUNK - k->left);
    memcpy(to, keys, n * sizeof *keys);
    k->left -= n;
    k->at[k->n++] = to;
    chunk->end = k->n;
}

void import_keys_drop(import_keys *k, uint32_t game)
{
    size_t before = 0;

    for (size_t i = 0; i < k->chunks_n; before = k->chunks[i++].end) {
        struct import_keys_chunk *chunk = &k->chunks[i];
        if (!chunk->p || game < k->first || game - k->first < chunk->end)
            continue;
        memset(&k->at[before], 0, (chunk->end - before) * sizeof *k->at);
        games_resize(chunk->p, CHUNK_BYTES, 0);
        chunk->p = NULL;
        k->bytes -= CHUNK_BYTES;
    }
    if (k->chunks_n && !k->chunks[k->chunks_n - 1].p)
        k->left = 0;
}

const uint64_t *import_keys_of(const import_keys *k, uint32_t game)
{
    return k->n && game >= k->first && game - k->first < k->n
               ? k->at[game - k->first]
               : NULL;
}
