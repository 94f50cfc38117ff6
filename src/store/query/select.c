/* select.c - the games that fit: by position, by header, by moves. */
#include "store/query/select.h"
#include "core/base/assert.h"
#include "store/query/visit_position.h"
#include "tabiya/game.h"

#include <stdlib.h>
#include <string.h>

static size_t words(uint32_t games)
{
    return (games + 63u) / 64;
}

tby_rc tby__set_open(store_set *s, uint32_t games, bool full)
{
    s->games = games;
    s->bits = calloc(words(games) + 1, sizeof *s->bits);
    if (!s->bits)
        return TBY_E_NOMEM;
    if (!full || !games)
        return TBY_OK;
    memset(s->bits, 0xff, words(games) * sizeof *s->bits);
    if (games % 64)
        s->bits[games / 64] = (UINT64_C(1) << games % 64) - 1;
    return TBY_OK;
}

tby_rc tby__set_all(store_set *s, const store_rows *f)
{
    TBY_TRY(tby__set_open(s, tby__rows_stored(f), true));
    tby__rows_keep_live(f, s->bits, s->games);
    return TBY_OK;
}

void tby__set_close(store_set *s)
{
    free(s->bits);
    *s = (store_set){0};
}

void tby__set_meet(store_set *s, const store_set *other)
{
    TBY_ASSERT(s->games == other->games);
    for (size_t i = 0; i < words(s->games); i++)
        s->bits[i] &= other->bits[i];
}

uint64_t tby__set_count(const store_set *s)
{
    uint64_t n = 0;

    for (size_t i = 0; i < words(s->games); i++)
        n += (unsigned)__builtin_popcountll(s->bits[i]);
    return n;
}

uint32_t tby__set_next(const store_set *s, uint32_t game)
{
    uint32_t i = game - 1;
    uint64_t word;

    TBY_ASSERT(game >= 1);
    if (!game || i >= s->games)
        return 0;
    word = s->bits[i / 64] >> i % 64 << i % 64;
    for (i /= 64;; word = s->bits[i]) {
        if (word)
            return i * 64 + (uint32_t)__builtin_ctzll(word) + 1;
        if (++i >= words(s->games))
            return 0;
    }
}

/* Takes out what is not from one game to another. */
static void keep_range(store_set *s, uint32_t first, uint32_t last)
{
    for (size_t i = 0; i < words(s->games); i++)
        if (64 * i + 64 < first || 64 * i >= last)
            s->bits[i] = 0;
    if ((first - 1) % 64 && first <= s->games)
        s->bits[(first - 1) / 64] &= UINT64_MAX << (first - 1) % 64;
    if (last % 64)
        s->bits[last / 64] &= (UINT64_C(1) << last % 64) - 1;
}

static tby_rc add_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                        uint32_t n)
{
    store_set *s = ctx;

    (void)run;
    (void)code;
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] && ids[i] <= s->games)
            store_set_add(s, ids[i]);
    return TBY_OK;
}

tby_rc tby__set_passing(store_set *out, store_rows *f,
                        const store_target *target, const store_code *only)
{
    position_visitor visitor = {.ctx = out, .games = add_games, .only = only};

    TBY_TRY(tby__set_open(out, tby__rows_stored(f), false));
    return tby__visit_position(f, target, &visitor);
}

tby_rc tby__set_keep(store_set *s, store_rows *f, const store_target *target,
                     const store_code *only)
{
    store_set passing = {0};
    tby_rc rc = tby__set_passing(&passing, f, target, only);

    if (rc == TBY_OK)
        tby__set_meet(s, &passing);
    tby__set_close(&passing);
    return rc;
}

enum { CHUNK_WORDS = STORE_CHUNK / 64 };

/* Few games of a chunk are asked one by one. */
enum { FEW = 64 };

/* Words of a chunk. */
static size_t chunk_words(const store_set *s, uint32_t chunk)
{
    size_t left = words(s->games) - (size_t)chunk * CHUNK_WORDS;

    return left < CHUNK_WORDS ? left : CHUNK_WORDS;
}

tby_rc tby__set_sift(store_set *s, store_rows *f,
                     const store_compiled_filter *tests, uint32_t chunk)
{
    size_t n = chunk_words(s, chunk);
    uint8_t mask[STORE_CHUNK];

    TBY_ASSERT((uint64_t)chunk * STORE_CHUNK < s->games);
    memset(mask, 1, sizeof mask);
    TBY_TRY(tby__compiled_filter_chunk(tests, f, chunk, mask));
    for (size_t i = 0; i < n; i++) {
        /* 64 bytes of 0 or 1 as bits; the product of eight of them with that
         * number has them, one after the other, in its highest byte. */
        uint64_t word = 0, eight;
        for (unsigned k = 0; k < 64; k += 8) {
            memcpy(&eight, mask + 64 * i + k, sizeof eight);
            word |= (eight * UINT64_C(0x0102040810204080) >> 56) << k;
        }
        s->bits[(size_t)chunk * CHUNK_WORDS + i] &= word;
    }
    return TBY_OK;
}

static tby_rc sift_headers(store_set *s, store_rows *f,
                           const store_filter *filter)
{
    store_compiled_filter tests;
    tby_rc rc = tby__compiled_filter_open(&tests, f, filter);

    uint32_t chunks = (s->games + STORE_CHUNK - 1) / STORE_CHUNK;
    for (uint32_t c = 0; tests.n && rc == TBY_OK && c < chunks; c++) {
        size_t n = chunk_words(s, c);
        uint32_t count = 0, game = c * STORE_CHUNK + 1;
        for (size_t i = 0; i < n; i++)
            count += (unsigned)__builtin_popcountll(
                s->bits[(size_t)c * CHUNK_WORDS + i]);
        if (count > FEW)
            rc = tby__set_sift(s, f, &tests, c);
        for (; count && count <= FEW && rc == TBY_OK; game++) {
            bool fits;
            game = tby__set_next(s, game);
            if (!game || game > (c + 1) * STORE_CHUNK)
                break;
            rc = tby__compiled_filter_one(&tests, f, game, &fits);
            if (rc == TBY_OK && !fits)
                store_set_drop(s, game);
        }
    }
    tby__compiled_filter_close(&tests);
    return rc;
}

static tby_rc select_results(store_set *out, store_rows *f,
                             const store_filter *filter)
{
    uint32_t stored = tby__rows_stored(f), indexed = tby__rows_indexed(f);
    store_filter rest = *filter;

    /* Those that the index covers. */
    TBY_TRY(tby__set_all(out, f));
    keep_range(out, 1, indexed);
    TBY_TRY(tby__select_players(out, f, &rest));
    if (filter->has_position) {
        store_target target = store_target_of(&filter->position);
        TBY_TRY(tby__set_keep(out, f, &target, NULL));
    }
    TBY_TRY(tby__select_prefix(out, f, &rest));
    TBY_TRY(sift_headers(out, f, &rest));
    TBY_TRY(tby__select_moves(out, f, &rest));
    if (indexed == stored || filter->has_position)
        return TBY_OK;

    /* Those that wait for the index are looked at one by one. */
    store_set waiting = {0};
    tby_rc rc = tby__set_all(&waiting, f);
    if (rc == TBY_OK) {
        keep_range(&waiting, indexed + 1, stored);
        rc = sift_headers(&waiting, f, filter);
    }
    if (rc == TBY_OK)
        rc = tby__select_moves(&waiting, f, filter);
    for (size_t i = indexed / 64; rc == TBY_OK && i < words(stored); i++)
        out->bits[i] |= waiting.bits[i];
    tby__set_close(&waiting);
    return rc;
}

/* What somebody has played, won or lost with one colour. */
static tby_rc select_colour(store_set *out, store_rows *f,
                            const store_filter *filter, store_side as)
{
    const unsigned wins =
        as == STORE_AS_WHITE ? TBY_RESULT_WHITE : TBY_RESULT_BLACK;
    const unsigned losses =
        as == STORE_AS_WHITE ? TBY_RESULT_BLACK : TBY_RESULT_WHITE;
    store_filter one = *filter;

    one.as = as;
    one.results |= (uint32_t)filter->won << wins;
    one.results |= (uint32_t)filter->lost << losses;
    return select_results(out, f, &one);
}

static tby_rc select_all(store_set *out, store_rows *f,
                         const store_filter *filter)
{
    store_set black = {0};
    tby_rc rc;

    if (!filter->won && !filter->lost &&
        !(filter->player.p && filter->against.p))
        return select_results(out, f, filter);
    TBY_ASSERT(tby__filter_winner(filter));
    if (!filter->player.p)
        return select_colour(out, f, filter,
                             filter->white.p ? STORE_AS_WHITE : STORE_AS_BLACK);
    if (filter->as != STORE_EITHER)
        return select_colour(out, f, filter, filter->as);
    rc = select_colour(out, f, filter, STORE_AS_WHITE);
    if (rc == TBY_OK)
        rc = select_colour(&black, f, filter, STORE_AS_BLACK);
    for (size_t i = 0; rc == TBY_OK && i < words(out->games); i++)
        out->bits[i] |= black.bits[i];
    tby__set_close(&black);
    return rc;
}

tby_rc tby__store_select(store_set *out, store_rows *f,
                         const store_filter *filter)
{
    const uint64_t *hidden = tby__rows_hidden(f);
    tby_rc rc = select_all(out, f, filter);

    for (size_t i = 0; hidden && rc == TBY_OK && i < words(out->games); i++)
        out->bits[i] &= ~hidden[i];
    return rc;
}
