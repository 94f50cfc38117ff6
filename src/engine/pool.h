/* pool.h - many positions, searched by several engines at the same time.
 *
 * All is done in the calling thread, which waits for whoever speaks first; the
 * engines are processes of their own anyway. */
#ifndef TBY_ENGINE_POOL_H
#define TBY_ENGINE_POOL_H

#include "engine/uci.h"

#include <stdatomic.h>

/* What became of one position. */
typedef struct tby_pool_answer {
    size_t index; /* of the position */
    tby_rc rc;    /* not TBY_OK: there is no answer, and this is why */
    tby_eval eval;
    unsigned depth;
    tby_move best;
    const tby_move *pv; /* valid during the call */
    size_t pv_n;
} tby_pool_answer;

/* Engines that live longer than a run. */
typedef struct tby_pool tby_pool;

typedef struct tby_pool_job {
    const tby_pos *positions;
    const size_t *order; /* which of them, in this order; NULL: the first n */
    size_t n;
    tby_engine_limit limit;
    tby_engine_settings engine;
    unsigned engines;        /* 0: one for each processor */
    tby_pool *pool;          /* whose engines are used; NULL: own ones */
    const atomic_bool *stop; /* set by anyone at any time; may be NULL */
    /* Told once for each position that was searched, in no particular order,
     * by the thread that runs the pool. */
    void (*answer)(void *ctx, const tby_pool_answer *answer);
    void *ctx;
} tby_pool_job;

typedef struct tby_pool_report {
    size_t done;
    size_t failed;
    bool stopped; /* because the job said so */
    /* of the last engine that failed; its code is TBY_OK if none did */
    tby_engine_failure failure;
} tby_pool_report;

/* Engines that may fail one after another before the pool gives up. */
#define TBY_POOL_FAILURES 5

/* Searches them.  An engine that fails costs the position it searched, and
 * another is started.  What is not worth it ends the pool: an engine that
 * cannot even be started while none has answered yet, or too many failures
 * without an answer between them; the result is then the code of the last.
 * *out is filled in any case. */
TBY_MUST_USE tby_rc tby_pool_run(const tby_pool_job *job, tby_pool_report *out);

/* Room for so many engines, 0 for one for each processor; they are started by
 * runs, of which none may follow one that was stopped or has failed.  NULL: no
 * memory. */
tby_pool *tby_pool_open(unsigned engines);
void tby_pool_close(tby_pool *pool); /* NULL is allowed */

/* Starts the first of them and waits for its name. */
TBY_MUST_USE tby_rc tby_pool_start(tby_pool *pool,
                                   const tby_engine_settings *settings,
                                   char *name, size_t cap,
                                   tby_engine_failure *why);

#endif
