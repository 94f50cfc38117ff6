/* tree.h - what the commands on trees have in common. */
#ifndef TBY_APP_CLI_TREE_TREE_H
#define TBY_APP_CLI_TREE_TREE_H

#include "app/cli/rep/cmd_rep.h"
#include "core/ctree/ctree.h"
#include "io/system/progress.h"
#include "work/ctree/file.h"

#define TBY_CTREE_IDENTITY(help)                                               \
    TBY_CLI_OPTION("identity", "position|exact", help)

#define TBY_CTREE_MAX_ERRORS                                                   \
    TBY_CLI_OPTION(                                                            \
        "max-errors", "N",                                                     \
        "show the first N deviations (default 100); all are counted")

/* What --identity says; position if it was not given. */
tby_ctree_identity tby_cli_tree_identity(const tby_cli_call *call);
const char *tby_cli_tree_identity_name(tby_ctree_identity identity);

/* "v1", "v2", "none" */
const char *tby_cli_tree_dialect(tby_ctree_dialect dialect);

enum { TBY_CTREE_KINDS = 64 };

typedef struct tby_ctree_kind_count {
    tby_rc code;
    uint64_t n;
} tby_ctree_kind_count;

/* Reports deviations as they come, as text to standard error or as lines of
 * JSON to standard output, and counts them. */
typedef struct tby_ctree_tally {
    tby_progress
        bar; /* first: the context of the job is that of its progress */
    bool json;
    bool ended; /* the bar is gone */
    unsigned max;
    uint64_t n, warnings;
    size_t kinds_n;
    tby_ctree_kind_count kinds[TBY_CTREE_KINDS];
} tby_ctree_tally;

/* Starts the bar, too.  False after a complaint about --max-errors. */
bool tby_cli_tree_tally_open(tby_ctree_tally *t, const tby_cli_call *call);
/* Takes the bar away. */
void tby_cli_tree_tally_done(tby_ctree_tally *t);

/* A job that reads a tree and reports to the tally, which must stay. */
tby_ctree_load_job tby_cli_tree_load_job(tby_ctree_tally *t, const char *path);

/* The exit code of a tree that could not be read or written at all; says what
 * has not been reported. */
int tby_cli_tree_failed(const char *path, tby_rc rc);

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

/* False after a complaint: a condition on games is given, and it is no database
 * that is asked. */
bool tby_cli_tree_conditions_fit(const tby_cli_call *call, tby_ctree_from from);

/* Reads call->args[0], and --depth and --min-games where they count.
 * False: *code says why, after a complaint.  True: *code has become worse_exit
 * if some of it was refused.  Free it in any case. */
bool tby_cli_tree_make(tby_ctree_made *m, const tby_cli_call *call,
                       unsigned depth, int *code);
void tby_cli_tree_unmake(tby_ctree_made *m);

#endif
