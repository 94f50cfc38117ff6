/* int.h - what the files of filter.h share. */
#ifndef TBY_STORE_FILTER_INT_H
#define TBY_STORE_FILTER_INT_H

#include "store/filter/filter.h"

/* Values of conditions; TBY_E_STORE_FILTER, or of a range
 * TBY_E_STORE_REVERSED, with err->at set, *out untouched. */

/* "2400-2600", "2400..2600", "2400+", ">=2400", "-2600", "2400"
 * (values.c). */
TBY_MUST_USE tby_rc filter_range(tby_str text, store_range *out, tby_err *err);
/* "2010..2015.06", "2010-2015", "2010+", "..2015-06-30", "2012", "2010-05". */
TBY_MUST_USE tby_rc filter_dates(tby_str text, store_range *out, tby_err *err);
/* "B90,C10-C19,D". */
TBY_MUST_USE tby_rc filter_eco(tby_str text, uint64_t out[8], tby_err *err);
/* Words of a list by commas: bit i for names[i]; a NULL ends the names. */
TBY_MUST_USE tby_rc filter_words(tby_str text, const char *const *names,
                                 uint32_t *out, tby_err *err);

/* "b8=Q#", "Bxh7+", "e2e4" (move.c). */
TBY_MUST_USE tby_rc filter_move(tby_str text, store_wanted *out, tby_err *err);
/* "KRPvKR", "KRP/KR", "KRPKR", "Nf5 pe6" (board.c). */
TBY_MUST_USE tby_rc filter_material(tby_str text, store_material *out,
                                    tby_err *err);
TBY_MUST_USE tby_rc filter_pattern(tby_str text, tby_bb out[TBY_PIECES],
                                   tby_err *err);

static inline tby_rc filter_refuse(tby_err *err, size_t at)
{
    if (err)
        *err = (tby_err){TBY_E_STORE_FILTER, at};
    return TBY_E_STORE_FILTER;
}

/* A range whose end lies before its beginning. */
static inline tby_rc filter_reversed(tby_err *err, size_t at)
{
    if (err)
        *err = (tby_err){TBY_E_STORE_REVERSED, at};
    return TBY_E_STORE_REVERSED;
}

#endif
