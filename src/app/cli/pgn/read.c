/* read.c - one file of games, with its faults and a bar. */
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/assert.h"
#include "core/game/pgn/warnings.h"
#include "io/system/thread.h"
#include "work/db/visit.h"
#include "work/json/answer.h"

/* The bar makes way for a line and comes again. */
static void erase_bar(tby_pgn_reporter *t)
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

static void on_fault(void *ctx, const tby_games_fault *fault)
{
    tby_pgn_reporter *t = ctx;

    if (fault->game == 0)
        t->files++;
    else if (fault->severity == TBY_WARNING)
        t->warned++;
    else
        t->shown++;
    if (t->also)
        t->also(t->ctx, fault);
    /* a file that could be read before, and cannot now, was not reported yet:
     * commands do not read again what the system has refused */
    if (t->quiet ||
        (t->again && (fault->game ||
                      tby_cli_exit_of_file(fault->code) == TBY_EXIT_MALFORMED)))
        return;
    erase_bar(t);
    tby_pgn_print_fault(t->file, fault);
}

static void on_passed(void *ctx, const char *member)
{
    tby_pgn_reporter *t = ctx;

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

static void on_progress(void *ctx, uint64_t done, uint64_t total,
                        uint64_t games)
{
    tby_pgn_reporter *t = ctx;

    tby_progress_update(&t->bar, done, total, games);
}

/* What --max-errors or --max-warnings has kept back. */
static void report_rest(const tby_pgn_reporter *t, uint64_t rest,
                        uint64_t shown, const char *what, const char *name)
{
    char sentence[128];

    if (rest == 0 || t->quiet || t->again)
        return;
    snprintf(sentence, sizeof sentence, "%llu %s%s%s not shown.",
             (unsigned long long)rest, shown ? "more " : "", what,
             rest == 1 ? " is" : "s are");
    tby_cli_diag_file(t->file, sentence, name);
}

static tby_rc on_games(void *ctx, uint64_t done, uint64_t total, uint64_t games)
{
    on_progress(ctx, done, total, games);
    return TBY_OK;
}

static void on_refused(void *ctx, uint64_t id, tby_rc why)
{
    tby_pgn_reporter *t = ctx;
    char sentence[200];

    if (t->quiet || t->again)
        return;
    erase_bar(t);
    snprintf(sentence, sizeof sentence, "Game %llu: %s", (unsigned long long)id,
             tby_rc_text(why));
    tby_cli_diag_file(t->file, sentence, tby_rc_name(why));
}

static int read_database(tby_pgn_reporter *t, const tby_games_job *job,
                         tby_games_result *out, tby_rc *rc)
{
    static tby_db_ask ask; /* large, and there is one */
    tby_db_visit_job visit = {.filter = &ask.filter,
                              .visitor = job->visitor,
                              .mainline = job->mode == TBY_PGN_MAINLINE,
                              .progress = on_games,
                              .refused = on_refused,
                              .ctx = t};
    int code = TBY_EXIT_OK;

    *rc = TBY_OK;
    *out = (tby_games_result){.file = TBY_E_IO_OPEN};
    if (!tby_db_ask_open_where(&ask, t->call, job->path, &code))
        return code;
    visit.store = ask.store;
    tby_progress_start(&t->bar, t->file, "games");
    t->bar.on = t->bar.on && !t->no_bar;
    tby_rc read = tby_db_visit(&visit, &out->sum);
    tby_progress_end(&t->bar);
    out->file = TBY_OK;
    if (read <= TBY_E_STORE_OPEN && read > TBY_E_ENGINE_NONE) {
        /* what the store said of itself, rather than the visitor */
        out->file = read;
        code = tby_db_ask_fail(&ask, read);
    } else if (read != TBY_OK) {
        *rc = read;
        code = tby_cli_exit_of(read);
    } else if (out->sum.faults) {
        code = TBY_EXIT_MALFORMED;
    }
    tby_db_ask_close(&ask);
    return code;
}

int tby_pgn_read_file(tby_pgn_reporter *reporter, tby_games_job *job,
                      tby_games_result *out, tby_rc *rc)
{
    TBY_ASSERT(job->path);
    job->listener = (tby_games_listener){.ctx = reporter,
                                         .fault = on_fault,
                                         .passed = on_passed,
                                         .progress = on_progress};
    reporter->file = tby_cli_file_name(job->path);
    reporter->shown = reporter->warned = reporter->files = 0;
    if (reporter->call && tby_pgn_is_database(job->path))
        return read_database(reporter, job, out, rc);
    tby_progress_start(&reporter->bar, reporter->file, "games");
    reporter->bar.on = reporter->bar.on && !reporter->no_bar;
    *rc = tby_games_read(job, out);
    tby_progress_end(&reporter->bar);
    if (*rc != TBY_OK)
        return tby_cli_exit_of(*rc);
    report_rest(reporter, out->sum.faults - reporter->files - reporter->shown,
                reporter->shown, "error", "max_errors");
    report_rest(reporter, out->sum.warnings - reporter->warned,
                reporter->warned, "warning", "max_warnings");
    if (out->file == TBY_OK && out->sum.faults)
        return TBY_EXIT_MALFORMED;
    return tby_cli_exit_of_file(out->file);
}

bool tby_pgn_job_of(const tby_cli_call *call, tby_games_job *job)
{
    unsigned errors = 100, warnings = 100;

    if (!tby_cli_number_of(call, "threads", 0, TBY_THREADS_MAX,
                           &job->threads) ||
        !tby_cli_number_of(call, "max-errors", 0, 1000000000, &errors) ||
        !tby_cli_number_of(call, "max-warnings", 0, 1000000000, &warnings))
        return false;
    job->faults = errors;
    job->warnings = warnings;
    return tby_cli_forgive(call, &job->forgive);
}

int tby_pgn_read_files(tby_pgn_reporter *reporter, tby_games_job *job,
                       const tby_pgn_files *files, tby_games_sum *sum,
                       tby_rc *rc)
{
    int code = TBY_EXIT_OK;

    *rc = TBY_OK;
    for (size_t i = 0; i < files->n && *rc == TBY_OK; i++) {
        tby_games_result result;

        job->path = files->at[i];
        code = tby_cli_worse_exit(
            code, tby_pgn_read_file(reporter, job, &result, rc));
        if (sum)
            tby_games_add(sum, &result.sum);
        if (*rc != TBY_OK)
            code = tby_cli_worse_exit(code, tby_cli_fail(reporter->file, *rc));
    }
    return code;
}

void tby_pgn_print_errors(const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    printf("Errors   %llu\n", (unsigned long long)s.faults);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (!tby_pgn_is_warning(s.kinds[i].code))
            printf("         %llu %s\n", (unsigned long long)s.kinds[i].n,
                   tby_rc_name(s.kinds[i].code));
}

static void print_kind(FILE *out, uint64_t n, tby_rc code)
{
    if (n)
        fprintf(out, "         %llu %s\n", (unsigned long long)n,
                tby_rc_name(code));
}

void tby_pgn_print_warnings(FILE *out, const tby_games_sum *sum)
{
    tby_games_sum s = tby_answer_sorted(sum);

    if (s.fixed)
        fprintf(out, "Fixed    %llu\n", (unsigned long long)s.fixed);
    for (size_t i = 0; i < s.kinds_n; i++)
        print_kind(out, s.kinds[i].fixed, s.kinds[i].code);
    if (s.warnings)
        fprintf(out, "Warnings %llu\n", (unsigned long long)s.warnings);
    for (size_t i = 0; i < s.kinds_n; i++)
        if (tby_pgn_is_warning(s.kinds[i].code))
            print_kind(out, s.kinds[i].n, s.kinds[i].code);
}
