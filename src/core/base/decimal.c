/* decimal.c - see decimal.h. */
#include "core/base/decimal.h"

#include "core/base/num.h"
#include "core/base/str.h"

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

/* Digits beyond the eighteenth change nothing that a float can show. */
static void add_digit(struct tby_decimal *d, char c, bool fraction)
{
    if (d->mantissa < 100000000000000000u) {
        d->mantissa = d->mantissa * 10 + (uint64_t)(c - '0');
        d->exponent -= fraction && d->exponent > -EXPONENT_MAX;
    } else if (!fraction && d->exponent < EXPONENT_MAX) {
        d->exponent++;
    }
}

/* The "e-12" of a number, all of s. */
static bool read_exponent(tby_str s, struct tby_decimal *d)
{
    bool plus = s.n > 1 && s.p[1] == '+' && s.n > 2 && tby_is_digit(s.p[2]);
    int64_t e;

    if (tby_num_i64(tby_str_from(s, plus ? 2 : 1), -EXPONENT_MAX, EXPONENT_MAX,
                    &e, NULL) != TBY_OK)
        return false;
    d->exponent += (int)e;
    return true;
}

bool tby_decimal_read(tby_str s, struct tby_decimal *out)
{
    struct tby_decimal d = {0};
    size_t at = s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'), digits = 0;
    bool fraction = false;

    d.negative = s.n > 0 && s.p[0] == '-';
    for (; at < s.n; at++) {
        if (tby_is_digit(s.p[at])) {
            add_digit(&d, s.p[at], fraction);
            digits++;
        } else if (s.p[at] == '.' && !fraction) {
            fraction = true;
        } else {
            break;
        }
    }
    if (digits == 0)
        return false;
    if (at < s.n && ((s.p[at] != 'e' && s.p[at] != 'E') ||
                     !read_exponent(tby_str_from(s, at), &d)))
        return false;
    *out = d;
    return true;
}
