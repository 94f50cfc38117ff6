/* test_filter_cache.c - what is remembered of a filter is what a test would
 * say. */
#include "store/query/filter_cache.h"
#include "unit/store/made.h"

enum { GAMES = 2 * STORE_CHUNK + 700, MORE = 900 };

static store_filter filter_of(const char *const conditions[])
{
    store_filter f;

    tby__filter_init(&f);
    for (; conditions[0]; conditions += 2)
        assert_int_equal(tby__filter_set(&f, tby_str_of(conditions[0]),
                                         tby_str_of(conditions[1]), NULL),
                         TBY_OK);
    return f;
}

/* --- which filter ---------------------------------------------------------*/

static tby_buf key_of(const char *name, const char *value)
{
    const char *const conditions[] = {name, value, NULL};
    store_filter f = filter_of(name ? conditions : &(const char *){NULL});
    tby_buf key;

    tby_buf_init(&key, NULL, SIZE_MAX);
    tby__filter_key(&f, &key);
    assert_int_equal(key.rc, TBY_OK);
    return key;
}

/* Every condition, and every value of it, has a key of its own. */
static void filters_are_told_apart(void **state)
{
    static const char *const all[][2] = {{NULL, NULL},
                                         {"player", "A"},
                                         {"player", "B"},

                                         {"white", "A"},
                                         {"black", "A"},
                                         {"as", "white"},
                                         {"as", "black"},
                                         {"elo", "2000-2500"},
                                         {"elo", "2000-2600"},
                                         {"elo-avg", "2000-2500"},
                                         {"plies", "2000-2500"},
                                         {"date", "1999"},
                                         {"date", "2000"},
                                         {"result", "1-0"},
                                         {"result", "0-1"},
                                         {"eco", "B90"},
                                         {"eco", "B91"},
                                         {"opening", "A"},
                                         {"event", "A"},
                                         {"time-class", "blitz"},
                                         {"ended", "checkmate"},
                                         {"moves", "e4"},
                                         {"moves", "e4 c5"},
                                         {"moves", "d4"},
                                         {"position", "e4"},
                                         {"position", "e4 c5"},
                                         {"move", "b8=Q#"},
                                         {"move", "b8=Q+"},
                                         {"move", "b8=Q"},
                                         {"by", "white"},
                                         {"material", "KRPvKR"},
                                         {"material", "KRPvKB"},
                                         {"pattern", "Nf5"},
                                         {"pattern", "nf5"},
                                         {"pattern", "Nf5 pe6"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(all); i++)
        for (size_t k = 0; k < LENGTH(all); k++) {
            tby_buf a = key_of(all[i][0], all[i][1]);
            tby_buf b = key_of(all[k][0], all[k][1]);
            CHECK(tby_str_equal(tby_buf_str(&a), tby_buf_str(&b)) == (i == k),
                  "%s %s and %s %s", all[i][0], all[i][1], all[k][0],
                  all[k][1]);
            tby_buf_free(&a);
            tby_buf_free(&b);
        }
}

/* --- which games ----------------------------------------------------------*/

static void check_ids(store_file *f, store_filter_cache *v,
                      const store_filter *filter, rng *r)
{
    uint32_t *ids = malloc((GAMES + MORE) * sizeof *ids), n = 0, at = 0;
    uint32_t *kept = malloc((GAMES + MORE) * sizeof *ids), kept_n;
    uint32_t step = 1 + rng_below(r, rng_chance(r, 50) ? 20 : 900);
    store_compiled_filter tests;

    assert_true(ids && kept);
    MUST(f, tby_store_hold(&f->base));
    for (uint32_t id = 1 + rng_below(r, step); id <= tby__rows_indexed(f);
         id += 1 + rng_below(r, step))
        ids[n++] = id;
    memcpy(kept, ids, n * sizeof *ids);
    kept_n = n;
    MUST(f, tby__filter_cache_open(v, f, filter));
    MUST(f, tby__filter_cache_ids(v, f, kept, &kept_n));
    MUST(f, tby__compiled_filter_open(&tests, f, filter));
    for (uint32_t i = 0; i < n; i++) {
        bool wanted = false;
        MUST(f, tby__compiled_filter_one(&tests, f, ids[i], &wanted));
        CHECK(wanted == (at < kept_n && kept[at] == ids[i]), "game %u", ids[i]);
        at += wanted;
    }
    assert_int_equal(at, kept_n);
    tby__compiled_filter_close(&tests);
    tby_store_release(&f->base);
    free(ids);
    free(kept);
}

static void ask_often(store_file *f, store_filter_cache *v, rng *r)
{
    static const char *const wanted[][5] = {
        {"result", "1-0", NULL},
        {"elo", "1-1000000", "result", "0-1", NULL},
        {"player", "Name 7*", NULL},
    };

    for (size_t i = 0; i < LENGTH(wanted); i++) {
        store_filter filter = filter_of(wanted[i]);
        for (int k = 0; k < 40; k++)
            check_ids(f, v, &filter, r);
        assert_true(v->known > 0); /* or nothing was tested as a whole */
    }
}

static void the_cache_says_what_the_tests_say(void **state)
{
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    store_filter_cache v = {0};

    (void)state;
    add_games(f, 1, GAMES);
    index_all(f);
    ask_often(f, &v, &r);
    add_games(f, GAMES + 1, MORE); /* which changes the last chunk */
    index_all(f);
    ask_often(f, &v, &r);
    tby__filter_cache_free(&v);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* What a damaged index might say. */
static void games_that_are_not_there(void **state)
{
    static const char *const wanted[] = {"result", "1-0", NULL};
    static const uint32_t bad[][2] = {{0, 1}, {1, 101}, {1, UINT32_MAX}};
    store_filter filter = filter_of(wanted);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    store_filter_cache v = {0};

    (void)state;
    add_games(f, 1, 100);
    index_all(f);
    MUST(f, tby_store_hold(&f->base));
    MUST(f, tby__filter_cache_open(&v, f, &filter));
    for (size_t i = 0; i < LENGTH(bad); i++) {
        uint32_t ids[2] = {bad[i][0], bad[i][1]}, n = 2;
        assert_int_equal(tby__filter_cache_ids(&v, f, ids, &n),
                         TBY_E_STORE_DAMAGED);
    }
    tby_store_release(&f->base);
    tby__filter_cache_free(&v);
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_are_told_apart),
        cmocka_unit_test(the_cache_says_what_the_tests_say),
        cmocka_unit_test(games_that_are_not_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
