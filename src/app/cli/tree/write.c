/* write.c - tabiya tree write: a tree of whatever has positions. */
#include "work/ctree/write.h"
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"
#include "app/cli/tree/source.h"
#include "tabiya/limits.h"

#include <string.h>

typedef struct writing {
    const tby_cli_call *call;
    const char *out;
    tby_ctree_made made;
    unsigned depth; /* 0: not given */
    unsigned nodes;
    bool folders;
    tby_progress bar;
    tby_ctree_write_sum sum;
} writing;

/* --- the report -----------------------------------------------------------*/

static int print_json(const writing *w)
{
    tby_cli_json j;
    tby_jsonw *o = tby_cli_json_start(&j);

    tby_jsonw_object(o);
    tby_jsonw_put_cstr(o, "out", w->out);
    tby_jsonw_put_cstr(o, "form", w->folders ? "folders" : "packed");
    tby_jsonw_put_cstr(
        o, "identity",
        tby_cli_tree_identity_name(tby_cli_tree_identity(w->call)));
    tby_jsonw_put_bool(o, "partial", w->made.graph != NULL);
    tby_jsonw_put_u64(o, "nodes", w->sum.nodes);
    tby_jsonw_put_u64(o, "plies", w->sum.plies);
    tby_jsonw_put_u64(o, "moves", w->sum.moves);
    tby_jsonw_put_u64(o, "numbers", w->sum.numbers);
    tby_jsonw_put_u64(o, "solved", w->sum.solved);
    tby_jsonw_put_u64(o, "bytes", w->sum.bytes);
    tby_jsonw_object_end(o);
    return tby_cli_json_print_to(tby_cli_rep_report(w->out), &j);
}

static int report(const writing *w)
{
    if (w->call->json)
        return print_json(w);
    if (tby_cli_rep_report(w->out) != stdout)
        return TBY_EXIT_OK;
    tby_cli_put_clean(stdout, tby_str_of(w->out));
    printf("\nNodes   %lu\nPlies   %lu\nMoves   %llu\nSolved  %llu\nBytes   "
           "%llu\n",
           (unsigned long)w->sum.nodes, (unsigned long)w->sum.plies,
           (unsigned long long)w->sum.moves, (unsigned long long)w->sum.solved,
           (unsigned long long)w->sum.bytes);
    return TBY_EXIT_OK;
}

/* --- the work -------------------------------------------------------------*/

static tby_rc show(void *ctx, uint64_t done, uint64_t total, uint64_t nodes)
{
    writing *w = ctx;

    tby_progress_update(&w->bar, done, total, nodes);
    return TBY_OK;
}

static void refused(void *ctx, tby_rc code, const char *text)
{
    writing *w = ctx;

    tby_progress_hide(&w->bar);
    tby_cli_diag_file(strcmp(w->out, "-") == 0 ? "stdout" : w->out, text,
                      tby_rc_name(code));
}

static int write_tree(writing *w)
{
    tby_ctree_write_job job = {
        .path = w->out,
        .folders = w->folders,
        .replace = tby_cli_has(w->call, "force"),
        .refused = refused,
        .tree = {.root = w->made.root,
                 .depth = w->depth,
                 .graph = w->made.graph,
                 .identity = tby_cli_tree_identity(w->call),
                 .max = w->nodes,
                 .progress = show,
                 .ctx = w},
    };

    tby_progress_start(&w->bar, "write", "nodes");
    tby_rc rc = tby_ctree_write(&job, &w->sum);
    tby_progress_end(&w->bar);
    if (rc == TBY_OK)
        return report(w);
    int code = tby_cli_tree_failed(w->out, rc);
    if (rc == TBY_E_TREE_SIZE)
        fputs("--depth makes it smaller, --nodes allows more.\n", stderr);
    return code;
}

/* Says so if there is nothing to write. */
static int check(const writing *w)
{
    if (!w->made.graph || w->made.graph->nodes_alive > 0)
        return TBY_EXIT_OK;
    tby_cli_diag_file(tby_cli_file_name(w->call->args[0]),
                      "There is no position to write.", "nothing_found");
    return TBY_EXIT_NO;
}

/* --- options --------------------------------------------------------------*/

static bool usage(const writing *w, const char *sentence)
{
    tby_cli_usage(w->call->command, NULL, "%s", sentence);
    return false;
}

/* Only a database is asked for some of its games. */
static const tby_cli_option CONDITIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", NULL, NULL},
};

static bool has_no_condition(const writing *w)
{
    for (size_t i = 0; i < sizeof CONDITIONS / sizeof *CONDITIONS; i++)
        if (tby_cli_has(w->call, CONDITIONS[i].name)) {
            tby_cli_usage(w->call->command,
                          "'tabiya db import' makes one of games.",
                          "--%s needs a database.", CONDITIONS[i].name);
            return false;
        }
    return true;
}

/* What goes together: no option is taken that would change nothing. */
static bool check_options(const writing *w)
{
    tby_ctree_from from = tby_cli_tree_from(w->call->args[0]);
    bool all = from == TBY_FROM_POSITION, rep = from == TBY_FROM_REPERTOIRE;

    if (all && !tby_cli_has(w->call, "depth"))
        return usage(w, "All moves from a position need --depth.");
    if (rep && tby_cli_has(w->call, "depth"))
        return usage(w, "--depth needs a position, games or a database.");
    if ((all || rep) && tby_cli_has(w->call, "min-games"))
        return usage(w, "--min-games needs games or a database.");
    if (!all && tby_cli_tree_identity(w->call) == TBY_CTREE_EXACT)
        return usage(w, "--identity exact needs a position and --depth.");
    if (w->folders && strcmp(w->out, "-") == 0)
        return usage(w, "Folders cannot be written to standard output.");
    return from == TBY_FROM_DATABASE || has_no_condition(w);
}

static bool read_options(writing *w)
{
    const char *depth = tby_cli_value(w->call, "depth");
    const char *nodes = tby_cli_value(w->call, "nodes");

    w->folders = tby_cli_has(w->call, "folders");
    w->nodes = w->folders ? TBY_CTREE_FOLDER_NODES : TBY_MAX_NODES;
    return (!depth || tby_cli_number(w->call, "--depth", depth, 0,
                                     TBY_MAX_TREE_DEPTH, &w->depth)) &&
           (!nodes || tby_cli_number(w->call, "--nodes", nodes, 1,
                                     TBY_MAX_NODES, &w->nodes));
}

static int run(const tby_cli_call *call)
{
    static writing w; /* large, and there is one */
    int code = TBY_EXIT_OK;

    w = (writing){.call = call, .out = call->args[1]};
    if (!read_options(&w) || !check_options(&w) ||
        !tby_cli_spares(call, call->args[0], call->args[1]))
        return TBY_EXIT_USAGE;
    if (!w.folders)
        code = tby_cli_check_out(call, w.out, TBY_WANT_TREE);
    else if (!tby_cli_may_write(call, w.out, TBY_WANT_TREE))
        code = TBY_EXIT_USAGE;
    if (code != TBY_EXIT_OK)
        return code;
    if (tby_cli_tree_make(&w.made, call, w.depth, &code)) {
        int checked = check(&w);
        code = tby_cli_worse_exit(code, checked == TBY_EXIT_OK ? write_tree(&w)
                                                               : checked);
    }
    tby_cli_tree_unmake(&w.made);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"depth", "PLIES", "so many half-moves from the position or of each game"},
    TBY_CTREE_IDENTITY("when two nodes are the same (default position)"),
    {"folders", NULL, "a folder for each node instead of one file"},
    {"nodes", "N", "refuse more nodes (default 10000 with --folders)"},
    {"min-games", "N",
     "moves, of a database positions, that N games have at least"},
    TBY_CLI_FORCE,
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", "POS", "games with this position; with --min-games the root"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree write start ply3.tree --depth 3",
     "everything that three half-moves can reach"},
    {"tabiya tree write 'e4 c5' sicilian --depth 2 --folders",
     "a folder for each node"},
    {"tabiya tree write london.txt london.tree", "a repertoire"},
    {"tabiya tree write games.tdb najdorf.tree --min-games 20 --position "
     "'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'",
     "what is played often in the Najdorf"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_write = {
    .noun = "tree",
    .verb = "write",
    .args = "SOURCE OUT",
    .summary = "write a tree of positions",
    .about =
        "Writes a tree as docs/formats/tree.md has it, in one file or, with "
        "--folders, with a folder for each node. SOURCE is a position, of "
        "which all legal moves are followed to --depth; or a repertoire; or "
        "games of all kinds that 'pgn check' takes, which are merged; or a "
        "game database, with the conditions of 'db games'. With --min-games "
        "only those moves are taken that so many games have, and of a "
        "database those positions, from --position on.\n\n"
        "Numbers go breadth first, and a transposition uses the number that "
        "the position has. The last ply has its moves too, with the numbers of "
        "positions that are not written. Every node says how the game ends if "
        "it does, dead positions included, and the marks of moves say what is "
        "proven: '>' wins, '<' loses, '=' draws, ')' is not known.\n\n"
        "What a repertoire or games have beside their moves becomes comments, "
        "from which 'tree import' makes it again. The file or folder appears "
        "whole or not at all; one that is there is replaced with --force only. "
        "A name that ends with .gz or .zst is written compressed.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
