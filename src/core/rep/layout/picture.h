/* picture.h - a repertoire as a picture. */
#ifndef TBY_CORE_REP_LAYOUT_PICTURE_H
#define TBY_CORE_REP_LAYOUT_PICTURE_H

#include "core/base/buf.h"
#include "tabiya/graph.h"

/* Adds an SVG of the graph, drawn where its positions are placed (those that
 * are not, at the corner), with the moves in SAN; FEN, evaluation and
 * annotation are shown when pointed at.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_graph_draw(const tby_graph *g, tby_buf *out,
                                   const tby_alloc *alloc);

#endif
