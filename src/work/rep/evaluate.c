/* evaluate.c - see evaluate.h. */
#include "work/rep/evaluate.h"

#include "core/base/grow.h"
#include "tabiya/moves.h"
#include "tabiya/outcome.h"

#include <limits.h>

tby_eval tby_evaluate_rules(const tby_pos *p)
{
    bool over = tby_moves_count(p) == 0;

    if (over && tby_pos_checkers(p))
        return tby_eval_from_mate(!p->turn, 0);
    /* counters do not count: a repertoire's position is not a game's */
    if (over || tby_pos_insufficient(p))
        return tby_eval_from_cp(0);
    return (tby_eval){TBY_EVAL_NONE, TBY_WHITE, 0};
}

/* Answers what the rules decide; the others go into order.  Returns how many
 * they are. */
static size_t sort_out(const tby_evaluate_job *job, size_t *order)
{
    size_t n = 0;

    for (size_t i = 0; i < job->n; i++) {
        tby_pool_answer a = {.index = i,
                             .eval = tby_evaluate_rules(&job->positions[i])};
        if (a.eval.kind == TBY_EVAL_NONE)
            order[n++] = i;
        else
            job->answer(job->ctx, &a);
    }
    return n;
}

static tby_rc ask_engines(const tby_evaluate_job *job, const size_t *order,
                          size_t n, tby_pool_report *out)
{
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

    tby_rc rc = tby_engine_find(job->engine_name, path, sizeof path);
    if (rc != TBY_OK) {
        out->failure = tby_engine_unstarted(rc);
        return rc;
    }
    pool.engine.path = path;
    return tby_pool_run(&pool, out);
}

tby_rc tby_evaluate(const tby_evaluate_job *job, tby_evaluate_report *out)
{
    const tby_alloc alloc = tby_alloc_libc();
    size_t *order = tby_grow_new(&alloc, job->n, sizeof *order);
    tby_rc rc = TBY_OK;

    *out = (tby_evaluate_report){.asked = job->n};
    if (!order)
        return TBY_E_NOMEM;
    size_t n = sort_out(job, order);
    out->ruled = job->n - n;
    if (n)
        rc = ask_engines(job, order, n, &out->pool);
    tby_grow_free(&alloc, order, job->n, sizeof *order);
    return rc;
}
