/* test_source_damage.c - cut and damaged files: what was good is delivered,
 * then the fault is told, and nothing wrong passes for good.
 *
 * An archive takes a process for each try, which costs much under sanitizers:
 * each run tries another third of them, and all with TBY_DEEP=1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/stream/source.h"
#include "support/pack.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TEXT[] =
    "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n"
    "\n[Event \"B\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *\n";
static const char MORE[] = "\n[Event \"C\"]\n\n1. c4 1/2-1/2\n";

enum { ZSTD, GZIP, BZIP2, ZIP, ZIP_STORED, ZIP_WIDE, SEVENZIP, FORMATS };

static void put(uint8_t *p, size_t n, uint64_t value)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

enum { END = 22, RECORD = 56, LOCATOR = 20, WIDE_END = RECORD + LOCATOR + END };

/* Says the end of a zip in 64 bits too, with `more` bytes in that record, as
 * `zip` does when it packs a pipe. */
static void widen(pack *zip, size_t more)
{
    enum { MORE_MAX = 10 };
    uint8_t wide[RECORD + MORE_MAX + LOCATOR] = "PK\6\6", end[END];
    uint8_t *locator = wide + RECORD + more;
    size_t place = zip->n - END;

    assert_true(more <= MORE_MAX);
    memcpy(end, zip->p + place, END);
    put(wide + 4, 8, RECORD - 12 + more);
    put(wide + 12, 2, 45);
    put(wide + 14, 2, 45);
    memcpy(wide + 24, end + 8, 2);
    memcpy(wide + 32, end + 10, 2);
    memcpy(wide + 40, end + 12, 4);
    memcpy(wide + 48, end + 16, 4);
    memcpy(locator, "PK\6\7", 4);
    put(locator + 8, 8, place);
    put(locator + 16, 4, 1);
    zip->n = place;
    pack_add(zip, wide, RECORD + more + LOCATOR);
    pack_add(zip, end, END);
}

/* Is this try of a format, of all that there are, left out? */
static bool left_out(rng *r, int format)
{
    return format >= ZIP && !getenv("TBY_DEEP") && rng_below(r, 3) != 0;
}

/* Both texts, in two frames or members; *half is where the first ends, 0 for
 * an archive. */
static pack make(int format, size_t *half)
{
    static const pack_member MEMBERS[] = {{"1.pgn", TEXT}, {"2.pgn", MORE}};
    pack out = {0};

    *half = 0;
    if (format >= ZIP) {
        pack_archive(&out, format == SEVENZIP ? "7zip" : "zip",
                     format == ZIP_STORED ? "zip:compression=store" : NULL,
                     MEMBERS, 2);
        if (format == ZIP_WIDE)
            widen(&out, 0);
        return out;
    }
    for (int i = 0; i < 2; i++) {
        const char *text = MEMBERS[i].text;
        if (format == ZSTD)
            pack_zstd(&out, text, strlen(text), 0);
        else if (format == GZIP)
            pack_gzip(&out, text, strlen(text));
        else
            pack_bzip2(&out, text, strlen(text));
        *half = i ? *half : out.n;
    }
    return out;
}

/* Reads all that comes. */
static tby_rc unpack(const uint8_t *p, size_t n, size_t cap, pack *plain,
                     char text[256])
{
    tby_source *s;
    uint8_t buf[4096];
    size_t got;
    tby_rc rc;

    assert_true(cap <= sizeof buf);
    plain->n = 0;
    pack_add(plain, "", 0);
    assert_int_equal(tby_source_open_memory(&s, p, n), TBY_OK);
    while ((rc = tby_source_read(s, buf, cap, &got)) == TBY_OK)
        pack_add(plain, buf, got);
    snprintf(text, 256, "%s", tby_source_error_text(s));
    tby_source_close(s);
    return rc;
}

static pack whole_text(void)
{
    pack all = {0};

    pack_add(&all, TEXT, strlen(TEXT));
    pack_add(&all, MORE, strlen(MORE));
    return all;
}

/* How many of the first bytes, alone, may pass for a text. */
static const size_t TEXT_LIKE[FORMATS] = {1, 0, 3, 2, 2, 2, 2};

static void a_file_cut_anywhere_is_cut(void **state)
{
    pack all = whole_text(), plain = {0};
    char text[256], expected[64];
    rng r = rng_for(__func__);

    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        size_t half;
        pack packed = make(f, &half);

        /* up to there it is the other zip, which was cut before */
        size_t from = f == ZIP_WIDE ? packed.n - WIDE_END : TEXT_LIKE[f] + 1;
        for (size_t n = from; n < packed.n; n++) {
            if (left_out(&r, f))
                continue;
            uint8_t *exact = malloc(n); /* a byte too far is seen */
            assert_non_null(exact);
            memcpy(exact, packed.p, n);
            tby_rc rc = unpack(exact, n, n % 2 ? 1 : 4096, &plain, text);
            free(exact);
            assert_int_equal(rc, n == half ? TBY_DONE : TBY_E_IO_CUT);
            assert_true(plain.n <= all.n);
            assert_memory_equal(plain.p, all.p, plain.n);
            /* what was complete before is there */
            if (half && n >= half)
                assert_true(plain.n >= strlen(TEXT));
            snprintf(expected, sizeof expected, "ends early, at byte %zu of",
                     n);
            if (n != half)
                assert_non_null(strstr(text, expected));
        }
        free(packed.p);
    }
    free(plain.p);
    free(all.p);
}

/* A zip that lost its end gives what its members hold. */
static void a_cut_zip_delivers_its_first_members(void **state)
{
    size_t half;
    pack packed = make(ZIP, &half), plain = {0};
    char text[256];

    (void)state;
    assert_int_equal(unpack(packed.p, packed.n - 1, 99, &plain, text),
                     TBY_E_IO_CUT);
    assert_int_equal(plain.n, strlen(TEXT) + strlen(MORE));
    free(packed.p);
    free(plain.p);
}

/* What the directory of a zip is may be said in 64 bits. */
static void a_zip_may_end_in_64_bits(void **state)
{
    enum { ENTRIES = 10, SIZE = 12 };
    pack all = whole_text(), plain = {0};
    char text[256];
    size_t half;

    (void)state;
    for (size_t more = 0; more < 10; more += 7) {
        pack packed = make(ZIP, &half);
        widen(&packed, more);
        uint8_t *end = packed.p + packed.n - END;
        uint8_t *record = end - LOCATOR - more - RECORD;
        for (int ones = 0; ones < 2; ones++) {
            const uint8_t narrow = ones ? 0 : 1;
            if (ones)
                memset(end + ENTRIES, 0xFF, 10);
            assert_int_equal(unpack(packed.p, packed.n, 99, &plain, text),
                             TBY_DONE);
            assert_int_equal(plain.n, all.n);
            assert_memory_equal(plain.p, all.p, all.n);
            /* a directory that does not reach up to its record */
            record[40] ^= 1;
            end[SIZE] ^= narrow;
            assert_int_equal(unpack(packed.p, packed.n, 99, &plain, text),
                             TBY_E_IO_CORRUPT);
            record[40] ^= 1;
            end[SIZE] ^= narrow;
            /* entries that do not exist */
            record[32] ^= 1;
            end[ENTRIES] ^= narrow;
            assert_int_equal(unpack(packed.p, packed.n, 99, &plain, text),
                             TBY_E_IO_CORRUPT);
            record[32] ^= 1;
            end[ENTRIES] ^= narrow;
        }
        /* a locator that has nothing to show */
        end[8 - LOCATOR]++;
        assert_int_equal(unpack(packed.p, packed.n, 99, &plain, text),
                         TBY_E_IO_CORRUPT);
        free(packed.p);
    }
    free(plain.p);
    free(all.p);
}

/* Every byte changed in several ways, or in one of them if that takes a process
 * each time.  The magic number at the start is left
 * out: without it the file is a plain one. */
static void no_damage_passes_for_good(void **state)
{
    static const uint8_t FLIPS[] = {0x01, 0x10, 0x80, 0xFF};
    static const size_t MAGIC[FORMATS] = {4, 2, 4, 4, 4, 4, 6};
    pack all = whole_text(), plain = {0};
    rng r = rng_for(__func__);
    char text[256];

    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        size_t half;
        pack packed = make(f, &half);

        for (size_t i = MAGIC[f] * sizeof FLIPS; i < packed.n * sizeof FLIPS;
             i++) {
            if ((f >= ZIP && (i ^ i / sizeof FLIPS) % sizeof FLIPS) ||
                left_out(&r, f))
                continue;
            packed.p[i / sizeof FLIPS] ^= FLIPS[i % sizeof FLIPS];
            tby_rc rc = unpack(packed.p, packed.n, 4096, &plain, text);
            packed.p[i / sizeof FLIPS] ^= FLIPS[i % sizeof FLIPS];
            if (rc != TBY_DONE) {
                assert_true(strlen(text) > 20 && text[strlen(text) - 1] == '.');
                continue;
            }
            assert_int_equal(plain.n, all.n); /* the byte does not matter */
            assert_memory_equal(plain.p, all.p, all.n);
        }
        free(packed.p);
    }
    free(plain.p);
    free(all.p);
}

static void what_follows_is_told_with_its_place(void **state)
{
    pack all = whole_text(), plain = {0};
    char text[256], expected[64];

    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        size_t half;
        pack packed = make(f, &half);
        size_t n = packed.n;

        pack_add(&packed, "garbage", 7);
        assert_int_equal(unpack(packed.p, packed.n, 4096, &plain, text),
                         TBY_E_IO_CORRUPT);
        assert_int_equal(plain.n, all.n);
        assert_memory_equal(plain.p, all.p, all.n);
        snprintf(expected, sizeof expected, "corrupt at byte %zu of", n);
        assert_non_null(strstr(text, expected));
        free(packed.p);
    }
    free(plain.p);
    free(all.p);
}

/* A second archive behind the first would be all that the library reads. */
static void two_zips_in_one_are_not_half_read_in_silence(void **state)
{
    static const pack_member FIRST = {"1.pgn", TEXT}, SECOND = {"2.pgn", MORE};
    pack packed = {0}, plain = {0};
    char text[256];

    (void)state;
    pack_archive(&packed, "zip", NULL, &FIRST, 1);
    pack_archive(&packed, "zip", NULL, &SECOND, 1);
    assert_int_equal(unpack(packed.p, packed.n, 4096, &plain, text),
                     TBY_E_IO_CORRUPT);
    free(packed.p);
    free(plain.p);
}

/* 2^bits letters in no order; to be freed. */
static uint8_t *letters(size_t n, unsigned bits)
{
    uint8_t *data = malloc(n + 1);
    uint32_t seed = 7;

    assert_non_null(data);
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (uint8_t)('a' + (seed >> (32 - bits)));
    }
    data[n] = '\0';
    return data;
}

static pack pack_large(int format, const uint8_t *data, size_t n)
{
    pack packed = {0};
    pack_member member = {"big.pgn", (const char *)data};

    if (format == ZSTD)
        pack_zstd(&packed, data, n, 0);
    else if (format == GZIP)
        pack_gzip(&packed, data, n);
    else if (format == BZIP2)
        pack_bzip2(&packed, data, n);
    else
        pack_archive(&packed, format == SEVENZIP ? "7zip" : "zip",
                     format == ZIP_STORED ? "zip:compression=store" : NULL,
                     &member, 1);
    return packed;
}

/* Large blocks of data that do not repeat, so that faults are in the middle:
 * what comes before is delivered to within a block. */
static void damage_far_inside_costs_only_what_follows(void **state)
{
    enum { SIZE = 3000000, BLOCK = 1000000 };
    uint8_t *data = letters(SIZE, 4);
    char text[256];

    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        pack packed = pack_large(f, data, SIZE), plain = {0};

        packed.p[packed.n * 3 / 4] ^= 0x55;
        tby_rc rc = unpack(packed.p, packed.n, 4096, &plain, text);
        assert_int_equal(rc, TBY_E_IO_CORRUPT);
        assert_non_null(strstr(text, "corrupt at byte "));
        assert_true(plain.n >= SIZE * 3 / 4 - BLOCK);
        assert_memory_equal(plain.p, data, SIZE * 3 / 4 - BLOCK);
        free(packed.p);
        free(plain.p);
    }
    free(data);
}

/* ... and it is the same for every size of the reader's buffer. */
static void the_buffer_does_not_change_what_comes_before_a_fault(void **state)
{
    enum { SIZE = 5000, FLIPS = 250, FEW = 50 };
    rng r = rng_for(__func__);
    uint8_t *data = letters(SIZE, 1);
    char text[256], again[256];

    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        pack packed = pack_large(f, data, SIZE), large = {0}, small = {0};

        const size_t flips = f >= ZIP ? FEW : FLIPS; /* a process for each */
        for (size_t i = 1; i <= flips; i++) {
            if (left_out(&r, f))
                continue;
            uint8_t *hit = packed.p + packed.n * i / (flips + 1);
            *hit ^= (uint8_t)i;
            tby_rc rc = unpack(packed.p, packed.n, 4096, &large, text);
            assert_int_equal(unpack(packed.p, packed.n, 89, &small, again), rc);
            *hit ^= (uint8_t)i;
            assert_int_equal(large.n, small.n);
            assert_memory_equal(large.p, small.p, small.n);
            assert_string_equal(text, again);
        }
        free(packed.p);
        free(large.p);
        free(small.p);
    }
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_cut_anywhere_is_cut),
        cmocka_unit_test(a_cut_zip_delivers_its_first_members),
        cmocka_unit_test(a_zip_may_end_in_64_bits),
        cmocka_unit_test(no_damage_passes_for_good),
        cmocka_unit_test(what_follows_is_told_with_its_place),
        cmocka_unit_test(two_zips_in_one_are_not_half_read_in_silence),
        cmocka_unit_test(damage_far_inside_costs_only_what_follows),
        cmocka_unit_test(the_buffer_does_not_change_what_comes_before_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
