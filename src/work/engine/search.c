/* search.c - see search.h. */
#include "work/engine/search.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "tabiya/san.h"

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
