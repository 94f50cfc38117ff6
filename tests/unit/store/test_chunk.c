/* test_chunk.c - columns as bytes, and names in memory. */
#include "core/base/str.h"
#include "store/record/chunk.h"
#include "store/sqlite/file_int.h"
#include "support/check.h"

#include <string.h>

/* Values between two bounds, both of which occur. */
static void fill(rng *r, uint32_t *values, uint32_t n, unsigned width)
{
    uint64_t span = (UINT64_C(1) << 8 * width) - 1;
    uint32_t smallest = (uint32_t)(rng_next(r) % (UINT32_MAX - span + 1));

    for (uint32_t i = 0; i < n; i++)
        values[i] = smallest + (uint32_t)(rng_next(r) % (span + 1));
    values[rng_below(r, n)] = smallest;
    values[rng_below(r, n)] = smallest + (uint32_t)span;
}

static void columns_come_back(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    static uint32_t values[STORE_CHUNK], again[STORE_CHUNK];
    tby_buf buf;

    tby_buf_init(&buf, NULL, 1 << 20);
    for (int i = 0; i < 300; i++) {
        uint32_t n = i % 3 ? 2 + rng_below(&r, STORE_CHUNK - 1) : STORE_CHUNK;
        unsigned width = rng_below(&r, 5);
        chunk_values got;
        fill(&r, values, n, width);
        tby_buf_clear(&buf);
        tby__chunk_pack(i, values, n, &buf);
        assert_int_equal(buf.rc, TBY_OK);
        CHECK(buf.n <= CHUNK_HEAD + (size_t)n * width, "%zu bytes", buf.n);
        assert_int_equal(tby__chunk_open(i, tby_buf_str(&buf), &got), TBY_OK);
        assert_int_equal(got.n, n);
        tby__chunk_unpack(&got, again);
        assert_memory_equal(again, values, n * sizeof *values);
        tby_buf_add(&buf, (tby_str){"junk", CHUNK_SLACK}); /* it may move */
        got.p = (const unsigned char *)buf.p + CHUNK_HEAD;
        for (uint32_t k = 0; k < n; k++)
            CHECK(chunk_at(&got, k) == values[k], "value %u of %u", k, n);
        buf.n -= CHUNK_SLACK;
        /* In another place, cut, longer, changed: it is damaged. */
        tby_str bytes = tby_buf_str(&buf);
        assert_int_equal(tby__chunk_open(i + 1, bytes, &got),
                         TBY_E_STORE_DAMAGED);
        tby_str cut = {bytes.p, rng_below(&r, (unsigned)bytes.n)};
        assert_int_equal(tby__chunk_open(i, cut, &got), TBY_E_STORE_DAMAGED);
        buf.p[rng_below(&r, (unsigned)buf.n)] ^= (char)(1 + rng_below(&r, 255));
        assert_int_equal(tby__chunk_open(i, bytes, &got), TBY_E_STORE_DAMAGED);
    }
    tby_buf_free(&buf);
}

/* Names of their number's digits, some with a tail. */
static tby_str name_of(uint32_t id, char *buf, size_t cap)
{
    int n = snprintf(buf, cap, "%u%s", id, id % 7 ? "" : " and more of it");

    return (tby_str){buf, id == 5 ? 0 : (size_t)n};
}

static void names_are_kept(void **state)
{
    (void)state;
    enum { N = 30000 };
    names_cache c = {.n = 0};
    char buf[64];
    tby_str text;

    assert_int_equal(tby__name_cache_find(&c, TBY_STR("1")), 0);
    assert_false(tby__name_cache_text(&c, 1, &text));
    for (uint32_t id = 1; id <= N; id += 2)
        assert_int_equal(
            tby__name_cache_put(&c, id, name_of(id, buf, sizeof buf)), TBY_OK);
    for (uint32_t id = 1; id <= N; id++) {
        tby_str name = name_of(id, buf, sizeof buf);
        CHECK(tby__name_cache_find(&c, name) == (id % 2 ? id : 0), "%u", id);
        CHECK(tby__name_cache_text(&c, id, &text) == (id % 2 == 1), "%u", id);
        if (id % 2)
            assert_true(tby_str_equal(text, name));
    }
    assert_true(c.bytes > N * 20 && c.bytes < N * 60);
    tby__name_cache_free(&c);
    assert_int_equal(tby__name_cache_find(&c, TBY_STR("1")), 0);
    tby__name_cache_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_come_back),
        cmocka_unit_test(names_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
