/* write.c - tabiya tree write and tree import: a tree of whatever has
 * positions, and a repertoire of a tree. */
#include "app/cli/db/db.h"
#include "app/cli/rep/cmd_rep.h"
#include "app/cli/tb/cmd_tb.h"
#include "app/cli/tree/tree.h"
#include "core/ctree/ctree.h"
#include "tabiya/limits.h"
#include "work/ctree/file.h"

#include <string.h>

typedef struct writing {
    tby_progress
        bar; /* first: the context of the job is that of its progress */
    const tby_cli_call *call;
    const char *out;
    tby_ctree_made made;
    unsigned depth; /* 0: not given */
    unsigned nodes;
    bool folders;
    tby_ctree_write_sum sum;
    tby_tables_source tables;
} writing;

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
                 .source = w->tables.tables ? tby_tables_source_ask : NULL,
                 .source_ctx = &w->tables,
                 .progress = tby_cli_on_progress,
                 .ctx = w},
    };

    tby_progress_start(&w->bar, "write", "nodes");
    tby_rc rc = tby_ctree_write(&job, &w->sum);
    tby_progress_end(&w->bar);
    if (rc == TBY_OK) {
        tby_cli_out o;

        tby_cli_out_open(&o, w->call, tby_cli_rep_report(w->out), 7);
        tby_cli_out_head(&o, "out", w->out);
        tby_cli_out_cstr(&o, NULL, "form", w->folders ? "folders" : "packed");
        tby_cli_out_cstr(
            &o, NULL, "identity",
            tby_cli_tree_identity_name(tby_cli_tree_identity(w->call)));
        tby_cli_out_bool(&o, "partial", w->made.graph != NULL);
        tby_cli_out_u64(&o, "Nodes", "nodes", w->sum.nodes);
        tby_cli_out_u64(&o, "Plies", "plies", w->sum.plies);
        tby_cli_out_u64(&o, "Moves", "moves", w->sum.moves);
        tby_cli_out_u64(&o, NULL, "numbers", w->sum.numbers);
        tby_cli_out_u64(&o, "Solved", "solved", w->sum.solved);
        tby_cli_out_u64(&o, "Bytes", "bytes", w->sum.bytes);
        return tby_cli_out_close(&o);
    }
    int code = tby_cli_tree_failed(w->out, rc);
    if (rc == TBY_E_TREE_SIZE)
        fputs("--depth makes it smaller, --nodes allows more.\n", stderr);
    return code;
}

static bool usage(const writing *w, const char *sentence)
{
    TBY_CLI_USAGE(w->call, "%s", sentence);
    return false;
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
    return tby_cli_tree_conditions_fit(w->call, from);
}

static int tree_write(const tby_cli_call *call)
{
    static writing w; /* large, and there is one */
    int code = TBY_EXIT_OK;

    w = (writing){.call = call,
                  .out = call->args[1],
                  .folders = tby_cli_has(call, "folders")};
    w.nodes = w.folders ? TBY_CTREE_FOLDER_NODES : TBY_MAX_NODES;
    if (!tby_cli_number_of(call, "depth", 0, TBY_MAX_TREE_DEPTH, &w.depth) ||
        !tby_cli_number_of(call, "nodes", 1, TBY_MAX_NODES, &w.nodes) ||
        !check_options(&w) ||
        !tby_cli_spares(call, call->args[0], call->args[1]))
        return TBY_EXIT_USAGE;
    if (!w.folders)
        code = tby_cli_check_out(call, w.out, TBY_WANT_TREE);
    else if (!tby_cli_may_write(call, w.out, TBY_WANT_TREE))
        code = TBY_EXIT_USAGE;
    if (code != TBY_EXIT_OK)
        return code;
    TBY_CLI_TRY(tby_cli_tb_source(call, &w.tables));
    if (tby_cli_tree_make(&w.made, call, w.depth, &code)) {
        int done = TBY_EXIT_NO;
        if (!w.made.graph || w.made.graph->nodes_alive > 0)
            done = write_tree(&w);
        else
            tby_cli_diag_file(tby_cli_file_name(call->args[0]),
                              "There is no position to write.",
                              "nothing_found");
        code = tby_cli_worse_exit(code, done);
    }
    tby_cli_tree_unmake(&w.made);
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&w.tables));
}

const tby_cli_command tby_cmd_tree_write = {
    TBY_CLI_SYNOPSIS("tree", "write", "SOURCE OUT",
                     "write a tree of positions"),
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
        "A name that ends with .gz or .zst is written "
        "compressed." TBY_TB_SOURCE,
    TBY_CLI_OPTIONS(
        {"depth", "PLIES",
         "so many half-moves from the position or of each game"},
        TBY_CTREE_IDENTITY("when two nodes are the same (default position)"),
        {"folders", NULL, "a folder for each node instead of one file"},
        {"nodes", "N", "refuse more nodes (default 10000 with --folders)"},
        {"min-games", "N",
         "moves, of a database positions, that N games have at least"},
        TBY_CLI_FORCE, TBY_TB_TABLES, TBY_DB_HEADER_OPTIONS,
        TBY_DB_MOVES_OPTIONS,
        {"position", "POS",
         "games with this position; with --min-games the root"}),
    TBY_CLI_EXAMPLES(
        {"tabiya tree write start ply3.tree --depth 3",
         "everything that three half-moves can reach"},
        {"tabiya tree write 'e4 c5' sicilian --depth 2 --folders",
         "a folder for each node"},
        {"tabiya tree write london.txt london.tree", "a repertoire"},
        {"tabiya tree write games.tdb najdorf.tree --min-games 20 --position "
         "'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6'",
         "what is played often in the Najdorf"}),
    .run = tree_write,
};

static int import(const tby_cli_call *call, const tby_ctree *t)
{
    const char *out = tby_cli_value(call, "output");
    tby_ctree_import_sum sum;
    tby_cli_out o;
    tby_graph g;

    out = out ? out : "-";
    tby_graph_init(&g, NULL);
    tby_rc rc = tby_ctree_to_graph(t, &g, &sum);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail(call->args[0], rc);
    if (rc == TBY_OK && g.edges_alive == 0) {
        tby_cli_diag_file(tby_cli_file_name(call->args[0]),
                          "There is no move to take.", "nothing_found");
        code = TBY_EXIT_NO;
    }
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_entitle(call, &g);
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_save(
            call, &g, (tby_rep_save_job){.path = out, .named = call->args[0]});
    if (code == TBY_EXIT_OK) {
        tby_cli_out_open(&o, call, tby_cli_rep_report(out), 10);
        tby_cli_out_head(&o, "out", out);
        tby_cli_rep_out_graph(&o, "Title", &g);
        if (sum.moves)
            tby_cli_out_print(&o,
                              "Left out   %llu moves to positions that are not "
                              "in the tree\n",
                              (unsigned long long)sum.moves);
        tby_cli_out_u64(&o, NULL, "moves_left_out", sum.moves);
        tby_cli_out_u64(&o, NULL, "comments_left_out", sum.comments);
        code = tby_cli_out_close(&o);
    }
    tby_graph_free(&g);
    return code;
}

static int tree_import(const tby_cli_call *call)
{
    static tby_ctree_tally tally; /* the bar is large, and there is one */
    tby_ctree_files f;

    if (!tby_cli_spares(call, call->args[0], tby_cli_value(call, "output")) ||
        !tby_cli_rep_spares_games(call, tby_cli_value(call, "output")))
        return TBY_EXIT_USAGE;
    if (!tby_cli_tree_tally_open(&tally, call))
        return TBY_EXIT_USAGE;
    tally.json = false; /* standard output has the repertoire or the report */
    tby_ctree_load_job job = tby_cli_tree_load_job(&tally, call->args[0]);
    tby_rc rc = tby_ctree_load(&f, &job);
    tby_cli_tree_tally_done(&tally);
    int code = tally.n > tally.warnings ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
    code = tby_cli_worse_exit(
        code, rc == TBY_OK ? import(call, &f.tree)
                           : tby_cli_tree_failed(call->args[0], rc));
    tby_ctree_files_free(&f);
    return code;
}

const tby_cli_command tby_cmd_tree_import = {
    TBY_CLI_SYNOPSIS("tree", "import", "TREE", "make a repertoire of a tree"),
    .about =
        "Reads a tree of either dialect, in one file or in folders, and "
        "writes the positions and the moves between them as a repertoire. "
        "Nodes of the same position become one; a move to a position that is "
        "not in the tree is left out and counted. A comment before a move "
        "becomes its annotation, one that no move follows belongs to none.\n\n"
        "What 'tree write' made of a repertoire comes back as it was, but for "
        "coordinates and the order of moves, which a tree does not keep. "
        "Lines that cannot be read are reported and left out; the exit code "
        "is then 3. It is 1 if there is nothing to write.",
    TBY_CLI_OPTIONS(
        {"output", "FILE", "write it there (default '-', standard output)"},
        TBY_REP_COLOR, TBY_REP_TITLE, TBY_REP_FORMAT, TBY_CTREE_MAX_ERRORS),
    TBY_CLI_EXAMPLES({"tabiya tree import london.tree --output london.txt",
                      "what 'tree write' made of a repertoire comes back"}),
    .run = tree_import,
};
