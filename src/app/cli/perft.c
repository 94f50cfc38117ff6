/* perft.c - tabiya perft: count move sequences. */
#include "work/perft.h"
#include "app/cli/cli.h"
#include "io/system/clock.h"
#include "io/system/progress.h"
#include "io/system/thread.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is asked, and what came out for one position. */
typedef struct count {
    const tby_cli_call *call;
    unsigned depth;
    unsigned threads;
    tby_path path;
    size_t shown;
    char fen[TBY_FEN_MAX];
    double seconds;
    tby_work_perft_count result;
} count;

typedef struct divided {
    char move[TBY_UCI_MAX];
    uint64_t nodes;
} divided;

static int by_move(const void *a, const void *b)
{
    return strcmp(((const divided *)a)->move, ((const divided *)b)->move);
}

/* The first moves and their counts, sorted by the text of the move. */
static void divide(const count *c, const tby_pos *pos, divided out[])
{
    for (size_t i = 0; i < c->result.n; i++) {
        tby_uci_write(pos, c->result.first[i].move, TBY_UCI_ORTHODOX,
                      out[i].move);
        out[i].nodes = c->result.first[i].nodes;
    }
    qsort(out, c->result.n, sizeof *out, by_move);
}

static const char *path_name(tby_path path)
{
    return path == TBY_PATH_PORTABLE || !tby_path_has_pext() ? "portable"
                                                             : "pext";
}

static double rate(const count *c)
{
    return c->seconds > 0 ? (double)c->result.nodes / c->seconds : 0;
}

static int print_count(count *c, const tby_cli_text *text, const tby_pos *pos)
{
    static divided rows[TBY_MOVES_MAX];
    tby_cli_out o;

    tby_cli_out_open(&o, c->call, stdout, 0);
    if (strcmp(text->file, "stdin") == 0)
        tby_cli_out_u64(&o, NULL, "line", text->line);
    tby_cli_out_u64(&o, NULL, "depth", c->depth);
    tby_cli_out_cstr(&o, NULL, "fen", c->fen);
    tby_cli_out_u64(&o, NULL, "nodes", c->result.nodes);
    tby_cli_out_real(&o, "seconds", c->seconds, 6);
    tby_cli_out_u64(&o, NULL, "nodes_per_second", (uint64_t)rate(c));
    tby_cli_out_u64(&o, NULL, "threads", c->threads);
    tby_cli_out_cstr(&o, NULL, "path", path_name(c->path));
    if (tby_cli_has(c->call, "divide")) {
        divide(c, pos, rows);
        tby_cli_out_print(&o, "%s", c->shown++ ? "\n" : "");
        tby_cli_out_object(&o, "divide");
        for (size_t i = 0; i < c->result.n; i++) {
            tby_cli_out_print(&o, "%s: %llu\n", rows[i].move,
                              (unsigned long long)rows[i].nodes);
            tby_cli_out_u64(&o, NULL, rows[i].move, rows[i].nodes);
        }
        tby_cli_out_print(&o, "\n");
        tby_cli_out_object_end(&o);
    }
    tby_cli_out_print(&o, "%llu\n", (unsigned long long)c->result.nodes);
    if (!o.w && isatty(STDERR_FILENO)) {
        fflush(stdout); /* so that the two come in this order */
        fprintf(stderr, "%llu nodes, %.2f s, %.0f Mn/s, %u thread%s, %s\n",
                (unsigned long long)c->result.nodes, c->seconds, rate(c) / 1e6,
                c->threads, c->threads == 1 ? "" : "s", path_name(c->path));
    }
    return tby_cli_out_close(&o);
}

static void on_progress(void *ctx, uint64_t done, uint64_t total,
                        uint64_t nodes)
{
    tby_progress_update(ctx, done, total, nodes);
}

static int count_position(count *c, const tby_cli_texts *in)
{
    const tby_pos *pos = &in->line.pos;
    tby_progress bar;
    tby_work_perft_job job = {
        .pos = *pos,
        .depth = c->depth,
        .threads = c->threads,
        .path = c->path,
        .report = on_progress,
        .ctx = &bar,
    };

    tby_fen_write_pos(pos, c->fen, sizeof c->fen);
    tby_progress_start(&bar, "perft", "nodes");
    double start = tby_clock_now();
    tby_rc rc = tby_work_perft(&job, &c->result);
    c->seconds = tby_clock_now() - start;
    tby_progress_end(&bar);
    return rc == TBY_OK ? print_count(c, &in->text, pos)
                        : tby_cli_fail("perft", rc);
}

static int run_perft(const tby_cli_call *call)
{
    static count c; /* large, and there is one */
    tby_cli_texts in;

    c = (count){.call = call, .threads = 1};
    if (!tby_cli_number(call, "DEPTH", call->args[0], 0, TBY_PERFT_MAX,
                        &c.depth))
        return TBY_EXIT_USAGE;
    if (!tby_cli_number_of(call, "threads", 0, TBY_THREADS_MAX, &c.threads))
        return TBY_EXIT_USAGE;
    const char *path = tby_cli_value(call, "path");
    if (!path || strcmp(path, "best") == 0)
        c.path = TBY_PATH_BEST;
    else if (strcmp(path, "portable") == 0)
        c.path = TBY_PATH_PORTABLE;
    else if (tby_path_has_pext())
        c.path = TBY_PATH_PEXT;
    else
        return TBY_CLI_USAGE(call, "This processor has no PEXT instruction.");
    if (c.threads == 0)
        c.threads = tby_cpu_count();
    tby_cli_texts_open(&in, call->args + 1, call->n - 1);
    while (tby_cli_next_line(&in))
        tby_cli_texts_note(&in, count_position(&c, &in));
    return tby_cli_texts_close(&in);
}

const tby_cli_command tby_cmd_perft = {
    TBY_CLI_SYNOPSIS("perft", NULL, "DEPTH [POS...]",
                     "count the sequences of legal moves"),
    .about =
        "Counts the sequences of DEPTH legal moves, from the start of the "
        "game if no position is given. This proves a move generator right and "
        "shows how fast it is. The last line of the output is the count "
        "alone; on a terminal the speed follows. A lone '-' reads one "
        "position from each line of standard input and prints a count for "
        "each.",
    TBY_CLI_OPTIONS(
        {"divide", NULL, "print the count below each first move as well"},
        {"threads", "N", "use N threads, 0 for all processors (default 1)"},
        {"path", "best|portable|pext",
         "which form of the move generator to use (default best)"}),
    TBY_CLI_EXAMPLES(
        {"tabiya perft 5",
         "4865609, the figure every move generator must give"},
        {"tabiya perft 6 --divide --threads 0 e4 c5",
         "the counts below each reply to the Sicilian, on all processors"}),
    .run = run_perft,
};
