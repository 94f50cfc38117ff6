/* decimal.h - decimal numbers with a point and an exponent. */
#ifndef TBY_CORE_BASE_DECIMAL_H
#define TBY_CORE_BASE_DECIMAL_H

#include "tabiya/base.h"

/* A decimal number is mantissa * 10^exponent.  Up to fifteen digits and
 * 10^22 both are exact in a double, so that one division rounds once. */
struct tby_decimal {
    bool negative;
    uint64_t mantissa;
    int exponent;
};

/* Reads all of s: -1, +.5, 2., 1.5e-12.  Digits beyond the eighteenth are
 * passed over; an exponent has at most three.  False if it is no number. */
bool tby_decimal_read(tby_str s, struct tby_decimal *out);

/* The nearest double but for rounding; infinite if none is near. */
double tby_decimal_value(struct tby_decimal d);

/* 10^n for n from 0 on. */
double tby_power_of_ten(int n);

#endif
