/* layout.h - coordinates for the positions of a repertoire, by our own
 * algorithm or one of Graphviz. */
#ifndef TBY_WORK_REP_LAYOUT_H
#define TBY_WORK_REP_LAYOUT_H

#include "tabiya/graph.h"
#include "tabiya/layout.h"

typedef struct tby_rep_layout_job {
    const char *algorithm; /* NULL, "tabiya", or one of graphviz.h */
    bool keep;             /* tabiya's: what has a place stays near it */
    const tby_layout_watch *watch; /* tabiya's: progress; or NULL */
} tby_rep_layout_job;

/* Places every position; *crossings, unless NULL, is how many pairs of moves
 * cross then.  The errors of tby_layout() and tby_graphviz_layout(): nothing
 * was moved. */
TBY_MUST_USE tby_rc tby_rep_layout(tby_graph *g, const tby_rep_layout_job *job,
                                   uint64_t *crossings);

typedef struct tby_graphviz_options {
    const char *algorithm; /* dot, neato, fdp, sfdp, twopi or circo */
    double seconds;        /* it may take; 0: TBY_GRAPHVIZ_SECONDS */
    uint64_t memory;       /* bytes; 0: TBY_GRAPHVIZ_MEMORY */
} tby_graphviz_options;

#define TBY_GRAPHVIZ_SECONDS 300.0
#define TBY_GRAPHVIZ_MEMORY  ((uint64_t)2 << 30)

/* Writes a point for each node, in the units of tby_layout(): the leftmost at
 * x = 0, the topmost at y = 0, y growing downward.  Widths count; a rank of dot
 * is TBY_LAYOUT_RANK.
 *
 * TBY_E_GRAPHVIZ_NONE if it is not installed, _NAME for an unknown algorithm,
 * _SLOW, _ENDED, _ANSWER as their sentences say; those of tby_layout(). */
TBY_MUST_USE tby_rc tby_graphviz_layout(const tby_layout_graph *g,
                                        const tby_graphviz_options *options,
                                        tby_point *out);

#endif
