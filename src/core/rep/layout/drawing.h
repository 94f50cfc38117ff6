/* drawing.h - coordinates for the positions of a repertoire,
 * and a picture of it. */
#ifndef TBY_CORE_REP_LAYOUT_DRAWING_H
#define TBY_CORE_REP_LAYOUT_DRAWING_H

#include "core/base/buf.h"
#include "core/base/grow.h"
#include "tabiya/graph.h"
#include "tabiya/layout.h"
#include "tabiya/walk.h"

/* A repertoire as tby_layout() wants it.  Nodes are numbered in the order of
 * the walk, so that the same file gives the same picture however the graph in
 * memory came about. */
typedef struct tby_drawing {
    tby_walk walk;          /* number -> node is walk.order */
    tby_layout_graph graph; /* its arrays are those below */
    uint32_t *from, *to;
    tby_point *before; /* where each node is now, if it is placed */
    bool *had_place;
    tby_arena arena; /* has the arrays */
} tby_drawing;

/* TBY_E_NOMEM.  alloc NULL is the C library's.  Valid until the graph
 * changes. */
TBY_MUST_USE tby_rc tby_drawing_open(tby_drawing *p, const tby_graph *g,
                                     const tby_alloc *alloc);
void tby_drawing_close(tby_drawing *p);

/* Enters a point for each number. */
void tby_drawing_place(const tby_drawing *p, tby_graph *g, const tby_point *at);

/* Places every position; with `keep`, those that have a place stay near it.
 * watch and alloc may be NULL.  TBY_E_NOMEM, TBY_E_LIMIT: nothing was moved. */
TBY_MUST_USE tby_rc tby_graph_lay_out(tby_graph *g, bool keep,
                                      const tby_layout_watch *watch,
                                      const tby_alloc *alloc);

/* Adds an SVG of the graph, drawn where its positions are placed (those that
 * are not, at the corner), with the moves in SAN; FEN, evaluation and
 * annotation are shown when pointed at.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_graph_draw(const tby_graph *g, tby_buf *out,
                                   const tby_alloc *alloc);

#endif
