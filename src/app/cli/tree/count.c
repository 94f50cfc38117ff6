/* count.c - tabiya tree count: nodes of each ply. */
#include "app/cli/commands.h"
#include "app/cli/tree/cmd_tree.h"
#include "core/ctree/ctree_count.h"

typedef struct count {
    const tby_cli_call *call;
    unsigned depth;
    tby_ctree_identity identity;
    tby_progress bar;
    char fen[TBY_FEN_MAX];
    size_t line; /* of standard input, 0: none */
} count;

static void print_json(const count *c, unsigned ply, uint64_t nodes)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    if (c->line)
        tby_jsonw_put_u64(w, "line", c->line);
    tby_jsonw_put_cstr(w, "fen", c->fen);
    tby_jsonw_put_cstr(w, "identity", tby_cli_tree_identity_name(c->identity));
    tby_jsonw_put_u64(w, "ply", ply);
    tby_jsonw_put_u64(w, "nodes", nodes);
    tby_jsonw_object_end(w);
    tby_cli_json_print(&j);
}

static void tell_ply(void *ctx, unsigned ply, uint64_t nodes)
{
    count *c = ctx;

    tby_progress_hide(&c->bar);
    if (c->call->json)
        print_json(c, ply, nodes);
    else
        printf("%u %llu\n", ply, (unsigned long long)nodes);
    fflush(stdout);
}

static tby_rc show(void *ctx, uint64_t done, uint64_t total, uint64_t nodes)
{
    count *c = ctx;

    tby_progress_update(&c->bar, done, total, nodes);
    return TBY_OK;
}

static int one_position(void *ctx, const tby_cli_text *text)
{
    count *c = ctx;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    tby_fen_write_pos(&line.pos, c->fen, sizeof c->fen);
    c->line = text->line && text->file[0] == 's' ? text->line : 0;
    tby_ctree_count_job job = {.root = line.pos,
                               .depth = c->depth,
                               .identity = c->identity,
                               .progress = show,
                               .ply = tell_ply,
                               .ctx = c};
    tby_progress_start(&c->bar, "count", "nodes");
    tby_rc rc = tby_ctree_count(&job, NULL);
    tby_progress_end(&c->bar);
    tby_line_free(&line);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_tree_failed("count", rc);
}

static int run(const tby_cli_call *call)
{
    static count c; /* the bar is large, and there is one */
    static char start[] = "start";
    char *no_words[] = {start};

    c = (count){.call = call, .identity = tby_cli_tree_identity(call)};
    if (!tby_cli_number(call, "DEPTH", call->args[0], 0, TBY_MAX_TREE_DEPTH,
                        &c.depth))
        return TBY_EXIT_USAGE;
    if (call->n == 1)
        return tby_cli_each_text(no_words, 1, one_position, &c);
    return tby_cli_each_text(call->args + 1, call->n - 1, one_position, &c);
}

static const tby_cli_option OPTIONS[] = {
    TBY_CTREE_IDENTITY("when two nodes are the same (default position)"),
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya tree count 5", "822518 positions after five half-moves"},
    {"tabiya tree count 3 --identity exact",
     "6660, if the half-move clock and repetitions count"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_tree_count = {
    .noun = "tree",
    .verb = "count",
    .args = "DEPTH [POS...]",
    .summary = "count the positions of each ply",
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
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
