/* fold.h - texts made alike for comparison: case, accents, ligatures, the
 * many quotes, dashes and spaces.
 *
 * Latin letters end as ASCII ("Grünfeld" as "grunfeld", "Ørsted" as "orsted",
 * "Weiß" as "weiss", "Nguyễn" as "nguyen"), Greek and Cyrillic ones in lower
 * case and without accents, the rest as it is.  Marks that combine with a
 * letter and characters without width vanish, so that composed and decomposed
 * letters fold to the same. */
#ifndef TBY_CORE_BASE_FOLD_H
#define TBY_CORE_BASE_FOLD_H

#include "tabiya/base.h"

/* The most bytes that one character folds to. */
#define TBY_FOLD_MAX 4

/* Takes the first character off *rest, which must not be empty, and writes
 * what it folds to: the number of bytes, 0 to TBY_FOLD_MAX.  A byte that
 * belongs to no UTF-8 is taken for Latin-1. */
size_t tby_fold_next(tby_str *rest, char out[TBY_FOLD_MAX]);

/* Folds all of a text.  Works like snprintf(). */
size_t tby_fold(tby_str text, char *buf, size_t cap);

#endif
