/* filter_values.c - ranges, dates and lists of words. */
#include "store/filter_int.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "tabiya/codes.h"

#include <string.h>

/* The place of a part within a text. */
static size_t at(tby_str text, tby_str part)
{
    return part.p ? (size_t)(part.p - text.p) : text.n;
}

/* A number, or what an empty text stands for. */
static bool end_of_range(tby_str text, uint32_t empty, uint32_t *out)
{
    uint64_t n;

    if (!text.n) {
        *out = empty;
        return true;
    }
    if (tby_num_u64(text, 0, UINT32_MAX / 4, &n, NULL) != TBY_OK)
        return false;
    *out = (uint32_t)n;
    return true;
}

tby_rc filter_range(tby_str text, store_range *out, tby_err *err)
{
    tby_str rest = tby_str_trim(text), low, high;
    store_range range = {.on = true};
    bool single;

    if (!rest.n || tby_str_is(rest, "-"))
        return filter_refuse(err, 0);
    (void)tby_str_field(&rest, '-', &low);
    single = !rest.p;
    high = single ? low : rest;
    if (!end_of_range(low, 0, &range.min))
        return filter_refuse(err, at(text, low));
    if (!end_of_range(high, UINT32_MAX / 4, &range.max) ||
        range.max < range.min)
        return filter_refuse(err, at(text, high));
    *out = range;
    return TBY_OK;
}

/* --- dates ----------------------------------------------------------------*/

/* One field of a date off *rest: true if it is there and a number up to max. */
static bool date_part(tby_str *rest, unsigned max, unsigned *out)
{
    size_t n = 0;
    uint64_t value;

    while (n < rest->n && tby_is_digit(rest->p[n]))
        n++;
    if (tby_num_u64((tby_str){rest->p, n}, 1, max, &value, NULL) != TBY_OK)
        return false;
    *out = (unsigned)value;
    *rest = tby_str_from(*rest, n);
    return true;
}

static bool date_separator(tby_str *rest)
{
    if (!rest->n || (rest->p[0] != '.' && rest->p[0] != '-'))
        return false;
    *rest = tby_str_from(*rest, 1);
    return true;
}

static unsigned days_of(unsigned y, unsigned m)
{
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;

    if (m == 2)
        return leap ? 29 : 28;
    return m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}

/* The first day of what is said, or the last one.  The last day of a month is
 * the 31st: a game of which only the month is known lies before it. */
static bool date_read(tby_str text, bool last, uint32_t *out)
{
    unsigned y, m = last ? 12 : 1, d = last ? 31 : 1;

    if (!date_part(&text, 9999, &y))
        return false;
    if (date_separator(&text) && !date_part(&text, 12, &m))
        return false;
    if (date_separator(&text) && !date_part(&text, 31, &d))
        return false;
    if (text.n)
        return false;
    if (last && d >= days_of(y, m))
        d = 31;
    *out = store_date(y, m, d);
    return true;
}

static size_t find_dots(tby_str text)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == '.' && text.p[i + 1] == '.')
            return i;
    return text.n;
}

tby_rc filter_dates(tby_str text, store_range *out, tby_err *err)
{
    tby_str all = tby_str_trim(text);
    size_t dots = find_dots(all);
    tby_str low = {all.p, dots};
    tby_str high = dots < all.n ? tby_str_from(all, dots + 2) : low;
    store_range range = {true, 0, UINT32_MAX};

    if (!low.n && !high.n)
        return filter_refuse(err, 0);
    if (low.n && !date_read(low, false, &range.min))
        return filter_refuse(err, at(text, low));
    if (high.n && !date_read(high, true, &range.max))
        return filter_refuse(err, at(text, high));
    if (range.max < range.min)
        return filter_refuse(err, at(text, high));
    *out = range;
    return TBY_OK;
}

/* --- lists ----------------------------------------------------------------*/

tby_rc filter_eco(tby_str text, uint64_t out[8], tby_err *err)
{
    tby_str rest = text, field;
    uint64_t bits[8] = {0};
    tby_codes codes;

    if (!text.n)
        return filter_refuse(err, 0);
    while (tby_str_field(&rest, ',', &field)) {
        if (!tby_codes_parse(tby_str_trim(field), &codes))
            return filter_refuse(err, at(text, field));
        for (unsigned i = codes.from + 1u; i <= codes.to + 1u; i++)
            bits[i / 64] |= UINT64_C(1) << i % 64;
    }
    memcpy(out, bits, sizeof bits);
    return TBY_OK;
}

static bool find_word(tby_str word, const char *const *names, unsigned *out)
{
    for (unsigned i = 0; names[i]; i++)
        if (word.n && tby_str_is(word, names[i])) {
            *out = i;
            return true;
        }
    return false;
}

tby_rc filter_words(tby_str text, const char *const *names, uint32_t *out,
                    tby_err *err)
{
    tby_str rest = text, field;
    uint32_t bits = 0;
    unsigned i;

    if (!text.n)
        return filter_refuse(err, 0);
    while (tby_str_field(&rest, ',', &field)) {
        if (!find_word(tby_str_trim(field), names, &i))
            return filter_refuse(err, at(text, field));
        bits |= UINT32_C(1) << i;
    }
    *out = bits;
    return TBY_OK;
}
