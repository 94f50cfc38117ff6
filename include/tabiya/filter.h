/* filter.h - which games of a database are wanted.  Part of libtabiya-db.
 *
 *     tby_filter *f;
 *
 *     rc = tby_filter_open(&f);
 *     rc = tby_filter_set(f, "player", "Carlsen*", NULL);
 *     rc = tby_filter_set(f, "elo", "2600+", NULL);
 *
 * Conditions have the names and the values of the command line's options
 * (docs/guide/database.md), and all of them must hold. */
#ifndef TBY_FILTER_H
#define TBY_FILTER_H

#include "tabiya/base.h"

typedef struct store_filter tby_filter;

TBY_BEGIN

/* Wants every game.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_filter_open(tby_filter **out);
/* NULL is allowed. */
TBY_API void tby_filter_close(tby_filter *f);

/* Sets one condition; the value is copied.  TBY_DONE: there is no such name.
 * TBY_E_STORE_FILTER, TBY_E_STORE_REVERSED or what reading a position or moves
 * gives: *err, unless NULL, has the byte of the value.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_filter_set(tby_filter *f, const char *name,
                                           const char *value, tby_err *err);

/* The name of a condition, from 0 on; NULL after the last. */
TBY_API const char *tby_filter_condition(size_t i);

TBY_END

#endif
