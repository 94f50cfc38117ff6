/* test_file_moves.c - rows of moves, which fill pages of the file. */
#include "store/sqlite/file_int.h"
#include "unit/store/made.h"

enum { GAMES = 1500, PLIES = 3000 };

/* Codes that are no moves will do: nobody plays them here. */
static uint32_t make_long(rng *r, store_code *codes)
{
    uint32_t n = rng_below(r, 200);

    if (rng_chance(r, 2))
        n = rng_below(r, PLIES);
    else if (rng_chance(r, 5))
        n = 0;
    for (uint32_t i = 0; i < n; i++)
        codes[i] = (store_code)rng_next(r);
    return n;
}

static rng rng_of(uint32_t game)
{
    return (rng){rng_seed() * 31 + game};
}

static void add_long(store_file *f, uint32_t first, uint32_t n)
{
    store_code codes[PLIES];

    MUST(f, begin_batch(f, fingerprint_of(first)));
    for (uint32_t i = 0; i < n; i++) {
        rng r = rng_of(first + i);
        made_game g;
        uint64_t id = 0;
        make_game(&g, first + i);
        g.packed.codes = codes;
        g.packed.column[STORE_PLIES] = make_long(&r, codes);
        MUST(f, tby_store_append(&f->base, &g.packed, &id));
        assert_int_equal(id, first + i);
    }
    MUST(f, tby_store_commit(&f->base));
}

static void check_game(const store_moves *m, uint32_t at, uint32_t game)
{
    store_code codes[PLIES];
    rng r = rng_of(game);
    uint32_t n = make_long(&r, codes);

    CHECK(at < m->n && m->plies[at] == n && !m->setup[at], "game %u", game);
    for (uint32_t i = 0; i < n; i++)
        CHECK(store_moves_code(m, m->first[at] + i) == codes[i],
              "game %u, ply %u", game, i);
}

/* --- reading --------------------------------------------------------------*/

static void check_any_order(store_file *f, rng *r)
{
    for (int i = 0; i < GAMES; i++) {
        uint32_t game = 1 + rng_below(r, GAMES), at = 0;
        for (uint32_t end = game + rng_below(r, 60); game < end; game++) {
            const store_moves *m = NULL;
            if (game > GAMES)
                break;
            MUST(f, tby__rows_moves(f, game, &m, &at));
            check_game(m, at, game);
        }
    }
}

static void check_blocks(store_file *f)
{
    for (uint32_t b = 0; b * STORE_BLOCK < GAMES; b++) {
        const store_moves *m = NULL;
        store_moves again;
        tby_str row;
        MUST(f, tby__rows_block(f, b, &m));
        for (uint32_t i = 0; i < m->n; i++)
            check_game(m, i, b * STORE_BLOCK + i + 1);
        MUST(f, tby__rows_block_row(f, b, &row));
        assert_int_equal(tby__moves_open(&again, row), TBY_OK);
        assert_int_equal(again.n, m->n);
        for (uint32_t i = 0; i < again.n; i++)
            check_game(&again, i, b * STORE_BLOCK + i + 1);
    }
}

/* As many games as fit; what is longer than a page is alone. */
static void check_sizes(store_file *f)
{
    uint32_t game = 1, at;
    size_t before = 0;

    while (game <= GAMES) {
        const store_moves *m = NULL;
        MUST(f, tby__rows_moves(f, game, &m, &at));
        size_t plies = m->first[m->n - 1] + m->plies[m->n - 1];
        size_t bytes = 6 + 2 * (m->n + plies);
        CHECK(bytes <= STORE_ROW_BYTES || m->n == 1, "%zu bytes", bytes);
        CHECK(!before || before + 2u + 2u * m->plies[0] > STORE_ROW_BYTES,
              "game %u has room in the row before", game);
        before = bytes;
        game += m->n;
    }
}

/* --- writing --------------------------------------------------------------*/

/* However games come, the rows are the same. */
static void rows_fill_pages(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int turn = 0; turn < 4; turn++) {
        path p = new_path();
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        uint32_t most = turn == 0 ? GAMES : turn == 1 ? 3 : 300;
        for (uint32_t n = 0; n < GAMES;) {
            uint32_t some = 1 + rng_below(&r, most);
            some = turn == 0 || some > GAMES - n ? GAMES - n : some;
            add_long(f, n + 1, some);
            n += some;
            if (rng_chance(&r, 5)) {
                tby_store_close(&f->base);
                f = open_file(&p, TBY_STORE_WRITE);
            }
        }
        MUST(f, tby_store_hold(&f->base));
        check_any_order(f, &r);
        check_blocks(f);
        check_sizes(f);
        tby_store_release(&f->base);
        tby_store_close(&f->base);
        forget_path(&p);
    }
}

/* A batch that was given up leaves the row that it went on with. */
static void rows_survive_what_is_cancelled(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_long(f, 1, 40);
    append_games(f, 41, 900);
    tby_store_cancel(&f->base);
    add_long(f, 41, 10);
    MUST(f, tby_store_hold(&f->base));
    for (uint32_t game = 1; game <= 50; game++) {
        const store_moves *m = NULL;
        uint32_t at;
        MUST(f, tby__rows_moves(f, game, &m, &at));
        check_game(m, at, game);
    }
    tby_store_release(&f->base);
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_fill_pages),
        cmocka_unit_test(rows_survive_what_is_cancelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
