/* file.h - trees from files and folders, and to them.
 *
 * A file holds nodes one after another, compressed by whatever source.h reads;
 * "-" is standard input.  A folder holds one folder for each node, in that of
 * its first parent, with a file `info.txt` or `info`; links are not followed,
 * and what is no part of a tree is reported and passed over.
 *
 * Memory: 96 bytes for each node, 8 for each of its lines and the comments; no
 * text but these is kept. */
#ifndef TBY_WORK_CTREE_FILE_H
#define TBY_WORK_CTREE_FILE_H

#include "core/base/diag.h"
#include "core/ctree/ctree_grow.h"
#include "store/store.h"
#include "tabiya/ctree.h"
#include "tabiya/graph.h"

typedef struct tby_ctree_files {
    tby_ctree tree;
    char **names; /* by the number that nodes name; the first is the path */
    size_t names_n, names_cap;
    uint32_t *folders; /* by file: the node of the folder, and of that above
                          it; TBY_NO_NODE: none.  Two for each file. */
    size_t folders_cap;
    bool folder;
} tby_ctree_files;

typedef struct tby_ctree_load_job {
    const char *path;
    void (*notice)(void *ctx, const tby_finding *notice); /* or NULL */
    /* Bytes that were read, those that the file has (0: not known) and nodes;
     * or NULL.  Anything but TBY_OK ends it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t nodes);
    void *ctx;
} tby_ctree_load_job;

/* Reads all nodes and puts them in order.  What is wrong with single lines,
 * files and folders is reported and does not fail it.  TBY_E_NOMEM,
 * TBY_E_LIMIT; an I/O failure of the path itself has been reported.  Free *out
 * in any case. */
TBY_MUST_USE tby_rc tby_ctree_load(tby_ctree_files *out,
                                   const tby_ctree_load_job *job);
void tby_ctree_files_free(tby_ctree_files *f);

/* A listener for what core reports on the tree, which finds the name of the
 * file and passes it on as a notice.  *job and *f must stay. */
typedef struct tby_ctree_relay {
    const tby_ctree_files *files;
    const tby_ctree_load_job *job;
} tby_ctree_relay;

tby_ctree_listener tby_ctree_relay_of(tby_ctree_relay *relay);

/* --- writing ---------------------------------------------------------------*/

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
