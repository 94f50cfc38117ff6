#include "core/base/checksum.h"
#include "core/base/assert.h"

#include <string.h>

#define MIX UINT64_C(0x9fb21c651e98df25)

enum { LANES = 4, WORD = 8, BLOCK = 32 };

static uint64_t mixed(uint64_t h, uint64_t word)
{
    h = (h ^ word) * MIX;
    return h ^ h >> 32;
}

/* Of n <= WORD bytes, the first is the lowest. */
static uint64_t word_of(const unsigned char *p, size_t n)
{
    uint64_t word = 0;

    memcpy(&word, p, n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint64_t word_at(const unsigned char *p, size_t i)
{
    return word_of(p + i * WORD, WORD);
}

/* Four words at a time, each lane in a register of its own; the rest, word by
 * word, goes to the lanes in turn. */
uint64_t tby_checksum(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t a = 1, b = 2, c = 3, d = 4;
    size_t left = n;

    for (; left >= BLOCK; left -= BLOCK, p += BLOCK) {
        a = mixed(a, word_at(p, 0));
        b = mixed(b, word_at(p, 1));
        c = mixed(c, word_at(p, 2));
        d = mixed(d, word_at(p, 3));
    }
    uint64_t lane[LANES] = {a, b, c, d}, h = n;
    size_t i = 0;
    for (; left >= WORD && i < LANES; left -= WORD, p += WORD, i++)
        lane[i] = mixed(lane[i], word_at(p, 0));
    TBY_ASSERT(left < WORD && i < LANES);
    if (left > 0)
        lane[i] = mixed(lane[i], word_of(p, left));
    for (i = 0; i < LANES; i++)
        h = mixed(h, lane[i]);
    return h;
}
