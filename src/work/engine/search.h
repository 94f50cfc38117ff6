/* search.h - the best lines of one position, as an engine finds them. */
#ifndef TBY_WORK_ENGINE_SEARCH_H
#define TBY_WORK_ENGINE_SEARCH_H

#include "engine/uci.h"

#include <stdatomic.h>

/* What is known so far, the best line first. */
typedef struct tby_analysis {
    size_t n;
    tby_engine_info lines[TBY_ENGINE_LINES];
    uint64_t nodes, nodes_per_second, ms; /* the last that were said */
    bool over;                            /* the search has ended */
    bool cut;                             /* before its limit */
} tby_analysis;

typedef struct tby_analyse_job {
    tby_engine *engine; /* started, and without a search */
    tby_pos pos;
    tby_engine_limit limit;
    const atomic_bool *stop; /* ends the search soon; may be NULL */
    /* Told after each line; may be NULL. */
    void (*update)(void *ctx, const tby_analysis *so_far);
    void *ctx;
} tby_analyse_job;

/* Searches until the limit or the stop.  If it fails (as tby_engine_next()),
 * *out still holds what was known by then. */
TBY_MUST_USE tby_rc tby_analyse(const tby_analyse_job *job, tby_analysis *out);

/* The only moves that are searched, as a text in any notation: 'e4 Nf3'.  False
 * at one that is not legal here, which is *bad. */
bool tby__search_moves(const tby_pos *pos, tby_str text, tby_engine_limit *out,
                       tby_str *bad);

/* For a caller that asks the engine itself: what an event adds. */
void tby_analysis_take(tby_analysis *a, const tby_engine_event *event);
void tby_analysis_clear(tby_analysis *a);

#endif
