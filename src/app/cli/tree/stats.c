/* stats.c - tabiya tree stats, tree verify and tree count: figures of a tree,
 * what it proves, whether it is what it should be, and how large one would be.
 */
#include "app/cli/tb/cmd_tb.h"
#include "app/cli/tree/tree.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_grow.h"
#include "core/ctree/ctree_net.h"

enum { MAX_STEPS = 1000 }; /* of a line that is shown */

static void put_verdicts(tby_cli_out *o, const uint64_t *verdicts)
{
    for (int i = 0; i < TBY_CTREE_VERDICTS; i++)
        tby_cli_out_u64(o, NULL, tby_verdict_name((tby_verdict)i), verdicts[i]);
}

static int print_stats(const tby_cli_call *call, const tby_ctree_stats *s,
                       bool tables)
{
    uint64_t solved = s->nodes - s->verdicts[TBY_VERDICT_UNKNOWN];
    tby_cli_out o;

    tby_cli_out_open(&o, call, stdout, 15);
    tby_cli_out_cstr(&o, NULL, "file", tby_cli_file_name(call->args[0]));
    tby_cli_out_u64(&o, "Nodes", "nodes", s->nodes);
    tby_cli_out_u64(&o, "Roots", "roots", s->roots);
    tby_cli_out_u64(&o, "Moves", "moves", s->moves);
    tby_cli_out_u64(&o, "  in the tree", "links", s->links);
    tby_cli_out_u64(&o, "  out of it", "leaving", s->leaving);
    tby_cli_out_u64(&o, "Transpositions", "transpositions", s->transpositions);
    tby_cli_out_u64(&o, "  nodes", "transposed_nodes", s->merged);
    tby_cli_out_u64(&o, "Comments", "comments", s->comments);
    tby_cli_out_cstr(&o, "Closed", NULL, s->net.closed ? "yes" : "no");
    tby_cli_out_bool(&o, "closed", s->net.closed);
    tby_cli_out_print(&o, "%-15s %llu (%.2f %%)\n", "Solved",
                      (unsigned long long)solved,
                      tby_percent(solved, s->nodes));
    if (tables)
        tby_cli_out_u64(&o, "  by tables", "from_tables", s->net.asked);
    tby_cli_out_object(&o, "verdicts");
    put_verdicts(&o, s->verdicts);
    tby_cli_out_object_end(&o);
    tby_cli_out_object(&o, "endings");
    for (int i = TBY_ONGOING + 1; i < TBY_CTREE_OUTCOMES; i++) {
        const char *name = tby_outcome_name((tby_outcome)i);

        if (!s->endings[i])
            continue;
        tby_cli_out_print(&o, "%-21s %llu\n", name,
                          (unsigned long long)s->endings[i]);
        tby_cli_out_u64(&o, NULL, name, s->endings[i]);
    }
    tby_cli_out_object_end(&o);
    tby_cli_out_array(&o, "plies");
    tby_cli_out_print(&o, "\n%5s %12s %10s %10s %10s\n", "Ply", "Nodes", "Won",
                      "Drawn", "Lost");
    for (size_t i = 0; i < s->plies_n; i++) {
        const uint64_t *n = s->plies[i].verdicts;

        tby_cli_out_print(&o, "%5zu %12llu %10llu %10llu %10llu\n", i,
                          (unsigned long long)s->plies[i].nodes,
                          (unsigned long long)n[TBY_VERDICT_WIN],
                          (unsigned long long)n[TBY_VERDICT_DRAW],
                          (unsigned long long)n[TBY_VERDICT_LOSS]);
        tby_cli_out_object(&o, NULL);
        tby_cli_out_u64(&o, NULL, "ply", i);
        tby_cli_out_u64(&o, NULL, "nodes", s->plies[i].nodes);
        put_verdicts(&o, n);
        tby_cli_out_object_end(&o);
    }
    tby_cli_out_array_end(&o);
    return tby_cli_out_close(&o);
}

static int show_proof(const tby_cli_call *call, const tby_ctree_stats *s,
                      const tby_ctree *t, unsigned id)
{
    static tby_ctree_step steps[MAX_STEPS]; /* large, and there is one */
    uint32_t at = tby_ctree_find(t, id);
    tby_cli_out o;

    if (at == TBY_NO_NODE) {
        tby_cli_diag_file(tby_cli_file_name(call->args[0]),
                          "There is no such node.", "nothing_found");
        return TBY_EXIT_NO;
    }
    const tby_ctree_node *node = &t->nodes[at];
    tby_verdict verdict = (tby_verdict)s->net.verdict[at];
    /* only that the tree is closed proves it */
    bool closed =
        verdict != TBY_VERDICT_UNKNOWN && s->net.depth[at] == TBY_NO_DEPTH;
    size_t n = tby_ctree_proof(s, t, at, steps, MAX_STEPS);
    tby_cli_out_open(&o, call, stdout, 0);
    tby_cli_out_print(&o, "#%lu %s for %s\n", (unsigned long)node->id,
                      tby_verdict_name(verdict),
                      node->pos.turn == TBY_WHITE ? "White" : "Black");
    tby_cli_out_u64(&o, NULL, "id", node->id);
    tby_cli_out_cstr(&o, NULL, "verdict", tby_verdict_name(verdict));
    tby_cli_out_bool(&o, "closed", closed);
    tby_cli_out_u64(&o, NULL, "length", n);
    tby_cli_out_array(&o, "line");
    for (size_t i = 0; i < n && i < MAX_STEPS; i++) {
        const tby_ctree_node *from = &t->nodes[steps[i].node];
        const tby_ctree_item *item = tby_ctree_items(t, from) + steps[i].item;
        char san[TBY_SAN_MAX];

        tby_san_write(&from->pos, item->move, san);
        tby_cli_out_print(&o, "%s #%lu\n", san, (unsigned long)item->value);
        tby_cli_out_object(&o, NULL);
        tby_cli_out_cstr(&o, NULL, "move", san);
        tby_cli_out_u64(&o, NULL, "to", item->value);
        tby_cli_out_object_end(&o);
    }
    tby_cli_out_array_end(&o);
    if (closed)
        tby_cli_out_print(
            &o, "The tree is closed, and neither side can force more.\n");
    if (n > MAX_STEPS)
        tby_cli_out_print(&o, "... %zu more\n", n - MAX_STEPS);
    int code = tby_cli_out_close(&o);
    return verdict == TBY_VERDICT_UNKNOWN ? TBY_EXIT_NO : code;
}

/* A tree that is read, with the tables that it may ask. */
typedef struct reading {
    tby_ctree_tally tally;
    tby_tables_source tables;
    tby_ctree_files files;
    tby_ctree_load_job job;
    tby_ctree_relay relay;
    tby_ctree_listener listener;
    tby_ctree_identity identity;
    tby_rc rc;
} reading;

/* Returns an exit code; if it is TBY_EXIT_OK, r->rc is what reading gave, and
 * close_tree() is to follow. */
static int open_tree(reading *r, const tby_cli_call *call, bool json)
{
    if (!tby_cli_tree_tally_open(&r->tally, call))
        return TBY_EXIT_USAGE;
    TBY_CLI_TRY(tby_cli_tb_source(call, &r->tables));
    r->tally.json = json;
    r->job = tby_cli_tree_load_job(&r->tally, call->args[0]);
    r->relay = (tby_ctree_relay){&r->files, &r->job};
    r->listener = tby_ctree_relay_of(&r->relay);
    r->rc = tby_ctree_load(&r->files, &r->job);
    r->files.tree.source = r->tables.tables ? tby_tables_source_ask : NULL;
    r->files.tree.source_ctx = &r->tables;
    r->identity = tby_cli_tree_identity(call);
    if (r->rc == TBY_OK && !tby_cli_value(call, "identity"))
        r->rc = tby_ctree_guess(&r->files.tree, &r->identity);
    return TBY_EXIT_OK;
}

static int close_tree(reading *r, int code)
{
    tby_ctree_files_free(&r->files);
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&r->tables));
}

static int tree_stats(const tby_cli_call *call)
{
    static reading r; /* the bar is large, and there is one */
    tby_ctree_stats s = {.nodes = 0};
    const tby_ctree *t = &r.files.tree;
    unsigned id = 0;

    if (!tby_cli_number_of(call, "proof", 0, UINT32_MAX - 1, &id))
        return TBY_EXIT_USAGE;
    /* standard output has the figures */
    TBY_CLI_TRY(open_tree(&r, call, false));
    tby_cli_tree_tally_done(&r.tally);
    if (r.rc == TBY_OK)
        r.rc = tby_ctree_stats_of(&s, t, r.identity, &r.listener);
    int code = r.rc != TBY_OK ? tby_cli_tree_failed(call->args[0], r.rc)
               : tby_cli_has(call, "proof")
                   ? show_proof(call, &s, t, id)
                   : print_stats(call, &s, t->source != NULL);
    tby_ctree_stats_free(&s);
    if (r.tally.n > r.tally.warnings)
        code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    return close_tree(&r, code);
}

const tby_cli_command tby_cmd_tree_stats = {
    TBY_CLI_SYNOPSIS("tree", "stats", "TREE",
                     "count what a tree has and proves"),
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
        "by file, line and column, and the exit code is then 3." TBY_TB_SOURCE,
    TBY_CLI_OPTIONS(
        {"proof", "ID", "show the line that proves the verdict of this node"},
        TBY_CTREE_IDENTITY(
            "when two nodes are the same (default: what fits better)"),
        TBY_CTREE_MAX_ERRORS, TBY_TB_TABLES),
    TBY_CLI_EXAMPLES(
        {"tabiya tree stats ply4.tree",
         "nodes, transpositions, what is solved"},
        {"tabiya tree stats ply4.tree --proof 4542", "why a node is won"}),
    .run = tree_stats,
};

static int print_verified(const tby_cli_call *call, const reading *r)
{
    const tby_ctree *t = &r->files.tree;
    tby_cli_out o;

    tby_cli_out_open(&o, call, stdout, 11);
    tby_cli_out_head(&o, "file", tby_cli_file_name(call->args[0]));
    tby_cli_out_u64(&o, "Nodes", "nodes", t->nodes_n);
    tby_cli_out_cstr(&o, "Dialect", "dialect",
                     tby_cli_tree_dialect(t->dialect));
    tby_cli_out_cstr(&o, "Form", "form",
                     r->files.folder ? "folders" : "packed");
    tby_cli_out_cstr(&o, "Identity", "identity",
                     tby_cli_tree_identity_name(r->identity));
    tby_cli_out_cstr(&o, "Moves", NULL, t->partial ? "some" : "all");
    tby_cli_out_bool(&o, "partial", t->partial);
    tby_cli_out_u64(&o, "Deviations", "deviations", r->tally.n);
    tby_cli_out_u64(&o, NULL, "warnings", r->tally.warnings);
    tby_cli_out_object(&o, "kinds");
    for (size_t i = 0; i < r->tally.kinds_n; i++) {
        const char *name = tby_rc_name(r->tally.kinds[i].code);

        tby_cli_out_print(&o, "  %-22s %llu\n", name,
                          (unsigned long long)r->tally.kinds[i].n);
        tby_cli_out_u64(&o, NULL, name, r->tally.kinds[i].n);
    }
    tby_cli_out_object_end(&o);
    return tby_cli_out_close(&o);
}

static int tree_verify(const tby_cli_call *call)
{
    static reading r; /* large, and there is one */

    TBY_CLI_TRY(open_tree(&r, call, call->json));
    if (r.rc == TBY_OK)
        r.rc = tby_ctree_check(&r.files.tree, r.identity, &r.listener);
    tby_cli_tree_tally_done(&r.tally);
    int code = r.rc != TBY_OK ? tby_cli_tree_failed(call->args[0], r.rc)
               : r.tally.n    ? TBY_EXIT_MALFORMED
                              : TBY_EXIT_OK;
    if (r.rc == TBY_OK)
        code = tby_cli_worse_exit(code, print_verified(call, &r));
    return close_tree(&r, code);
}

const tby_cli_command tby_cmd_tree_verify = {
    TBY_CLI_SYNOPSIS("tree", "verify", "TREE", "say what is wrong with a tree"),
    .about =
        "Reads a tree of either dialect, in one file or in folders, and names "
        "everything that is not as docs/formats/tree.md has it by file, line "
        "and column: numbers that breadth first does not give, positions that "
        "the moves do not lead to, moves that are missing, not legal, not in "
        "order or not in their shortest form, parents that are missing or do "
        "not exist, endings that the position refutes, marks that are not "
        "what the tree proves, and marks of a node and of the moves to it "
        "that do not agree.\n\n"
        "A move may lead to a number after the last node: it stands for a "
        "position that is not in the tree. A tree whose root has the comment "
        "'partial tree' may lack moves.\n\n"
        "The exit code is 0 if there is nothing to say, 3 if there is a "
        "deviation, and 2 if the tree cannot be read." TBY_TB_SOURCE,
    TBY_CLI_OPTIONS(
        TBY_CTREE_IDENTITY(
            "when two nodes are the same (default: what fits better)"),
        TBY_CTREE_MAX_ERRORS, TBY_TB_TABLES),
    TBY_CLI_EXAMPLES({"tabiya tree verify ply3.tree", "a tree in one file"},
                     {"tabiya tree verify --json chesstree", "one in folders"}),
    .run = tree_verify,
};

typedef struct count {
    tby_progress
        bar; /* first: the context of the job is that of its progress */
    const tby_cli_call *call;
    unsigned depth;
    tby_ctree_identity identity;
    char fen[TBY_FEN_MAX];
    size_t line; /* of standard input, 0: none */
} count;

static void on_ply(void *ctx, unsigned ply, uint64_t nodes)
{
    count *c = ctx;
    tby_cli_out o;

    tby_progress_hide(&c->bar);
    tby_cli_out_open(&o, c->call, stdout, 0);
    if (c->line)
        tby_cli_out_u64(&o, NULL, "line", c->line);
    tby_cli_out_cstr(&o, NULL, "fen", c->fen);
    tby_cli_out_cstr(&o, NULL, "identity",
                     tby_cli_tree_identity_name(c->identity));
    tby_cli_out_u64(&o, NULL, "ply", ply);
    tby_cli_out_u64(&o, NULL, "nodes", nodes);
    tby_cli_out_print(&o, "%u %llu\n", ply, (unsigned long long)nodes);
    (void)tby_cli_out_close(&o);
    fflush(stdout);
}

static int tree_count(const tby_cli_call *call)
{
    static count c; /* the bar is large, and there is one */
    tby_cli_texts in;

    c = (count){.call = call, .identity = tby_cli_tree_identity(call)};
    if (!tby_cli_number(call, "DEPTH", call->args[0], 0, TBY_MAX_TREE_DEPTH,
                        &c.depth))
        return TBY_EXIT_USAGE;
    tby_cli_texts_open(&in, call->args + 1, call->n - 1);
    while (tby_cli_next_line(&in)) {
        tby_ctree_count_job job = {.root = in.line.pos,
                                   .depth = c.depth,
                                   .identity = c.identity,
                                   .progress = tby_cli_on_progress,
                                   .ply = on_ply,
                                   .ctx = &c};
        tby_fen_write_pos(&in.line.pos, c.fen, sizeof c.fen);
        c.line = in.standard ? in.text.line : 0;
        tby_progress_start(&c.bar, "count", "nodes");
        tby_rc rc = tby_ctree_count(&job, NULL);
        tby_progress_end(&c.bar);
        if (rc != TBY_OK)
            tby_cli_texts_note(&in, tby_cli_tree_failed("count", rc));
    }
    return tby_cli_texts_close(&in);
}

const tby_cli_command tby_cmd_tree_count = {
    TBY_CLI_SYNOPSIS("tree", "count", "DEPTH [POS...]",
                     "count the positions of each ply"),
    .about =
        "Prints, for each number of half-moves up to DEPTH, how many different "
        "nodes are reached by exactly so many, from the start of the game if "
        "no position is given. Each line has the ply and the count.\n\n"
        "Two nodes are the same if their positions are: board, side to move, "
        "castling rights, and the en passant square if a pawn can capture "
        "there. With --identity exact the half-move clock must agree too, and "
        "which positions were met how often since the last capture or pawn "
        "move, as is needed to judge repetitions and fifty moves. Draws do "
        "not end a line here. More than 33554432 nodes in one ply are refused "
        "with the exit code 2.",
    TBY_CLI_OPTIONS(
        TBY_CTREE_IDENTITY("when two nodes are the same (default position)")),
    TBY_CLI_EXAMPLES(
        {"tabiya tree count 5", "822518 positions after five half-moves"},
        {"tabiya tree count 3 --identity exact",
         "6660, if the half-move clock and repetitions count"}),
    .run = tree_count,
};
