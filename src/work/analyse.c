/* analyse.c - see analyse.h. */
#include "work/analyse.h"

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

/* The place of a first move among the lines; a->n if it has none. */
static size_t place_of(const tby_analysis *a, tby_move first)
{
    size_t i = 0;

    while (i < a->n && a->lines[i].pv[0] != first)
        i++;
    return i;
}

/* Lines come one by one, and the first of a new order names a move that is
 * still shown further down.  The two change places until the engine goes on,
 * so that no move is ever shown twice and none is lost if it stops here.  A
 * line that is new and begins with a known move is out of date. */
static void put(tby_analysis *a, const tby_engine_info *info)
{
    size_t at = info->line - 1, old = place_of(a, info->pv[0]);

    if (at == a->n && old < a->n)
        return;
    if (at == a->n)
        a->n++;
    else if (old < a->n && old != at)
        a->lines[old] = a->lines[at];
    a->lines[at] = *info;
}

static void take(tby_analysis *a, const tby_engine_info *info)
{
    if (info->nodes) {
        a->nodes = info->nodes;
        a->nodes_per_second = info->nodes_per_second;
        a->ms = info->ms;
    }
    if (counts(a, info))
        put(a, info);
}

static tby_rc hear_all(const tby_analyse_job *job, tby_analysis *a)
{
    bool stopped = false;

    for (;;) {
        tby_engine_event event;
        tby_rc rc = tby_engine_next(job->engine, WAIT_SECONDS, &event);

        if (rc == TBY_OK && event.kind == TBY_ENGINE_INFO) {
            take(a, &event.info);
            if (job->update)
                job->update(job->ctx, a);
        } else if (rc == TBY_OK && event.kind == TBY_ENGINE_BEST) {
            a->over = true;
            a->cut = event.cut;
            return TBY_OK;
        } else if (rc != TBY_OK && rc != TBY_E_IO_TIMEOUT) {
            return rc;
        }
        if (!stopped && job->stop && atomic_load(job->stop)) {
            stopped = true;
            rc = tby_engine_stop(job->engine);
            if (rc != TBY_OK)
                return rc;
        }
    }
}

tby_rc tby_analyse(const tby_analyse_job *job, tby_analysis *out)
{
    out->n = 0;
    out->nodes = out->nodes_per_second = out->ms = 0;
    out->over = out->cut = false;
    tby_rc rc = tby_engine_search(job->engine, &job->pos, &job->limit);
    if (rc == TBY_OK)
        rc = hear_all(job, out);
    return rc == TBY_OK && out->n == 0 ? TBY_E_ENGINE_SCORE : rc;
}
