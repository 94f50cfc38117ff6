#include "core/base/num.h"
#include "core/base/assert.h"
#include "core/base/str.h"

/* Reads the digits from byte `at` on into *out, which may not exceed max. */
static tby_rc read_digits(tby_str text, size_t at, uint64_t max, uint64_t *out,
                          tby_err *err)
{
    uint64_t value = 0;

    if (at == text.n)
        return tby_fail(err, TBY_E_NUMBER, at);
    for (size_t i = at; i < text.n; i++) {
        if (!tby_is_digit(text.p[i]))
            return tby_fail(err, TBY_E_NUMBER, i);
        uint64_t digit = (uint64_t)(text.p[i] - '0');
        if (digit > max || value > (max - digit) / 10)
            return tby_fail(err, TBY_E_NUMBER, i);
        value = value * 10 + digit;
    }
    *out = value;
    return TBY_OK;
}

tby_rc tby_num_u64(tby_str text, uint64_t min, uint64_t max, uint64_t *out,
                   tby_err *err)
{
    uint64_t value;

    TBY_TRY(read_digits(text, 0, max, &value, err));
    if (value < min)
        return tby_fail(err, TBY_E_NUMBER, 0);
    *out = value;
    return TBY_OK;
}

tby_rc tby_num_i64(tby_str text, int64_t min, int64_t max, int64_t *out,
                   tby_err *err)
{
    bool negative = text.n > 0 && text.p[0] == '-';
    uint64_t value;
    /* the magnitude of INT64_MIN does not fit an int64_t, that of -1 does */
    uint64_t most = (uint64_t)INT64_MAX + negative;

    TBY_TRY(read_digits(text, negative, most, &value, err));
    int64_t number =
        negative && value ? -(int64_t)(value - 1) - 1 : (int64_t)value;
    if (number < min || number > max)
        return tby_fail(err, TBY_E_NUMBER, 0);
    *out = number;
    return TBY_OK;
}

enum { EXPONENT_MAX = 400 };

double tby_power_of_ten(int n)
{
    double power = 1, factor = 10;

    for (; n > 0; n /= 2) {
        if (n % 2)
            power *= factor;
        factor *= factor;
    }
    return power;
}

double tby_decimal_value(struct tby_decimal d)
{
    double value = (double)d.mantissa;

    if (d.exponent < 0 && d.exponent >= -300) {
        value /= tby_power_of_ten(-d.exponent);
    } else if (d.exponent < 0) { /* 10^-exponent alone would be infinite */
        value /= tby_power_of_ten(300);
        value /= tby_power_of_ten(-d.exponent - 300);
    } else {
        value *= tby_power_of_ten(d.exponent);
    }
    return d.negative ? -value : value;
}

bool tby_decimal_read(tby_str s, struct tby_decimal *out)
{
    struct tby_decimal d = {.negative = s.n > 0 && s.p[0] == '-'};
    size_t at = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'), digits = 0;
    bool fraction = false;
    int64_t e;

    for (; at < s.n; at++) {
        if (s.p[at] == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!tby_is_digit(s.p[at]))
            break;
        digits++;
        /* digits beyond the eighteenth change nothing that a float can show */
        if (d.mantissa < 100000000000000000u) {
            d.mantissa = d.mantissa * 10 + (uint64_t)(s.p[at] - '0');
            d.exponent -= fraction && d.exponent > -EXPONENT_MAX;
        } else if (!fraction && d.exponent < EXPONENT_MAX) {
            d.exponent++;
        }
    }
    if (digits == 0)
        return false;
    if (at < s.n) { /* e-12 */
        tby_str rest = tby_str_from(s, at + 1);
        if (s.p[at] != 'e' && s.p[at] != 'E')
            return false;
        if (rest.n > 1 && rest.p[0] == '+' && tby_is_digit(rest.p[1]))
            rest = tby_str_from(rest, 1);
        if (tby_num_i64(rest, -EXPONENT_MAX, EXPONENT_MAX, &e, NULL) != TBY_OK)
            return false;
        d.exponent += (int)e;
    }
    *out = d;
    return true;
}

int tby_days_of_month(int year, int month)
{
    static const int days[] = {31, 31, 29, 31, 30, 31, 30,
                               31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month == 2 && !leap ? 28 : days[month];
}

/* Years begin in March, so that the leap day is the last of its year, and come
 * in cycles of 400, which all have as many days. */
enum { CYCLE_DAYS = 146097 };

/* Of a month, March is 0, from the first day of that year on. */
static int days_before(int month)
{
    return (153 * month + 2) / 5;
}

int64_t tby_date_to_days(tby_date date)
{
    int year = date.year - (date.month <= 2), in_cycle = year % 400;

    return (int64_t)(year / 400) * CYCLE_DAYS + in_cycle * 365 + in_cycle / 4 -
           in_cycle / 100 + days_before((date.month + 9) % 12) + date.day - 1;
}

tby_date tby_date_of_days(int64_t days)
{
    int day = (int)(days % CYCLE_DAYS);
    int year = (day - day / 1460 + day / 36524 - day / (CYCLE_DAYS - 1)) / 365;
    int in_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * in_year + 2) / 153;

    return (tby_date){(int)(days / CYCLE_DAYS) * 400 + year + (month >= 10),
                      month < 10 ? month + 3 : month - 9,
                      in_year - days_before(month) + 1};
}
