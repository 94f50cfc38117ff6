/* ctree_net.h - a tree as numbers only: which node leads to which, what that
 * proves (tabiya/verdict.h), and figures of it.
 *
 * After the n nodes stand two that are in no tree, a draw and a mate, for moves
 * that leave the tree and end the game.  Other moves that leave it, and legal
 * moves that it lacks, make a node partial: they prove nothing. */
#ifndef TBY_CORE_CTREE_CTREE_NET_H
#define TBY_CORE_CTREE_CTREE_NET_H

#include "core/base/grow.h"
#include "core/ctree/ctree_grow.h"
#include "tabiya/verdict.h"

enum {
    TBY_NET_DRAW, /* node n */
    TBY_NET_MATE, /* node n + 1: the side to move has lost */
    TBY_NET_EXTRA
};

typedef struct tby_ctree_net {
    tby_alloc alloc;
    tby_arena arena; /* of all arrays but `to` */
    uint32_t n;
    uint32_t *first; /* by node, the extra ones too, and one more */
    uint32_t *to;
    size_t to_n, to_cap;
    uint8_t *partial;
    uint8_t *verdict; /* tby_verdict */
    uint32_t *depth;  /* moves to what proves it */
    uint8_t *beyond;  /* 1: a move out of the tree ends the game */
    uint8_t *ending;  /* tby_outcome */
    uint64_t asked;   /* nodes whose verdict came from a source */
    /* Every legal move of every node leads to a node or ends the game.  What
     * nobody can force is a draw then: both sides can go on for ever. */
    bool closed;
} tby_ctree_net;

/* An empty net for n nodes, then its links in the order of the nodes: begin()
 * each, link() its children.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_ctree_net_open(tby_ctree_net *net, uint32_t n,
                                       const tby_alloc *alloc);
void tby_ctree_net_free(tby_ctree_net *net);
void tby_ctree_net_begin(tby_ctree_net *net, uint32_t node, tby_outcome ending);

/* Asks for the verdict of a node that was begun and does not end the game;
 * source may be NULL.  Counters count in exact identity only. */
void tby_ctree_net_ask(tby_ctree_net *net, uint32_t node, const tby_pos *pos,
                       tby_ctree_identity identity, tby_verdict_source *source,
                       void *ctx);
TBY_MUST_USE tby_rc tby_ctree_net_link(tby_ctree_net *net, uint32_t child);

/* One that leads out of the tree, to a position that ends so. */
TBY_MUST_USE tby_rc tby_ctree_net_link_out(tby_ctree_net *net, uint32_t node,
                                           tby_outcome ending);

/* Ends the links and finds out what they prove, and whether the net is closed;
 * depth is TBY_NO_DEPTH where only that proves a draw.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_ctree_net_solve(tby_ctree_net *net);

/* Turns the links of a net round: the nodes that lead to node i, ascending, are
 * parents[start[i]] to parents[start[i + 1] - 1] (verdict.c). */
void tby__net_turn(const tby_net *net, uint32_t *start, uint32_t *parents);

/* The same net as verdict.h has it. */
tby_net tby_ctree_net_view(const tby_ctree_net *net);

/* All of that for a tree that was grown; what progress says ends it. */
TBY_MUST_USE tby_rc tby_ctree_net_grown(tby_ctree_net *net,
                                        const tby_ctree_grown *g);

/* The same for a sorted tree that was read; nodes go by their index.  Nothing
 * that it says is believed: endings are judged, and a move leads to the node it
 * names only if that has the position.  What is wrong of that is reported;
 * listener may be NULL. */
TBY_MUST_USE tby_rc tby_ctree_net_read(tby_ctree_net *net, const tby_ctree *t,
                                       tby_ctree_identity identity,
                                       const tby_ctree_listener *listener);

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
