/* edits.h - changing a graph step by step, and taking steps back.
 *
 * A board stands on a position of the graph; it is moved by playing moves, new
 * ones or those that are there, and by going elsewhere.  Every command, a step
 * as well as a change, is one entry of a log.  Undo takes back exactly what
 * its command did and nothing else; redo does it again.  After either, the
 * graph writes the same bytes as it did then.
 *
 * While it is open nobody else changes the graph. */
#ifndef TBY_EDITS_H
#define TBY_EDITS_H

#include "tabiya/graph.h"

typedef struct tby_edits tby_edits;

TBY_BEGIN

/* The board stands on the starting position, or, if the graph has moves but
 * not from there, on its first root.  TBY_E_NOMEM.  alloc NULL is the C
 * library's. */
TBY_API TBY_MUST_USE tby_rc tby_edits_open(tby_edits **out, tby_graph *g,
                                           const tby_alloc *alloc);
TBY_API void tby_edits_close(tby_edits *e);

/* The position on the board, and its node: TBY_NONE if the graph does not have
 * it, which happens only to the starting position. */
TBY_API const tby_pos *tby_edits_pos(const tby_edits *e);
TBY_API uint32_t tby_edits_node(const tby_edits *e);

/* --- commands -------------------------------------------------------------
 * TBY_E_NOMEM, TBY_E_LIMIT: the command did nothing.  A command that would
 * change nothing makes no entry. */

/* Plays a legal move: along its edge, or along a new one.  `note`, unless
 * empty, becomes the annotation of a new move and is joined to that of an old
 * one. */
TBY_API TBY_MUST_USE tby_rc tby_edits_play(tby_edits *e, tby_move move,
                                           tby_str note);

/* Stands the board on a node; TBY_NONE is the starting position. */
TBY_API TBY_MUST_USE tby_rc tby_edits_go(tby_edits *e, uint32_t node);

/* Removes a move and every position that can then no longer be reached from
 * where it could before.  A board that stood on one of them stands on the
 * position before the move. */
TBY_API TBY_MUST_USE tby_rc tby_edits_remove(tby_edits *e, uint32_t edge);

/* Removes everything but title and colour. */
TBY_API TBY_MUST_USE tby_rc tby_edits_clear(tby_edits *e);

/* What moves and positions say.  Each call is one entry of the log. */
TBY_API TBY_MUST_USE tby_rc tby_edits_set_note(tby_edits *e, uint32_t edge,
                                               tby_str text);
TBY_API TBY_MUST_USE tby_rc tby_edits_set_nags(tby_edits *e, uint32_t edge,
                                               tby_str nags);
/* An evaluation of kind TBY_EVAL_NONE takes away the one that is there. */
TBY_API TBY_MUST_USE tby_rc tby_edits_set_eval(tby_edits *e, uint32_t node,
                                               tby_eval eval);
TBY_API TBY_MUST_USE tby_rc tby_edits_set_title(tby_edits *e, tby_str title);
TBY_API TBY_MUST_USE tby_rc tby_edits_set_color(tby_edits *e, tby_color color);

/* --- the log --------------------------------------------------------------*/

/* Is there something to take back, or to do again? */
TBY_API bool tby_edits_can_undo(const tby_edits *e);
TBY_API bool tby_edits_can_redo(const tby_edits *e);
/* How far the log goes: more after a command that made an entry, less after
 * undo. */
TBY_API size_t tby_edits_done(const tby_edits *e);
TBY_API void tby_edits_undo(tby_edits *e);
TBY_API void tby_edits_redo(tby_edits *e);

TBY_END

#endif
