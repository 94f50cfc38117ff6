/* source.h - the games or positions of a database as a graph, of which a
 * tree is made. */
#ifndef TBY_WORK_CTREE_SOURCE_H
#define TBY_WORK_CTREE_SOURCE_H

#include "store/store.h"
#include "tabiya/graph.h"

struct tby_rep_importer; /* work/rep/import.h */

typedef struct tby_ctree_source {
    tby_store *store;
    const store_filter *filter;
    uint32_t depth; /* plies; 0: all */
    /* So much of total is done; or NULL.  Anything but TBY_OK ends it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t amount);
    void *ctx;
} tby_ctree_source;

/* Merges games into what the importer builds.  *games is how many there were.
 * What the store or the importer gave. */
TBY_MUST_USE tby_rc tby_ctree_add_games(const tby_ctree_source *s,
                                        struct tby_rep_importer *im,
                                        uint64_t *games);

/* The positions below one that so many games have, and the moves that are
 * played there and lead to such.  filter->has_position must not be set. */
TBY_MUST_USE tby_rc tby_ctree_add_positions(const tby_ctree_source *s,
                                            const tby_pos *root,
                                            uint64_t min_games, tby_graph *g);

#endif
