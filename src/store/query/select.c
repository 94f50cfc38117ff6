/* select.c - the games that fit: by position, by header, by moves. */
#include "store/query/select.h"

#include "core/base/assert.h"
#include "store/query/pass.h"
#include "tabiya/game.h"

#include <stdlib.h>
#include <string.h>

/* --- sets -----------------------------------------------------------------*/

static size_t words(uint32_t games)
{
    return (games + 63u) / 64;
}

tby_rc store_set_open(store_set *s, uint32_t games, bool full)
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

void store_set_close(store_set *s)
{
    free(s->bits);
    *s = (store_set){0};
}

void store_set_meet(store_set *s, const store_set *other)
{
    for (size_t i = 0; i < words(s->games); i++)
        s->bits[i] &= other->bits[i];
}

uint64_t store_set_count(const store_set *s)
{
    uint64_t n = 0;

    for (size_t i = 0; i < words(s->games); i++)
        n += (unsigned)__builtin_popcountll(s->bits[i]);
    return n;
}

uint32_t store_set_next(const store_set *s, uint32_t game)
{
    uint32_t i = game - 1;
    uint64_t word;

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

/* --- by position ----------------------------------------------------------*/

static tby_rc add_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                        uint32_t n)
{
    store_set *s = ctx;

    (void)run;
    (void)code;
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] && ids[i] <= s->games)
            s->bits[(ids[i] - 1) / 64] |= UINT64_C(1) << (ids[i] - 1) % 64;
    return TBY_OK;
}

tby_rc store_set_passing(store_set *out, store_file *f,
                         const store_target *target, const store_code *only)
{
    store_passing visitor = {.ctx = out, .games = add_games, .only = only};
    tby_rc rc = store_set_open(out, store_file_stored(f), false);

    return rc == TBY_OK ? store_pass(f, target, &visitor) : rc;
}

tby_rc store_set_keep(store_set *s, store_file *f, const store_target *target,
                      const store_code *only)
{
    store_set passing = {0};
    tby_rc rc = store_set_passing(&passing, f, target, only);

    if (rc == TBY_OK)
        store_set_meet(s, &passing);
    store_set_close(&passing);
    return rc;
}

static tby_rc keep_passing(store_set *s, store_file *f, const tby_pos *pos)
{
    store_target target = store_target_of(pos);

    return store_set_keep(s, f, &target, NULL);
}

/* --- by header ------------------------------------------------------------*/

enum { CHUNK_WORDS = STORE_CHUNK / 64 };

/* Few games of a chunk are asked one by one. */
enum { FEW = 64 };

static uint32_t chunk_count(const store_set *s, uint32_t chunk, size_t n)
{
    uint32_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += (unsigned)__builtin_popcountll(
            s->bits[(size_t)chunk * CHUNK_WORDS + i]);
    return count;
}

static tby_rc sift_few(store_set *s, store_file *f,
                       const store_compiled_filter *tests, uint32_t chunk)
{
    uint32_t game = chunk * STORE_CHUNK + 1;
    uint32_t end = game + STORE_CHUNK;
    tby_rc rc = TBY_OK;
    bool fits;

    while (rc == TBY_OK && (game = store_set_next(s, game)) && game < end) {
        rc = store_compiled_filter_one(tests, f, game, &fits);
        if (rc == TBY_OK && !fits)
            store_set_drop(s, game);
        game++;
    }
    return rc;
}

/* 64 bytes of 0 or 1 as bits; the product of eight of them with that number has
 * them, one behind the other, in its highest byte. */
static uint64_t word_of(const uint8_t *mask)
{
    uint64_t word = 0, eight;

    for (unsigned i = 0; i < 64; i += 8) {
        memcpy(&eight, mask + i, sizeof eight);
        word |= (eight * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return word;
}

/* Words of a chunk. */
static size_t chunk_words(const store_set *s, uint32_t chunk)
{
    size_t left = words(s->games) - (size_t)chunk * CHUNK_WORDS;

    return left < CHUNK_WORDS ? left : CHUNK_WORDS;
}

tby_rc store_set_sift(store_set *s, store_file *f,
                      const store_compiled_filter *tests, uint32_t chunk)
{
    size_t n = chunk_words(s, chunk);
    uint8_t mask[STORE_CHUNK];
    tby_rc rc;

    memset(mask, 1, sizeof mask);
    rc = store_compiled_filter_chunk(tests, f, chunk, mask);
    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < n; i++)
        s->bits[(size_t)chunk * CHUNK_WORDS + i] &= word_of(mask + i * 64);
    return TBY_OK;
}

static tby_rc sift(store_set *s, store_file *f,
                   const store_compiled_filter *tests)
{
    uint32_t chunks = (s->games + STORE_CHUNK - 1) / STORE_CHUNK;
    tby_rc rc = TBY_OK;

    for (uint32_t c = 0; tests->n && rc == TBY_OK && c < chunks; c++) {
        uint32_t count = chunk_count(s, c, chunk_words(s, c));

        if (count)
            rc = count <= FEW ? sift_few(s, f, tests, c)
                              : store_set_sift(s, f, tests, c);
    }
    return rc;
}

static tby_rc sift_headers(store_set *s, store_file *f,
                           const store_filter *filter)
{
    store_compiled_filter tests;
    tby_rc rc = store_compiled_filter_open(&tests, f, filter);

    if (rc == TBY_OK)
        rc = sift(s, f, &tests);
    store_compiled_filter_close(&tests);
    return rc;
}

/* Those that the index covers. */
static tby_rc select_indexed(store_set *out, store_file *f,
                             const store_filter *filter)
{
    store_filter rest = *filter;
    tby_rc rc = store_select_players(out, f, &rest);

    if (rc == TBY_OK && filter->has_position)
        rc = keep_passing(out, f, &filter->position);
    if (rc == TBY_OK)
        rc = store_select_prefix(out, f, &rest);
    if (rc == TBY_OK)
        rc = sift_headers(out, f, &rest);
    if (rc == TBY_OK)
        rc = store_select_moves(out, f, &rest);
    return rc;
}

/* Those that wait for the index are looked at one by one. */
static tby_rc add_waiting(store_set *out, store_file *f,
                          const store_filter *filter)
{
    uint32_t indexed = store_file_indexed(f);
    store_set waiting = {0};
    tby_rc rc = store_set_open(&waiting, out->games, true);

    if (rc == TBY_OK)
        keep_range(&waiting, indexed + 1, out->games);
    if (rc == TBY_OK)
        rc = sift_headers(&waiting, f, filter);
    if (rc == TBY_OK)
        rc = store_select_moves(&waiting, f, filter);
    for (size_t i = indexed / 64; rc == TBY_OK && i < words(out->games); i++)
        out->bits[i] |= waiting.bits[i];
    store_set_close(&waiting);
    return rc;
}

static tby_rc select_results(store_set *out, store_file *f,
                             const store_filter *filter)
{
    uint32_t stored = store_file_stored(f), indexed = store_file_indexed(f);
    tby_rc rc = store_set_open(out, stored, true);

    if (rc == TBY_OK)
        keep_range(out, 1, indexed);
    if (rc == TBY_OK)
        rc = select_indexed(out, f, filter);
    if (rc == TBY_OK && indexed < stored && !filter->has_position)
        rc = add_waiting(out, f, filter);
    return rc;
}

/* What somebody has won or lost with one colour. */
static tby_rc select_colour(store_set *out, store_file *f,
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

tby_rc store_select(store_set *out, store_file *f, const store_filter *filter)
{
    store_set black = {0};
    tby_rc rc;

    if (!filter->won && !filter->lost)
        return select_results(out, f, filter);
    TBY_ASSERT(store_filter_winner(filter));
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
    store_set_close(&black);
    return rc;
}
