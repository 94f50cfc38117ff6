/* cmd_tree.h - what the commands on trees have in common. */
#ifndef TBY_APP_CLI_TREE_CMD_TREE_H
#define TBY_APP_CLI_TREE_CMD_TREE_H

#include "app/cli/cli.h"
#include "core/ctree/ctree_ids.h"
#include "io/system/progress.h"
#include "work/ctree/load.h"

/* --- options --------------------------------------------------------------*/

#define TBY_CTREE_IDENTITY(help)                                               \
    {                                                                          \
        "identity", "position|exact", help                                     \
    }

#define TBY_CTREE_MAX_ERRORS                                                   \
    {                                                                          \
        "max-errors", "N",                                                     \
            "show the first N deviations (default 100); all are counted"       \
    }

/* What --identity says; position if it was not given. */
tby_ctree_identity tby_cli_tree_identity(const tby_cli_call *call);
const char *tby_cli_tree_identity_name(tby_ctree_identity identity);

/* "v1", "v2", "none" */
const char *tby_cli_tree_dialect(tby_ctree_dialect dialect);

/* --- deviations -----------------------------------------------------------*/

enum { TBY_CTREE_KINDS = 64 };

typedef struct tby_ctree_kind_count {
    tby_rc code;
    uint64_t n;
} tby_ctree_kind_count;

/* Tells deviations as they come, as text to standard error or as lines of JSON
 * to standard output, and counts them. */
typedef struct tby_ctree_tally {
    bool json;
    bool ended; /* the bar is gone */
    unsigned max;
    uint64_t n, warnings;
    size_t kinds_n;
    tby_ctree_kind_count kinds[TBY_CTREE_KINDS];
    tby_progress bar;
} tby_ctree_tally;

/* Starts the bar, too.  False after a complaint about --max-errors. */
bool tby_cli_tree_tally_open(tby_ctree_tally *t, const tby_cli_call *call);
/* Takes the bar away. */
void tby_cli_tree_tally_done(tby_ctree_tally *t);

/* A job that reads a tree and tells the tally, which must stay. */
tby_ctree_load_job tby_cli_tree_load_job(tby_ctree_tally *t, const char *path);

/* The exit code of a tree that could not be read or written at all; says what
 * has not been told. */
int tby_cli_tree_failed(const char *path, tby_rc rc);

#endif
