/* search.h - the best lines of one position, as an engine finds them. */
#ifndef TBY_WORK_ENGINE_SEARCH_H
#define TBY_WORK_ENGINE_SEARCH_H

#include "core/game/judge.h"
#include "engine/pool.h"
#include "engine/uci.h"
#include "tabiya/graph.h"

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

/* --- evaluations of many positions -----------------------------------------*/

typedef struct tby_evaluate_report {
    size_t chosen; /* positions */
    size_t ruled;  /* decided by the rules */
    tby_pool_report pool;
} tby_evaluate_report;

/* Evaluates the first n positions of a job by an engine, a name or a path, NULL
 * for stockfish; what the rules decide needs none, and is answered likewise.
 * The result is that of the pool; TBY_E_ENGINE_NONE and
 * TBY_E_IO_SPAWN if a position needs an engine and there is none.  *out is
 * filled in any case. */
TBY_MUST_USE tby_rc tby_evaluate(const tby_pool_job *job, const char *engine,
                                 tby_evaluate_report *out);

/* --- evaluations for the positions of a repertoire -------------------------*/

typedef struct tby_evaluate_graph_job {
    tby_graph *graph;
    bool all;  /* every position, not only those without a move */
    bool redo; /* those that have an evaluation, too */
    tby_engine_limit limit;
    tby_engine_settings engine; /* as in evaluate.h */
    const char *engine_name;
    unsigned engines;
    const atomic_bool *stop;
    /* Called after each position, in the calling thread; may be NULL. */
    void (*report)(void *ctx, size_t done, size_t total);
    /* Called for a position that an engine has failed on; may be NULL. */
    void (*failed)(void *ctx, uint32_t node, tby_rc rc);
    void *ctx;
} tby_evaluate_graph_job;

/* Evaluates the positions that the job chooses and enters the evaluations into
 * the graph as they come.  Results are those of tby_evaluate(); what came
 * before a failure or a stop stays. */
TBY_MUST_USE tby_rc tby_evaluate_graph(const tby_evaluate_graph_job *job,
                                       tby_evaluate_report *out);

#endif
