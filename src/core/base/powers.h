/* powers.h - pow() and exp() without tables, for where size comes first: those
 * of the C library bring 4 kB that do not compress.  Computed with about a
 * hundred bits, they give the same double but for one argument in many
 * thousands, where the library's are the ones that are off. */
#ifndef TBY_CORE_BASE_POWERS_H
#define TBY_CORE_BASE_POWERS_H

/* A number as a sum of two, the second below the last bit of the first. */
typedef struct tby_twin {
    double high, low;
} tby_twin;

/* The product of two numbers, exactly; they must be smaller than 2^500. */
tby_twin tby_product(double a, double b);

double tby_exp(double x);

/* x^y, for x that is positive and not subnormal, where the result is between
 * e^-700 and e^700. */
double tby_pow(double x, double y);

#endif
