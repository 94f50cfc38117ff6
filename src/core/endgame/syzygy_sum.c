/* syzygy_sum.c - the sum at the end of a Syzygy table.
 *
 * Each stretch of 16 MiB gives 32 bytes by CityHashCrc256, and these together
 * 16 by CityHash128 (both of CityHash 1.0.3); the second is needed here for up
 * to four stretches only, see SUM_MAX. */
#include "core/endgame/syzygy.h"

#include <string.h>

#define STRETCH ((size_t)1 << 24)
#define SUM_MAX (4 * STRETCH) /* larger files are not summed at first use */

#define K0 0xc3a5c85c97cb3127u
#define K1 0xb492b66fbe98f273u
#define K3 0xc949d7c7509e6557u

/* CRC-32C of words: crc[i] is the table for byte 7 - i of a word. */
struct crc_table {
    uint32_t at[8][256];
};

static uint64_t crc_word(const struct crc_table *t, uint64_t crc, uint64_t word)
{
    uint32_t sum = 0;

    word ^= (uint32_t)crc;
    for (int i = 0; i < 8; i++)
        sum ^= t->at[7 - i][word >> 8 * i & 255];
    return sum;
}

static uint64_t rotate(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static uint64_t shift_mix(uint64_t x)
{
    return x ^ x >> 47;
}

static uint64_t mix(uint64_t u, uint64_t v)
{
    const uint64_t m = 0x9ddfea08eb382d69u;

    return shift_mix((v ^ shift_mix((u ^ v) * m)) * m) * m;
}

/* What goes through the words of a stretch: a..e and t by multiplication, each
 * of the first five into a CRC of its own. */
struct lanes {
    uint64_t x[5], t, crc[5];
};

static void take_40(struct lanes *l, const struct crc_table *crc,
                    const uint8_t *p, bool odd)
{
    static const int turn[5] = {41, 27, 41, 33, 25};
    uint64_t old = l->x[0], by = odd ? 1 : K0;

    for (int i = 0; i < 5; i++) {
        uint64_t next = i == 4 ? l->t : l->x[i + 1];
        l->x[i] = rotate(next, turn[i] ^ odd) * by + le64(p + 8 * i);
        l->crc[i] = crc_word(crc, l->crc[i], l->x[i]);
    }
    l->t = old;
}

/* n >= 240 */
static void stretch_sum(const struct crc_table *crc, const uint8_t *p, size_t n,
                        uint32_t seed, uint64_t out[4])
{
    uint64_t c0 = mix(le64(p + 96) + K0, n), d0 = le64(p + 120) * K0 + n;
    struct lanes l = {
        {le64(p + 56) + K0, le64(p + 96) + K0, c0, d0, le64(p + 184) + seed},
        c0 + d0,
        {seed}};

    for (; n >= 240; n -= 240)
        for (int i = 0; i < 6; i++, p += 40)
            take_40(&l, crc, p, i % 2 == 0);
    for (; n >= 40; n -= 40, p += 40)
        take_40(&l, crc, p, false);
    if (n > 0)
        take_40(&l, crc, p + n - 40, false);

    uint64_t f = l.crc[0], h = l.crc[2] + (l.crc[1] << 32), i = l.crc[3];
    uint64_t j = l.crc[4] + (i << 32);
    uint64_t a = mix(l.x[0], j), b = l.x[1] + h, c = mix(l.x[2], f) + i;
    uint64_t d = mix(l.x[3], l.x[4] + c0);

    j += l.x[4];
    i += mix(h, l.t);
    uint64_t e = mix(a, d) + j, g = mix(j, i) + c;
    out[0] = e + mix(b, c) + a + g + h;
    a = shift_mix((a + g) * K0) * K0 + b;
    out[1] = d0 + a + out[0];
    a = shift_mix(a * K0) * K0 + c;
    out[2] = a + out[1];
    out[3] = shift_mix((a + e) * K0) * K0 + out[2];
}

/* The 16 bytes for one to four times 32. */
static void final_sum(const uint64_t *word, size_t n, uint64_t out[2])
{
    uint64_t a = word[0] ^ K3, b = word[1], c, d;
    const uint64_t *p = word + 2, *end = word + n;
    uint64_t bytes = 8 * (uint64_t)(end - p);

    if (bytes == 16) {
        a = shift_mix(a * K1) * K1;
        c = b * K1 + (mix(p[0], rotate(p[1] + 16, 16)) ^ p[1]);
        d = shift_mix(a + p[0]);
    } else {
        c = mix(end[-1] + K1, a);
        d = mix(b + bytes, c + end[-2]);
        a += d;
        for (; p + 2 < end; p += 2) { /* the last 16 bytes went first */
            a = (a ^ shift_mix(p[0] * K1) * K1) * K1;
            b ^= a;
            c = (c ^ shift_mix(p[1] * K1) * K1) * K1;
            d ^= c;
        }
    }
    a = mix(a, c);
    b = mix(d, b);
    out[0] = a ^ b;
    out[1] = mix(b, a);
}

bool tby__syzygy_sum_fits(const uint8_t *bytes, size_t n)
{
    uint64_t word[4 * (SUM_MAX / STRETCH)], sum[2];
    struct crc_table crc;
    size_t words = 0, body = n - 16;

    TBY_ASSERT(n >= 16);
    if (body > SUM_MAX)
        return true;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++)
            c = c >> 1 ^ (c & 1 ? 0x82f63b78u : 0);
        crc.at[0][i] = c;
    }
    for (int k = 1; k < 8; k++)
        for (int i = 0; i < 256; i++)
            crc.at[k][i] =
                crc.at[k - 1][i] >> 8 ^ crc.at[0][crc.at[k - 1][i] & 255];
    for (size_t at = 0; at < body; at += STRETCH, words += 4) {
        size_t size = body - at < STRETCH ? body - at : STRETCH;
        uint8_t small[240] = {0};
        if (size >= 240) {
            stretch_sum(&crc, bytes + at, size, 0, word + words);
        } else {
            memcpy(small, bytes + at, size);
            stretch_sum(&crc, small, 240, ~(uint32_t)size, word + words);
        }
    }
    if (words == 0)
        return false;
    final_sum(word, words, sum);
    return sum[0] == le64(bytes + body) && sum[1] == le64(bytes + body + 8);
}
