/* varint.h - numbers in as many bytes as they need: seven bits a byte, the low
 * ones first, the top bit set in all but the last. */
#ifndef TBY_STORE_RECORD_VARINT_H
#define TBY_STORE_RECORD_VARINT_H

#include "core/base/buf.h"

static inline void varint_put(tby_buf *b, uint32_t value)
{
    for (; value >= 128; value >>= 7)
        tby_buf_char(b, (char)(value | 128));
    tby_buf_char(b, (char)value);
}

/* Takes a number off *rest; false if it does not end there or is too large. */
static inline bool varint_take(tby_str *rest, uint32_t *out)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < rest->n && i < 5; i++) {
        uint8_t byte = (uint8_t)rest->p[i];
        if (i == 4 && byte > 15)
            return false;
        value |= (uint32_t)(byte & 127) << 7 * i;
        if (byte < 128) {
            *rest = (tby_str){rest->p + i + 1, rest->n - i - 1};
            *out = value;
            return true;
        }
    }
    return false;
}

/* Takes n bytes off *rest; false if there are fewer. */
static inline bool bytes_take(tby_str *rest, size_t n, tby_str *out)
{
    if (n > rest->n)
        return false;
    *out = (tby_str){rest->p, n};
    if (n) /* what is empty may point nowhere */
        *rest = (tby_str){rest->p + n, rest->n - n};
    return true;
}

/* A text: how long it is, and its bytes. */
static inline void text_put(tby_buf *b, tby_str text)
{
    varint_put(b, (uint32_t)text.n);
    tby_buf_add(b, text);
}

static inline bool text_take(tby_str *rest, tby_str *out)
{
    uint32_t n;

    return varint_take(rest, &n) && bytes_take(rest, n, out);
}

/* Small numbers of either sign as small numbers: 0, -1, 1, -2 ... */
static inline uint32_t zigzag(int32_t value)
{
    return (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
}

static inline int32_t unzigzag(uint32_t value)
{
    return (int32_t)(value >> 1 ^ (0u - (value & 1)));
}

#endif
