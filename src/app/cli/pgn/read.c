/* read.c - one file of games, with its faults and a bar. */
#include "app/cli/pgn/cmd_pgn.h"
#include "io/system/thread.h"

#include <string.h>

/* The bar makes way for a line and comes again. */
static void erase_bar(tby_pgn_teller *t)
{
    bool on = t->bar.on;

    tby_progress_end(&t->bar);
    t->bar.on = on;
}

/* FILE, or FILE(member) of an archive. */
typedef struct label {
    char text[4096];
} label;

static label label_of(const char *file, const char *member)
{
    label l;

    snprintf(l.text, sizeof l.text, *member ? "%s(%s)" : "%s", file, member);
    return l;
}

void tby_pgn_print_fault(const char *path, const tby_games_fault *fault)
{
    const char *name = tby_rc_name(fault->code);
    label file = label_of(path, fault->member);
    char sentence[600];

    if (fault->place.line) {
        tby_cli_print_finding(&(tby_cli_finding){.severity = fault->severity,
                                                 .file = file.text,
                                                 .place = fault->place,
                                                 .name = name,
                                                 .text = fault->text});
    } else if (fault->game) {
        snprintf(sentence, sizeof sentence, "Game %llu, byte %llu: %s",
                 (unsigned long long)fault->game,
                 (unsigned long long)fault->offset, fault->text);
        tby_cli_diag_file(file.text, sentence, name);
    } else {
        tby_cli_diag_file(file.text, fault->text, name);
    }
}

/* A file that could be read before, and cannot now, was not told yet: commands
 * do not read again what the system has refused. */
static bool was_told(const tby_pgn_teller *t, const tby_games_fault *fault)
{
    return t->again && (fault->game || tby_cli_exit_of_file(fault->code) ==
                                           TBY_EXIT_MALFORMED);
}

static void tell_fault(void *ctx, const tby_games_fault *fault)
{
    tby_pgn_teller *t = ctx;

    if (fault->game == 0)
        t->files++;
    else if (fault->severity == TBY_WARNING)
        t->warned++;
    else
        t->shown++;
    if (t->also)
        t->also(t->ctx, fault);
    if (t->quiet || was_told(t, fault))
        return;
    erase_bar(t);
    tby_pgn_print_fault(t->file, fault);
}

static void tell_passed(void *ctx, const char *member)
{
    tby_pgn_teller *t = ctx;

    if (t->also_passed)
        t->also_passed(t->ctx, member);
    if (t->quiet || t->again)
        return;
    erase_bar(t);
    label file = label_of(t->file, member);
    tby_cli_print_finding(&(tby_cli_finding){
        .severity = TBY_NOTE,
        .file = file.text,
        .name = "passed_over",
        .text = "This file is passed over: its name is not one of games."});
}

static void tell_progress(void *ctx, uint64_t done, uint64_t total,
                          uint64_t games)
{
    tby_pgn_teller *t = ctx;

    tby_progress_update(&t->bar, done, total, games);
}

static int code_of(const tby_games_result *result)
{
    if (result->file == TBY_OK && result->sum.faults)
        return TBY_EXIT_MALFORMED;
    return tby_cli_exit_of_file(result->file);
}

/* What --max-errors or --max-warnings has kept back. */
static void tell_rest(const tby_pgn_teller *t, uint64_t rest, uint64_t shown,
                      const char *what, const char *name)
{
    char sentence[128];

    if (rest == 0 || t->quiet || t->again)
        return;
    snprintf(sentence, sizeof sentence, "%llu %s%s%s not shown.",
             (unsigned long long)rest, shown ? "more " : "", what,
             rest == 1 ? " is" : "s are");
    tby_cli_diag_file(t->file, sentence, name);
}

int tby_pgn_read_file(tby_pgn_teller *teller, tby_games_job *job,
                      tby_games_result *out, tby_rc *rc)
{
    job->listener = (tby_games_listener){.ctx = teller,
                                         .fault = tell_fault,
                                         .passed = tell_passed,
                                         .progress = tell_progress};
    teller->file = tby_cli_file_name(job->path);
    teller->shown = teller->warned = teller->files = 0;
    tby_progress_start(&teller->bar, teller->file, "games");
    teller->bar.on = teller->bar.on && !teller->no_bar;
    *rc = tby_games_read(job, out);
    tby_progress_end(&teller->bar);
    if (*rc != TBY_OK)
        return tby_cli_exit_of(*rc);
    tell_rest(teller, out->sum.faults - teller->files - teller->shown,
              teller->shown, "error", "max_errors");
    tell_rest(teller, out->sum.warnings - teller->warned, teller->warned,
              "warning", "max_warnings");
    return code_of(out);
}

bool tby_pgn_job_of(const tby_cli_call *call, tby_games_job *job)
{
    const char *threads = tby_cli_value(call, "threads");
    const char *faults = tby_cli_value(call, "max-errors");
    const char *warnings = tby_cli_find_value(call, "max-warnings");
    unsigned n = 100, w = 100;

    if (threads && !tby_cli_number(call, "--threads", threads, 0,
                                   TBY_THREADS_MAX, &job->threads))
        return false;
    if (faults &&
        !tby_cli_number(call, "--max-errors", faults, 0, 1000000000, &n))
        return false;
    if (warnings &&
        !tby_cli_number(call, "--max-warnings", warnings, 0, 1000000000, &w))
        return false;
    job->faults = n;
    job->warnings = w;
    return tby_cli_forgive(call, &job->forgive);
}
