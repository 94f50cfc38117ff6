/* import_keys.c - keys of the positions of games, kept until they are indexed.
 */
#include "work/import_int.h"

#include "core/base/grow.h"
#include "work/games_int.h"

#include <string.h>

enum { CHUNK = 1 << 20 }; /* keys; no game has as many */

void import_keys_clear(import_keys *k)
{
    tby_alloc alloc = tby_alloc_libc();

    for (size_t i = 0; i < k->chunks_n; i++)
        games_resize(k->chunks[i], CHUNK * sizeof **k->chunks, 0);
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
    uint64_t *chunk = games_resize(NULL, 0, CHUNK * sizeof *chunk);
    if (!chunk)
        return false;
    k->chunks[k->chunks_n++] = chunk;
    k->left = CHUNK;
    k->bytes += CHUNK * sizeof *chunk;
    return true;
}

/* Room for the keys and for one more game. */
static bool reserve(import_keys *k, uint32_t n, size_t most)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = k->at;
    size_t cap = k->cap;

    if (n > k->left &&
        (k->bytes + CHUNK * sizeof(uint64_t) > most || !add_chunk(k)))
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
    uint64_t *to = k->chunks[k->chunks_n - 1] + (CHUNK - k->left);
    memcpy(to, keys, n * sizeof *keys);
    k->left -= n;
    k->at[k->n++] = to;
}

const uint64_t *import_keys_of(const import_keys *k, uint32_t game)
{
    return k->n && game >= k->first && game - k->first < k->n
               ? k->at[game - k->first]
               : NULL;
}
