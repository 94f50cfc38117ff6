/* chunk.c - see chunk.h. */
#include "store/record/chunk.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"

enum { SUMMED = 4, GAMES = 4, WIDTH = 6, SMALLEST = 7 };

static inline void put(unsigned char *to, uint32_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

static inline uint32_t get(const unsigned char *from, unsigned width)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (uint32_t)from[i] << 8 * i;
    return value;
}

/* A row that was put in the place of another does not fit either. */
static uint32_t sum_of(int64_t row, const unsigned char *bytes, size_t n)
{
    return (uint32_t)(tby_checksum(bytes + SUMMED, n - SUMMED) ^ (uint64_t)row);
}

/* Called with a constant width, these are loops without branches. */
static inline void pack(unsigned char *to, const uint32_t *values, uint32_t n,
                        uint32_t smallest, unsigned width)
{
    for (size_t i = 0; i < n; i++)
        put(to + i * width, values[i] - smallest, width);
}

static inline void unpack(const chunk_values *v, uint32_t *out, unsigned width)
{
    const unsigned char *from = v->p;
    const uint32_t n = v->n, smallest = v->smallest;

    for (size_t i = 0; i < n; i++)
        out[i] = smallest + get(from + i * width, width);
}

void tby__chunk_pack(int64_t row, const uint32_t *values, uint32_t n,
                     tby_buf *out)
{
    unsigned char row_bytes[CHUNK_HEAD + 4 * STORE_CHUNK];
    uint32_t smallest = values[0], largest = values[0];

    TBY_ASSERT(n >= 1 && n <= STORE_CHUNK);
    for (uint32_t i = 1; i < n; i++) {
        smallest = values[i] < smallest ? values[i] : smallest;
        largest = values[i] > largest ? values[i] : largest;
    }
    uint32_t span = largest - smallest;
    unsigned width = 0;
    for (; span; span >>= 8)
        width++;
    size_t size = CHUNK_HEAD + (size_t)n * width;
    put(row_bytes + GAMES, n, 2);
    put(row_bytes + WIDTH, width, 1);
    put(row_bytes + SMALLEST, smallest, 4);
    unsigned char *to = row_bytes + CHUNK_HEAD;
    switch (width) {
    case 1:
        pack(to, values, n, smallest, 1);
        break;
    case 2:
        pack(to, values, n, smallest, 2);
        break;
    case 3:
        pack(to, values, n, smallest, 3);
        break;
    case 4:
        pack(to, values, n, smallest, 4);
        break;
    default: /* all the same */
        break;
    }
    put(row_bytes, sum_of(row, row_bytes, size), SUMMED);
    tby_buf_add(out, (tby_str){(const char *)row_bytes, size});
}

tby_rc tby__chunk_open(int64_t row, tby_str bytes, chunk_values *out)
{
    const unsigned char *p = (const unsigned char *)bytes.p;

    if (bytes.n < CHUNK_HEAD || get(p, SUMMED) != sum_of(row, p, bytes.n))
        return TBY_E_STORE_DAMAGED;
    chunk_values v = {.p = p + CHUNK_HEAD,
                      .n = (uint16_t)get(p + GAMES, 2),
                      .smallest = get(p + SMALLEST, 4),
                      .width = p[WIDTH]};
    if (v.n < 1 || v.n > STORE_CHUNK || v.width > 4 ||
        bytes.n != CHUNK_HEAD + (size_t)v.n * v.width)
        return TBY_E_STORE_DAMAGED;
    v.mask = (uint32_t)((UINT64_C(1) << 8 * v.width) - 1);
    *out = v;
    return TBY_OK;
}

void tby__chunk_unpack(const chunk_values *v, uint32_t *out)
{
    TBY_ASSERT(v->n <= STORE_CHUNK);
    switch (v->width) {
    case 1:
        unpack(v, out, 1);
        break;
    case 2:
        unpack(v, out, 2);
        break;
    case 3:
        unpack(v, out, 3);
        break;
    case 4:
        unpack(v, out, 4);
        break;
    default:
        unpack(v, out, 0);
        break;
    }
}
