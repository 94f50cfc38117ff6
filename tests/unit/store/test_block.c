/* Rows of moves and extras: what goes in comes out, and damage is noticed. */
#include "store/record/extra.h"
#include "store/record/pack.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES = 300, EXTRA = 4000 };

/* A game that says nothing, made at random. */
typedef struct fake {
    store_packed packed;
    store_code codes[PLIES];
    char extra[EXTRA];
} fake;

static void fake_game(rng *r, fake *f)
{
    char text[EXTRA_PARTS][400];
    extra_parts parts = {{{NULL, 0}}};
    tby_buf out;

    f->packed = (store_packed){.codes = f->codes};
    f->packed.column[STORE_PLIES] = rng_below(r, PLIES);
    f->packed.column[STORE_FLAGS] = rng_chance(r, 20) ? STORE_IS_SETUP : 0;
    for (int i = 0; i < PLIES; i++)
        f->codes[i] = (store_code)rng_next(r);
    for (int i = 0; i < EXTRA_PARTS; i++) {
        size_t n = rng_chance(r, 40) ? rng_below(r, sizeof text[i]) : 0;
        memset(text[i], (char)rng_next(r), sizeof text[i]);
        text[i][rng_below(r, sizeof text[i])] ^= (char)rng_next(r);
        parts.part[i] = (tby_str){text[i], n};
    }
    tby_buf_init(&out, NULL, EXTRA);
    tby__extra_join(&parts, &out);
    assert_int_equal(out.rc, TBY_OK);
    memcpy(f->extra, out.n ? out.p : "", out.n);
    f->packed.extra = (tby_str){f->extra, out.n};
    tby_buf_free(&out);
}

static void check_moves(const fake *games, uint32_t n, const store_moves *m)
{
    assert_int_equal(m->n, n);
    for (uint32_t i = 0; i < n; i++) {
        const store_packed *p = &games[i].packed;
        assert_int_equal(m->plies[i], p->column[STORE_PLIES]);
        assert_int_equal(m->setup[i], p->column[STORE_FLAGS] == STORE_IS_SETUP);
        for (uint32_t k = 0; k < m->plies[i]; k++)
            assert_int_equal(store_moves_code(m, m->first[i] + k), p->codes[k]);
    }
}

static void check_rows(const fake *games, uint32_t n, tby_str moves,
                       tby_str extras)
{
    store_moves m;
    store_extras e;

    assert_int_equal(tby__moves_open(&m, moves), TBY_OK);
    check_moves(games, n, &m);
    tby__extras_init(&e);
    assert_int_equal(tby__extras_open(&e, extras), TBY_OK);
    assert_int_equal(e.n, n);
    for (uint32_t i = 0; i < n; i++) {
        tby_str got = tby__extras_of(&e, i), want = games[i].packed.extra;
        CHECK(got.n == want.n && memcmp(got.p, want.p, got.n) == 0, "game %u",
              i);
    }
    assert_int_equal(tby__extras_of(&e, n).n, 0);
    tby__extras_free(&e);
}

/* The rows of a writer, copied, since the writer will change. */
static void rows_of(store_block_writer *w, tby_str row[2])
{
    tby_str out[2];

    assert_int_equal(tby__block_moves(w, &out[0]), TBY_OK);
    assert_int_equal(tby__block_extras(w, &out[1]), TBY_OK);
    for (int i = 0; i < 2; i++) {
        char *copy = malloc(out[i].n);
        assert_non_null(copy);
        memcpy(copy, out[i].p, out[i].n);
        row[i] = (tby_str){copy, out[i].n};
    }
}

static void free_rows(tby_str row[2])
{
    for (int i = 0; i < 2; i++)
        free((void *)(uintptr_t)row[i].p);
}

static fake *make_games(rng *r, store_block_writer *w, uint32_t n)
{
    fake *games = calloc(STORE_BLOCK, sizeof *games);

    assert_non_null(games);
    tby__block_init(w);
    for (uint32_t i = 0; i < n; i++) {
        fake_game(r, &games[i]);
        assert_int_equal(tby__block_add(w, &games[i].packed), TBY_OK);
    }
    return games;
}

static void blocks_come_back(void **state)
{
    static const uint32_t sizes[] = {0, 1, 2, 100, 255, 256};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        store_block_writer w;
        tby_str row[2];
        fake *games = make_games(&r, &w, sizes[i]);
        rows_of(&w, row);
        check_rows(games, sizes[i], row[0], row[1]);
        free_rows(row);
        tby__block_free(&w);
        free(games);
    }
}

/* A block that is continued has the bytes of one written at once. */
static void blocks_are_continued(void **state)
{
    rng r = rng_for(__func__);
    store_block_writer w, again;
    tby_str row[2], half[2], whole[2];
    fake *games = make_games(&r, &w, 60);

    (void)state;
    rows_of(&w, half);
    for (uint32_t i = 60; i < STORE_BLOCK; i++) {
        fake_game(&r, &games[i]);
        assert_int_equal(tby__block_add(&w, &games[i].packed), TBY_OK);
    }
    assert_int_equal(tby__block_add(&w, &games[0].packed), TBY_E_STORE_FIT);
    rows_of(&w, whole);
    tby__block_init(&again);
    assert_int_equal(tby__block_load(&again, half[0], half[1]), TBY_OK);
    for (uint32_t i = 60; i < STORE_BLOCK; i++)
        assert_int_equal(tby__block_add(&again, &games[i].packed), TBY_OK);
    rows_of(&again, row);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(row[i].n, whole[i].n);
        assert_memory_equal(row[i].p, whole[i].p, row[i].n);
    }
    check_rows(games, STORE_BLOCK, row[0], row[1]);
    free_rows(row);
    free_rows(half);
    free_rows(whole);
    tby__block_free(&w);
    tby__block_free(&again);
    free(games);
}

/* Each flipped bit and each shorter length is noticed. */
static void damage_is_noticed(void **state)
{
    rng r = rng_for(__func__);
    store_block_writer w;
    tby_str row[2];
    store_moves m;
    store_extras e;
    fake *games = make_games(&r, &w, 3);

    (void)state;
    rows_of(&w, row);
    tby__extras_init(&e);
    for (int k = 0; k < 2; k++) {
        char *copy = malloc(row[k].n);
        assert_non_null(copy);
        for (size_t bit = 0; bit < 8 * row[k].n; bit++) {
            memcpy(copy, row[k].p, row[k].n);
            copy[bit / 8] ^= (char)(1 << bit % 8);
            tby_str bytes = {copy, row[k].n};
            assert_int_equal(k ? tby__extras_open(&e, bytes)
                               : tby__moves_open(&m, bytes),
                             TBY_E_STORE_DAMAGED);
        }
        for (size_t n = 0; n < row[k].n; n++) {
            tby_str bytes = {row[k].p, n};
            assert_int_equal(k ? tby__extras_open(&e, bytes)
                               : tby__moves_open(&m, bytes),
                             TBY_E_STORE_DAMAGED);
        }
        free(copy);
    }
    assert_int_equal(tby__block_load(&w, row[1], row[0]), TBY_E_STORE_DAMAGED);
    assert_int_equal(w.n, 0);
    tby__extras_free(&e);
    free_rows(row);
    tby__block_free(&w);
    free(games);
}

static void what_is_too_long_is_refused(void **state)
{
    rng r = rng_for(__func__);
    store_block_writer w;
    fake *games = make_games(&r, &w, 1);

    (void)state;
    games[1].packed = games[0].packed;
    games[1].packed.column[STORE_PLIES] = STORE_PLIES_MAX + 1;
    assert_int_equal(tby__block_add(&w, &games[1].packed), TBY_E_STORE_FIT);
    games[1].packed = games[0].packed;
    games[1].packed.extra.n = STORE_EXTRA_MAX + 1;
    assert_int_equal(tby__block_add(&w, &games[1].packed), TBY_E_STORE_FIT);
    assert_int_equal(w.n, 1);
    tby__block_free(&w);
    free(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_back),
        cmocka_unit_test(blocks_are_continued),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(what_is_too_long_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
