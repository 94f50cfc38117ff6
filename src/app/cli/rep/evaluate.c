/* evaluate.c - tabiya rep layout and rep evaluate: where to draw a repertoire,
 * and what an engine thinks of it. */
#include "app/cli/engine/engine.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/rep/layout/drawing.h"
#include "io/system/progress.h"
#include "io/system/thread.h"
#include "work/engine/search.h"

#include <string.h>

/* How what was read from a file is written to another, or in place. */
static tby_rep_save_job save_job(const char *in, const char *out,
                                 const tby_rep *rep)
{
    return (tby_rep_save_job){
        .path = out,
        .named = in,
        .refused = rep->report.errors,
        .in_place = strcmp(in, out) ? NULL : rep,
    };
}

/* Bytes of the largest picture: that of 100,000 positions has 50 MB. */
enum { PICTURE_MAX = 1 << 30 };

typedef struct placing {
    const tby_cli_call *call;
    const char *in, *out;
    const char *svg; /* NULL: no picture */
    tby_rep_layout_job layout;
    tby_rep rep;
    uint64_t crossings;
} placing;

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static int draw(const placing *j)
{
    tby_buf picture;

    tby_buf_init(&picture, NULL, PICTURE_MAX);
    tby_rc rc = tby_graph_draw(&j->rep.graph, &picture, NULL);
    int code = rc == TBY_OK ? tby_cli_write_file(j->svg, tby_buf_str(&picture))
                            : tby_cli_fail(j->svg, rc);
    tby_buf_free(&picture);
    return code;
}

static int place_and_save(placing *j)
{
    tby_graph *g = &j->rep.graph;
    tby_cli_out o;

    TBY_CLI_TRY(
        tby_cli_rep_try_save(j->call, save_job(j->in, j->out, &j->rep)));
    int placed = tby_cli_rep_lay_out(j->in, g, &j->layout, &j->crossings);
    if (placed != TBY_EXIT_OK && placed != TBY_EXIT_NO)
        return placed;
    /* the picture first: if it cannot be written, nothing has changed */
    if (j->svg)
        TBY_CLI_TRY(draw(j));
    TBY_CLI_TRY(tby_cli_rep_save(j->call, g, save_job(j->in, j->out, &j->rep)));
    /* the report goes not where the file or the picture goes */
    tby_cli_out_open(&o, j->call,
                     tby_cli_rep_report(is_standard(j->svg) ? j->svg : j->out),
                     10);
    tby_cli_out_cstr(&o, NULL, "in", tby_cli_file_name(j->in));
    tby_cli_out_head(&o, "out", j->out);
    if (j->svg)
        tby_cli_out_cstr(&o, NULL, "svg", j->svg);
    tby_cli_out_u64(&o, "Placed", "placed", g->nodes_alive);
    tby_cli_out_u64(&o, "Crossings", "crossings", j->crossings);
    return tby_cli_worse_exit(placed, tby_cli_out_close(&o));
}

static int rep_layout(const tby_cli_call *call)
{
    const char *output = tby_cli_value(call, "output");
    placing j = {.call = call,
                 .in = call->args[0],
                 .out = output ? output : call->args[0],
                 .svg = tby_cli_value(call, "svg")};
    int code = TBY_EXIT_OK;

    if (is_standard(j.out) && is_standard(j.svg))
        return TBY_CLI_USAGE(call, "The file and the picture cannot both go to "
                                   "standard output.");
    if (!tby_cli_rep_layout_job(call, &j.layout) ||
        !tby_cli_spares(call, j.in, j.svg) ||
        !tby_cli_spares(call, j.out, j.svg) ||
        !tby_cli_may_write(call, j.svg, TBY_WANT_TEXT) ||
        !tby_cli_rep_spares_games(call, output))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&j.rep, j.in, &code))
        return code;
    code = tby_cli_worse_exit(code, place_and_save(&j));
    tby_rep_free(&j.rep);
    return code;
}

const tby_cli_command tby_cmd_rep_layout = {
    TBY_CLI_SYNOPSIS("rep", "layout", "FILE",
                     "lay the graph of a repertoire out"),
    .about =
        "Gives every position coordinates: rank by rank from the start down, "
        "with as few crossings as can be found. The same file gives the same "
        "coordinates, whatever it held before; with --keep, positions that "
        "have a place stay near it. Ctrl-C ends the search, and the best that "
        "was found by then is written; the exit code is then 1. The algorithms "
        "of Graphviz run as a child "
        "process, which may take five minutes and two gigabytes.\n\n"
        "The file is replaced as a whole and keeps its version if that can be "
        "written (4.0, 5.0); '-' is standard input, and then output. If it was "
        "changed meanwhile, it stays, and the result is put beside it, as "
        "london.new.txt. "
        "Evaluations and everything else stay as they are.",
    TBY_CLI_OPTIONS({"output", "FILE", "write there instead of in place"},
                    {"svg", "FILE", "draw a picture, too"}, TBY_REP_LAYOUT,
                    TBY_REP_DROP_INVALID),
    TBY_CLI_EXAMPLES(
        {"tabiya rep layout london.txt",
         "coordinates for all positions, in place"},
        {"tabiya rep layout --keep london.txt --output new.txt",
         "after some moves were added: the others hardly move"},
        {"tabiya rep layout --svg london.svg london.txt",
         "a picture for a browser, with the moves and their annotations"}),
    .run = rep_layout,
};

typedef struct evaluation {
    const tby_cli_call *call;
    const char *in, *out;
    tby_cli_engine engine;
    tby_rep_layout_job layout;
    tby_rep rep;
    bool no_eval;
    tby_evaluate_report report;
    tby_progress bar;
} evaluation;

static size_t evaluated(const evaluation *e)
{
    return e->report.ruled + e->report.pool.done;
}

static void on_progress(void *ctx, size_t done, size_t total)
{
    evaluation *e = ctx;

    tby_progress_update(&e->bar, done, total, done);
}

static void on_failure(void *ctx, uint32_t node, tby_rc rc)
{
    evaluation *e = ctx;
    char fen[TBY_FEN_MAX];

    tby_progress_hide(&e->bar);
    tby_fen_write_pos(&e->rep.graph.nodes[node].pos, fen, sizeof fen);
    tby_cli_say(TBY_ERROR, tby_cli_file_name(e->in), tby_rc_name(rc),
                "%s Not evaluated: %s.", tby_rc_text(rc), fen);
}

static bool read_job(evaluation *e, tby_evaluate_graph_job *job)
{
    const tby_cli_call *call = e->call;

    *job = (tby_evaluate_graph_job){
        .graph = &e->rep.graph,
        .all = tby_cli_has(call, "all"),
        .redo = tby_cli_has(call, "redo"),
        .engine = e->engine.settings,
        .engine_name = e->engine.name,
        .report = on_progress,
        .failed = on_failure,
        .ctx = e,
    };
    if (job->all && tby_cli_has(call, "leaves")) {
        TBY_CLI_USAGE(call, "--all and --leaves exclude each other.");
        return false;
    }
    return tby_cli_engine_limit(call, 15, &job->limit) &&
           tby_cli_number_of(call, "threads", 0, TBY_THREADS_MAX,
                             &job->engines);
}

static int evaluate(evaluation *e, tby_evaluate_graph_job *job)
{
    job->stop = tby_cli_catch_interrupt();
    tby_progress_start(&e->bar, "evaluate", "positions");
    tby_rc rc = tby_evaluate_graph(job, &e->report);
    tby_progress_end(&e->bar);
    if (rc != TBY_OK) { /* what was done by then is worth keeping */
        const char *name = e->engine.name ? e->engine.name : "engine";

        return e->report.pool.failure.code == rc
                   ? tby_cli_engine_failed(name, &e->report.pool.failure)
                   : tby_cli_fail(name, rc);
    }
    if (e->report.pool.stopped) {
        fprintf(stderr,
                "tabiya: Interrupted: %zu of %zu positions are evaluated. "
                "(interrupted)\n",
                evaluated(e), e->report.chosen);
        return TBY_EXIT_NO;
    }
    return e->report.pool.failed ? TBY_EXIT_USAGE : TBY_EXIT_OK;
}

static int evaluate_and_save(evaluation *e)
{
    const tby_cli_call *call = e->call;
    tby_evaluate_graph_job job;
    int code = TBY_EXIT_OK;

    if (!read_job(e, &job) || !tby_cli_rep_layout_job(call, &e->layout))
        return TBY_EXIT_USAGE;
    code = tby_cli_rep_lay_out(e->in, &e->rep.graph, &e->layout, NULL);
    if (code != TBY_EXIT_OK && code != TBY_EXIT_NO)
        return code;
    if (!e->no_eval)
        code = evaluate(e, &job);
    /* engines that have answered nothing leave the file as it is */
    if (code != TBY_EXIT_OK && !e->no_eval && !e->report.pool.stopped &&
        !e->report.pool.done)
        return code;
    int wrote =
        tby_cli_rep_save(call, &e->rep.graph, save_job(e->in, e->out, &e->rep));
    if (wrote == TBY_EXIT_OK) {
        tby_cli_out o;

        tby_cli_out_open(&o, e->call, tby_cli_rep_report(e->out), 10);
        tby_cli_out_cstr(&o, NULL, "in", tby_cli_file_name(e->in));
        tby_cli_out_head(&o, "out", e->out);
        tby_cli_out_u64(&o, "Placed", "placed", e->rep.graph.nodes_alive);
        if (!e->no_eval)
            tby_cli_out_print(&o, "Evaluated  %zu of %zu\n", evaluated(e),
                              e->report.chosen);
        tby_cli_out_u64(&o, NULL, "chosen", e->report.chosen);
        tby_cli_out_u64(&o, NULL, "evaluated", evaluated(e));
        tby_cli_out_u64(&o, NULL, "failed", e->report.pool.failed);
        tby_cli_out_bool(&o, "interrupted", e->report.pool.stopped);
        wrote = tby_cli_out_close(&o);
    }
    return tby_cli_worse_exit(code, wrote);
}

static int rep_evaluate(const tby_cli_call *call)
{
    const char *output = tby_cli_value(call, "output");
    const char *engine = tby_cli_value(call, "engine");
    static evaluation e; /* large, and there is one */
    e = (evaluation){
        .call = call,
        .in = call->args[0],
        .out = output ? output : call->args[0],
        .no_eval =
            tby_cli_has(call, "no-eval") || tby_cli_has(call, "layout-only"),
    };
    int code;

    if (!tby_cli_rep_spares_games(call, output))
        return TBY_EXIT_USAGE;
    code = tby_cli_engine_open(&e.engine, call,
                               engine ? engine
                                      : tby_cli_value(call, "stockfish-path"));
    if (code != TBY_EXIT_OK || !tby_cli_rep_load(&e.rep, e.in, &code)) {
        tby_cli_engine_close(&e.engine);
        return code;
    }
    int tried = tby_cli_rep_try_save(call, save_job(e.in, e.out, &e.rep));
    code = tby_cli_worse_exit(
        code, tried != TBY_EXIT_OK ? tried : evaluate_and_save(&e));
    tby_rep_free(&e.rep);
    tby_cli_engine_close(&e.engine);
    return code;
}

const tby_cli_command tby_cmd_rep_evaluate = {
    TBY_CLI_SYNOPSIS("rep", "evaluate", "FILE",
                     "evaluate positions by an engine and lay the graph out"),
    .about =
        "Places every position of the repertoire and lets UCI engines "
        "evaluate the ends of its lines, several at the same time, each with "
        "one thread. What is evaluated already stays, so that the work can be "
        "broken off and continued: Ctrl-C keeps what is done. Mate, stalemate "
        "and dead positions need no engine. The result depends neither on the "
        "number of engines nor on the order, if the limit is --depth or "
        "--nodes.\n\n"
        "The file is replaced as a whole, and not at all if there is no "
        "engine or if it was changed meanwhile; then the result is put beside "
        "it, as london.new.txt, and the exit code is 2. An engine that "
        "crashes or hangs costs the position it searched and is started "
        "again; such positions are reported, and the exit code is 2. It is 1 "
        "if the work was broken off.\n\n"
        "Evaluations are White's view with the favoured side in front: 'white "
        "+0.35', 'black M3'.",
    TBY_CLI_OPTIONS(
        {"output", "FILE", "write there instead of in place"},
        {"leaves", NULL, "evaluate the ends of the lines (the default)"},
        {"all", NULL, "evaluate every position"},
        {"redo", NULL, "evaluate anew what has an evaluation"},
        {"no-eval", NULL, "only place the positions, keep all evaluations"},
        {"layout-only", NULL, "the same as --no-eval"}, TBY_REP_LAYOUT,
        TBY_ENGINE_LIMITS("15"), TBY_ENGINE_CHOICE,
        {"stockfish-path", "FILE", "the same as --engine"},
        {"threads", "N",
         "how many engines search at the same time, 0 for one on each "
         "processor (default 0)"},
        TBY_REP_DROP_INVALID),
    TBY_CLI_EXAMPLES(
        {"tabiya rep evaluate london.txt", "evaluate the ends of its lines"},
        {"tabiya rep evaluate --all --redo --depth 22 london.txt --output "
         "new.txt",
         "every position anew, deeper, into another file"},
        {"tabiya rep evaluate --no-eval london.txt", "only the coordinates"}),
    .run = rep_evaluate,
};
