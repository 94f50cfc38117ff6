/* ctree.h - how a tree (tabiya/ctree.h) is made, when two of its nodes are the
 * same, how one ends, what is wrong with one that was read, and what a
 * repertoire says beside its moves.  TBY_E_NOMEM and TBY_E_LIMIT leave the tree
 * as it was. */
#ifndef TBY_CORE_CTREE_CTREE_H
#define TBY_CORE_CTREE_CTREE_H

#include "tabiya/ctree.h"
#include "tabiya/graph.h"

/* A node without items, to be filled by the items that follow. */
TBY_MUST_USE tby_rc tby_ctree_add_node(tby_ctree *t,
                                       const tby_ctree_node *node);

/* One more item of the last node. */
TBY_MUST_USE tby_rc tby_ctree_add_item(tby_ctree *t, tby_ctree_item item);

/* A comment, to be named by an item. */
TBY_MUST_USE tby_rc tby_ctree_add_comment(tby_ctree *t, tby_str text,
                                          uint32_t *number);

/* A node with the number of the one before it is not looked at. */
static inline bool tby_ctree_is_twin(const tby_ctree *t, size_t i)
{
    return i > 0 && t->nodes[i - 1].id == t->nodes[i].id;
}

/* How far back positions may stand that a threefold repetition counts. */
typedef enum tby_ctree_identity {
    TBY_CTREE_POSITION, /* the position alone: see key.h */
    TBY_CTREE_EXACT     /* and the half-move clock, and which positions were met
                          how often since the last capture or pawn move */
} tby_ctree_identity;

/* What exact identity needs to know of the way to a position: a sum over those
 * since the last capture or pawn move, itself included, in any order.  `before`
 * is that of the position it was reached from; a way begins with 0. */
uint64_t tby_ctree_path_key(const tby_pos *p, uint64_t before);

/* The key by which a node is the same as another; a 64-bit number is trusted as
 * key.h trusts it. */
uint64_t tby_ctree_key(tby_ctree_identity identity, const tby_pos *p,
                       uint64_t path_key);

/* The outcome that ends a node, TBY_ONGOING if none does: mate, stalemate,
 * insufficient material, a dead position (as far as the quick stage proves it);
 * in exact identity, if the position stands for the third time or more, or
 * after fifty moves.  `times` is 1 or more. */
tby_outcome tby_ctree_ending(tby_ctree_identity identity, const tby_pos *p,
                             unsigned times);

/* The same for a position after the last ply, which is no node: dead positions
 * are not looked for, since there are ten times as many of these. */
tby_outcome tby_ctree_ending_beyond(const tby_pos *p);

/* What an ending says for the side to move. */
tby_verdict tby_ctree_verdict_of(tby_outcome ending);

/* What is a win for one side is a loss for the other. */
tby_verdict tby_ctree_opposite(tby_verdict mark);

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

/* Adds the comments of a node, or of an edge, to the last node of t.
 * TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_ctree_say_node(tby_ctree *t, const tby_graph *g,
                                       uint32_t node, bool root);
TBY_MUST_USE tby_rc tby_ctree_say_edge(tby_ctree *t, const tby_graph *g,
                                       uint32_t edge);

/* What a tree has and the graph has not. */
typedef struct tby_ctree_import_sum {
    uint64_t moves;    /* that lead to positions which are not in the tree */
    uint64_t comments; /* too many or too long for their move, or no UTF-8 */
} tby_ctree_import_sum;

/* The graph of a sorted tree: its positions, and the moves that lead from one
 * to another.  Two nodes of the same position become one.  *g must be empty.
 * TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_ctree_to_graph(const tby_ctree *t, tby_graph *g,
                                       tby_ctree_import_sum *sum);

#endif
