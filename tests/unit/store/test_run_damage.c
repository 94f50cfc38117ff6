/* test_run_damage.c - rows that are not what they were, and callers that fail:
 * an error each time, never a wrong answer. */
#include "store/index/int.h"
#include "unit/store/run.h"

static world make_world(rng *r, uint32_t games)
{
    world w = {0};

    for (uint32_t i = 0; i < games; i++)
        world_add_random(&w, r, ORTHODOX, 7, 40);
    world_pack(&w);
    run_job job = world_job(&w, 1, games);
    assert_int_equal(world_run(&w, &job), TBY_OK);
    return w;
}

/* Asks for everything that a key has. */
static tby_rc ask(world *w, uint64_t key)
{
    run_source source = world_source(w);
    run_found *found = grown(NULL, 1, sizeof *found);
    uint32_t *ids = grown(NULL, w->head.games, sizeof *ids);
    tby_rc rc = tby__run_find(&w->head, &source, key, found);

    for (uint32_t i = 0; rc == TBY_OK && i < found->moves_n; i++)
        rc = tby__run_list(&w->head, &source, found, i, ids);
    free(ids);
    free(found);
    return rc;
}

/* A key of the page. */
static uint64_t key_of_page(const world *w, uint32_t page)
{
    return (run_page_key(page, w->head.pages) + 1) << 32;
}

/* One of the first page of a row. */
static uint64_t key_of_row(const world *w, uint32_t i)
{
    return key_of_page(w, w->pages[i].number);
}

/* --- rows -----------------------------------------------------------------*/

static void every_flipped_bit_of_a_page_is_noticed(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 300);

    (void)state;
    for (uint32_t i = 0; i < w.pages_n; i += 3) {
        uint64_t key = key_of_row(&w, i);
        row *p = &w.pages[i];
        assert_true(ask(&w, key) >= 0);
        for (size_t bit = 0; bit < 8 * p->n; bit++) {
            p->p[bit / 8] = (char)(p->p[bit / 8] ^ 1 << bit % 8);
            assert_int_equal(ask(&w, key), TBY_E_STORE_DAMAGED);
            p->p[bit / 8] = (char)(p->p[bit / 8] ^ 1 << bit % 8);
        }
    }
    world_free(&w);
}

static void a_page_that_is_cut_missing_or_another_is_noticed(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 300);
    row whole = w.pages[0];

    (void)state;
    assert_true(w.pages_n > 2);
    for (size_t n = 0; n < whole.n; n++) {
        row cut = copy_row((tby_str){whole.p, n});
        w.pages[0] = cut;
        assert_int_equal(ask(&w, 0), TBY_E_STORE_DAMAGED);
        free(cut.p);
    }
    w.pages[0] = w.pages[1];
    w.pages[0].number = 0;
    assert_int_equal(ask(&w, 0), TBY_E_STORE_DAMAGED);
    w.pages[0] = whole;
    assert_true(ask(&w, 0) >= 0);
    w.pages_n--;
    assert_int_equal(ask(&w, key_of_row(&w, w.pages_n)), TBY_E_STORE_DAMAGED);
    w.pages_n++;
    world_free(&w);
}

static void lists_that_are_damaged_are_noticed(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 9000);
    uint64_t start = tby_pos_start().key;

    (void)state;
    assert_true(w.lists_n > 2);
    assert_int_equal(ask(&w, start), TBY_OK);
    for (uint32_t i = 0; i < w.lists_n; i++) {
        row *l = &w.lists[i];
        size_t at = rng_below(&r, (unsigned)l->n);
        l->p[at] = (char)(l->p[at] ^ 16);
    }
    assert_int_equal(ask(&w, start), TBY_E_STORE_DAMAGED);
    uint32_t lists = w.lists_n;
    w.lists_n = 0;
    assert_int_equal(ask(&w, start), TBY_E_STORE_DAMAGED);
    w.head.lists = 0;
    assert_int_equal(ask(&w, start), TBY_E_STORE_DAMAGED);
    w.lists_n = lists;
    world_free(&w);
}

/* With a checksum that fits, nothing is known but that all stays in bounds. */
static void rows_of_nonsense_do_no_harm(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 600);
    visits v = visits_of(&w, w.head.first, w.head.games);

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        size_t at = rng_below(&r, (unsigned)v.n);
        uint32_t page = run_page_of(v.at[at].key, w.head.pages);
        uint32_t i = row_of_page(&w, page);
        row whole = w.pages[i];
        row bad = copy_row((tby_str){whole.p, whole.n});
        bad.number = whole.number;
        for (unsigned n = 1 + rng_below(&r, 8); n > 0; n--)
            bad.p[RUN_SUM + rng_below(&r, (unsigned)bad.n - RUN_SUM)] =
                (char)rng_next(&r);
        uint32_t first;
        memcpy(&first, bad.p + RUN_SUM, sizeof first);
        tby__run_set_sum(bad.p, bad.n, first);
        w.pages[i] = bad;
        (void)ask(&w, key_of_page(&w, page) + rng_below(&r, UINT32_MAX));
        for (; at < v.n && run_page_of(v.at[at].key, w.head.pages) == page;
             at++)
            (void)ask(&w, v.at[at].key);
        w.pages[i] = whole;
        free(bad.p);
    }
    free(v.at);
    world_free(&w);
}

/* A head that was damaged, with rows that are sound. */
static void heads_of_nonsense_do_no_harm(void **state)
{
    static const uint32_t values[] = {0,  1,  7,   8,          15,
                                      16, 17, 400, UINT32_MAX, 1U << 31};
    rng r = rng_for(__func__);
    world w = make_world(&r, 400);
    const run_head sound = w.head;

    (void)state;
    for (size_t i = 0; i < 5 * LENGTH(values); i++) {
        uint32_t value = values[i / 5];
        w.head = sound;
        *(i % 5 == 0   ? &w.head.key_bits
          : i % 5 == 1 ? &w.head.pages
          : i % 5 == 2 ? &w.head.lists
          : i % 5 == 3 ? &w.head.first
                       : &w.head.games) = value;
        if (w.head.games > 1000)
            continue; /* whoever asks has room for so many */
        for (unsigned n = 0; n < 200; n++)
            (void)ask(&w, n ? rng_next(&r) : tby_pos_start().key);
    }
    world_free(&w);
}

/* --- callers --------------------------------------------------------------*/

static tby_rc fail_to_put(void *ctx, uint32_t number, tby_str b)
{
    (void)ctx;
    (void)b;
    return number < 3 ? TBY_OK : TBY_E_STORE_FULL;
}

static tby_rc fail_to_get(void *ctx, uint32_t block, tby_str *out)
{
    return block < 2 ? world_moves(ctx, block, out) : TBY_E_STORE_LOCKED;
}

static tby_rc fail_to_start(void *ctx, uint32_t game, tby_pos *out)
{
    (void)ctx;
    (void)game;
    (void)out;
    return TBY_E_STORE_DAMAGED;
}

static void what_callers_say_is_handed_on(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 2000);
    run_head before = w.head;

    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        run_job job = world_job(&w, 1, 2000);
        job.threads = threads;
        job.rows.put_page = fail_to_put;
        assert_int_equal(world_run(&w, &job), TBY_E_STORE_FULL);
        job = world_job(&w, 1, 2000);
        job.threads = threads;
        job.moves = fail_to_get;
        assert_int_equal(world_run(&w, &job), TBY_E_STORE_LOCKED);
        job = world_job(&w, 1, 2001); /* one more than there are */
        job.facts = w.facts;
        assert_int_equal(world_run(&w, &job), TBY_E_STORE_DAMAGED);
        assert_memory_equal(&w.head, &before, sizeof before);
    }
    for (uint32_t i = 0; i < 10; i++)
        world_add_random(&w, &r, CHESS960, 7, 40);
    world_pack(&w);
    run_job job = world_job(&w, 1, w.n);
    job.start = fail_to_start;
    assert_int_equal(world_run(&w, &job), TBY_E_STORE_DAMAGED);
    world_free(&w);
}

static void a_damaged_block_is_noticed(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 1000);
    row *block = &w.blocks[2];
    run_job job = world_job(&w, 1, 1000);

    (void)state;
    block->p[block->n / 2] = (char)(block->p[block->n / 2] ^ 1);
    assert_int_equal(world_run(&w, &job), TBY_E_STORE_DAMAGED);
    world_free(&w);
}

/* Codes that no piece can play, in a row whose checksum fits. */
static void moves_that_are_none_are_noticed(void **state)
{
    rng r = rng_for(__func__);
    world w = make_world(&r, 10);
    store_code codes[3] = {STORE_ENDED, STORE_ENDED, STORE_ENDED};
    store_packed packed = {.codes = codes};
    store_block_writer writer;
    tby_str b;

    (void)state;
    packed.column[STORE_PLIES] = 3;
    tby__block_init(&writer);
    assert_int_equal(tby__block_add(&writer, &packed), TBY_OK);
    assert_int_equal(tby__block_moves(&writer, &b), TBY_OK);
    free(w.blocks[0].p);
    w.blocks[0] = copy_row(b);
    tby__block_free(&writer);
    run_job job = world_job(&w, 1, 1);
    assert_int_equal(world_run(&w, &job), TBY_E_STORE_DAMAGED);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flipped_bit_of_a_page_is_noticed),
        cmocka_unit_test(a_page_that_is_cut_missing_or_another_is_noticed),
        cmocka_unit_test(lists_that_are_damaged_are_noticed),
        cmocka_unit_test(rows_of_nonsense_do_no_harm),
        cmocka_unit_test(heads_of_nonsense_do_no_harm),
        cmocka_unit_test(what_callers_say_is_handed_on),
        cmocka_unit_test(a_damaged_block_is_noticed),
        cmocka_unit_test(moves_that_are_none_are_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
