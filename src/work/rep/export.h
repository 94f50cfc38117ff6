/* export.h - a repertoire to a file of games. */
#ifndef TBY_WORK_REP_EXPORT_H
#define TBY_WORK_REP_EXPORT_H

#include "core/rep/pgn/rep_pgn.h"
#include "work/rep/rep.h"

typedef struct tby_rep_export_sum {
    uint64_t games;
    uint64_t moves; /* that were written, some perhaps more than once */
} tby_rep_export_sum;

/* Writes PGN: see docs/formats/rep-pgn.md.  The file appears whole or not at
 * all; otherwise as tby_rep_save(), the version of the job aside.
 * TBY_E_REP_EXPLODES too has been told. */
TBY_MUST_USE tby_rc tby_rep_export(tby_graph *g, const tby_rep_save_job *job,
                                   const tby_rep_pgn_options *options,
                                   tby_rep_export_sum *sum);

#endif
