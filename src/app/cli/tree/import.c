/* import.c - tabiya tree import: a tree becomes a repertoire. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"
#include "app/cli/tree/cmd_tree.h"
#include "core/ctree/ctree_graph.h"

static int report(const tby_cli_call *call, const char *out, const tby_graph *g,
                  const tby_ctree_import_sum *sum)
{
    FILE *to = tby_cli_rep_report(out);
    tby_cli_json j;

    if (call->json) {
        tby_jsonw *w = tby_cli_json_start(&j);

        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "out", out);
        tby_cli_rep_json(w, g);
        tby_jsonw_put_u64(w, "moves_left_out", sum->moves);
        tby_jsonw_put_u64(w, "comments_left_out", sum->comments);
        tby_jsonw_object_end(w);
        return tby_cli_json_print_to(to, &j);
    }
    if (to == stdout) {
        tby_cli_rep_print_head(to, out, g);
        fprintf(to, "Positions  %lu\nMoves      %lu\n",
                (unsigned long)g->nodes_alive, (unsigned long)g->edges_alive);
        if (sum->moves)
            fprintf(to,
                    "Left out   %llu moves to positions that are not in "
                    "the tree\n",
                    (unsigned long long)sum->moves);
    }
    return TBY_EXIT_OK;
}

static int save(const tby_cli_call *call, tby_graph *g,
                const tby_ctree_import_sum *sum)
{
    const char *out = tby_cli_value(call, "output");
    int code = tby_cli_rep_entitle(call, g);

    out = out ? out : "-";
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_save(
            call, g, (tby_rep_save_job){.path = out, .named = call->args[0]});
    return code == TBY_EXIT_OK ? report(call, out, g, sum) : code;
}

static int import(const tby_cli_call *call, const tby_ctree *t)
{
    tby_graph g;
    tby_ctree_import_sum sum;

    tby_graph_init(&g, NULL);
    tby_rc rc = tby_ctree_to_graph(t, &g, &sum);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail(call->args[0], rc);
    if (rc == TBY_OK && g.edges_alive == 0) {
        tby_cli_diag_file(tby_cli_file_name(call->args[0]),
                          "There is no move to take.", "nothing_found");
        code = TBY_EXIT_NO;
    }
    if (code == TBY_EXIT_OK)
        code = save(call, &g, &sum);
    tby_graph_free(&g);
    return code;
}

static int run(const tby_cli_call *call)
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

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write it there (default '-', standard output)"},
    TBY_REP_COLOR,
    TBY_REP_TITLE,
    TBY_REP_FORMAT,
    TBY_CTREE_MAX_ERRORS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree import london.tree --output london.txt",
     "what 'tree write' made of a repertoire comes back"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_import = {
    .noun = "tree",
    .verb = "import",
    .args = "TREE",
    .summary = "make a repertoire of a tree",
    .about =
        "Reads a tree of either dialect, in one file or in folders, and writes "
        "the positions and the moves between them as a repertoire. Nodes of "
        "the same position become one; a move to a position that is not in the "
        "tree is left out and counted. A comment before a move becomes its "
        "annotation, one that no move follows belongs to none.\n\n"
        "What 'tree write' made of a repertoire comes back as it was, but for "
        "coordinates and the order of moves, which a tree does not keep. Lines "
        "that cannot be read are told and left out; the exit code is then 3. "
        "It is 1 if there is nothing to write.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
