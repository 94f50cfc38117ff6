/* powers.c - see powers.h: series, summed in pairs of doubles (T. J. Dekker, "A
 * floating-point technique for extending the available precision", 1971). */
#include "core/base/powers.h"
#include "core/base/assert.h"

#include <stdint.h>
#include <string.h>

static const tby_twin LN_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/* The sum, if a is the larger. */
static tby_twin joined(double a, double b)
{
    double sum = a + b;

    return (tby_twin){sum, b - (sum - a)};
}

static tby_twin sum(tby_twin a, tby_twin b)
{
    double high = a.high + b.high, of_b = high - a.high;
    double low = (a.high - (high - of_b)) + (b.high - of_b);

    return joined(high, low + a.low + b.low);
}

/* The upper half of the bits, so that products of halves are exact. */
static double upper(double a)
{
    double c = a * 134217729; /* 2^27 + 1 */

    return c - (c - a);
}

tby_twin tby_product(double a, double b)
{
    double a1 = upper(a), a2 = a - a1, b1 = upper(b), b2 = b - b1;
    double high = a * b;

    return (tby_twin){high, a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2};
}

static tby_twin product(tby_twin a, tby_twin b)
{
    tby_twin p = tby_product(a.high, b.high);

    return joined(p.high, p.low + a.high * b.low + a.low * b.high);
}

static tby_twin quotient(tby_twin a, tby_twin b)
{
    double high = a.high / b.high;
    tby_twin p = product(b, (tby_twin){high, 0});

    return joined(high, ((a.high - p.high) - p.low + a.low) / b.high);
}

static double two_to(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 1 + x (1 + x/2 (1 + x/3 ...)) after as many ln 2 as there are. */
static tby_twin exponential(tby_twin x)
{
    enum { TERMS = 26 };
    const tby_twin one = {1, 0};
    int n = (int)(x.high / LN_2.high + (x.high < 0 ? -0.5 : 0.5));
    tby_twin r = sum(x, product(LN_2, (tby_twin){-n, 0})), e = one;

    for (int i = TERMS; i > 0; i--)
        e = sum(one, quotient(product(e, r), (tby_twin){i, 0}));
    double scale = two_to(n);
    return (tby_twin){e.high * scale, e.low * scale};
}

/* 2 (s + s^3/3 + s^5/5 ...) with s = (m - 1) / (m + 1) is ln m, for m from 2/3
 * to 4/3. */
static tby_twin logarithm(double x)
{
    enum { TERMS = 22 };
    /* The n with x = 2^n * m, by the exponent in the bits of 3/4 x. */
    double scaled = x * 0.75;
    uint64_t bits;
    memcpy(&bits, &scaled, sizeof bits);
    int n = (int)(bits >> 52) - 1023 + 1;
    tby_twin m = {x * two_to(-n), 0};
    tby_twin s = quotient(sum(m, (tby_twin){-1, 0}), sum(m, (tby_twin){1, 0}));
    tby_twin square = product(s, s), l = {0, 0};

    for (int i = TERMS; i >= 0; i--)
        l = sum(product(l, square),
                quotient((tby_twin){2, 0}, (tby_twin){2 * i + 1, 0}));
    return sum(product(LN_2, (tby_twin){n, 0}), product(l, s));
}

double tby_exp(double x)
{
    TBY_ASSERT(x > -700 && x < 700);
    return exponential((tby_twin){x, 0}).high;
}

double tby_pow(double x, double y)
{
    TBY_ASSERT(x > 0);
    return exponential(product(logarithm(x), (tby_twin){y, 0})).high;
}
