/* perft.c - tabiya perft: count move sequences. */
#include "work/perft.h"
#include "app/cli/commands.h"
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

static void print_text(count *c, const tby_pos *pos)
{
    static divided rows[TBY_MOVES_MAX];

    if (tby_cli_has(c->call, "divide")) {
        if (c->shown++)
            putchar('\n');
        divide(c, pos, rows);
        for (size_t i = 0; i < c->result.n; i++)
            printf("%s: %llu\n", rows[i].move,
                   (unsigned long long)rows[i].nodes);
        putchar('\n');
    }
    printf("%llu\n", (unsigned long long)c->result.nodes);
    if (!isatty(STDERR_FILENO))
        return;
    fflush(stdout); /* so that the two come in this order */
    fprintf(stderr, "%llu nodes, %.2f s, %.0f Mn/s, %u thread%s, %s\n",
            (unsigned long long)c->result.nodes, c->seconds, rate(c) / 1e6,
            c->threads, c->threads == 1 ? "" : "s", path_name(c->path));
}

static int print_json(const count *c, const tby_cli_text *text,
                      const tby_pos *pos)
{
    static divided rows[TBY_MOVES_MAX];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0)
        tby_jsonw_put_u64(w, "line", text->line);
    tby_jsonw_put_u64(w, "depth", c->depth);
    tby_jsonw_put_cstr(w, "fen", c->fen);
    tby_jsonw_put_u64(w, "nodes", c->result.nodes);
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, c->seconds, 6);
    tby_jsonw_put_u64(w, "nodes_per_second", (uint64_t)rate(c));
    tby_jsonw_put_u64(w, "threads", c->threads);
    tby_jsonw_put_cstr(w, "path", path_name(c->path));
    if (tby_cli_has(c->call, "divide")) {
        divide(c, pos, rows);
        tby_jsonw_key(w, "divide");
        tby_jsonw_object(w);
        for (size_t i = 0; i < c->result.n; i++)
            tby_jsonw_put_u64(w, rows[i].move, rows[i].nodes);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static void report(void *ctx, uint64_t done, uint64_t total, uint64_t nodes)
{
    tby_progress_update(ctx, done, total, nodes);
}

static tby_rc count_nodes(count *c, const tby_pos *pos)
{
    tby_progress bar;
    tby_work_perft_job job = {
        .pos = *pos,
        .depth = c->depth,
        .threads = c->threads,
        .path = c->path,
        .report = report,
        .ctx = &bar,
    };

    tby_progress_start(&bar, "perft", "nodes");
    double start = tby_clock_now();
    tby_rc rc = tby_work_perft(&job, &c->result);
    c->seconds = tby_clock_now() - start;
    tby_progress_end(&bar);
    return rc;
}

static int one_position(void *ctx, const tby_cli_text *text)
{
    count *c = ctx;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    tby_fen_write_pos(&line.pos, c->fen, sizeof c->fen);
    tby_rc rc = count_nodes(c, &line.pos);
    if (rc != TBY_OK)
        code = tby_cli_fail("perft", rc);
    else if (c->call->json)
        code = print_json(c, text, &line.pos);
    else
        print_text(c, &line.pos);
    tby_line_free(&line);
    return code;
}

static int read_path(count *c, const char *name)
{
    if (!name || strcmp(name, "best") == 0)
        c->path = TBY_PATH_BEST;
    else if (strcmp(name, "portable") == 0)
        c->path = TBY_PATH_PORTABLE;
    else if (tby_path_has_pext())
        c->path = TBY_PATH_PEXT;
    else
        return tby_cli_usage(c->call->command, NULL,
                             "This processor has no PEXT instruction.");
    return TBY_EXIT_OK;
}

static int run(const tby_cli_call *call)
{
    static count c; /* large, and there is one */
    static char start[] = "start";
    char *no_words[] = {start};
    const char *threads = tby_cli_value(call, "threads");

    c = (count){.call = call, .threads = 1};
    if (!tby_cli_number(call, "DEPTH", call->args[0], 0, TBY_PERFT_MAX,
                        &c.depth))
        return TBY_EXIT_USAGE;
    if (threads && !tby_cli_number(call, "--threads", threads, 0,
                                   TBY_THREADS_MAX, &c.threads))
        return TBY_EXIT_USAGE;
    int code = read_path(&c, tby_cli_value(call, "path"));
    if (code != TBY_EXIT_OK)
        return code;
    if (c.threads == 0)
        c.threads = tby_cpu_count();
    if (call->n == 1)
        return tby_cli_each_text(no_words, 1, one_position, &c);
    return tby_cli_each_text(call->args + 1, call->n - 1, one_position, &c);
}

static const tby_cli_option OPTIONS[] = {
    {"divide", NULL, "print the count below each first move as well"},
    {"threads", "N", "use N threads, 0 for all processors (default 1)"},
    {"path", "best|portable|pext",
     "which form of the move generator to use (default best)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya perft 5", "4865609, the figure every move generator must give"},
    {"tabiya perft 6 --divide --threads 0 e4 c5",
     "the counts below each reply to the Sicilian, on all processors"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_perft = {
    .noun = "perft",
    .args = "DEPTH [POS...]",
    .summary = "count the sequences of legal moves",
    .about =
        "Counts the sequences of DEPTH legal moves, from the start of the "
        "game if no position is given. This proves a move generator right and "
        "shows how fast it is. The last line of the output is the count "
        "alone; on a terminal the speed follows. A lone '-' reads one "
        "position from each line of standard input and prints a count for "
        "each.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
