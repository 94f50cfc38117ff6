/* ctree_graph.h - what a repertoire says beside its moves, as comments of a
 * tree, and back: see docs/formats/tree.md.
 *
 *     comment partial tree: legal moves may be missing     the root
 *     comment title: TEXT                                  the root
 *     comment color: white                                 the root
 *     comment loose: TEXT                                  the root
 *     comment eval: white +0.35                            any node
 *     comment $1 $14 TEXT                                  before a move
 *
 * An annotation that could be taken for one of these has `text: ` in front.
 * Coordinates and the order of moves have no place. */
#ifndef TBY_CORE_CTREE_CTREE_GRAPH_H
#define TBY_CORE_CTREE_CTREE_GRAPH_H

#include "tabiya/ctree.h"
#include "tabiya/graph.h"

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
