/* ctree.h - how a tree (tabiya/ctree.h) is made.
 *
 * TBY_E_NOMEM and TBY_E_LIMIT leave the tree as it was. */
#ifndef TBY_CORE_CTREE_CTREE_H
#define TBY_CORE_CTREE_CTREE_H

#include "tabiya/ctree.h"

/* A node without items, to be filled by the items that follow. */
TBY_MUST_USE tby_rc tby_ctree_add_node(tby_ctree *t,
                                       const tby_ctree_node *node);

/* One more item of the last node. */
TBY_MUST_USE tby_rc tby_ctree_add_item(tby_ctree *t, tby_ctree_item item);

/* A comment, to be named by an item. */
TBY_MUST_USE tby_rc tby_ctree_add_comment(tby_ctree *t, tby_str text,
                                          uint32_t *number);

#endif
