/* schedule.h - when to ask again: spaced repetition by FSRS-6.
 *
 * The default weights, a wanted recall of 90 %, whole days, nothing random and
 * no steps within a day.  Times are seconds since 1970 in UTC and come from the
 * caller; nothing here looks at a clock. */
#ifndef TBY_SCHEDULE_H
#define TBY_SCHEDULE_H

#include "tabiya/base.h"

typedef enum tby_rating {
    TBY_AGAIN = 1, /* not known */
    TBY_HARD,      /* known, with help */
    TBY_GOOD,
    TBY_EASY
} tby_rating;

/* The last second of the year 9999: the last that the texts of dates hold.
 * Nothing is scheduled after it. */
#define TBY_TIME_MAX INT64_C(253402300799)

/* The bounds of what reviews make of a card. */
#define TBY_STABILITY_MIN  0.001
#define TBY_STABILITY_MAX  36500.0
#define TBY_DIFFICULTY_MIN 1.0
#define TBY_DIFFICULTY_MAX 10.0

/* What is known about one card.  All zero is a card that was never reviewed.
 * Both fractions are multiples of 10^-8, so that eight decimals keep them. */
typedef struct tby_memory {
    double stability;  /* days until recall falls to 90 % */
    double difficulty; /* 1 to 10 */
    int64_t due, last; /* the next review, and the last one */
    uint32_t reps;     /* reviews */
    uint32_t lapses;   /* those of known cards that went wrong */
} tby_memory;

TBY_BEGIN

/* Notes a review at `now`, 0 to TBY_TIME_MAX.  If the clock went back since the
 * last review, it counts as made at the same moment: no review is older than
 * the one before. */
TBY_API void tby_memory_review(tby_memory *m, tby_rating rating, int64_t now);

/* The probability, 0 to 1, that the card is known now; 0 for a new one. */
TBY_API double tby_memory_recall(const tby_memory *m, int64_t now);

TBY_END

#endif
