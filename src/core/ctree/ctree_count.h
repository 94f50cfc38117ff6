/* ctree_count.h - how many nodes a tree has in each ply, without making it. */
#ifndef TBY_CORE_CTREE_CTREE_COUNT_H
#define TBY_CORE_CTREE_CTREE_COUNT_H

#include "core/ctree/ctree_ids.h"
#include "tabiya/limits.h"

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
 * TBY_MAX_TREE_IDS, or what progress said; the plies before were told. */
TBY_MUST_USE tby_rc tby_ctree_count(const tby_ctree_count_job *job,
                                    const tby_alloc *alloc);

#endif
