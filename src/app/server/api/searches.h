/* searches.h - engines that think for clients: a few at a time, each kept by a
 * thread of its own. */
#ifndef TBY_APP_SERVER_API_SEARCHES_H
#define TBY_APP_SERVER_API_SEARCHES_H

#include "engine/uci.h"

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
