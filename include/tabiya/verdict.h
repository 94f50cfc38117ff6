/* verdict.h - what a graph of positions proves: won, drawn or lost.
 *
 * Some nodes have a verdict from elsewhere: a mate, a dead position, an endgame
 * table.  From these it spreads to the nodes before them:
 *
 *   won    a move leads to a node that is lost (for the other side, who is to
 *          move there)
 *   lost   all moves are in the graph, and each leads to a node that is won
 *   drawn  all moves are in the graph and lead to nodes with a verdict, none of
 *          them lost and at least one drawn
 *
 * Everything else stays unknown, positions that only go in circles among them.
 * Verdicts are those of the side to move, so that nothing need be known of the
 * nodes but which leads to which. */
#ifndef TBY_VERDICT_H
#define TBY_VERDICT_H

#include "tabiya/pos.h"

typedef enum tby_verdict {
    TBY_VERDICT_UNKNOWN,
    TBY_VERDICT_DRAW,
    TBY_VERDICT_WIN,
    TBY_VERDICT_LOSS
} tby_verdict;

/* Nodes 0 .. n-1.  The links of node i are first[i] .. first[i + 1] - 1, so
 * that first[] has n + 1 numbers, and link k leads to node to[k].  partial,
 * unless NULL, marks the nodes that have legal moves which are not among their
 * links: these can be won, but never lost or drawn. */
typedef struct tby_net {
    uint32_t n;
    const uint32_t *first;
    const uint32_t *to;
    const uint8_t *partial;
} tby_net;

#define TBY_NO_LINK  UINT32_MAX
#define TBY_NO_DEPTH UINT32_MAX

TBY_BEGIN

/* Spreads the verdicts (tby_verdict) that are in verdict[] and finds for each
 * node how many moves the verdict is away from one of those: the winner takes
 * the shortest way, the loser the longest, and a draw is the shortest of those
 * that both sides keep to.  depth[] is TBY_NO_DEPTH where the verdict is
 * unknown.  Takes time and memory in proportion to the links.  TBY_E_NOMEM:
 * nothing was changed.  alloc NULL is the C library's. */
TBY_API TBY_MUST_USE tby_rc tby_verdict_solve(const tby_net *net,
                                              const tby_alloc *alloc,
                                              uint8_t verdict[],
                                              uint32_t depth[]);

/* The link by which a line that proves the verdict of a node goes on, the first
 * of several; TBY_NO_LINK where it ends, or nothing is proven. */
TBY_API uint32_t tby_verdict_next(const tby_net *net, const uint8_t verdict[],
                                  const uint32_t depth[], uint32_t node);

/* "unknown", "draw", "win", "loss".  The strings are static. */
TBY_API const char *tby_verdict_name(tby_verdict v);

/* The verdict of a position for the side to move, TBY_VERDICT_UNKNOWN where
 * nothing is known. */
typedef tby_verdict tby_verdict_source(void *ctx, const tby_pos *p);

TBY_END

#endif
