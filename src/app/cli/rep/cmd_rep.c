/* cmd_rep.c - see cmd_rep.h. */
#include "app/cli/rep/cmd_rep.h"
#include "app/cli/interrupt.h"
#include "io/system/progress.h"

#include <string.h>
#include <strings.h>

const char *tby_cli_color_name(tby_color color)
{
    return color == TBY_WHITE ? "white" : "black";
}

const char *tby_cli_rep_version_text(unsigned version,
                                     char buf[TBY_REP_VERSION_TEXT])
{
    snprintf(buf, TBY_REP_VERSION_TEXT, "v%u.0", version);
    return buf;
}

/* --- reading --------------------------------------------------------------*/

tby_cli_finding tby_cli_rep_finding(const tby_rep_fault *fault)
{
    return (tby_cli_finding){fault->severity, fault->file, fault->place,
                             tby_rc_name(fault->code), fault->text};
}

void tby_cli_rep_tell(void *ctx, const tby_rep_fault *fault)
{
    tby_cli_finding f = tby_cli_rep_finding(fault);

    (void)ctx;
    tby_cli_print_finding(&f);
}

/* An old file may have been repaired in every line; only what is lost is worth
 * a line of its own each time. */
static void tell_unless_warning(void *ctx, const tby_rep_fault *fault)
{
    uint64_t *others = ctx;

    if (fault->severity != TBY_WARNING)
        tby_cli_rep_tell(NULL, fault);
    else
        *others +=
            fault->code != TBY_E_REP_EP && fault->code != TBY_E_REP_CASTLING;
}

/* Of what was not told one by one. */
static void sum_up(const char *file, uint64_t n, const char *one,
                   const char *many, const char *code)
{
    char text[160];

    if (!n)
        return;
    snprintf(text, sizeof text,
             n == 1 ? "%llu %s; 'tabiya rep check' shows it."
                    : "%llu %s; 'tabiya rep check' lists them.",
             (unsigned long long)n, n == 1 ? one : many);
    tby_cli_print_finding(
        &(tby_cli_finding){TBY_NOTE, file, {0, 0}, code, text});
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
    tby_rep_listener listener = {tell_unless_warning, &others};
    const char *file = tby_cli_file_name(path);

    if (!tby_cli_rep_load_with(r, path, listener, code))
        return false;
    sum_up(file, r->report.repairs, "line was repaired", "lines were repaired",
           "rep_repaired");
    sum_up(file, others, "line has a warning", "lines have warnings",
           "rep_warnings");
    return true;
}

/* --- placing --------------------------------------------------------------*/

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
    tby_cli_usage(call->command, NULL,
                  "--keep goes with tabiya's own algorithm, not with %s.",
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

static tby_rc lay_out_watched(tby_graph *g, tby_rep_layout_job job,
                              uint64_t *crossings, bool *stopped)
{
    watcher w = {.stop = tby_cli_catch_interrupt(),
                 .positions = g->nodes_alive};
    tby_layout_watch watch = {go_on, &w};

    job.watch = &watch;
    tby_progress_start(&w.bar, "layout", "positions");
    tby_rc rc = tby_rep_layout(g, &job, crossings);
    tby_progress_end(&w.bar);
    *stopped = atomic_load(w.stop);
    return rc;
}

int tby_cli_rep_lay_out(const char *path, tby_graph *g,
                        const tby_rep_layout_job *job, uint64_t *crossings)
{
    bool stopped = false;
    tby_rc rc = is_own(job->algorithm)
                    ? lay_out_watched(g, *job, crossings, &stopped)
                    : tby_rep_layout(g, job, crossings);

    if (rc != TBY_OK)
        return tby_cli_fail(tby_cli_file_name(path), rc);
    if (!stopped)
        return TBY_EXIT_OK;
    fputs("tabiya: Interrupted: the layout is the best that was found so far. "
          "(interrupted)\n",
          stderr);
    return TBY_EXIT_NO;
}

/* --- writing --------------------------------------------------------------*/

int tby_cli_rep_entitle(const tby_cli_call *call, tby_graph *g)
{
    const char *title = tby_cli_find_value(call, "title");
    const char *color = tby_cli_find_value(call, "color");
    tby_rc rc = TBY_OK;

    if (color)
        tby_graph_set_color(g, strcmp(color, "white") == 0 ? TBY_WHITE
                                                           : TBY_BLACK);
    if (title)
        rc = tby_rep_entitle(g, tby_str_of(title));
    if (rc != TBY_OK)
        return tby_cli_fail("--title", rc);
    if (title && !g->title.n)
        return tby_cli_usage(call->command, NULL, "--title is empty.");
    return TBY_EXIT_OK;
}

unsigned tby_cli_rep_version(const tby_cli_call *call)
{
    const char *format = tby_cli_find_value(call, "format");

    if (!format)
        return 0;
    return strcmp(format, "v4") == 0 ? 4 : 5;
}

/* "games.pgn", "games.pgn.gz" */
static bool is_named_like_games(const char *path)
{
    static const char *const ENDS[] = {".gz", ".zst", ".pgn", ".cdb", ".jsonl"};
    enum { PACKED = 2 };
    size_t left = strlen(path);

    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        size_t n = strlen(ENDS[i]);
        if (left < n || strncasecmp(path + left - n, ENDS[i], n) != 0)
            continue;
        if (i >= PACKED)
            return true;
        left -= n;
    }
    return false;
}

bool tby_cli_rep_spares_games(const tby_cli_call *call, const char *out)
{
    if (!out || !is_named_like_games(out))
        return tby_cli_may_write(call, out, TBY_WANT_REPERTOIRE);
    tby_cli_usage(call->command,
                  "'tabiya rep export FILE --pgn OUT' writes a repertoire as "
                  "PGN.",
                  "'%s' is a name for games, and a repertoire would be written "
                  "there.",
                  out);
    return false;
}

static bool may_drop(const tby_cli_call *call)
{
    return tby_cli_find_value(call, "drop-invalid") != NULL;
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
    job.listener = (tby_rep_listener){tby_cli_rep_tell, NULL};
    job.drop_invalid = may_drop(call);
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
    job = complete(call, job);
    return tby_cli_rep_refused(job.path, tby_rep_save(g, &job));
}

FILE *tby_cli_rep_report(const char *out)
{
    return strcmp(out, "-") == 0 ? stderr : stdout;
}

void tby_cli_rep_print_head(FILE *out, const char *path, const tby_graph *g)
{
    tby_cli_put_clean(out, tby_str_of(path));
    fputs("\nTitle      ", out);
    tby_cli_put_clean(out, tby_graph_text(g, g->title));
    fputc('\n', out);
}

void tby_cli_rep_json(tby_jsonw *w, const tby_graph *g)
{
    tby_jsonw_key(w, "title");
    tby_jsonw_str(w, tby_graph_text(g, g->title));
    tby_jsonw_put_cstr(w, "color",
                       g->has_color ? tby_cli_color_name(g->color) : NULL);
    tby_jsonw_put_u64(w, "nodes", g->nodes_alive);
    tby_jsonw_put_u64(w, "edges", g->edges_alive);
}
