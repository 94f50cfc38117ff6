/* evaluate_graph.c - see evaluate_graph.h. */
#include "work/rep/evaluate_graph.h"
#include "core/base/assert.h"

#include "core/base/grow.h"

typedef struct work {
    const tby_evaluate_graph_job *job;
    tby_pos *positions; /* to be evaluated ... */
    uint32_t *nodes;    /* ... and where each of them stands */
    size_t n;
    size_t done;
} work;

static bool is_chosen(const tby_evaluate_graph_job *job, const tby_node *node)
{
    return node->alive && (job->all || node->out_n == 0) &&
           (job->redo || node->eval.kind == TBY_EVAL_NONE);
}

static void enter(void *ctx, const tby_pool_answer *a)
{
    work *w = ctx;
    const tby_evaluate_graph_job *job = w->job;

    if (a->rc == TBY_OK)
        tby_graph_set_eval(job->graph, w->nodes[a->index], a->eval);
    else if (job->failed)
        job->failed(job->ctx, w->nodes[a->index], a->rc);
    w->done++;
    if (job->report)
        job->report(job->ctx, w->done, w->n);
}

tby_rc tby_evaluate_graph(const tby_evaluate_graph_job *job,
                          tby_evaluate_report *out)
{
    const tby_graph *g = job->graph;
    work w = {.job = job};
    tby_rc rc = TBY_E_NOMEM;

    for (size_t i = 0; i < g->nodes_n; i++)
        w.n += is_chosen(job, &g->nodes[i]);
    *out = (tby_evaluate_report){.chosen = w.n};
    w.positions = tby_grow_new(NULL, w.n, sizeof *w.positions);
    w.nodes = tby_grow_new(NULL, w.n, sizeof *w.nodes);
    if (w.positions && w.nodes) {
        const tby_evaluate_job all = {
            .positions = w.positions,
            .n = w.n,
            .limit = job->limit,
            .engine = job->engine,
            .engine_name = job->engine_name,
            .engines = job->engines,
            .stop = job->stop,
            .answer = enter,
            .ctx = &w,
        };
        size_t n = 0;

        for (size_t i = 0; i < g->nodes_n; i++)
            if (is_chosen(job, &g->nodes[i])) {
                w.positions[n] = g->nodes[i].pos;
                w.nodes[n++] = (uint32_t)i;
            }
        TBY_ASSERT(n == w.n);
        rc = tby_evaluate(&all, out);
    }
    tby_grow_free(NULL, w.nodes, w.n, sizeof *w.nodes);
    tby_grow_free(NULL, w.positions, w.n, sizeof *w.positions);
    return rc;
}
