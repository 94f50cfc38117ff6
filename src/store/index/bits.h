/* bits.h - bits to bytes and back, the lowest bit of a byte first, with the
 * three codes that pages and lists are made of.
 *
 *     plain    so many bits
 *     gamma    a number from 1 on, in 2 log2 n + 1 bits
 *     rice     a number from 0 on: n >> k in unary, then the k bits below */
#ifndef TBY_STORE_INDEX_BITS_H
#define TBY_STORE_INDEX_BITS_H

#include "core/base/grow.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words are stored as they are in memory");

enum { RUN_BITS = 56 }; /* the most that is written or read at once */

/* Bits that it takes to write any number up to n. */
static inline unsigned run_width(uint64_t n)
{
    return n ? 64 - (unsigned)__builtin_clzll(n) : 0;
}

/* The best k for n numbers that add up to less than span. */
static inline unsigned run_rice(uint64_t span, uint64_t n)
{
    uint64_t mean = n ? span / n : 0;

    return mean ? run_width(mean) - 1 : 0;
}

static inline uint64_t run_low_bits(uint64_t value, unsigned n)
{
    return value & ((UINT64_C(1) << n) - 1); /* n < 64 */
}

/* --- writing --------------------------------------------------------------*/

typedef struct run_writer {
    uint8_t *p;
    size_t n, cap;
    uint64_t bits; /* that make no whole byte yet, and zeros */
    unsigned bits_n;
    tby_rc rc; /* the first failure; what follows is not written */
} run_writer;

static inline void run_writer_free(run_writer *w)
{
    tby_grow_free(NULL, w->p, w->cap, 1);
    *w = (run_writer){0};
}

static inline void run_writer_clear(run_writer *w)
{
    w->n = 0;
    w->bits = 0;
    w->bits_n = 0;
    w->rc = TBY_OK;
}

/* Room for so many bytes more. */
static inline bool run_writer_room(run_writer *w, size_t more)
{
    if (w->n + more > w->cap && w->rc == TBY_OK) {
        w->rc = tby_grow(NULL, (void **)&w->p, &w->cap, w->n + more, 1);
    }
    return w->rc == TBY_OK;
}

/* Nothing of value is above bit n, and n <= RUN_BITS. */
static inline void run_put(run_writer *w, uint64_t value, unsigned n)
{
    if (!run_writer_room(w, 8))
        return;
    w->bits |= value << w->bits_n;
    w->bits_n += n;
    memcpy(w->p + w->n, &w->bits, sizeof w->bits);
    w->n += w->bits_n / 8;
    w->bits >>= w->bits_n & ~7U;
    w->bits_n &= 7;
}

/* So many zeros and a one. */
static inline void run_put_unary(run_writer *w, uint64_t n)
{
    for (; n >= RUN_BITS; n -= RUN_BITS)
        run_put(w, 0, RUN_BITS);
    run_put(w, UINT64_C(1) << n, (unsigned)n + 1);
}

static inline void run_put_gamma(run_writer *w, uint64_t n)
{
    unsigned below = 63 - (unsigned)__builtin_clzll(n | 1);

    run_put_unary(w, below);
    run_put(w, run_low_bits(n, below), below);
}

static inline void run_put_rice(run_writer *w, uint64_t n, unsigned k)
{
    run_put_unary(w, n >> k);
    run_put(w, run_low_bits(n, k), k);
}

/* Fills the last byte with zeros. */
static inline void run_put_end(run_writer *w)
{
    if (w->bits_n)
        run_put(w, 0, 8 - w->bits_n);
}

static inline void run_put_varint(run_writer *w, uint32_t n)
{
    for (; n >= 128; n >>= 7)
        run_put(w, (n & 127) | 128, 8);
    run_put(w, n, 8);
}

/* After whole bytes only. */
static inline void run_put_bytes(run_writer *w, const uint8_t *bytes, size_t n)
{
    if (n == 0 || !run_writer_room(w, n + 8))
        return;
    memcpy(w->p + w->n, bytes, n);
    w->n += n;
}

static inline size_t run_writer_at(const run_writer *w)
{
    return 8 * w->n + w->bits_n;
}

/* --- reading --------------------------------------------------------------*/

typedef struct run_reader {
    const uint8_t *p, *end;
    uint64_t bits;   /* the next ones; more than bits_n may be there */
    unsigned bits_n; /* at most 63 */
    tby_rc rc; /* TBY_E_STORE_DAMAGED: after the end; all that is read is 0 */
    /* NULL, or: more bytes; TBY_DONE: there are none. */
    tby_rc (*more)(struct run_reader *r);
    void *ctx;
} run_reader;

/* From a bit on. */
static inline run_reader run_reader_at(tby_str bytes, uint64_t bit)
{
    run_reader r = {.p = (const uint8_t *)bytes.p};

    r.end = r.p + bytes.n;
    if (bit / 8 >= bytes.n) {
        r.p = r.end;
        return r;
    }
    r.p += bit / 8;
    r.bits = (uint64_t)*r.p++ >> bit % 8;
    r.bits_n = 8 - (unsigned)(bit % 8);
    return r;
}

static inline void run_fail(run_reader *r, tby_rc rc)
{
    if (r->rc == TBY_OK)
        r->rc = rc;
    r->bits = 0;
    r->bits_n = 0;
    r->p = r->end;
    r->more = NULL;
}

/* Byte by byte where a word would be too much. */
static inline void run_fill_slowly(run_reader *r)
{
    while (r->bits_n < RUN_BITS) {
        if (r->p == r->end && r->more) {
            tby_rc rc = r->more(r);
            if (rc == TBY_DONE) {
                r->more = NULL;
            } else if (rc != TBY_OK) {
                run_fail(r, rc);
                return;
            }
        }
        if (r->p == r->end)
            return;
        r->bits |= (uint64_t)*r->p++ << r->bits_n;
        r->bits_n += 8;
    }
}

static inline void run_fill(run_reader *r)
{
    uint64_t word;

    if (r->end - r->p < 8) {
        run_fill_slowly(r);
        return;
    }
    memcpy(&word, r->p, sizeof word);
    r->bits |= word << r->bits_n;
    r->p += (63 - r->bits_n) / 8;
    r->bits_n |= 56;
}

static inline void run_drop(run_reader *r, unsigned n)
{
    r->bits >>= n;
    r->bits_n -= n;
}

static inline uint64_t run_get(run_reader *r, unsigned n)
{
    if (r->bits_n < n)
        run_fill(r);
    if (r->bits_n < n) {
        run_fail(r, TBY_E_STORE_DAMAGED);
        return 0;
    }
    uint64_t value = run_low_bits(r->bits, n);
    run_drop(r, n);
    return value;
}

static inline uint64_t run_get_unary(run_reader *r)
{
    uint64_t n = 0;

    for (;;) {
        uint64_t known = run_low_bits(r->bits, r->bits_n);
        if (known) {
            unsigned zeros = (unsigned)__builtin_ctzll(known);
            run_drop(r, zeros);
            run_drop(r, 1);
            return n + zeros;
        }
        n += r->bits_n;
        r->bits = 0;
        r->bits_n = 0;
        run_fill(r);
        if (r->bits_n == 0) {
            run_fail(r, TBY_E_STORE_DAMAGED);
            return 0;
        }
    }
}

/* 0: damaged. */
static inline uint64_t run_get_gamma(run_reader *r)
{
    uint64_t below = run_get_unary(r);

    if (below > RUN_BITS) {
        run_fail(r, TBY_E_STORE_DAMAGED);
        return 0;
    }
    uint64_t low = run_get(r, (unsigned)below);
    return r->rc == TBY_OK ? UINT64_C(1) << below | low : 0;
}

static inline uint64_t run_get_rice(run_reader *r, unsigned k)
{
    uint64_t high = run_get_unary(r);

    return high << k | run_get(r, k);
}

/* The same where many follow each other; mask has k ones, k < RUN_BITS.  Nearly
 * always the number is in the word at hand, in one piece. */
static inline uint64_t run_get_next_rice(run_reader *r, unsigned k,
                                         uint64_t mask)
{
    if (r->bits_n < RUN_BITS / 2 + k / 2)
        run_fill(r);
    if (!r->bits)
        return run_get_rice(r, k);
    unsigned zeros = (unsigned)__builtin_ctzll(r->bits);
    if (zeros + 1 + k > r->bits_n)
        return run_get_rice(r, k);
    uint64_t low = r->bits >> zeros >> 1;
    r->bits = low >> k;
    r->bits_n -= zeros + 1 + k;
    return (uint64_t)zeros << k | (low & mask);
}

#endif
