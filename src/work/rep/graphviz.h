/* graphviz.h - layouts by Graphviz, where it is installed.
 *
 * It runs as a child process: its library is not safe with threads, and a
 * graph that is too much for it then costs a message and not the program. */
#ifndef TBY_WORK_REP_GRAPHVIZ_H
#define TBY_WORK_REP_GRAPHVIZ_H

#include "tabiya/layout.h"

typedef struct tby_graphviz_options {
    const char *algorithm; /* dot, neato, fdp, sfdp, twopi or circo */
    double seconds;        /* it may take; 0: TBY_GRAPHVIZ_SECONDS */
    uint64_t memory;       /* bytes; 0: TBY_GRAPHVIZ_MEMORY */
} tby_graphviz_options;

#define TBY_GRAPHVIZ_SECONDS 300.0
#define TBY_GRAPHVIZ_MEMORY  ((uint64_t)2 << 30)

/* Whether an algorithm is one of those. */
bool tby_graphviz_knows(const char *algorithm);

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
