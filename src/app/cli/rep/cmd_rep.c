#include "app/cli/rep/cmd_rep.h"
#include "core/base/assert.h"
#include "io/system/progress.h"
#include "tabiya/facts.h"
#include "work/games/games.h"

#include <string.h>

const char *tby_cli_color_name(tby_color color)
{
    return color == TBY_WHITE ? "white" : "black";
}

const char *tby_cli_rep_version_text(unsigned version,
                                     char buf[TBY_REP_VERSION_TEXT])
{
    TBY_ASSERT(version >= 1 && version <= 9);
    snprintf(buf, TBY_REP_VERSION_TEXT, "v%u.0", version);
    return buf;
}

/* An old file may have been repaired in every line; only what is lost is worth
 * a line of its own each time. */
static void print_unless_warning(void *ctx, const tby_finding *fault)
{
    uint64_t *others = ctx;

    if (fault->severity != TBY_WARNING)
        tby_cli_print_finding(NULL, fault);
    else
        *others +=
            fault->code != TBY_E_REP_EP && fault->code != TBY_E_REP_CASTLING;
}

/* Of what was not reported one by one. */
static void sum_up(const char *file, uint64_t n, const char *one,
                   const char *many, const char *name)
{
    if (n)
        tby_cli_say(TBY_NOTE, file, name, "%llu %s; 'tabiya rep check' %s.",
                    (unsigned long long)n, n == 1 ? one : many,
                    n == 1 ? "shows it" : "lists them");
}

bool tby_cli_rep_load_with(tby_rep *r, const char *path,
                           tby_rep_listener listener, int *code)
{
    tby_rc rc = tby_rep_load(r, path, &listener);

    if (rc == TBY_E_NOMEM)
        tby_cli_fail(tby_cli_file_name(path), rc);
    if (rc != TBY_OK)
        *code = tby_cli_worse_exit(*code, tby_cli_exit_of_file(rc));
    else if (r->report.errors)
        *code = tby_cli_worse_exit(*code, TBY_EXIT_MALFORMED);
    return rc == TBY_OK;
}

bool tby_cli_rep_load(tby_rep *r, const char *path, int *code)
{
    uint64_t others = 0;
    tby_rep_listener listener = {print_unless_warning, &others};
    const char *file = tby_cli_file_name(path);

    if (!tby_cli_rep_load_with(r, path, listener, code))
        return false;
    sum_up(file, r->report.repairs, "line was repaired", "lines were repaired",
           "rep_repaired");
    sum_up(file, others, "line has a warning", "lines have warnings",
           "rep_warnings");
    return true;
}

bool tby_cli_rep_color(const tby_cli_call *call, tby_color *out)
{
    const char *color = tby_cli_find_value(call, "color");

    *out = color && strcmp(color, "black") == 0 ? TBY_BLACK : TBY_WHITE;
    return color != NULL;
}

void tby_cli_rep_player(const tby_cli_call *call, tby_graph *g,
                        const char *file)
{
    tby_color color;

    if (tby_cli_rep_color(call, &color))
        tby_graph_set_color(g, color);
    if (g->has_color || g->edges_alive == 0)
        return;
    tby_graph_set_color(g, tby_facts_guess_color(g));
    tby_cli_say(TBY_NOTE, tby_cli_file_name(file), "rep_color",
                "The file names no player: taken as %s's. --color says "
                "otherwise.",
                tby_cli_color_name(g->color));
}

static bool is_own(const char *algorithm)
{
    return !algorithm || strcmp(algorithm, "tabiya") == 0;
}

bool tby_cli_rep_layout_job(const tby_cli_call *call, tby_rep_layout_job *job)
{
    const char *algorithm = tby_cli_value(call, "algorithm");

    *job = (tby_rep_layout_job){.algorithm = algorithm,
                                .keep = tby_cli_has(call, "keep")};
    if (is_own(algorithm) || !job->keep)
        return true;
    TBY_CLI_USAGE(call, "--keep goes with tabiya's own algorithm, not with %s.",
                  algorithm);
    return false;
}

/* A layout that is watched, and may be broken off. */
typedef struct watcher {
    tby_progress bar;
    const atomic_bool *stop;
    uint32_t positions;
} watcher;

static bool go_on(void *ctx, uint64_t done, uint64_t total)
{
    watcher *w = ctx;
    double part = (double)done / (double)total;

    tby_progress_update(&w->bar, done, total, (uint64_t)(part * w->positions));
    return !atomic_load(w->stop);
}

int tby_cli_rep_lay_out(const char *path, tby_graph *g,
                        const tby_rep_layout_job *job, uint64_t *crossings)
{
    watcher w = {.positions = g->nodes_alive};
    tby_layout_watch watch = {go_on, &w};
    tby_rep_layout_job watched = *job;
    bool own = is_own(job->algorithm);

    if (own) { /* Graphviz cannot be watched */
        w.stop = tby_cli_catch_interrupt();
        watched.watch = &watch;
        tby_progress_start(&w.bar, "layout", "positions");
    }
    tby_rc rc = tby_rep_layout(g, &watched, crossings);
    if (own)
        tby_progress_end(&w.bar);
    if (rc != TBY_OK)
        return tby_cli_fail(tby_cli_file_name(path), rc);
    if (!own || !atomic_load(w.stop))
        return TBY_EXIT_OK;
    fputs("tabiya: Interrupted: the layout is the best that was found so far. "
          "(interrupted)\n",
          stderr);
    return TBY_EXIT_NO;
}

int tby_cli_rep_entitle(const tby_cli_call *call, tby_graph *g)
{
    const char *title = tby_cli_find_value(call, "title");
    tby_rc rc = TBY_OK;
    tby_color color;

    if (tby_cli_rep_color(call, &color))
        tby_graph_set_color(g, color);
    if (title)
        rc = tby_rep_entitle(g, tby_str_of(title));
    if (rc != TBY_OK)
        return tby_cli_fail("--title", rc);
    if (title && !g->title.n)
        return TBY_CLI_USAGE(call, "--title is empty.");
    return TBY_EXIT_OK;
}

unsigned tby_cli_rep_version(const tby_cli_call *call)
{
    const char *format = tby_cli_find_value(call, "format");

    if (!format)
        return 0;
    return strcmp(format, "v4") == 0 ? 4 : 5;
}

bool tby_cli_rep_spares_games(const tby_cli_call *call, const char *out)
{
    if (!out || !tby_games_format_named(out, NULL))
        return tby_cli_may_write(call, out, TBY_WANT_REPERTOIRE);
    tby_cli_usage(call->command,
                  "'tabiya rep export FILE --pgn OUT' writes a repertoire as "
                  "PGN.",
                  "'%s' is a name for games, and a repertoire would be written "
                  "there.",
                  out);
    return false;
}

int tby_cli_rep_refused(const char *path, tby_rc rc)
{
    if (rc == TBY_E_NOMEM)
        return tby_cli_fail(path, rc);
    if (rc == TBY_E_REP_LOSS)
        fputs("--drop-invalid writes the rest.\n", stderr);
    if (rc == TBY_E_REP_PACKED)
        fputs("--output writes elsewhere.\n", stderr);
    if (rc == TBY_E_REP_EXPLODES)
        fputs("Without --lines and --unroll each move is written once.\n",
              stderr);
    return tby_cli_exit_of(rc);
}

static tby_rep_save_job complete(const tby_cli_call *call, tby_rep_save_job job)
{
    job.listener = (tby_rep_listener){tby_cli_print_finding, NULL};
    job.drop_invalid = tby_cli_find_value(call, "drop-invalid") != NULL;
    return job;
}

int tby_cli_rep_try_save(const tby_cli_call *call, tby_rep_save_job job)
{
    job = complete(call, job);
    return tby_cli_rep_refused(job.path, tby_rep_try_save(&job));
}

int tby_cli_rep_save(const tby_cli_call *call, tby_graph *g,
                     tby_rep_save_job job)
{
    TBY_ASSERT(job.path);
    job = complete(call, job);
    return tby_cli_rep_refused(job.path, tby_rep_save(g, &job));
}

FILE *tby_cli_rep_report(const char *out)
{
    return strcmp(out, "-") == 0 ? stderr : stdout;
}

void tby_cli_rep_out_title(tby_cli_out *o, const char *label,
                           const tby_graph *g)
{
    tby_cli_out_str(o, label, "title", tby_graph_text(g, g->title));
    tby_cli_out_cstr(o, NULL, "color",
                     g->has_color ? tby_cli_color_name(g->color) : NULL);
}

void tby_cli_rep_out_graph(tby_cli_out *o, const char *label,
                           const tby_graph *g)
{
    tby_cli_rep_out_title(o, label, g);
    tby_cli_out_u64(o, "Positions", "nodes", g->nodes_alive);
    tby_cli_out_u64(o, "Moves", "edges", g->edges_alive);
}
