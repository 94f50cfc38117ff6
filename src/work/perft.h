/* perft.h - perft spread over threads, with the count below each first move. */
#ifndef TBY_WORK_PERFT_H
#define TBY_WORK_PERFT_H

#include "tabiya/perft.h"

typedef struct tby_work_perft_job {
    tby_pos pos;
    unsigned depth;   /* 0 to TBY_PERFT_MAX */
    unsigned threads; /* 0: one for each processor */
    tby_path path;
    /* Called after each part of the work, from any thread and in no particular
     * order: parts done, parts there are, nodes counted.  May be NULL. */
    void (*report)(void *ctx, uint64_t done, uint64_t total, uint64_t nodes);
    void *ctx;
} tby_work_perft_job;

typedef struct tby_work_perft_count {
    uint64_t nodes;
    size_t n; /* first moves; 0 at depth 0 */
    struct {
        tby_move move;
        uint64_t nodes;
    } first[TBY_MOVES_MAX];
} tby_work_perft_count;

/* Counts.  On failure (TBY_E_LIMIT for the depth, TBY_E_NOMEM,
 * TBY_E_IO_THREAD) *out is untouched. */
TBY_MUST_USE tby_rc tby_work_perft(const tby_work_perft_job *job,
                                   tby_work_perft_count *out);

#endif
