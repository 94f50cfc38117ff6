/* ctree_stats.h - figures of a tree, and the lines that prove its verdicts. */
#ifndef TBY_CORE_CTREE_CTREE_STATS_H
#define TBY_CORE_CTREE_CTREE_STATS_H

#include "core/ctree/ctree_net.h"

enum { TBY_CTREE_OUTCOMES = TBY_FIFTY + 1, TBY_CTREE_VERDICTS = 4 };

/* One ply: the nodes whose shortest way from a root is so long. */
typedef struct tby_ctree_ply {
    uint64_t nodes;
    uint64_t verdicts[TBY_CTREE_VERDICTS]; /* by tby_verdict */
} tby_ctree_ply;

typedef struct tby_ctree_stats {
    tby_alloc alloc;
    tby_ctree_net net;
    uint64_t nodes;
    uint64_t roots;          /* nodes that no other leads to, and #0 */
    uint64_t moves;          /* lines of them */
    uint64_t links;          /* moves from one node to another */
    uint64_t leaving;        /* moves to positions that are not in the tree */
    uint64_t transpositions; /* links to a node that has one already */
    uint64_t merged;         /* nodes with more than one */
    uint64_t comments;
    uint64_t verdicts[TBY_CTREE_VERDICTS];
    uint64_t endings[TBY_CTREE_OUTCOMES]; /* by tby_outcome */
    tby_ctree_ply *plies;
    size_t plies_n, plies_cap;
} tby_ctree_stats;

/* Of a sorted tree.  What it says wrongly is reported to the listener, which
 * may be NULL, and proves nothing.  TBY_E_NOMEM.  Free *s in any case. */
TBY_MUST_USE tby_rc tby_ctree_stats_of(tby_ctree_stats *s, const tby_ctree *t,
                                       tby_ctree_identity identity,
                                       const tby_ctree_listener *listener);
void tby_ctree_stats_free(tby_ctree_stats *s);

/* One step of a line that proves a verdict. */
typedef struct tby_ctree_step {
    uint32_t node; /* index of the node that has the move */
    uint32_t item; /* the move among its items */
} tby_ctree_step;

/* The line from the node with that index, as many steps as there is room for;
 * returns how many it has, 0 if nothing is proven or the node itself says it.
 */
size_t tby_ctree_proof(const tby_ctree_stats *s, const tby_ctree *t,
                       uint32_t node, tby_ctree_step *steps, size_t room);

#endif
