#include "core/base/utf8.h"
#include "core/base/assert.h"

/* Length by the first byte, 0 where no character can start.  C0, C1 could
 * only be overlong, F5 and above lie beyond U+10FFFF. */
static size_t length_of(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    if (first >= 0xF0 && first <= 0xF4)
        return 4;
    return 0;
}

/* The second byte of some characters has a narrower range. */
static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xE0: /* below A0: overlong */
        return second >= 0xA0;
    case 0xED: /* from A0: surrogates */
        return second < 0xA0;
    case 0xF0: /* below 90: overlong */
        return second >= 0x90;
    case 0xF4: /* from 90: above U+10FFFF */
        return second < 0x90;
    default:
        return true;
    }
}

size_t tby_utf8_decode(tby_str s, uint32_t *point)
{
    static const unsigned char FIRST_MASK[5] = {0, 0x7F, 0x1F, 0x0F, 0x07};

    if (s.n == 0)
        return 0;
    unsigned char first = (unsigned char)s.p[0];
    size_t n = length_of(first);
    if (n == 0 || n > s.n)
        return 0;
    uint32_t value = first & FIRST_MASK[n];
    for (size_t i = 1; i < n; i++) {
        unsigned char next = (unsigned char)s.p[i];
        if ((next & 0xC0) != 0x80 || (i == 1 && !second_fits(first, next)))
            return 0;
        value = value << 6 | (next & 0x3F);
    }
    if (point)
        *point = value;
    return n;
}

size_t tby_utf8_encode(uint32_t point, char out[4])
{
    static const unsigned char FIRST[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t n = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

    TBY_ASSERT(point <= 0x10FFFF);
    for (size_t i = n; i-- > 1; point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3F));
    out[0] = (char)(FIRST[n] | point);
    return n;
}

uint32_t tby_cp1252_point(unsigned char byte)
{
    /* bytes 80 to 9F; all others are their own Unicode number */
    static const uint16_t HIGH[32] = {
        0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
        0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
        0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
        0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};

    return byte >= 0x80 && byte < 0xA0 ? HIGH[byte - 0x80] : byte;
}

tby_rc tby_utf8_validate(tby_str s, tby_err *err)
{
    size_t at = 0;

    while (at < s.n) {
        size_t n =
            tby_utf8_decode((tby_str){.p = s.p + at, .n = s.n - at}, NULL);
        if (n == 0) {
            if (err)
                *err = (tby_err){.code = TBY_E_UTF8, .at = at};
            return TBY_E_UTF8;
        }
        at += n;
    }
    return TBY_OK;
}

size_t tby_utf8_count(tby_str s)
{
    size_t count = 0;
    size_t at = 0;

    while (at < s.n) {
        size_t n =
            tby_utf8_decode((tby_str){.p = s.p + at, .n = s.n - at}, NULL);
        at += n ? n : 1;
        count++;
    }
    return count;
}
