/* num.h - numbers from text.
 *
 * Whole ones: all of the text must be one decimal number within the range;
 * there is no white space, no '+', no other base.  On failure *out is
 * untouched, the result is TBY_E_NUMBER and *err, unless NULL, points at the
 * first byte that cannot belong to a number in range. */
#ifndef TBY_CORE_BASE_NUM_H
#define TBY_CORE_BASE_NUM_H

#include "tabiya/base.h"

TBY_MUST_USE tby_rc tby_num_u64(tby_str text, uint64_t min, uint64_t max,
                                uint64_t *out, tby_err *err);

TBY_MUST_USE tby_rc tby_num_i64(tby_str text, int64_t min, int64_t max,
                                int64_t *out, tby_err *err);

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

/* The next bits of a generator that needs nothing but its state, SplitMix64:
 * the same state is always followed by the same numbers. */
static inline uint64_t tby_random_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 to n - 1. */
static inline uint32_t tby_random_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((tby_random_bits(state) >> 32) * n >> 32);
}

/* Days from 1 March of the year 0 on, and back. */
typedef struct tby_date {
    int year, month, day; /* month and day from 1 */
} tby_date;

/* The days of a month, or of the longest if it is 0; of a leap year if the year
 * is 0. */
int tby_days_of_month(int year, int month);

int64_t tby_date_to_days(tby_date date);
tby_date tby_date_of_days(int64_t days);

#endif
