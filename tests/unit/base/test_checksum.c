/* test_checksum.c - the sum of docs/formats/names.md, and what it notices. */
#include "core/base/checksum.h"
#include "support/check.h"

#include <string.h>

/* As the document says it, byte by byte. */
static uint64_t slow_sum(const unsigned char *p, size_t n)
{
    const uint64_t mix = 0x9fb21c651e98df25u;
    uint64_t lane[4] = {1, 2, 3, 4}, h = n;

    for (size_t word = 0; word < (n + 7) / 8; word++) {
        uint64_t w = 0;
        for (size_t i = 0; i < 8 && word * 8 + i < n; i++)
            w |= (uint64_t)p[word * 8 + i] << 8 * i;
        lane[word % 4] = (lane[word % 4] ^ w) * mix;
        lane[word % 4] ^= lane[word % 4] >> 32;
    }
    for (int i = 0; i < 4; i++) {
        h = (h ^ lane[i]) * mix;
        h ^= h >> 32;
    }
    return h;
}

static void the_sum_is_the_documented_one(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    unsigned char bytes[300];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)rng_next(&r);
    for (size_t n = 0; n <= 290; n++)
        for (size_t at = 0; at < 9; at++)
            CHECK(tby_checksum(bytes + at, n) == slow_sum(bytes + at, n),
                  "%zu bytes at %zu", n, at);
}

static void every_flipped_byte_shows_in_the_lower_half(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    unsigned char bytes[100];

    memset(bytes, 0, sizeof bytes);
    for (int i = 0; i < 10000; i++) {
        size_t n = 1 + rng_below(&r, sizeof bytes);
        size_t at = rng_below(&r, (unsigned)n);
        uint32_t sum = (uint32_t)tby_checksum(bytes, n);
        bytes[at] ^= (unsigned char)(1 + rng_below(&r, 255));
        CHECK((uint32_t)tby_checksum(bytes, n) != sum, "byte %zu of %zu", at,
              n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_is_the_documented_one),
        cmocka_unit_test(every_flipped_byte_shows_in_the_lower_half),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
