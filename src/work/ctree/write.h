/* write.h - trees to files and folders.
 *
 * The nodes are found first, with all that is proven of them; then they are
 * written one after another, and nothing of the text is kept.  What is written
 * appears whole or not at all: a file as sink.h has it, folders under another
 * name until all are there.
 *
 * Memory: 80 bytes for each node, 4 to 8 for each move between two, 16 for each
 * position after the last ply. */
#ifndef TBY_WORK_CTREE_WRITE_H
#define TBY_WORK_CTREE_WRITE_H

#include "core/ctree/ctree_grow.h"
#include "store/store.h"
#include "tabiya/graph.h"

/* Nodes of a tree in folders, unless the caller says otherwise: each takes 8
 * KiB of a disk. */
#define TBY_CTREE_FOLDER_NODES 10000u

typedef struct tby_ctree_write_job {
    const char *path; /* "-" is standard output */
    bool folders;
    bool replace;            /* folders that are there already */
    tby_ctree_grow_job tree; /* its progress is called while growing, solving
                               and writing */
    /* A sentence about what cannot be written; or NULL. */
    void (*refused)(void *ctx, tby_rc code, const char *text);
} tby_ctree_write_job;

typedef struct tby_ctree_write_sum {
    uint32_t nodes;
    uint32_t plies;   /* the deepest */
    uint64_t moves;   /* lines of them */
    uint64_t numbers; /* that were given out, the root's too */
    uint64_t bytes;
    uint64_t solved; /* nodes of which more than nothing is known */
} tby_ctree_write_sum;

/* TBY_E_NOMEM, TBY_E_TREE_SIZE, TBY_E_TREE_EXISTS, what progress said; an I/O
 * failure has been reported. */
TBY_MUST_USE tby_rc tby_ctree_write(const tby_ctree_write_job *job,
                                    tby_ctree_write_sum *sum);

/* --- the games or positions of a database as a graph, to be written so -----*/

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
