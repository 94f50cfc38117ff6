/* sources.h - from the target of a move back to the pieces that can make it.
 * This is how a move in notation is resolved: without a list of moves. */
#ifndef TBY_CORE_SOURCES_H
#define TBY_CORE_SOURCES_H

#include "tabiya/pos.h"

/* The pieces of that role and of the side to move that could go to `to` if
 * their king did not matter.  Castling is not asked for here. */
tby_bb tby_sources_pseudo(const tby_pos *p, tby_role role, tby_square to);

/* Those of `from` that may legally go to `to`; `from` must come from
 * tby_sources_pseudo() for the same role and square. */
tby_bb tby_sources_legal(const tby_pos *p, tby_role role, tby_square to,
                         tby_bb from);

#endif
