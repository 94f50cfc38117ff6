/* merge.h - what tabiya/merge.h has for readers of very many games. */
#ifndef TBY_CORE_REP_MERGE_H
#define TBY_CORE_REP_MERGE_H

#include "tabiya/merge.h"

/* As tby_graph_merge(), but annotations, glyphs and comments that there is no
 * room for are left out and counted in *full instead of ending it. */
TBY_MUST_USE tby_rc tby_graph_merge_most(tby_graph *to, const tby_graph *from,
                                         tby_merge_evals evals, uint64_t *full);

#endif
