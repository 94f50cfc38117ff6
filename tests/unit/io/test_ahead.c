/* test_ahead.c - reading ahead gives what reading gives. */
#include "support/check.h"
#include "support/pack.h"

#include "io/ahead.h"
#include "io/clock.h"

#include <string.h>

/* --- helpers --------------------------------------------------------------*/

/* Bytes that are different wherever one looks; they do not pack. */
static pack make_bytes(size_t n)
{
    pack out = {0};
    uint32_t seed = 5;

    pack_add(&out, "", 0);
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint8_t byte = (uint8_t)(i == 0 ? '[' : seed >> 24);
        pack_add(&out, &byte, 1);
    }
    return out;
}

static tby_source *open_bytes(const pack *in)
{
    tby_source *s;

    assert_int_equal(tby_source_open_memory(&s, in->p, in->n), TBY_OK);
    return s;
}

static tby_ahead *start(tby_source *s)
{
    tby_ahead *a = tby_ahead_start(s);

    assert_non_null(a);
    return a;
}

/* Reads to the end, each time at most what `cap` says, or any number up to it
 * if there is an rng. */
static tby_rc drain(tby_ahead *a, size_t cap, rng *r, pack *plain)
{
    uint8_t *buf = malloc(cap);
    uint64_t done, total, before = 0;
    size_t n = 77;
    tby_rc rc;

    assert_non_null(buf);
    for (;;) {
        size_t most = r ? 1 + rng_below(r, (unsigned)cap) : cap;
        rc = tby_ahead_read(a, buf, most, &n);
        tby_ahead_progress(a, &done, &total);
        assert_true(done >= before && done <= total);
        before = done;
        if (rc != TBY_OK)
            break;
        assert_in_range(n, 1, most);
        pack_add(plain, buf, n);
    }
    n = 77;
    assert_int_equal(tby_ahead_read(a, buf, cap, &n), rc); /* final */
    assert_int_equal(n, 77);
    free(buf);
    return rc;
}

/* What reading ahead gives is `plain`, then rc. */
static void check_reading(const pack *in, const pack *plain, tby_rc rc,
                          size_t cap, rng *r)
{
    tby_source *s = open_bytes(in);
    tby_ahead *a = start(s);
    uint64_t done, total;
    pack got = {0};

    pack_add(&got, "", 0);
    CHECK(drain(a, cap, r, &got) == rc, "cap %zu", cap);
    CHECK(got.n == plain->n, "%zu bytes, not %zu", got.n, plain->n);
    assert_memory_equal(got.p, plain->p, plain->n);
    tby_ahead_progress(a, &done, &total);
    assert_int_equal(total, in->n);
    if (rc == TBY_DONE)
        assert_int_equal(done, in->n);
    tby_ahead_stop(a);
    assert_int_equal(tby_source_offset(s), plain->n);
    tby_source_close(s);
    free(got.p);
}

/* --- what comes -----------------------------------------------------------*/

static void all_sizes_of_reads_give_the_same(void **state)
{
    static const size_t CAPS[] = {
        1000, 4096, 65536, TBY_AHEAD_CHUNK - 1, TBY_AHEAD_CHUNK, 999999};
    rng r = rng_for(__func__);
    pack bytes = make_bytes(2 * TBY_AHEAD_CHUNKS * TBY_AHEAD_CHUNK + 12345);

    (void)state;
    for (size_t i = 0; i < LENGTH(CAPS); i++) {
        check_reading(&bytes, &bytes, TBY_DONE, CAPS[i], NULL);
        check_reading(&bytes, &bytes, TBY_DONE, CAPS[i], &r);
    }
    bytes.n = 3000;
    for (size_t cap = 1; cap < 50; cap++)
        check_reading(&bytes, &bytes, TBY_DONE, cap, NULL);
    free(bytes.p);
}

/* Each number of chunks, whole and with a byte more or less. */
static void whole_chunks_end_where_they_end(void **state)
{
    pack bytes = make_bytes((TBY_AHEAD_CHUNKS + 2) * TBY_AHEAD_CHUNK + 1);

    (void)state;
    for (size_t k = 1; k <= TBY_AHEAD_CHUNKS + 2; k++)
        for (size_t n = k * TBY_AHEAD_CHUNK - 1; n <= k * TBY_AHEAD_CHUNK + 1;
             n++) {
            bytes.n = n;
            check_reading(&bytes, &bytes, TBY_DONE, 100000, NULL);
            check_reading(&bytes, &bytes, TBY_DONE, TBY_AHEAD_CHUNK, NULL);
        }
    free(bytes.p);
}

static void an_empty_source_just_ends(void **state)
{
    pack nothing = {0}, packed = {0};

    (void)state;
    pack_add(&nothing, "", 0);
    pack_zstd(&packed, "", 0, 0);
    check_reading(&nothing, &nothing, TBY_DONE, 100, NULL);
    check_reading(&packed, &nothing, TBY_DONE, 100, NULL);
    free(nothing.p);
    free(packed.p);
}

static void a_source_may_be_read_before(void **state)
{
    pack bytes = make_bytes(TBY_AHEAD_CHUNK + 500), got = {0};
    tby_source *s = open_bytes(&bytes);
    uint8_t first[100];
    uint64_t done, total;
    size_t n;

    (void)state;
    assert_int_equal(tby_source_read(s, first, sizeof first, &n), TBY_OK);
    pack_add(&got, first, n);
    tby_ahead *a = start(s);
    tby_ahead_progress(a, &done, &total);
    assert_int_equal(done, n);
    assert_int_equal(total, bytes.n);
    assert_int_equal(drain(a, 5000, NULL, &got), TBY_DONE);
    assert_int_equal(got.n, bytes.n);
    assert_memory_equal(got.p, bytes.p, bytes.n);
    tby_ahead_stop(a);
    tby_source_close(s);
    free(got.p);
    free(bytes.p);
}

/* --- failures -------------------------------------------------------------*/

/* The same source without reading ahead. */
static tby_rc read_directly(const pack *in, pack *plain, char text[256])
{
    tby_source *s = open_bytes(in);
    uint8_t buf[4096];
    size_t n;
    tby_rc rc;

    pack_add(plain, "", 0);
    while ((rc = tby_source_read(s, buf, sizeof buf, &n)) == TBY_OK)
        pack_add(plain, buf, n);
    snprintf(text, 256, "%s", tby_source_error_text(s));
    tby_source_close(s);
    return rc;
}

static void check_failure(const pack *in, tby_rc rc, rng *r)
{
    pack plain = {0}, got = {0};
    char text[256];

    assert_int_equal(read_directly(in, &plain, text), rc);
    check_reading(in, &plain, rc, 100000, r);
    /* the text can be had while the thread is not yet stopped */
    tby_source *s = open_bytes(in);
    tby_ahead *a = start(s);
    assert_int_equal(drain(a, 100000, r, &got), rc);
    assert_string_equal(tby_source_error_text(s), text);
    tby_ahead_stop(a);
    assert_string_equal(tby_source_error_text(s), text);
    tby_source_close(s);
    free(plain.p);
    free(got.p);
}

static void a_failure_comes_after_all_bytes(void **state)
{
    rng r = rng_for(__func__);
    pack bytes = make_bytes(6 * TBY_AHEAD_CHUNK), packed = {0};

    (void)state;
    pack_zstd(&packed, bytes.p, bytes.n, 0);
    for (int i = 0; i < 20; i++) {
        pack cut = {packed.p, 5 + rng_below(&r, (unsigned)packed.n - 5), 0};
        check_failure(&cut, TBY_E_IO_CUT, &r);
    }
    packed.p[packed.n - 1] ^= 1; /* the checksum */
    check_failure(&packed, TBY_E_IO_CORRUPT, &r);
    free(packed.p);
    free(bytes.p);
}

/* --- stopping -------------------------------------------------------------*/

static void read_some(tby_ahead *a, size_t times)
{
    uint8_t buf[40000];
    size_t n;

    for (size_t i = 0; i < times; i++)
        assert_int_equal(tby_ahead_read(a, buf, sizeof buf, &n), TBY_OK);
}

/* At once, while the ring is full, and in between. */
static void the_reader_may_give_up(void **state)
{
    rng r = rng_for(__func__);
    pack bytes = make_bytes(3 * TBY_AHEAD_CHUNKS * TBY_AHEAD_CHUNK);

    (void)state;
    for (size_t i = 0; i < 60; i++) {
        tby_source *s = open_bytes(&bytes);
        tby_ahead *a = start(s);

        if (i % 3 == 1)
            tby_clock_sleep(0.001 * rng_below(&r, 10));
        read_some(a, i % 2 ? rng_below(&r, 60) : 0);
        tby_ahead_stop(a);
        tby_source_close(s);
    }
    tby_ahead_stop(NULL);
    free(bytes.p);
}

static void the_thread_is_only_so_far_ahead(void **state)
{
    pack bytes = make_bytes(3 * TBY_AHEAD_CHUNKS * TBY_AHEAD_CHUNK);
    tby_source *s = open_bytes(&bytes);
    tby_ahead *a = start(s);

    (void)state;
    read_some(a, 1);
    tby_clock_sleep(0.05);
    tby_ahead_stop(a);
    assert_in_range(tby_source_offset(s), TBY_AHEAD_CHUNK,
                    TBY_AHEAD_CHUNKS * TBY_AHEAD_CHUNK);
    tby_source_close(s);
    free(bytes.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_of_reads_give_the_same),
        cmocka_unit_test(whole_chunks_end_where_they_end),
        cmocka_unit_test(an_empty_source_just_ends),
        cmocka_unit_test(a_source_may_be_read_before),
        cmocka_unit_test(a_failure_comes_after_all_bytes),
        cmocka_unit_test(the_reader_may_give_up),
        cmocka_unit_test(the_thread_is_only_so_far_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
