/* checksum.c - see checksum.h. */
#include "core/base/checksum.h"

#include <string.h>

#define MIX UINT64_C(0x9fb21c651e98df25)

enum { LANES = 4, WORD = 8 };

static uint64_t mixed(uint64_t h, uint64_t word)
{
    h = (h ^ word) * MIX;
    return h ^ h >> 32;
}

uint64_t tby_checksum(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t lane[LANES] = {1, 2, 3, 4}, word[LANES], h = n;
    size_t left = n;

    for (; left >= sizeof word; left -= sizeof word, p += sizeof word) {
        memcpy(word, p, sizeof word);
        for (size_t i = 0; i < LANES; i++)
            lane[i] = mixed(lane[i], word[i]);
    }
    for (size_t i = 0; left > 0; i++) {
        size_t some = left < WORD ? left : WORD;
        word[0] = 0;
        memcpy(word, p, some);
        lane[i] = mixed(lane[i], word[0]);
        p += some;
        left -= some;
    }
    for (size_t i = 0; i < LANES; i++)
        h = mixed(h, lane[i]);
    return h;
}
