/* source.h - what a tree is made of: all moves from a position, a
 * repertoire, files of games or a database. */
#ifndef TBY_APP_CLI_TREE_SOURCE_H
#define TBY_APP_CLI_TREE_SOURCE_H

#include "app/cli/rep/cmd_rep.h"
#include "app/cli/tree/cmd_tree.h"

struct tby_rep_importer; /* work/rep/import.h */

typedef enum tby_ctree_from {
    TBY_FROM_POSITION,
    TBY_FROM_REPERTOIRE,
    TBY_FROM_GAMES,
    TBY_FROM_DATABASE
} tby_ctree_from;

typedef struct tby_ctree_made {
    tby_ctree_from from;
    tby_pos root;
    tby_rep rep;                 /* of a repertoire */
    struct tby_rep_importer *im; /* of games */
    tby_graph own;               /* of positions of a database */
    tby_graph *graph;            /* one of these, or NULL: all legal moves */
    uint64_t games;
} tby_ctree_made;

/* What it is, by the file that has this name. */
tby_ctree_from tby_cli_tree_from(const char *path);

/* Reads call->args[0], and --depth and --min-games where they are heard.
 * False: *code says why, after a complaint.  True: *code has become worse_exit
 * if some of it was refused.  Free it in any case. */
bool tby_cli_tree_make(tby_ctree_made *m, const tby_cli_call *call,
                       unsigned depth, int *code);
void tby_cli_tree_unmake(tby_ctree_made *m);

/* --- parts ----------------------------------------------------------------*/

/* What they have in common while they read. */
typedef struct tby_ctree_making {
    tby_ctree_made *made;
    const tby_cli_call *call;
    unsigned depth, min_games; /* 0: not given */
    tby_progress bar;
} tby_ctree_making;

/* Makes made->im and made->graph.  Returns an exit code. */
int tby_cli_tree_importer(tby_ctree_making *k);

/* The games or the positions of a database.  Returns an exit code. */
int tby_cli_tree_database(tby_ctree_making *k);

#endif
