/* ctree_grow.h - a tree grown from its root, breadth first: all legal moves to
 * a depth, or the moves of a graph; numbered as a file has it.  Of the last ply
 * only the positions are kept: its moves and what they lead to are found again
 * when they are written. */
#ifndef TBY_CORE_CTREE_CTREE_GROW_H
#define TBY_CORE_CTREE_CTREE_GROW_H

#include "core/base/hashmap.h"
#include "core/ctree/ctree.h"
#include "tabiya/graph.h"
#include "tabiya/limits.h"
#include "tabiya/moves.h"

typedef struct tby_ctree_grow_job {
    tby_pos root;
    unsigned depth; /* plies; of a graph all of them, whatever it says */
    const tby_graph *graph;      /* its moves only; NULL: all legal moves */
    tby_ctree_identity identity; /* of a graph TBY_CTREE_POSITION */
    uint32_t max;                /* nodes; more are TBY_E_TREE_SIZE */
    tby_verdict_source *source;  /* as in tby_ctree */
    void *source_ctx;
    /* May be NULL; anything but TBY_OK ends it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t nodes);
    void *ctx;
} tby_ctree_grow_job;

typedef struct tby_ctree_grown {
    tby_alloc alloc;
    tby_ctree_grow_job job;
    uint32_t n;        /* nodes */
    uint32_t expanded; /* those below it have all their children as nodes */
    tby_pos *pos;
    uint32_t *parent;   /* the first; TBY_NO_NODE for a root */
    uint32_t *ply;      /* by the first way */
    uint8_t *ending;    /* tby_outcome */
    uint64_t *path_key; /* exact identity only */
    uint32_t *source;   /* the node of the graph */
    size_t caps[6];
    tby_keyset
        ids; /* number by key; more than n once the last ply is written */
} tby_ctree_grown;

/* TBY_E_NOMEM, TBY_E_TREE_SIZE, or what progress said.  Free *g in any case. */
TBY_MUST_USE tby_rc tby_ctree_grow(tby_ctree_grown *g,
                                   const tby_ctree_grow_job *job,
                                   const tby_alloc *alloc);
void tby_ctree_grown_free(tby_ctree_grown *g);

/* The moves of a node in their order: none if the game is over there, unless
 * the graph has some. */
void tby_ctree_grown_moves(const tby_ctree_grown *g, uint32_t node,
                           tby_moves *out);

typedef struct tby_ctree_child {
    tby_pos pos;
    uint64_t key;
} tby_ctree_child;

tby_ctree_child tby_ctree_grown_child(const tby_ctree_grown *g, uint32_t node,
                                      tby_move m);

typedef struct tby_ctree_count_job {
    tby_pos root;
    unsigned depth; /* at most TBY_MAX_TREE_DEPTH */
    tby_ctree_identity identity;
    /* Of one ply; may be NULL; anything but TBY_OK ends it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t nodes);
    /* A ply was counted; may be NULL. */
    void (*ply)(void *ctx, unsigned ply, uint64_t nodes);
    void *ctx;
} tby_ctree_count_job;

/* How many different nodes are reached by exactly 0, 1, ... moves.  Draws do
 * not end a way here, only mate and stalemate do: it is moves that are counted.
 * Memory: 72 bytes for each node of the ply before the last, about 16 for each
 * of the last.  TBY_E_NOMEM, TBY_E_TREE_SIZE: a ply has more than
 * TBY_MAX_TREE_IDS, or what progress said; the plies before were reported. */
TBY_MUST_USE tby_rc tby_ctree_count(const tby_ctree_count_job *job,
                                    const tby_alloc *alloc);

#endif
