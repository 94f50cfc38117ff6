/* ctree_check.h - is a tree that was read what it should be?
 *
 * The reader has reported what a line or a node shows by itself; this is
 * what shows only when all nodes are there: numbers, positions, parents,
 * endings, missing moves and marks.
 *
 * A tree need not be complete.  Moves may lead to numbers after the last node,
 * which stand for positions that are not in the tree; and one that calls itself
 * partial lacks moves. */
#ifndef TBY_CORE_CTREE_CTREE_CHECK_H
#define TBY_CORE_CTREE_CTREE_CHECK_H

#include "core/ctree/ctree.h"

/* Which identity gives the tree fewer wrong numbers; if both give the same,
 * position, or exact where a node ends by repetition or fifty moves.  The tree
 * must be sorted.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_ctree_guess(const tby_ctree *t,
                                    tby_ctree_identity *out);

/* Reports everything that is wrong.  The tree must be sorted.  TBY_E_NOMEM,
 * TBY_E_LIMIT: more numbers than TBY_MAX_TREE_IDS. */
TBY_MUST_USE tby_rc tby_ctree_check(const tby_ctree *t,
                                    tby_ctree_identity identity,
                                    const tby_ctree_listener *listener);

#endif
