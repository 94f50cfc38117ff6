/* answer.h - what servers answer as RowBinary: numbers of fixed width, little
 * end first, and texts with their length before them.
 *
 * An answer that ends within a row, or says of a text that it is longer than
 * what is left, is broken: from then on everything is zero. */
#ifndef TBY_STORE_CLICKHOUSE_ANSWER_H
#define TBY_STORE_CLICKHOUSE_ANSWER_H

#include "core/base/str.h"

#include <string.h>

typedef struct ch_answer {
    tby_str rest;
    bool broken;
} ch_answer;

static inline uint64_t ch_take(ch_answer *a, size_t bytes)
{
    uint64_t value = 0;

    if (a->rest.n < bytes) {
        a->broken = true;
        a->rest.n = 0;
        return 0;
    }
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)(uint8_t)a->rest.p[i] << 8 * i;
    a->rest = (tby_str){a->rest.p + bytes, a->rest.n - bytes};
    return value;
}

static inline tby_str ch_take_text(ch_answer *a)
{
    uint64_t n = 0, byte = 128;

    for (unsigned shift = 0; byte & 128 && shift < 63; shift += 7) {
        byte = ch_take(a, 1);
        n |= (byte & 127) << shift;
    }
    if (byte & 128 || n > a->rest.n) {
        a->broken = true;
        a->rest.n = 0;
        return (tby_str){"", 0};
    }
    tby_str text = {a->rest.p, (size_t)n};
    a->rest = (tby_str){a->rest.p + n, a->rest.n - (size_t)n};
    return text;
}

/* Is there another row? */
static inline bool ch_more(const ch_answer *a)
{
    return a->rest.n > 0;
}

#endif
