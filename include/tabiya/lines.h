/* lines.h - the lines of a repertoire, from where they start to where it ends:
 * how many there are, each of them, and as few as possible that cover given
 * moves.
 *
 * Moves that close a cycle (the back edges of walk.h) are cut, so that lines
 * end: no line goes on after one.  A cover ends lines with those that it has
 * to cover; lines that are listed or counted end before them.  Graph and walk
 * must stay as they are while any of this is in use. */
#ifndef TBY_LINES_H
#define TBY_LINES_H

#include "tabiya/walk.h"

/* What lines may go through. */
typedef struct tby_dag {
    tby_alloc alloc;
    const tby_graph *graph;
    const tby_walk *walk;
    uint32_t *starts; /* nodes that lines begin at, each once */
    size_t starts_n;
    uint8_t *reached; /* by node: some line comes through it */
    uint64_t *ways;   /* by node: lines from there on, INT64_MAX if there are as
                         many or more; 1 where it ends */
    uint64_t lines;   /* all of them, likewise */
} tby_dag;

/* One line: edges, each from where the one before leads to. */
typedef struct tby_route {
    tby_alloc alloc;
    uint32_t *edges;
    size_t n, cap;
    size_t start; /* which of the starts it begins at */
} tby_route;

/* Lines that cover some moves, taken one by one; as few as possible. */
typedef struct tby_cover {
    tby_alloc alloc;
    const tby_dag *dag;
    uint32_t *flow;  /* by edge: how many of the lines left go through it */
    uint32_t *begin; /* by node: how many of them begin there */
    uint32_t left;   /* lines that were not taken yet */
    size_t start;    /* none of them begins at an earlier start */
} tby_cover;

TBY_BEGIN

/* --- what lines go through ------------------------------------------------*/

/* With n nodes as starts; NULL means the roots of the walk that have moves.
 * TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_dag_open(tby_dag *d, const tby_graph *g,
                                         const tby_walk *w,
                                         const uint32_t *starts, size_t n);
TBY_API void tby_dag_free(tby_dag *d);

/* The first move from a node that is not cut, and the one after another;
 * TBY_NONE at the end. */
TBY_API uint32_t tby_dag_first(const tby_dag *d, uint32_t node);
TBY_API uint32_t tby_dag_next(const tby_dag *d, uint32_t edge);

/* The first position from a node on that has several moves, cut or not; the
 * node itself if there is none. */
TBY_API uint32_t tby_dag_choice(const tby_dag *d, uint32_t node);

/* Sets owed[edge] to 1 for the moves of one side from positions that lines come
 * to, to 0 for all others; returns how many.  There must be room for all edges.
 */
TBY_API uint32_t tby_dag_own(const tby_dag *d, tby_color color, uint8_t *owed);

/* --- one line after another -----------------------------------------------*/

/* An empty line; alloc NULL is the C library's. */
TBY_API void tby_route_init(tby_route *r, const tby_alloc *alloc);
TBY_API void tby_route_free(tby_route *r);

/* Makes *r the line after it, in the order of starts and of edges; the first
 * one if it is empty.  TBY_DONE after the last: *r is empty again. */
TBY_API TBY_MUST_USE tby_rc tby_route_next(const tby_dag *d, tby_route *r);

/* Adds an edge at the end. */
TBY_API TBY_MUST_USE tby_rc tby_route_add(tby_route *r, uint32_t edge);

/* --- as few lines as possible ---------------------------------------------*/

/* Finds lines that cover every edge with owed[edge] != 0 that can be reached, a
 * smallest number of them: minimum flow with lower bounds.  A cut edge among
 * them ends its line.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_cover_open(tby_cover *c, const tby_dag *d,
                                           const uint8_t *owed);
TBY_API void tby_cover_free(tby_cover *c);

/* Takes a line off.  Always the first edge that has some left, so that the
 * lines and their order are fixed.  TBY_DONE if none is left. */
TBY_API TBY_MUST_USE tby_rc tby_cover_take(tby_cover *c, tby_route *r);

TBY_END

#endif
