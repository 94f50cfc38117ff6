/* schedule.c - see schedule.h.
 *
 * Formulas and weights are those of FSRS-6 as ts-fsrs has them
 * (https://github.com/open-spaced-repetition/ts-fsrs, without short-term
 * steps), its rounding to eight decimals after each step included: only so do
 * intervals, which are whole days, come out the same. */
#include "tabiya/schedule.h"
#include "core/base/powers.h"

#include <math.h>

enum { DAY = 86400, RATINGS = TBY_EASY };

static const double W[21] = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334,
                             3.0194, 0.001,  1.8722, 0.1666, 0.796,  1.4835,
                             0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425,
                             0.0912, 0.0658, 0.1542};
static const double RECALL = 0.9;
static const double MAX_INTERVAL = 36500;

static double power(double x, double y)
{
#ifdef TBY_SMALL
    return tby_pow(x, y);
#else
    return pow(x, y);
#endif
}

static double exponential(double x)
{
#ifdef TBY_SMALL
    return tby_exp(x);
#else
    return exp(x);
#endif
}

/* To eight decimals.  Halves are common here, as products of such numbers, and
 * the product with 10^8 is rounded itself: only its exact value says on which
 * side of a half it lies. */
static double rounded(double x)
{
    const double scale = 1e8;
    tby_twin exact = tby_product(fabs(x), scale);
    double whole = floor(exact.high);

    whole += exact.high - (whole + 0.5) + exact.low >= 0;
    return copysign(whole / scale, x);
}

static double clamp(double x, double min, double max)
{
    return fmin(fmax(x, min), max);
}

/* Chosen so that recall is 90 % after as many days as the stability says. */
static double curve_factor(void)
{
    return rounded(exponential(log(0.9) / -W[20]) - 1);
}

/* Days until recall falls to RECALL. */
static double interval_of(double stability)
{
    double factor = rounded((power(RECALL, -1 / W[20]) - 1) / curve_factor());

    return clamp(round(stability * factor), 1, MAX_INTERVAL);
}

static double first_difficulty(tby_rating rating)
{
    return rounded(W[4] - exponential(((int)rating - 1) * W[5]) + 1);
}

/* The change is damped towards the hard end, then all is drawn a little to
 * where an easy card begins. */
static double next_difficulty(double d, tby_rating rating)
{
    double change = -W[6] * ((int)rating - TBY_GOOD);
    double next = d + rounded(change * (TBY_DIFFICULTY_MAX - d) / 9);

    next = rounded(W[7] * first_difficulty(TBY_EASY) + (1 - W[7]) * next);
    return clamp(next, TBY_DIFFICULTY_MIN, TBY_DIFFICULTY_MAX);
}

static double next_stability(const tby_memory *m, double recall,
                             tby_rating rating)
{
    if (m->reps == 0)
        return W[rating - 1];
    if (rating == TBY_AGAIN) {
        /* Never more than before. */
        double after = W[11] * power(m->difficulty, -W[12]) *
                       (power(m->stability + 1, W[13]) - 1) *
                       exponential((1 - recall) * W[14]);

        after = rounded(clamp(after, TBY_STABILITY_MIN, TBY_STABILITY_MAX));
        return fmin(m->stability, after);
    }
    double penalty = rating == TBY_HARD ? W[15] : 1;
    double bonus = rating == TBY_EASY ? W[16] : 1;
    double growth = exponential(W[8]) * (11 - m->difficulty) *
                    power(m->stability, -W[9]) *
                    (exponential((1 - recall) * W[10]) - 1) * penalty * bonus;

    return rounded(clamp(m->stability * (1 + growth), TBY_STABILITY_MIN,
                         TBY_STABILITY_MAX));
}

/* A better answer waits a day longer at least, so that the interval of one
 * depends on those of the others. */
static double chosen_interval(const double stability[RATINGS + 1],
                              tby_rating rating)
{
    double days = fmin(interval_of(stability[TBY_AGAIN]),
                       interval_of(stability[TBY_HARD]));

    for (unsigned r = TBY_HARD; r <= rating; r++)
        days = fmax(interval_of(stability[r]), days + 1);
    return days;
}

/* A clock that went back stands still. */
static int64_t not_before(int64_t last, int64_t now)
{
    return now > last ? now : last;
}

double tby_memory_recall(const tby_memory *m, int64_t now)
{
    if (m->reps == 0)
        return 0;
    /* Calendar days in UTC from the last review on. */
    int64_t days = not_before(m->last, now) / DAY - m->last / DAY;
    return rounded(
        power(1 + curve_factor() * ((double)days) / m->stability, -W[20]));
}

void tby_memory_review(tby_memory *m, tby_rating rating, int64_t now)
{
    double recall = tby_memory_recall(m, now);
    double stability[RATINGS + 1];

    now = not_before(m->last, now);
    for (unsigned r = TBY_AGAIN; r <= RATINGS; r++)
        stability[r] = next_stability(m, recall, r);
    int64_t due = now + (int64_t)chosen_interval(stability, rating) * DAY;
    m->difficulty = m->reps ? next_difficulty(m->difficulty, rating)
                            : clamp(first_difficulty(rating),
                                    TBY_DIFFICULTY_MIN, TBY_DIFFICULTY_MAX);
    m->stability = stability[rating];
    m->lapses += m->reps && rating == TBY_AGAIN && m->lapses < UINT32_MAX;
    m->reps += m->reps < UINT32_MAX;
    m->due = due < TBY_TIME_MAX ? due : TBY_TIME_MAX;
    m->last = now;
}
