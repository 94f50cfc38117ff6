/* jobs.h - what threads of their own do beside the answers: counting what is in
 * the database, importing, and letting engines think. */
#ifndef TBY_APP_SERVER_API_JOBS_H
#define TBY_APP_SERVER_API_JOBS_H

#include "engine/uci.h"
#include "store/store.h"
#include "tabiya/names.h"

/* What is in the database, counted whenever the file has changed, so that
 * nobody waits for it (health.c). */
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

/* Imports, one after another, by the one thread that writes (jobs.c). */
typedef struct jobs jobs;

/* TBY_E_NOMEM, TBY_E_IO_THREAD.  Stop it in any case. */
TBY_MUST_USE tby_rc tby__jobs_start(jobs **out, const char *database,
                                    facts *counted, const tby_names *names,
                                    unsigned threads);

/* Ends the one that runs, with whole batches stored; the others are not begun.
 * NULL is allowed. */
void tby__jobs_stop(jobs *j);

/* The job that runs, 0 if there is none; NULL is allowed. */
uint64_t tby__jobs_current(jobs *j);

/* Engines that think for clients, a few at a time (searches.c). */
typedef struct searches searches;

/* What the settings point to must outlive it.  TBY_E_NOMEM, TBY_E_IO_THREAD.
 * Stop it in any case. */
TBY_MUST_USE tby_rc tby__searches_start(searches **out,
                                        const tby_engine_settings *engine);

/* After all streams have been ended.  NULL is allowed. */
void tby__searches_stop(searches *all);

/* Refuses those who have waited too long; now and then.  NULL is allowed. */
void tby__searches_tick(searches *all);

#endif
