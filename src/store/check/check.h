/* check.h - check() of ops.h for a backend that has rows. */
#ifndef TBY_STORE_CHECK_CHECK_H
#define TBY_STORE_CHECK_CHECK_H

#include "store/rows.h"

TBY_MUST_USE tby_rc tby__check(tby_store *s, const tby_store_check_job *job,
                               tby_store_checked *out);

#endif
