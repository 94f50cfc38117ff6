/* facts.h - what is in the database, counted by a thread of its own whenever
 * the file has changed, so that nobody waits to hear it. */
#ifndef TBY_APP_SERVER_API_FACTS_H
#define TBY_APP_SERVER_API_FACTS_H

#include "store/store.h"

typedef struct facts facts;

/* Counts for the first time.  TBY_E_NOMEM, TBY_E_IO_THREAD.  Stop it in any
 * case. */
TBY_MUST_USE tby_rc tby__facts_start(facts **out, const char *database);

/* NULL is allowed. */
void tby__facts_stop(facts *f);

/* Counts now: an import has ended. */
void tby__facts_refresh(facts *f);

/* What was counted last; or what that failed with, and its sentence. */
TBY_MUST_USE tby_rc tby__facts_get(facts *f, tby_store_facts *out,
                                   char *sentence, size_t cap);

#endif
