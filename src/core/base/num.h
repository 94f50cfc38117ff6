/* num.h - whole numbers from text.
 *
 * All of the text must be one decimal number within the range; there is no
 * white space, no '+', no other base.  On failure *out is untouched, the
 * result is TBY_E_NUMBER and *err, unless NULL, points at the first byte that
 * cannot belong to a number in range. */
#ifndef TBY_CORE_BASE_NUM_H
#define TBY_CORE_BASE_NUM_H

#include "tabiya/base.h"

TBY_MUST_USE tby_rc tby_num_u64(tby_str text, uint64_t min, uint64_t max,
                                uint64_t *out, tby_err *err);

TBY_MUST_USE tby_rc tby_num_i64(tby_str text, int64_t min, int64_t max,
                                int64_t *out, tby_err *err);

#endif
