/* merge.h - several repertoires become one: the union of their positions and
 * moves. */
#ifndef TBY_MERGE_H
#define TBY_MERGE_H

#include "tabiya/edits.h"

typedef enum tby_merge_evals {
    TBY_MERGE_NO_EVALS,
    TBY_MERGE_EVALS /* where two differ, that of `to` stays */
} tby_merge_evals;

TBY_BEGIN

/* Adds everything of `from` to `to`; begin with an empty graph.  Moves come in
 * the order in which they are seen first.  Annotations of the same move join
 * with " | ", titles with " + ", exact duplicates once; glyphs and loose
 * comments are added where they are missing; the colour is that of the first
 * graph that has one.  Coordinates are not taken, for none of them fits the
 * whole; a position that then has nothing to say is left out.
 *
 * TBY_E_NOMEM, TBY_E_LIMIT: `to` has some of it. */
TBY_API TBY_MUST_USE tby_rc tby_graph_merge(tby_graph *to,
                                            const tby_graph *from,
                                            tby_merge_evals evals);

/* The same, without evaluations, as one command of a log that `to` is edited
 * with: see edits.h.  TBY_E_NOMEM, TBY_E_LIMIT: it did nothing. */
TBY_API TBY_MUST_USE tby_rc tby_edits_merge(tby_edits *e,
                                            const tby_graph *from);

TBY_END

#endif
