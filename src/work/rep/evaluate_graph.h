/* evaluate_graph.h - evaluations for the positions of a repertoire. */
#ifndef TBY_WORK_REP_EVALUATE_GRAPH_H
#define TBY_WORK_REP_EVALUATE_GRAPH_H

#include "tabiya/graph.h"
#include "work/engine/evaluate.h"

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
