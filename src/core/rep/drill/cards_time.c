/* cards_time.c - seconds since 1970 as text, in UTC, and back.
 *
 * Days are counted in years that begin in March, so that the leap day is the
 * last of its year, and in cycles of 400 years, which all have as many days. */
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rep/drill/cards_int.h"

enum {
    DAY = 86400,
    CYCLE_DAYS = 146097,   /* of 400 years */
    DAYS_TO_1970 = 719468, /* from 1 March of the year 0 on */
};

typedef struct date {
    int year, month, day;
} date;

/* Of a month, March is 0, from the first day of that year on. */
static int days_before(int month)
{
    return (153 * month + 2) / 5;
}

static int64_t days_of(date d)
{
    int year = d.year - (d.month <= 2);
    int month = (d.month + 9) % 12;
    int64_t cycle = year / 400, in_cycle = year % 400;

    return cycle * CYCLE_DAYS + in_cycle * 365 + in_cycle / 4 - in_cycle / 100 +
           days_before(month) + d.day - 1 - DAYS_TO_1970;
}

static date date_of(int64_t days)
{
    int64_t shifted = days + DAYS_TO_1970;
    int day = (int)(shifted % CYCLE_DAYS);
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int in_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * in_year + 2) / 153;

    return (date){.year =
                      (int)(shifted / CYCLE_DAYS) * 400 + year + (month >= 10),
                  .month = month < 10 ? month + 3 : month - 9,
                  .day = in_year - days_before(month) + 1};
}

/* --- text -----------------------------------------------------------------*/

static void put(tby_buf *out, int value, int width, char after)
{
    int scale = 1;

    while (--width > 0)
        scale *= 10;
    for (; scale > 0; scale /= 10)
        tby_buf_char(out, (char)('0' + value / scale % 10));
    tby_buf_char(out, after);
}

void tby_time_write(tby_buf *out, int64_t time)
{
    date d = date_of(time / DAY);
    int second = (int)(time % DAY);

    put(out, d.year, 4, '-');
    put(out, d.month, 2, '-');
    put(out, d.day, 2, 'T');
    put(out, second / 3600, 2, ':');
    put(out, second / 60 % 60, 2, ':');
    put(out, second % 60, 2, 'Z');
}

/* Takes a number of exactly so many digits and what follows it. */
static bool take(tby_str *text, size_t width, int min, int max, char after,
                 int *out)
{
    uint64_t value;

    if (text->n <= width || text->p[width] != after ||
        tby_num_u64((tby_str){text->p, width}, (uint64_t)min, (uint64_t)max,
                    &value, NULL) != TBY_OK)
        return false;
    *out = (int)value;
    *text = tby_str_from(*text, width + 1);
    return true;
}

bool tby_time_parse(tby_str text, int64_t *out)
{
    date d;
    int hour, minute, second;

    if (!take(&text, 4, 1970, 9999, '-', &d.year) ||
        !take(&text, 2, 1, 12, '-', &d.month) ||
        !take(&text, 2, 1, 31, 'T', &d.day) ||
        !take(&text, 2, 0, 23, ':', &hour) ||
        !take(&text, 2, 0, 59, ':', &minute) ||
        !take(&text, 2, 0, 59, 'Z', &second) || text.n)
        return false;
    int64_t days = days_of(d);
    if (date_of(days).day != d.day) /* the 31st of a short month */
        return false;
    *out = days * DAY + ((hour * 60 + minute) * 60 + second);
    return true;
}
