/* evaluate.c - see evaluate.h. */
#include "work/engine/evaluate.h"
#include "core/base/grow.h"

#include <limits.h>

tby_rc tby_evaluate(const tby_evaluate_job *job, tby_evaluate_report *out)
{
    size_t *order = tby_grow_new(NULL, job->n, sizeof *order);
    tby_rc rc = TBY_OK;

    *out = (tby_evaluate_report){.chosen = job->n};
    if (!order)
        return TBY_E_NOMEM;

    /* what the rules decide is answered; the others go into order */
    size_t n = 0;

    for (size_t i = 0; i < job->n; i++) {
        tby_pool_answer a = {.index = i,
                             .eval = tby_evaluate_rules(&job->positions[i])};
        if (a.eval.kind == TBY_EVAL_NONE)
            order[n++] = i;
        else
            job->answer(job->ctx, &a);
    }

    out->ruled = job->n - n;
    if (n) {
        char path[PATH_MAX];
        tby_pool_job pool = {
            .positions = job->positions,
            .order = order,
            .n = n,
            .limit = job->limit,
            .engine = job->engine,
            .engines = job->engines,
            .stop = job->stop,
            .answer = job->answer,
            .ctx = job->ctx,
        };
        pool.engine.path = path;
        rc = tby_engine_find(job->engine_name, path, sizeof path);
        if (rc == TBY_OK)
            rc = tby_pool_run(&pool, &out->pool);
        else
            out->pool.failure = tby_engine_unstarted(rc);
    }
    tby_grow_free(NULL, order, job->n, sizeof *order);
    return rc;
}
