/* tags_read.c - the values of tags as numbers. */
#include "core/base/num.h"
#include "core/base/str.h"
#include "store/record/tags.h"

/* --- numbers --------------------------------------------------------------*/

/* A number of 1 to max, written in digits alone; else 0. */
static uint32_t number(tby_str text, uint32_t max)
{
    uint64_t value;

    return tby_num_u64(text, 1, max, &value, NULL) == TBY_OK ? (uint32_t)value
                                                             : 0;
}

uint32_t tag_read_number(tby_str text)
{
    return number(text, 9999);
}

uint32_t tag_read_diff(tby_str text)
{
    tby_str digits = tby_str_from(text, 1);
    uint64_t value;

    if (text.n < 2 || (text.p[0] != '+' && text.p[0] != '-'))
        digits = text;
    if (tby_num_u64(digits, 0, 9999, &value, NULL) != TBY_OK)
        return 0;
    return text.p[0] == '-' ? 32768 - (uint32_t)value : 32768 + (uint32_t)value;
}

/* --- dates and times ------------------------------------------------------*/

static size_t part_length(tby_str rest)
{
    size_t n = 0;

    while (n < rest.n && rest.p[n] != '.' && rest.p[n] != '-' &&
           rest.p[n] != '/')
        n++;
    return n;
}

/* A part of a date: 0 if it is not known or makes no sense. */
static uint32_t date_part(tby_str *rest, uint32_t max)
{
    size_t n = part_length(*rest);
    uint32_t value = number((tby_str){rest->p, n}, max);
    *rest = tby_str_from(*rest, n + 1);
    return value;
}

uint32_t tag_read_date(tby_str text)
{
    enum { YEAR_DIGITS = 4 };

    if (part_length(text) != YEAR_DIGITS)
        return 0; /* 1.5.1999 is not of the year 1 */
    uint32_t year = date_part(&text, 9999);
    uint32_t month = date_part(&text, 12);

    return store_date(year, month, date_part(&text, 31));
}

uint32_t tag_read_time(tby_str text)
{
    uint32_t seconds = 0;
    uint64_t part;
    tby_str field, rest = {text.n ? text.p : "", text.n};

    for (int i = 0; i < 3; i++) {
        if (!tby_str_field(&rest, ':', &field) || field.n != 2 ||
            tby_num_u64(field, 0, i ? 59 : 23, &part, NULL) != TBY_OK)
            return 0;
        seconds = seconds * 60 + (uint32_t)part;
    }
    return rest.p ? 0 : seconds + 1;
}

/* --- days: the usual count in eras of 400 years, which begin in March ------*/

enum { ERA_DAYS = 146097, DAY_MAX = 3652500 };

bool tag_day_of(uint32_t date, int32_t *day)
{
    int32_t y = (int32_t)(date >> 9), m = date >> 5 & 15, d = date & 31;

    if (y == 0 || m == 0 || d == 0)
        return false;
    y -= m <= 2;
    int32_t era_year = y % 400;
    int32_t year_day = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    *day = y / 400 * ERA_DAYS + era_year * 365 + era_year / 4 - era_year / 100 +
           year_day;
    return true;
}

bool tag_date_of(int32_t day, uint32_t *date)
{
    if (day < 0 || day > DAY_MAX)
        return false;
    int32_t era_day = day % ERA_DAYS;
    int32_t year = (era_day - era_day / 1460 + era_day / 36524 -
                    era_day / (ERA_DAYS - 1)) /
                   365;
    int32_t year_day = era_day - (365 * year + year / 4 - year / 100);
    int32_t month = (5 * year_day + 2) / 153;
    int32_t d = year_day - (153 * month + 2) / 5 + 1;
    int32_t m = month < 10 ? month + 3 : month - 9;
    int32_t y = year + day / ERA_DAYS * 400 + (m <= 2);
    *date = store_date((unsigned)y, (unsigned)m, (unsigned)d);
    return y > 0;
}
