/* layout.h - coordinates for the positions of a repertoire, by our own
 * algorithm or one of Graphviz. */
#ifndef TBY_WORK_REP_LAYOUT_H
#define TBY_WORK_REP_LAYOUT_H

#include "tabiya/graph.h"
#include "tabiya/layout.h"

typedef struct tby_rep_layout_job {
    const char *algorithm; /* NULL, "tabiya", or one of graphviz.h */
    bool keep;             /* tabiya's: what has a place stays near it */
    const tby_layout_watch *watch; /* tabiya's: who is told; or NULL */
} tby_rep_layout_job;

/* Places every position; *crossings, unless NULL, is how many pairs of moves
 * cross then.  The errors of tby_layout() and tby_graphviz_layout(): nothing
 * was moved. */
TBY_MUST_USE tby_rc tby_rep_layout(tby_graph *g, const tby_rep_layout_job *job,
                                   uint64_t *crossings);

#endif
