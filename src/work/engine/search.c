#include "work/engine/search.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/san.h"

#include <limits.h>

/* How long a stop may go unnoticed. */
static const double WAIT_SECONDS = 0.05;

/* A bound counts only where nothing better is known of the move. */
static bool counts(const tby_analysis *a, const tby_engine_info *info)
{
    const tby_engine_info *old = &a->lines[info->line - 1];

    if (info->n == 0 || info->line > a->n + 1)
        return false;
    return info->exact || info->line > a->n || !old->exact ||
           old->pv[0] != info->pv[0];
}

/* Lines come one by one, and the first of a new order names a move that is
 * still shown further down.  The two change places until the engine goes on,
 * so that no move is ever shown twice and none is lost if it stops here.  A
 * line that is new and begins with a known move is out of date. */
static void set_line(tby_analysis *a, const tby_engine_info *info)
{
    size_t at = info->line - 1, old = 0;

    TBY_ASSERT(a->n <= TBY_ENGINE_LINES);
    while (old < a->n && a->lines[old].pv[0] != info->pv[0])
        old++;
    if (at == a->n && old < a->n)
        return;
    if (at == a->n)
        a->n++;
    else if (old < a->n && old != at)
        a->lines[old] = a->lines[at];
    a->lines[at] = *info;
}

void tby_analysis_take(tby_analysis *a, const tby_engine_event *event)
{
    const tby_engine_info *info = &event->info;

    if (event->kind == TBY_ENGINE_BEST) {
        a->over = true;
        a->cut = event->cut;
    }
    if (event->kind != TBY_ENGINE_INFO)
        return;
    if (info->nodes) {
        a->nodes = info->nodes;
        a->nodes_per_second = info->nodes_per_second;
        a->ms = info->ms;
    }
    if (counts(a, info))
        set_line(a, info);
}

void tby_analysis_clear(tby_analysis *a)
{
    a->n = 0;
    a->nodes = a->nodes_per_second = a->ms = 0;
    a->over = a->cut = false;
}

static tby_rc read_lines(const tby_analyse_job *job, tby_analysis *a)
{
    bool stopped = false;

    for (;;) {
        tby_engine_event event;
        tby_rc rc = tby_engine_next(job->engine, WAIT_SECONDS, &event);

        if (rc != TBY_OK && rc != TBY_E_IO_TIMEOUT)
            return rc;
        if (rc == TBY_OK)
            tby_analysis_take(a, &event);
        if (a->over)
            return TBY_OK;
        if (rc == TBY_OK && event.kind == TBY_ENGINE_INFO && job->update)
            job->update(job->ctx, a);
        if (!stopped && job->stop && atomic_load(job->stop)) {
            stopped = true;
            TBY_TRY(tby_engine_stop(job->engine));
        }
    }
}

tby_rc tby_analyse(const tby_analyse_job *job, tby_analysis *out)
{
    tby_analysis_clear(out);
    tby_rc rc = tby_engine_search(job->engine, &job->pos, &job->limit);
    if (rc == TBY_OK)
        rc = read_lines(job, out);
    return rc == TBY_OK && out->n == 0 ? TBY_E_ENGINE_SCORE : rc;
}

bool tby__search_moves(const tby_pos *pos, tby_str text, tby_engine_limit *out,
                       tby_str *bad)
{
    tby_str word;

    out->only_n = 0;
    while (tby_str_word(&text, &word)) {
        tby_move m;
        bool known = false;

        if (tby_san_parse(pos, word, TBY_SAN_TOLERANT, &m, NULL) != TBY_OK ||
            m == TBY_MOVE_NULL) {
            *bad = word;
            return false;
        }
        for (unsigned i = 0; i < out->only_n; i++)
            known |= out->only[i] == m;
        if (!known && out->only_n < TBY_ENGINE_LINES)
            out->only[out->only_n++] = m;
    }
    return true;
}

tby_rc tby_evaluate(const tby_pool_job *job, const char *engine,
                    tby_evaluate_report *out)
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
        tby_pool_job pool = *job;
        pool.order = order;
        pool.n = n;
        pool.engine.path = path;
        rc = tby_engine_find(engine, path, sizeof path);
        if (rc == TBY_OK)
            rc = tby_pool_run(&pool, &out->pool);
        else
            out->pool.failure = tby_engine_unstarted(rc);
    }
    tby_grow_free(NULL, order, job->n, sizeof *order);
    return rc;
}

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
        const tby_pool_job all = {
            .positions = w.positions,
            .n = w.n,
            .limit = job->limit,
            .engine = job->engine,
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
        rc = tby_evaluate(&all, job->engine_name, out);
    }
    tby_grow_free(NULL, w.nodes, w.n, sizeof *w.nodes);
    tby_grow_free(NULL, w.positions, w.n, sizeof *w.positions);
    return rc;
}
