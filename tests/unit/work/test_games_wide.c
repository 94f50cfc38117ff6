/* test_games_wide.c - a file in UTF-16 gives the games of the same in UTF-8. */
#include "unit/work/reported.h"

#include "work/games/int.h"

/* One character as UTF-16. */
static void put_wide(text *t, uint32_t point, bool big)
{
    uint32_t units[2] = {point, 0};
    unsigned n = 1;

    if (point >= 0x10000) {
        units[0] = 0xD800 + ((point - 0x10000) >> 10);
        units[1] = 0xDC00 + ((point - 0x10000) & 0x3FF);
        n = 2;
    }
    for (unsigned i = 0; i < n; i++) {
        char high = (char)(units[i] >> 8), low = (char)(units[i] & 0xFF);
        char pair[2] = {big ? high : low, big ? low : high};
        text_add(t, pair, 2);
    }
}

static text widen(const text *t, bool big, bool mark)
{
    text out = {NULL, 0, 0};
    tby_str s = {t->p, t->n};

    if (mark)
        put_wide(&out, 0xFEFF, big);
    while (s.n) {
        uint32_t point = 0;
        size_t n = tby_utf8_decode(s, &point);
        assert_true(n > 0);
        put_wide(&out, point, big);
        s = (tby_str){s.p + n, s.n - n};
    }
    return out;
}

static reported hear(const text *t, size_t block, unsigned threads)
{
    reported out = {{NULL, 0, 0}, {NULL, 0, 0}};
    tby_games_job job = job_of(&out, block, threads);
    tby_games_result result;

    assert_int_equal(tby_games_read_memory(&job, t->p, t->n, &result), TBY_OK);
    return out;
}

/* Every length of UTF-8, sound games and faults. */
static text some_games(rng *r)
{
    text t = {NULL, 0, 0}, more = random_games(r, 1 + rng_below(r, 60));

    add_line(&t, "[White \"M\xc3\xbcller \xf0\x9f\x98\x80\"]\n\n"
                 "1. e4 {\xe2\x99\x98 \xf0\x9f\x98\x80} e5 2. Ke3 *\n\n");
    for (size_t i = 0; i < more.n; i++)
        if ((unsigned char)more.p[i] >= 0x80 || more.p[i] == '\0')
            more.p[i] = '?';
    text_add(&t, more.p, more.n);
    text_free(&more);
    return t;
}

static void utf16_is_read_as_utf8(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        bool mark = i & 1;
        text t = some_games(&r), marked = {NULL, 0, 0};
        text wide = widen(&t, i & 2, mark);
        size_t block = rng_chance(&r, 30) ? 0 : 1 + rng_below(&r, 2000);
        unsigned threads = 1 + rng_below(&r, 3);

        if (mark)
            add_line(&marked, "\xef\xbb\xbf");
        text_add(&marked, t.p, t.n);
        reported a = hear(&marked, 0, 1), b = hear(&wide, block, threads);
        check_same(&a.games, &b.games, &t, block, threads);
        check_same(&a.faults, &b.faults, &t, block, threads);
        reported_free(&a);
        reported_free(&b);
        text_free(&t);
        text_free(&marked);
        text_free(&wide);
    }
}

/* Halves of pairs are no characters, wherever the bytes are cut. */
static void halves_are_replaced(void **state)
{
    static const uint8_t IN[] = {'a',  0,    0x00, 0xD8, 'b',  0,    0x00, 0xDC,
                                 'c',  0,    0x3D, 0xD8, 0x00, 0xDE, 0x00, 0xD8,
                                 0x3D, 0xD8, 0x00, 0xDE, 'd',  0,    0xFF};
    static const char OUT[] = "a\xef\xbf\xbd"
                              "b\xef\xbf\xbd"
                              "c\xf0\x9f\x98\x80\xef\xbf\xbd\xf0\x9f\x98\x80"
                              "d";

    (void)state;
    for (size_t step = 1; step <= sizeof IN; step++) {
        games_wide w = {.on = true};
        char out[64];
        size_t n = 0;

        for (size_t at = 0, piece; at < sizeof IN; at += piece) {
            piece = step < sizeof IN - at ? step : sizeof IN - at;
            size_t got = tby__games_wide_read(&w, IN + at, piece, out + n);
            assert_in_range(got, 0, 3 * piece / 2 + GAMES_WIDEST);
            n += got;
        }
        assert_int_equal(n, sizeof OUT - 1);
        assert_memory_equal(out, OUT, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf16_is_read_as_utf8),
        cmocka_unit_test(halves_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
