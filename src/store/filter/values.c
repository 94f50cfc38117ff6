/* values.c - ranges, dates and lists of words. */
#include "store/filter/int.h"

#include "core/base/num.h"
#include "core/base/str.h"
#include "tabiya/codes.h"

#include <string.h>

/* The place of a part within a text. */
static size_t at(tby_str text, tby_str part)
{
    return part.p ? (size_t)(part.p - text.p) : text.n;
}

/* --- ranges ---------------------------------------------------------------*/

/* A range as people write it: A-B, A..B, A-, A.., A+, >=A, >A; -B, ..B, <=B,
 * <B; A alone.  An end that is not there is empty. */
typedef struct span {
    tby_str low, high;
    bool above, below; /* >A, <B: these are not meant themselves */
} span;

/* Where a hyphen separates two ends, text.n if none does: of dates only one at
 * an end or before a year, since 2010-05 is May. */
static size_t find_hyphen(tby_str text, bool dates)
{
    for (size_t i = 0; i < text.n; i++) {
        tby_str next = tby_str_trim(tby_str_from(text, i + 1));
        size_t digits = 0;

        while (digits < next.n && tby_is_digit(next.p[digits]))
            digits++;
        if (text.p[i] == '-' &&
            (!dates || i == 0 || i + 1 == text.n || digits == 4))
            return i;
    }
    return text.n;
}

static size_t find_dots(tby_str text)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == '.' && text.p[i + 1] == '.')
            return i;
    return text.n;
}

/* False: there is no end at all. */
static bool split(tby_str text, bool dates, span *out)
{
    tby_str all = tby_str_trim(text);
    char first = all.n ? all.p[0] : '\0';
    size_t dots = find_dots(all), hyphen = find_hyphen(all, dates);

    *out = (span){.low = {all.p, 0}, .high = {all.p, 0}};
    if (first == '>' || first == '<') {
        bool equal = all.n > 1 && all.p[1] == '=';
        tby_str end = tby_str_trim(tby_str_from(all, equal ? 2 : 1));
        *(first == '>' ? &out->low : &out->high) = end;
        out->above = first == '>' && !equal;
        out->below = first == '<' && !equal;
    } else if (all.n && all.p[all.n - 1] == '+') {
        out->low = tby_str_trim((tby_str){all.p, all.n - 1});
    } else if (dots < all.n) {
        out->low = tby_str_trim((tby_str){all.p, dots});
        out->high = tby_str_trim(tby_str_from(all, dots + 2));
    } else if (hyphen < all.n) {
        out->low = tby_str_trim((tby_str){all.p, hyphen});
        out->high = tby_str_trim(tby_str_from(all, hyphen + 1));
    } else {
        out->low = out->high = all;
    }
    return out->low.n || out->high.n;
}

tby_rc filter_range(tby_str text, store_range *out, tby_err *err)
{
    const uint64_t most = UINT32_MAX / 4;
    uint64_t low = 0, high = most;
    span s;

    if (!split(text, false, &s))
        return filter_refuse(err, 0);
    if (s.low.n && tby_num_u64(s.low, 0, most - 1, &low, NULL) != TBY_OK)
        return filter_refuse(err, at(text, s.low));
    if (s.high.n && tby_num_u64(s.high, s.below, most, &high, NULL) != TBY_OK)
        return filter_refuse(err, at(text, s.high));
    low += s.above;
    high -= s.below;
    if (high < low)
        return filter_reversed(err, at(text, s.high));
    *out = (store_range){true, (uint32_t)low, (uint32_t)high};
    return TBY_OK;
}

/* --- dates ----------------------------------------------------------------*/

/* Question marks off *rest: a month or a day that is left open. */
static bool date_unknown(tby_str *rest)
{
    size_t n = 0;

    while (n < rest->n && rest->p[n] == '?')
        n++;
    *rest = tby_str_from(*rest, n);
    return n > 0;
}

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
    if (!rest->n || !memchr(".-/", rest->p[0], 3))
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
    if (date_separator(&text)) {
        bool open = date_unknown(&text);
        if (!open && !date_part(&text, 12, &m))
            return false;
        if (date_separator(&text) && !date_unknown(&text) &&
            (open || !date_part(&text, 31, &d)))
            return false;
    }
    if (text.n)
        return false;
    if (last && d >= days_of(y, m))
        d = 31;
    *out = store_date(y, m, d);
    return true;
}

/* Days are compared as numbers, so that the one after the last of a month need
 * not be the first of the next. */
tby_rc filter_dates(tby_str text, store_range *out, tby_err *err)
{
    store_range range = {true, 0, UINT32_MAX};
    span s;

    if (!split(text, true, &s))
        return filter_refuse(err, 0);
    if (s.low.n && !date_read(s.low, s.above, &range.min))
        return filter_refuse(err, at(text, s.low));
    if (s.high.n && !date_read(s.high, !s.below, &range.max))
        return filter_refuse(err, at(text, s.high));
    range.min += s.above;
    range.max -= s.below;
    if (range.max < range.min)
        return filter_reversed(err, at(text, s.high));
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
