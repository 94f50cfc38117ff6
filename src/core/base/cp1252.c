/* cp1252.c - see cp1252.h. */
#include "core/base/cp1252.h"

/* Bytes 80 to 9F; all others are their own Unicode number. */
static const uint16_t HIGH[32] = {
    0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
    0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};

size_t tby_cp1252_to_utf8(unsigned char byte, char out[4])
{
    unsigned u = byte >= 0x80 && byte < 0xa0 ? HIGH[byte - 0x80] : byte;

    if (u < 0x80) {
        out[0] = (char)u;
        return 1;
    }
    if (u < 0x800) {
        out[0] = (char)(0xc0 | u >> 6);
        out[1] = (char)(0x80 | (u & 63));
        return 2;
    }
    out[0] = (char)(0xe0 | u >> 12);
    out[1] = (char)(0x80 | (u >> 6 & 63));
    out[2] = (char)(0x80 | (u & 63));
    return 3;
}
