/* pgn_scan.h - where a word or a value ends, many bytes at a time.
 *
 * A loop over the bytes guesses wrongly where nearly every word ends; comparing
 * sixteen at once guesses nothing.  SSE2 is part of every x86-64; elsewhere the
 * loop does. */
#ifndef TBY_CORE_PGN_SCAN_H
#define TBY_CORE_PGN_SCAN_H

#include "core/format/pgn_lex.h"

/* How many of the eight bytes at p precede the first blank or control
 * character; 8 if there is none.  A borrow can only spoil bytes behind the
 * first hit. */
TBY_INLINE size_t scan_blank(const char *p)
{
    const uint64_t ones = 0x0101010101010101;
    uint64_t x;

    memcpy(&x, p, sizeof x);
    uint64_t hits = (x - ones * ('!')) & ~x & ones << 7;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return hits ? (size_t)__builtin_ctzll(hits) >> 3 : 8;
#else
    return hits ? (size_t)__builtin_clzll(hits) >> 3 : 8;
#endif
}

#ifdef __SSE2__
#include <emmintrin.h>

/* Bytes from..from+n, as a mask of those that equal or lie between. */
TBY_INLINE __m128i scan_range(__m128i v, char from, char n)
{
    __m128i t = _mm_sub_epi8(v, _mm_set1_epi8(from));

    return _mm_cmpeq_epi8(_mm_min_epu8(t, _mm_set1_epi8(n)), t);
}

TBY_INLINE __m128i scan_equal(__m128i v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

TBY_INLINE unsigned scan_first(__m128i hits)
{
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(hits) | 65536);
}

/* How many of the sixteen bytes at p belong to a word. */
TBY_INLINE size_t scan_word(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i folded = _mm_and_si128(v, _mm_set1_epi8((char)0xdf));
    __m128i ends = _mm_or_si128(scan_range(v, 0, ' '), scan_range(v, '!', 1));

    ends = _mm_or_si128(ends, scan_range(v, '$', '*' - '$'));
    ends = _mm_or_si128(ends, scan_equal(v, ';'));
    ends = _mm_or_si128(ends, scan_equal(v, '?'));
    ends = _mm_or_si128(ends, scan_equal(folded, '[')); /* and { */
    ends = _mm_or_si128(ends, scan_equal(folded, ']')); /* and } */
    return scan_first(ends);
}

/* How many of the sixteen bytes at p belong to the name of a tag. */
TBY_INLINE size_t scan_name(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i small = _mm_or_si128(v, _mm_set1_epi8(32));
    __m128i in = _mm_or_si128(scan_range(small, 'a', 25), scan_equal(v, '_'));

    in = _mm_or_si128(in, scan_range(v, '0', 9));
    return scan_first(_mm_xor_si128(in, _mm_set1_epi8(-1)));
}

/* How many of the sixteen bytes at p are plain text of a value: printable
 * ASCII but the quote and the backslash. */
TBY_INLINE size_t scan_value(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i ends = _mm_cmplt_epi8(v, _mm_set1_epi8(' ')); /* and beyond ASCII */

    ends = _mm_or_si128(ends, scan_equal(v, '"'));
    return scan_first(_mm_or_si128(ends, scan_equal(v, '\\')));
}

#else

TBY_INLINE size_t scan_word(const char *p)
{
    size_t n = 0;

    while (n < 16 && tby_pgn_in_word[(unsigned char)p[n]])
        n++;
    return n;
}

TBY_INLINE size_t scan_name(const char *p)
{
    size_t n = 0;

    while (n < 16 && (p[n] == '_' || (unsigned)((p[n] | 32) - 'a') < 26 ||
                      (unsigned)(p[n] - '0') < 10))
        n++;
    return n;
}

TBY_INLINE size_t scan_value(const char *p)
{
    size_t n = 0;

    while (n < 16 && p[n] >= ' ' && p[n] != '"' && p[n] != '\\')
        n++;
    return n;
}

#endif

/* Bytes these functions look at. */
enum { PGN_SCAN = 16 };

#endif
