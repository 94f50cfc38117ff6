/* twins.c - games that several files have: found by the hash of their moves,
 * and compared as an import does. */
#include "core/base/assert.h"
#include "core/base/hashmap.h"
#include "core/base/str.h"
#include "io/system/thread.h"
#include "store/query/filter_cache.h"
#include "store/union/union.h"

#include <stdlib.h>
#include <string.h>

/* The hashes of the games of all files, one after another. */
typedef struct twins {
    union_part *parts;
    size_t n;
    uint32_t first[UNION_MOST + 1]; /* of each file in hash */
    uint32_t *hash;
    tby_hashmap map;
} twins;

/* Of one file.  A collection of positions differs in nothing but the set-up, so
 * that this is mixed in. */
static void load_part(void *ctx, size_t i)
{
    twins *t = ctx;
    store_rows *rows = store_rows_of(t->parts[i].store);
    uint32_t *out = t->hash + t->first[i], n = t->parts[i].stored;
    tby_rc rc = TBY_OK;

    for (uint32_t chunk = 0; rc == TBY_OK && chunk * STORE_CHUNK < n; chunk++) {
        const chunk_values *hashes, *flags;
        uint32_t some;
        rc = tby__rows_chunk(rows, STORE_HASH, chunk, &hashes, &some);
        if (rc == TBY_OK)
            rc = tby__rows_chunk(rows, STORE_FLAGS, chunk, &flags, &some);
        for (uint32_t k = 0; rc == TBY_OK && k < some; k++) {
            uint32_t game = chunk * STORE_CHUNK + k;
            out[game] = chunk_at(hashes, k);
            if (!(chunk_at(flags, k) & STORE_IS_SETUP))
                continue;
            tby_pos start;
            rc = tby__rows_start(rows, game + 1, &start);
            out[game] ^= (uint32_t)start.key;
        }
    }
    t->parts[i].rc = rc;
}

static tby_rc same_start(store_rows *a, uint32_t x, store_rows *b, uint32_t y,
                         bool *same)
{
    uint32_t flags[2];
    tby_pos pos[2];

    TBY_TRY(tby__rows_value(a, STORE_FLAGS, x, &flags[0]));
    TBY_TRY(tby__rows_value(b, STORE_FLAGS, y, &flags[1]));
    *same = true;
    if (!((flags[0] | flags[1]) & STORE_IS_SETUP))
        return TBY_OK;
    TBY_TRY(tby__rows_start(a, x, &pos[0]));
    TBY_TRY(tby__rows_start(b, y, &pos[1]));
    *same = tby_pos_same(&pos[0], &pos[1]);
    return TBY_OK;
}

/* A name of 0 is no name. */
static tby_rc same_name(store_rows *a, uint32_t x, store_rows *b, uint32_t y,
                        store_column column, bool *same)
{
    uint32_t id[2];
    tby_str name[2];

    TBY_TRY(tby__rows_value(a, column, x, &id[0]));
    TBY_TRY(tby__rows_value(b, column, y, &id[1]));
    *same = !id[0] && !id[1];
    if (!id[0] || !id[1])
        return TBY_OK;
    TBY_TRY(tby__rows_name(a, STORE_PLAYER, id[0], &name[0]));
    TBY_TRY(tby__rows_name(b, STORE_PLAYER, id[1], &name[1]));
    *same = tby_str_equal(name[0], name[1]);
    return TBY_OK;
}

static tby_rc same_game(store_rows *a, uint32_t x, store_rows *b, uint32_t y,
                        bool *same)
{
    static const store_column NUMBERS[] = {STORE_PLIES, STORE_DATE};
    const store_moves *moves[2];
    uint32_t value[2], at[2];

    *same = false;
    for (size_t i = 0; i < 2; i++) {
        TBY_TRY(tby__rows_value(a, NUMBERS[i], x, &value[0]));
        TBY_TRY(tby__rows_value(b, NUMBERS[i], y, &value[1]));
        if (value[0] != value[1])
            return TBY_OK;
    }
    TBY_TRY(same_name(a, x, b, y, STORE_WHITE, same));
    if (*same)
        TBY_TRY(same_name(a, x, b, y, STORE_BLACK, same));
    if (*same)
        TBY_TRY(same_start(a, x, b, y, same));
    if (!*same)
        return TBY_OK;
    TBY_TRY(tby__rows_moves(a, x, &moves[0], &at[0]));
    TBY_TRY(tby__rows_moves(b, y, &moves[1], &at[1]));
    uint32_t plies = moves[0]->plies[at[0]];
    *same = plies == moves[1]->plies[at[1]] &&
            memcmp(moves[0]->codes + 2 * (size_t)moves[0]->first[at[0]],
                   moves[1]->codes + 2 * (size_t)moves[1]->first[at[1]],
                   2 * (size_t)plies) == 0;
    return TBY_OK;
}

/* Looks for one game in the files before its own. */
static tby_rc find_twin(const twins *t, size_t part, uint32_t game,
                        size_t *failed, bool *found)
{
    uint32_t hash = t->hash[t->first[part] + game - 1], other;

    *found = false;
    for (size_t k = 0;
         !*found && (other = tby_hashmap_at(&t->map, hash, k)) != TBY_NONE;
         k++) {
        if (t->hash[other] != hash)
            continue;
        size_t i = 0;
        while (other >= t->first[i + 1])
            i++;
        *failed = i;
        TBY_TRY(same_game(store_rows_of(t->parts[i].store),
                          other - t->first[i] + 1,
                          store_rows_of(t->parts[part].store), game, found));
    }
    return TBY_OK;
}

static tby_rc hide(const twins *t, size_t part, uint32_t game)
{
    union_part *p = &t->parts[part];
    uint32_t plies;

    TBY_TRY(
        tby__rows_value(store_rows_of(p->store), STORE_PLIES, game, &plies));
    if (!p->hidden)
        p->hidden = calloc(p->stored / 64 + 1, sizeof *p->hidden);
    if (!p->hidden)
        return TBY_E_NOMEM;
    p->hidden[(game - 1) / 64] |= UINT64_C(1) << (game - 1) % 64;
    p->hidden_n++;
    p->hidden_plies += plies;
    return TBY_OK;
}

/* Of games with one hash in a file the first ones are enough, as in an import:
 * where there are many they are the same game. */
static void add_part(twins *t, size_t part)
{
    enum { ENOUGH = 64 };

    for (uint32_t i = t->first[part]; i < t->first[part + 1]; i++) {
        uint32_t hash = t->hash[i], other;
        size_t same = 0;
        if (tby__rows_is_dead(store_rows_of(t->parts[part].store),
                              i - t->first[part] + 1))
            continue;
        for (size_t k = 0;
             same < ENOUGH &&
             (other = tby_hashmap_at(&t->map, hash, k)) != TBY_NONE;
             k++)
            same += t->hash[other] == hash;
        if (same < ENOUGH)
            tby_hashmap_put(&t->map, hash, i);
    }
}

tby_rc tby__union_find_twins(union_part *parts, size_t n, size_t *failed)
{
    twins t = {.parts = parts, .n = n};
    uint64_t all = 0;
    bool grown;

    TBY_ASSERT(n >= 1 && n <= UNION_MOST);
    *failed = 0;
    for (size_t i = 0; i < n; i++) {
        store_rows *rows = store_rows_of(parts[i].store);
        free(parts[i].hidden);
        parts[i].hidden = NULL;
        parts[i].hidden_n = 0;
        parts[i].hidden_plies = 0;
        parts[i].stored = tby__rows_stored(rows);
        t.first[i] = (uint32_t)all;
        all += parts[i].stored;
    }
    if (all >= TBY_NONE)
        return tby__store_fail_with(parts[*failed = 0].store, TBY_E_LIMIT,
                                    "More than 4 thousand million games are "
                                    "too many for several files as one.");
    t.first[n] = (uint32_t)all;
    t.hash = malloc((all + 1) * sizeof *t.hash);
    tby_rc rc = t.hash ? tby_hashmap_reserve(&t.map, NULL, (size_t)all, &grown)
                       : TBY_E_NOMEM;
    if (rc == TBY_OK)
        rc = tby_parallel(0, n, load_part, &t);
    for (size_t i = 0; rc == TBY_OK && i < n; i++) {
        rc = parts[ *failed = i].rc;
        for (uint32_t g = 1; rc == TBY_OK && i && g <= parts[i].stored; g++) {
            bool found;
            if (tby__rows_is_dead(store_rows_of(parts[i].store), g))
                continue;
            *failed = i;
            rc = find_twin(&t, i, g, failed, &found);
            if (rc == TBY_OK && found)
                rc = hide(&t, i, g);
        }
        if (rc == TBY_OK)
            add_part(&t, i);
    }
    free(t.hash);
    tby_hashmap_free(&t.map, NULL);
    for (size_t i = 0; i < n; i++) {
        store_rows *rows = store_rows_of(parts[i].store);
        tby__filter_cache_free(tby__rows_filter_cache(rows));
        parts[i].store->hidden = parts[i].hidden;
        parts[i].snapshot = tby__rows_snapshot(rows);
    }
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}
