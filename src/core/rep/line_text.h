/* line_text.h - the moves that lead to a position of a graph, as people write
 * them: "1. d4 d5 2. Bf4". */
#ifndef TBY_CORE_REP_LINE_TEXT_H
#define TBY_CORE_REP_LINE_TEXT_H

#include "core/base/buf.h"
#include "tabiya/walk.h"

/* Of a longer way only so many last moves are written, "..." before them. */
#define TBY_TRAIL_MOST 60

typedef struct tby_line_text {
    const tby_graph *graph;
    tby_walk walk;
    uint32_t *ply; /* by node: see tby_walk_plies() */
} tby_line_text;

/* TBY_E_NOMEM.  alloc NULL is the C library's.  The graph must not change. */
TBY_MUST_USE tby_rc tby_line_text_open(tby_line_text *t, const tby_graph *g,
                                       const tby_alloc *alloc);
void tby_line_text_free(tby_line_text *t);

/* Appends the way that the walk took to a node, and a move from there unless
 * it is TBY_MOVE_NONE.  If its root is not the starting position, the FEN of
 * the root in brackets comes first. */
void tby_line_text_write(const tby_line_text *t, uint32_t node, tby_move move,
                         tby_buf *out);

/* Appends one move from a node with its number: "2. Bf4", "2... Nf6". */
void tby_line_text_write_move(const tby_line_text *t, uint32_t node,
                              tby_move move, tby_buf *out);

#endif
