/* wide.c - files in UTF-16, as Windows programs save them, made UTF-8. */
#include "work/games/int.h"

bool games_wide_is(const char *p, size_t n, games_wide *out)
{
    *out = (games_wide){.on = false};
    if (n < 4)
        return false;
    bool little = p[0] == '\xff' && p[1] == '\xfe';
    bool big = p[0] == '\xfe' && p[1] == '\xff';
    if (!little && !big) { /* ASCII, and no mark before it */
        little = p[0] && !p[1] && p[2] && !p[3];
        big = !p[0] && p[1] && !p[2] && p[3];
    }
    *out = (games_wide){.on = little || big, .big = big};
    return out->on;
}

static size_t put(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)((0xF00u >> n & 0xFF) | point);
    return n;
}

/* One unit: half of a pair waits for the other, alone it is no character. */
static size_t put_unit(games_wide *w, char *to, uint32_t unit)
{
    enum { NONE = 0xFFFD };
    bool low = unit >= 0xDC00 && unit <= 0xDFFF;
    uint32_t high = w->high;
    size_t n = 0;

    w->high = 0;
    if (high && low)
        return put(to, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
    if (high)
        n = put(to, NONE);
    if (unit >= 0xD800 && unit < 0xDC00)
        w->high = (uint16_t)unit;
    else
        n += put(to + n, low ? NONE : unit);
    return n;
}

size_t games_wide_read(games_wide *w, const uint8_t *from, size_t n, char *to)
{
    size_t out = 0;

    for (size_t i = 0; i < n; i++) {
        if (w->odd)
            out += put_unit(w, to + out,
                            w->big ? (uint32_t)w->byte << 8 | from[i]
                                   : (uint32_t)from[i] << 8 | w->byte);
        w->byte = from[i];
        w->odd = !w->odd;
    }
    return out;
}
