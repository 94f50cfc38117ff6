/* evaluate.h - evaluations for many positions. */
#ifndef TBY_WORK_ENGINE_EVALUATE_H
#define TBY_WORK_ENGINE_EVALUATE_H

#include "core/game/judge.h"
#include "engine/pool.h"

typedef struct tby_evaluate_job {
    const tby_pos *positions;
    size_t n;
    tby_engine_limit limit;
    tby_engine_settings engine; /* without a path: it is found if needed */
    const char *engine_name;    /* or its path; NULL: stockfish */
    unsigned engines;           /* 0: one for each processor */
    const atomic_bool *stop;    /* ends the work soon; may be NULL */
    /* Told once for each position that is done with, in no particular order,
     * in the calling thread. */
    void (*answer)(void *ctx, const tby_pool_answer *answer);
    void *ctx;
} tby_evaluate_job;

typedef struct tby_evaluate_report {
    size_t chosen; /* positions */
    size_t ruled;  /* decided by the rules */
    tby_pool_report pool;
} tby_evaluate_report;

/* Evaluates them.  The result is that of the pool; TBY_E_ENGINE_NONE and
 * TBY_E_IO_SPAWN if a position needs an engine and there is none.  *out is
 * filled in any case. */
TBY_MUST_USE tby_rc tby_evaluate(const tby_evaluate_job *job,
                                 tby_evaluate_report *out);

#endif
