/* evaluate.c - tabiya rep evaluate: what an engine thinks of a
 * repertoire, and where to draw it. */
#include "app/cli/commands.h"
#include "app/cli/engine.h"
#include "app/cli/interrupt.h"
#include "app/cli/rep/cmd_rep.h"
#include "io/system/progress.h"
#include "io/system/thread.h"
#include "work/rep/evaluate_graph.h"

#include <string.h>

typedef struct evaluation {
    const tby_cli_call *call;
    const char *in, *out, *engine;
    tby_rep_layout_job layout;
    tby_rep rep;
    bool no_eval;
    tby_evaluate_report report;
    tby_progress bar;
} evaluation;

/* --- the report -----------------------------------------------------------*/

static size_t evaluated(const evaluation *e)
{
    return e->report.ruled + e->report.pool.done;
}

static void print_text(const evaluation *e)
{
    FILE *to = tby_cli_rep_report(e->out);

    if (to != stdout)
        return;
    tby_cli_put_clean(to, tby_str_of(e->out));
    fprintf(to, "\nPlaced     %u\n", e->rep.graph.nodes_alive);
    if (!e->no_eval)
        fprintf(to, "Evaluated  %zu of %zu\n", evaluated(e), e->report.asked);
}

static int print_json(const evaluation *e)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "in", tby_cli_file_name(e->in));
    tby_jsonw_put_cstr(w, "out", e->out);
    tby_jsonw_put_u64(w, "placed", e->rep.graph.nodes_alive);
    tby_jsonw_put_u64(w, "chosen", e->report.asked);
    tby_jsonw_put_u64(w, "evaluated", evaluated(e));
    tby_jsonw_put_u64(w, "failed", e->report.pool.failed);
    tby_jsonw_put_bool(w, "interrupted", e->report.pool.stopped);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(tby_cli_rep_report(e->out), &j);
}

static void report(void *ctx, size_t done, size_t total)
{
    evaluation *e = ctx;

    tby_progress_update(&e->bar, done, total, done);
}

static void tell_failure(void *ctx, uint32_t node, tby_rc rc)
{
    evaluation *e = ctx;
    char fen[TBY_FEN_MAX], text[TBY_FEN_MAX + 256];

    tby_progress_hide(&e->bar);
    tby_fen_write_pos(&e->rep.graph.nodes[node].pos, fen, sizeof fen);
    snprintf(text, sizeof text, "%s Not evaluated: %s.", tby_rc_text(rc), fen);
    tby_cli_diag_file(tby_cli_file_name(e->in), text, tby_rc_name(rc));
}

/* --- the work -------------------------------------------------------------*/

static bool read_job(evaluation *e, tby_evaluate_graph_job *job)
{
    const tby_cli_call *call = e->call;
    const char *threads = tby_cli_value(call, "threads");

    *job = (tby_evaluate_graph_job){
        .graph = &e->rep.graph,
        .all = tby_cli_has(call, "all"),
        .redo = tby_cli_has(call, "redo"),
        .engine = {.threads = 1},
        .engine_name = e->engine,
        .report = report,
        .failed = tell_failure,
        .ctx = e,
    };
    if (job->all && tby_cli_has(call, "leaves")) {
        tby_cli_usage(call->command, NULL,
                      "--all and --leaves exclude each other.");
        return false;
    }
    return tby_cli_engine_limit(call, 15, &job->limit) &&
           (!threads || tby_cli_number(call, "--threads", threads, 0,
                                       TBY_THREADS_MAX, &job->engines));
}

/* Says why engines gave up.  What they have done by then is worth keeping. */
static int explain(const evaluation *e, tby_rc rc)
{
    const char *name = e->engine ? e->engine : "engine";

    if (e->report.pool.failure.code == rc)
        return tby_cli_engine_failed(name, &e->report.pool.failure);
    return tby_cli_fail(name, rc);
}

static int evaluate(evaluation *e, tby_evaluate_graph_job *job)
{
    job->stop = tby_cli_catch_interrupt();
    tby_progress_start(&e->bar, "evaluate", "positions");
    tby_rc rc = tby_evaluate_graph(job, &e->report);
    tby_progress_end(&e->bar);
    if (rc != TBY_OK)
        return explain(e, rc);
    if (e->report.pool.stopped) {
        fprintf(stderr,
                "tabiya: Interrupted: %zu of %zu positions are evaluated. "
                "(interrupted)\n",
                evaluated(e), e->report.asked);
        return TBY_EXIT_NO;
    }
    return e->report.pool.failed ? TBY_EXIT_USAGE : TBY_EXIT_OK;
}

/* Engines that have answered nothing leave the file as it is. */
static bool is_worth_writing(const evaluation *e, int code)
{
    return code == TBY_EXIT_OK || e->no_eval || e->report.pool.stopped ||
           e->report.pool.done > 0;
}

static tby_rep_save_job save_job(const evaluation *e)
{
    return (tby_rep_save_job){
        .path = e->out,
        .named = e->in,
        .refused = e->rep.report.errors,
        .in_place = strcmp(e->in, e->out) ? NULL : &e->rep,
    };
}

static int work(evaluation *e)
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
    if (!is_worth_writing(e, code))
        return code;
    int wrote = tby_cli_rep_save(call, &e->rep.graph, save_job(e));
    if (wrote == TBY_EXIT_OK && call->json)
        wrote = print_json(e);
    else if (wrote == TBY_EXIT_OK)
        print_text(e);
    return tby_cli_worse_exit(code, wrote);
}

/* --- the command ----------------------------------------------------------*/

static int run(const tby_cli_call *call)
{
    const char *output = tby_cli_value(call, "output");
    const char *engine = tby_cli_value(call, "engine");
    evaluation e = {
        .call = call,
        .in = call->args[0],
        .out = output ? output : call->args[0],
        .engine = engine ? engine : tby_cli_value(call, "stockfish-path"),
        .no_eval =
            tby_cli_has(call, "no-eval") || tby_cli_has(call, "layout-only"),
    };
    int code = TBY_EXIT_OK;

    if (!tby_cli_rep_spares_games(call, output))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&e.rep, e.in, &code))
        return code;
    int tried = tby_cli_rep_try_save(call, save_job(&e));
    code = tby_cli_worse_exit(code, tried != TBY_EXIT_OK ? tried : work(&e));
    tby_rep_free(&e.rep);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write there instead of in place"},
    {"leaves", NULL, "evaluate the ends of the lines (the default)"},
    {"all", NULL, "evaluate every position"},
    {"redo", NULL, "evaluate anew what has an evaluation"},
    {"no-eval", NULL, "only place the positions, keep all evaluations"},
    {"layout-only", NULL, "the same as --no-eval"},
    TBY_REP_LAYOUT,
    TBY_ENGINE_LIMITS("15"),
    TBY_ENGINE_PATH,
    {"stockfish-path", "FILE", "the same as --engine"},
    {"threads", "N",
     "how many engines search at the same time, 0 for one on each processor "
     "(default 0)"},
    TBY_REP_DROP_INVALID,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep evaluate london.txt", "evaluate the ends of its lines"},
    {"tabiya rep evaluate --all --redo --depth 22 london.txt --output new.txt",
     "every position anew, deeper, into another file"},
    {"tabiya rep evaluate --no-eval london.txt", "only the coordinates"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_evaluate = {
    .noun = "rep",
    .verb = "evaluate",
    .args = "FILE",
    .summary = "evaluate positions by an engine and lay the graph out",
    .about =
        "Places every position of the repertoire and lets UCI engines evaluate "
        "the ends of its lines, several at the same time, each with one "
        "thread. What is evaluated already stays, so that the work can be "
        "broken off and continued: Ctrl-C keeps what is done. Mate, stalemate "
        "and dead positions need no engine. The result depends neither on the "
        "number of engines nor on the order, if the limit is --depth or "
        "--nodes.\n\n"
        "The file is replaced as a whole, and not at all if there is no "
        "engine or if it was changed meanwhile; then the result is put beside "
        "it, as london.new.txt, and the exit code is 2. An engine that crashes "
        "or hangs costs the position it "
        "searched and is started again; such positions are told, and the exit "
        "code is 2. It is 1 if the work was broken off.\n\n"
        "Evaluations are White's view with the favoured side in front: 'white "
        "+0.35', 'black M3'.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
