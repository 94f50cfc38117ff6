/* stats.c - tabiya tree stats: figures of a tree, and what it proves.
 */
#include "app/cli/commands.h"
#include "app/cli/tree/cmd_tree.h"
#include "core/ctree/ctree_check.h"
#include "core/ctree/ctree_stats.h"

enum { MAX_STEPS = 1000 }; /* of a line that is shown */

/* --- figures --------------------------------------------------------------*/

static void print_line(const char *label, uint64_t n)
{
    printf("%-15s %llu\n", label, (unsigned long long)n);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_plies(const tby_ctree_stats *s)
{
    printf("\n%5s %12s %10s %10s %10s\n", "Ply", "Nodes", "Won", "Drawn",
           "Lost");
    for (size_t i = 0; i < s->plies_n; i++)
        printf("%5zu %12llu %10llu %10llu %10llu\n", i,
               (unsigned long long)s->plies[i].nodes,
               (unsigned long long)s->plies[i].verdicts[TBY_VERDICT_WIN],
               (unsigned long long)s->plies[i].verdicts[TBY_VERDICT_DRAW],
               (unsigned long long)s->plies[i].verdicts[TBY_VERDICT_LOSS]);
}

static void print_text(const tby_ctree_stats *s)
{
    uint64_t solved = s->nodes - s->verdicts[TBY_VERDICT_UNKNOWN];

    print_line("Nodes", s->nodes);
    print_line("Roots", s->roots);
    print_line("Moves", s->moves);
    print_line("  in the tree", s->links);
    print_line("  out of it", s->leaving);
    print_line("Transpositions", s->transpositions);
    print_line("  nodes", s->merged);
    print_line("Comments", s->comments);
    printf("%-15s %s\n", "Closed", s->net.closed ? "yes" : "no");
    printf("%-15s %llu (%.2f %%)\n", "Solved", (unsigned long long)solved,
           percent(solved, s->nodes));
    for (int i = TBY_ONGOING + 1; i < TBY_CTREE_OUTCOMES; i++)
        if (s->endings[i])
            printf("%-21s %llu\n", tby_outcome_name((tby_outcome)i),
                   (unsigned long long)s->endings[i]);
    print_plies(s);
}

static void json_verdicts(tby_jsonw *w, const uint64_t *verdicts)
{
    for (int i = 0; i < TBY_CTREE_VERDICTS; i++)
        tby_jsonw_put_u64(w, tby_verdict_name((tby_verdict)i), verdicts[i]);
}

static int print_json(const tby_ctree_stats *s, const char *file)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", tby_cli_file_name(file));
    tby_jsonw_put_u64(w, "nodes", s->nodes);
    tby_jsonw_put_u64(w, "roots", s->roots);
    tby_jsonw_put_u64(w, "moves", s->moves);
    tby_jsonw_put_u64(w, "links", s->links);
    tby_jsonw_put_u64(w, "leaving", s->leaving);
    tby_jsonw_put_u64(w, "transpositions", s->transpositions);
    tby_jsonw_put_u64(w, "transposed_nodes", s->merged);
    tby_jsonw_put_u64(w, "comments", s->comments);
    tby_jsonw_put_bool(w, "closed", s->net.closed);
    tby_jsonw_key(w, "verdicts");
    tby_jsonw_object(w);
    json_verdicts(w, s->verdicts);
    tby_jsonw_object_end(w);
    tby_jsonw_key(w, "endings");
    tby_jsonw_object(w);
    for (int i = TBY_ONGOING + 1; i < TBY_CTREE_OUTCOMES; i++)
        if (s->endings[i])
            tby_jsonw_put_u64(w, tby_outcome_name((tby_outcome)i),
                              s->endings[i]);
    tby_jsonw_object_end(w);
    tby_jsonw_key(w, "plies");
    tby_jsonw_array(w);
    for (size_t i = 0; i < s->plies_n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", i);
        tby_jsonw_put_u64(w, "nodes", s->plies[i].nodes);
        json_verdicts(w, s->plies[i].verdicts);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- a proof --------------------------------------------------------------*/

typedef struct proof {
    const tby_ctree *tree;
    uint32_t node; /* index */
    tby_verdict verdict;
    bool closed; /* only that the tree is closed proves it */
    tby_ctree_step steps[MAX_STEPS];
    size_t n; /* of the whole line */
} proof;

static const tby_ctree_item *step_item(const proof *p, size_t i,
                                       char san[TBY_SAN_MAX])
{
    const tby_ctree_node *node = &p->tree->nodes[p->steps[i].node];
    const tby_ctree_item *item =
        tby_ctree_items(p->tree, node) + p->steps[i].item;

    tby_san_write(&node->pos, item->move, san);
    return item;
}

static size_t shown(const proof *p)
{
    return p->n < MAX_STEPS ? p->n : MAX_STEPS;
}

static void print_proof(const proof *p)
{
    const tby_ctree_node *node = &p->tree->nodes[p->node];
    char san[TBY_SAN_MAX];

    printf("#%lu %s for %s\n", (unsigned long)node->id,
           tby_verdict_name(p->verdict),
           node->pos.turn == TBY_WHITE ? "White" : "Black");
    for (size_t i = 0; i < shown(p); i++) {
        const tby_ctree_item *item = step_item(p, i, san);

        printf("%s #%lu\n", san, (unsigned long)item->value);
    }
    if (p->closed)
        puts("The tree is closed, and neither side can force more.");
    if (p->n > MAX_STEPS)
        printf("... %zu more\n", p->n - MAX_STEPS);
}

static int print_proof_json(const proof *p)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    char san[TBY_SAN_MAX];

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "id", p->tree->nodes[p->node].id);
    tby_jsonw_put_cstr(w, "verdict", tby_verdict_name(p->verdict));
    tby_jsonw_put_bool(w, "closed", p->closed);
    tby_jsonw_put_u64(w, "length", p->n);
    tby_jsonw_key(w, "line");
    tby_jsonw_array(w);
    for (size_t i = 0; i < shown(p); i++) {
        const tby_ctree_item *item = step_item(p, i, san);

        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", san);
        tby_jsonw_put_u64(w, "to", item->value);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int show_proof(const tby_cli_call *call, const tby_ctree_stats *s,
                      const tby_ctree *t, unsigned id)
{
    static proof p; /* large, and there is one */

    p = (proof){.tree = t, .node = tby_ctree_find(t, id)};
    if (p.node == TBY_NO_NODE) {
        tby_cli_diag_file(tby_cli_file_name(call->args[0]),
                          "There is no such node.", "nothing_found");
        return TBY_EXIT_NO;
    }
    p.verdict = (tby_verdict)s->net.verdict[p.node];
    p.closed = p.verdict != TBY_VERDICT_UNKNOWN &&
               s->net.depth[p.node] == TBY_NO_DEPTH;
    p.n = tby_ctree_proof(s, t, p.node, p.steps, MAX_STEPS);
    int code = TBY_EXIT_OK;
    if (call->json)
        code = print_proof_json(&p);
    else
        print_proof(&p);
    return p.verdict == TBY_VERDICT_UNKNOWN ? TBY_EXIT_NO : code;
}

/* --- the command ----------------------------------------------------------*/

static int show(const tby_cli_call *call, const tby_ctree *t,
                const tby_ctree_listener *listener, bool proof_wanted,
                unsigned id)
{
    tby_ctree_identity identity = tby_cli_tree_identity(call);
    tby_ctree_stats s = {.nodes = 0};
    tby_rc rc = TBY_OK;
    int code = TBY_EXIT_OK;

    if (!tby_cli_value(call, "identity"))
        rc = tby_ctree_guess(t, &identity);
    if (rc == TBY_OK) {
        rc = tby_ctree_stats_of(&s, t, identity, listener);
        if (rc == TBY_OK && proof_wanted)
            code = show_proof(call, &s, t, id);
        else if (rc == TBY_OK && call->json)
            code = print_json(&s, call->args[0]);
        else if (rc == TBY_OK)
            print_text(&s);
        tby_ctree_stats_free(&s);
    }
    return rc == TBY_OK ? code : tby_cli_tree_failed(call->args[0], rc);
}

static int run(const tby_cli_call *call)
{
    static tby_ctree_tally tally; /* the bar is large, and there is one */
    const char *text = tby_cli_value(call, "proof");
    unsigned id = 0;
    tby_ctree_files f;

    if (text && !tby_cli_number(call, "--proof", text, 0, UINT32_MAX - 1, &id))
        return TBY_EXIT_USAGE;
    if (!tby_cli_tree_tally_open(&tally, call))
        return TBY_EXIT_USAGE;
    tally.json = false; /* standard output has the figures */
    tby_ctree_load_job job = tby_cli_tree_load_job(&tally, call->args[0]);
    tby_ctree_relay relay = {&f, &job};
    tby_ctree_listener listener = tby_ctree_relay_of(&relay);
    tby_rc rc = tby_ctree_load(&f, &job);
    tby_cli_tree_tally_done(&tally);
    int code = rc == TBY_OK ? show(call, &f.tree, &listener, text != NULL, id)
                            : tby_cli_tree_failed(call->args[0], rc);
    if (tally.n > tally.warnings)
        code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    tby_ctree_files_free(&f);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"proof", "ID", "show the line that proves the verdict of this node"},
    TBY_CTREE_IDENTITY(
        "when two nodes are the same (default: what fits better)"),
    TBY_CTREE_MAX_ERRORS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree stats ply4.tree", "nodes, transpositions, what is solved"},
    {"tabiya tree stats ply4.tree --proof 4542", "why a node is won"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_stats = {
    .noun = "tree",
    .verb = "stats",
    .args = "TREE",
    .summary = "count what a tree has and proves",
    .about =
        "Reads a tree of either dialect, in one file or in folders, and prints "
        "how many nodes and moves it has, how many moves lead to a node that "
        "another move leads to as well, how games end in it, and how many "
        "nodes of each ply are proven to be won, drawn or lost for the side to "
        "move. The ply is the length of the shortest way from a root.\n\n"
        "Verdicts come from the ends of games: a node is won if a move leads "
        "to one that is lost; it is lost or drawn if all its moves are known. "
        "With --proof the line is shown that proves the verdict of a node: the "
        "winner takes the shortest way, the loser the longest. The exit code "
        "is then 1 if nothing is proven. In a closed tree, where every legal "
        "move of every node leads to a node or ends the game, everything else "
        "is a draw.\n\n"
        "Nothing is believed: how a game ends is judged from the position, "
        "repetition and fifty moves in exact identity only, and marks count "
        "for nothing. Lines that cannot be read, endings that the position "
        "refutes and moves that do not lead to the node they name are reported "
        "by file, line and column, and the exit code is then 3.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
