/* engine.c - tabiya engine: what an engine thinks of a position. */
#include "app/cli/engine.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "io/system/thread.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MS_MOST = 86400000, /* a day */
    HASH_MOST = 1 << 25 /* as Stockfish has it */
};

/* What is asked, and the engine that is. */
typedef struct session {
    const tby_cli_call *call;
    tby_engine_limit limit;
    tby_engine_settings settings;
    char path[PATH_MAX];
    const atomic_bool *stop;
    bool in_place; /* standard output is a terminal that can redraw */
    size_t shown;
    tby_engine engine;
    tby_analysis analysis;
} session;

/* --- options --------------------------------------------------------------*/

static bool read_number(const tby_cli_call *call, const char *option,
                        unsigned min, unsigned max, unsigned *out)
{
    const char *text = tby_cli_value(call, option);
    char name[32];

    snprintf(name, sizeof name, "--%s", option);
    return !text || tby_cli_number(call, name, text, min, max, out);
}

bool tby_cli_engine_limit(const tby_cli_call *call, unsigned depth,
                          tby_engine_limit *out)
{
    unsigned nodes = 0;

    if (!read_number(call, "depth", 1, TBY_ENGINE_DEPTH, &out->depth) ||
        !read_number(call, "nodes", 1, UINT_MAX, &nodes) ||
        !read_number(call, "time", 1, MS_MOST, &out->ms))
        return false;
    out->nodes = nodes;
    if (!out->depth && !nodes && !out->ms)
        out->depth = depth;
    return true;
}

static bool read_options(session *s)
{
    const tby_cli_call *call = s->call;

    s->settings.threads = 1;
    if (!tby_cli_engine_limit(call, 20, &s->limit) ||
        !read_number(call, "multipv", 1, TBY_ENGINE_LINES, &s->limit.lines) ||
        !read_number(call, "threads", 0, 1024, &s->settings.threads) ||
        !read_number(call, "hash", 1, HASH_MOST, &s->settings.hash))
        return false;
    if (s->settings.threads == 0)
        s->settings.threads = tby_cpu_count();
    return true;
}

/* --- the engine -----------------------------------------------------------*/

int tby_cli_engine_failed(const char *path, const tby_engine_failure *f)
{
    char sentence[256];

    tby_engine_explain(f, sentence, sizeof sentence);
    tby_cli_diag_file(path, sentence, tby_rc_name(f->code));
    return tby_cli_exit_of(f->code);
}

/* Finds and starts it if it does not run. */
static int ensure_engine(session *s)
{
    const char *name = tby_cli_value(s->call, "engine");

    if (s->engine.stage != TBY_ENGINE_GONE)
        return TBY_EXIT_OK;
    tby_rc rc = tby_engine_find(name, s->path, sizeof s->path);
    if (rc != TBY_OK) {
        tby_engine_failure none = tby_engine_unstarted(rc);
        return tby_cli_engine_failed(name ? name : "engine", &none);
    }
    s->settings.path = s->path;
    rc = tby_engine_start(&s->engine, &s->settings);
    return rc == TBY_OK ? TBY_EXIT_OK
                        : tby_cli_engine_failed(s->path, &s->engine.failure);
}

static void redraw(void *ctx, const tby_analysis *so_far)
{
    tby_cli_engine_draw(ctx, so_far);
}

/* --- a position -----------------------------------------------------------*/

static void print_heading(session *s, const tby_cli_text *text, const char *fen)
{
    if (strcmp(text->file, "stdin") == 0)
        printf("%s%s\n", s->shown++ ? "\n" : "", fen);
}

static void print_text(session *s, const tby_cli_text *text,
                       const tby_engine_found *found)
{
    print_heading(s, text, found->fen);
    tby_cli_engine_print(found);
}

static int print_json(const tby_cli_text *text, const tby_engine_found *found)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0)
        tby_jsonw_put_u64(w, "line", text->line);
    tby_answer_engine(w, found);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* Searches; on a terminal, with a view that is gone when it is over. */
static int search(session *s, const tby_pos *pos)
{
    tby_cli_engine_view view = {.pos = pos, .name = s->engine.name};
    tby_analyse_job job = {
        .engine = &s->engine,
        .pos = *pos,
        .limit = s->limit,
        .stop = s->stop,
        .update = s->in_place ? redraw : NULL,
        .ctx = &view,
    };
    int code = ensure_engine(s);

    s->analysis.n = 0;
    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_analyse(&job, &s->analysis);
    tby_cli_engine_erase(&view);
    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    if (s->engine.stage == TBY_ENGINE_GONE)
        return tby_cli_engine_failed(s->path, &s->engine.failure);
    return tby_cli_fail(s->path, rc);
}

static int one_position(void *ctx, const tby_cli_text *text)
{
    session *s = ctx;
    char fen[TBY_FEN_MAX];
    tby_line line;

    if (atomic_load(s->stop))
        return TBY_EXIT_OK; /* the rest was not wanted any more */
    int code = tby_cli_read_line(text, &line);
    if (code != TBY_EXIT_OK)
        return code;
    tby_fen_write_pos(&line.pos, fen, sizeof fen);
    tby_engine_found found = {
        .pos = &line.pos,
        .fen = fen,
        .engine = s->engine.name,
        .outcome = tby_outcome_of(&line.pos, &line.history),
        .analysis = &s->analysis,
    };
    found.eval = tby_engine_judge(found.outcome, &line.pos);
    if (found.eval.kind == TBY_EVAL_NONE) {
        code = search(s, &line.pos);
        found.eval = s->analysis.n ? s->analysis.lines[0].eval : found.eval;
    } else {
        s->analysis.n = 0;
    }
    /* what was found by an engine that failed is worth showing, too */
    if (found.eval.kind != TBY_EVAL_NONE) {
        if (s->call->json)
            code = tby_cli_worse_exit(code, print_json(text, &found));
        else
            print_text(s, text, &found);
        fflush(stdout); /* the next one may take its time */
    }
    tby_line_free(&line);
    return code;
}

/* --- the command ----------------------------------------------------------*/

static bool can_redraw(void)
{
    const char *term = getenv("TERM");

    return tby_cli_look_of_stdout().terminal && term && *term &&
           strcmp(term, "dumb") != 0;
}

static int run(const tby_cli_call *call)
{
    static session s; /* large, and there is one */

    s = (session){.call = call, .in_place = !call->json && can_redraw()};
    if (!read_options(&s))
        return TBY_EXIT_USAGE;
    s.stop = tby_cli_catch_interrupt();
    int code = tby_cli_each_text(call->args, call->n, one_position, &s);
    tby_engine_close(&s.engine);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"multipv", "N", "show the best N moves (default 1)"},
    TBY_ENGINE_LIMITS("20"),
    TBY_ENGINE_PATH,
    {"threads", "N", "let it use N threads, 0 for all processors (default 1)"},
    {"hash", "MB", "let it use so much memory (default: what it likes)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya engine e4 c5", "the best move against the Sicilian"},
    {"tabiya engine --multipv 3 --time 5000 --threads 0 start",
     "the best three first moves, after five seconds on all processors"},
    {"tabiya engine --json --depth 15 - <positions.txt",
     "a line of JSON for each line"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_engine = {
    .noun = "engine",
    .args = "POS...",
    .summary = "ask a chess engine for the best lines",
    .about =
        "Lets a UCI engine search the position and prints the best lines: the "
        "evaluation from White's point of view in pawns, '#5' where White "
        "mates in five and '#-5' where Black does, the depth, and the moves. "
        "The search ends with the first of the limits that is reached. On a "
        "terminal the lines are shown while it goes on, and Ctrl-C ends it "
        "with the best so far.\n\n"
        "The engine is any program that speaks UCI; without --engine it is "
        "stockfish, looked for on the PATH and in /usr/games. A game that is "
        "over is answered without one. POS is as in 'tabiya pos'; a lone '-' "
        "reads one position from each line of standard input.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
