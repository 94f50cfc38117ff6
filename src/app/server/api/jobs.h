/* jobs.h - imports, one after another, by the one thread that writes to the
 * database. */
#ifndef TBY_APP_SERVER_API_JOBS_H
#define TBY_APP_SERVER_API_JOBS_H

#include "app/server/api/facts.h"
#include "tabiya/names.h"

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

#endif
