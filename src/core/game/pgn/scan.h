/* scan.h - where a word or a value ends, many bytes at a time.
 *
 * A loop over the bytes guesses wrongly where nearly every word ends; comparing
 * sixteen at once guesses nothing.  SSE2 is part of every x86-64; elsewhere the
 * loop does. */
#ifndef TBY_CORE_GAME_PGN_SCAN_H
#define TBY_CORE_GAME_PGN_SCAN_H

#include "core/game/pgn/lex.h"

/* How many of the eight bytes at p precede the first space or control
 * character; 8 if there is none.  A borrow can only spoil bytes after the
 * first hit. */
TBY_INLINE size_t scan_space(const char *p)
{
    const uint64_t ones = 0x0101010101010101;
    uint64_t x;

    memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    uint64_t hits = (x - ones * ('!')) & ~x & ones << 7;
    return hits ? (size_t)__builtin_ctzll(hits) >> 3 : 8;
}

/* Bytes in a movetext that do not belong to moves, or to results too; and a
 * space with one after it, which may be an empty line. */
TBY_INLINE bool is_mark(char c, char next)
{
    return c == '(' || c == ')' || c == '*' || c == '-' || c == '/' ||
           c == '{' || c == '[' || c == ';' || c == '%' ||
           ((unsigned char)c <= ' ' && (unsigned char)next <= ' ');
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

/* How many of the sixteen bytes at p belong to the name of a tag. */
TBY_INLINE size_t scan_name(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i small = _mm_or_si128(v, _mm_set1_epi8(32));
    __m128i in = _mm_or_si128(scan_range(small, 'a', 25), scan_equal(v, '_'));

    in = _mm_or_si128(in, scan_range(v, '0', 9));
    return scan_first(_mm_xor_si128(in, _mm_set1_epi8(-1)));
}

/* Bits for the sixteen bytes at p: see struct scan_block. */
TBY_INLINE void scan_sixteen(const char *p, uint64_t *spaces, uint64_t *odd)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i marks = _mm_and_si128(v, _mm_set1_epi8(~('?' ^ ';')));
    __m128i brackets =
        _mm_and_si128(v, _mm_set1_epi8(~(('[' ^ ']') | ('[' ^ '{'))));
    __m128i any = scan_range(v, 0, '*');
    __m128i lines = _mm_or_si128(scan_equal(v, '\n'), scan_equal(v, '\r'));

    any = _mm_or_si128(any, scan_equal(marks, ';'));
    any = _mm_or_si128(any, scan_equal(brackets, '[' & ']'));
    *spaces =
        (unsigned)_mm_movemask_epi8(_mm_or_si128(scan_equal(v, ' '), lines));
    *odd = (unsigned)_mm_movemask_epi8(any);
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

/* A bit for each of the sixteen bytes at p that is [ { or }. */
TBY_INLINE unsigned scan_braces(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i open = _mm_or_si128(v, _mm_set1_epi8('[' ^ '{'));

    return (unsigned)_mm_movemask_epi8(
        _mm_or_si128(scan_equal(open, '{'), scan_equal(v, '}')));
}

/* The bytes at p that are marks: see is_mark(). */
TBY_INLINE __m128i scan_marks(const char *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
    __m128i signs = _mm_or_si128(v, _mm_set1_epi8('-' ^ '/'));
    __m128i braces = _mm_or_si128(v, _mm_set1_epi8('[' ^ '{'));
    __m128i marks = scan_range(v, '(', '*' - '(');

    marks = _mm_or_si128(marks, scan_equal(signs, '/'));
    marks = _mm_or_si128(marks, scan_equal(braces, '{'));
    marks = _mm_or_si128(marks, scan_equal(v, ';'));
    marks = _mm_or_si128(marks, scan_range(_mm_max_epu8(v, next), 0, ' '));
    return _mm_or_si128(marks, scan_equal(v, '%'));
}

/* How many of the sixteen bytes at p, with one after them, precede the first
 * mark. */
TBY_INLINE size_t scan_mark(const char *p)
{
    return scan_first(scan_marks(p));
}

/* Is there a mark in the sixty-four bytes at p, with one after them? */
TBY_INLINE bool scan_has_mark(const char *p)
{
    __m128i a = _mm_or_si128(scan_marks(p), scan_marks(p + 16));
    __m128i b = _mm_or_si128(scan_marks(p + 32), scan_marks(p + 48));

    return _mm_movemask_epi8(_mm_or_si128(a, b));
}

#else

TBY_INLINE unsigned scan_braces(const char *p)
{
    unsigned marks = 0;

    for (unsigned i = 0; i < 16; i++)
        marks |= (unsigned)(p[i] == '[' || p[i] == '{' || p[i] == '}') << i;
    return marks;
}

TBY_INLINE size_t scan_mark(const char *p)
{
    size_t n = 0;

    while (n < 16 && !is_mark(p[n], p[n + 1]))
        n++;
    return n;
}

TBY_INLINE bool scan_has_mark(const char *p)
{
    (void)p;
    return true; /* nothing is won by asking twice */
}

TBY_INLINE size_t scan_name(const char *p)
{
    size_t n = 0;

    while (n < 16 && (p[n] == '_' || (unsigned)((p[n] | 32) - 'a') < 26 ||
                      (unsigned)(p[n] - '0') < 10))
        n++;
    return n;
}

TBY_INLINE void scan_sixteen(const char *p, uint64_t *spaces, uint64_t *odd)
{
    *spaces = *odd = 0;
    for (size_t i = 0; i < 16; i++) {
        *spaces |= (uint64_t)(p[i] == ' ' || p[i] == '\n' || p[i] == '\r') << i;
        *odd |= (uint64_t)!tby_pgn_in_word[(unsigned char)p[i]] << i;
    }
}

TBY_INLINE size_t scan_value(const char *p)
{
    size_t n = 0; /* a signed char: beyond ASCII is below the space */

    while (n < 16 && (signed char)p[n] >= ' ' && p[n] != '"' && p[n] != '\\')
        n++;
    return n;
}

#endif

/* Bytes these functions look at. */
enum { PGN_SCAN = 16, PGN_BLOCK = 64 };

/* A bit for each of 64 bytes: where words end. */
struct scan_block {
    uint64_t spaces; /* space, LF, CR */
    uint64_t odd;    /* all else that ends a word, and #, Y, y and _, which are
                        not worth the operations to tell them from it */
};

TBY_INLINE struct scan_block scan_block(const char *p)
{
    struct scan_block b = {0, 0};

    for (int i = 0; i < PGN_BLOCK; i += PGN_SCAN) {
        uint64_t spaces, odd;
        scan_sixteen(p + i, &spaces, &odd);
        b.spaces |= spaces << i;
        b.odd |= odd << i;
    }
    b.odd &= ~b.spaces;
    return b;
}

#endif
