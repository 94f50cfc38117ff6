/* read.c - the files that a command line names, and the games of one, with its
 * faults and a bar. */
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/game/pgn/warnings.h"
#include "io/system/file.h"
#include "io/system/folders.h"
#include "io/system/thread.h"
#include "work/db/visit.h"
#include "work/json/answer.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Takes the path over; NULL: there was no memory for it. */
static void add(tby_pgn_files *files, char *path)
{
    if (path && TBY_APPEND(NULL, *files, path) == TBY_OK)
        return;
    tby_path_free(path);
    if (files->code != TBY_EXIT_INTERNAL)
        files->code = tby_cli_fail("arguments", TBY_E_NOMEM);
}

static void complain(tby_pgn_files *files, const char *path, const char *what,
                     const char *why)
{
    tby_cli_say(TBY_ERROR, path, tby_rc_name(TBY_E_IO_OPEN), "%s: %s.", what,
                why);
    files->code = tby_cli_worse_exit(files->code, TBY_EXIT_USAGE);
}

static bool has_games(const char *name)
{
    return strstr(name, ".pgn") != NULL;
}

static void add_folder(tby_pgn_files *files, const char *path)
{
    tby_folder folder = {.n = 0};
    tby_rc rc = tby_folder_list(&folder, path, has_games);

    if (rc == TBY_E_IO_OPEN)
        complain(files, path, "The folder cannot be read", strerror(errno));
    else if (rc != TBY_OK)
        add(files, NULL);
    else if (folder.n == 0)
        complain(files, path, "The folder cannot be read",
                 "no file in it has .pgn in its name");
    for (size_t i = 0; i < folder.n; i++)
        add(files, tby_path_join("", folder.paths[i]));
    tby_folder_free(&folder);
}

tby_pgn_files tby_pgn_files_of(char *const words[], size_t n)
{
    tby_pgn_files files = {.code = TBY_EXIT_OK};
    tby_file_info info;

    for (size_t i = 0; i < n; i++) {
        if (strcmp(words[i], "-") != 0 &&
            tby_file_look(words[i], &info) == TBY_OK && info.folder)
            add_folder(&files, words[i]);
        else
            add(&files, tby_path_join("", words[i]));
    }
    return files;
}

/* games.pgn, games.pgn.zst, games.cdb.gz, games.zip ... */
static bool is_games(const char *path)
{
    static const char *const GAMES[] = {".pgn", ".cdb", ".jsonl"};
    static const char *const PACKED[] = {".zip", ".7z"};
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;

    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
            size_t n = strlen(GAMES[i]);
            if (strncasecmp(dot, GAMES[i], n) == 0 &&
                (dot[n] == '\0' || dot[n] == '.'))
                return true;
        }
        for (size_t i = 0; i < sizeof PACKED / sizeof *PACKED; i++)
            if (strcasecmp(dot, PACKED[i]) == 0)
                return true;
    }
    return false;
}

/* Enough for any folder that someone keeps games in. */
enum { MAX_DEPTH = 256, MAX_ENTRIES = 1 << 24 };

/* Hidden ones are passed over, and so are links to folders, which may lead
 * around in circles; a link to a file is as good as the file. */
static tby_rc add_entry(void *ctx, const tby_entry *entry)
{
    tby_pgn_files *files = ctx;
    tby_file_info info;

    if (entry->name[0] == '.')
        return entry->kind == TBY_ENTRY_FOLDER ? TBY_DONE : TBY_OK;
    if (entry->kind == TBY_ENTRY_REFUSED)
        complain(files, entry->path, "The folder cannot be read",
                 "no permission, or too far down");
    if ((entry->kind != TBY_ENTRY_FILE && entry->kind != TBY_ENTRY_OTHER) ||
        !is_games(entry->path))
        return TBY_OK;
    /* one that cannot be looked at is reported when it is to be read */
    if (tby_file_look(entry->path, &info) != TBY_OK || info.plain)
        add(files, tby_path_join("", entry->path));
    return files->code == TBY_EXIT_INTERNAL ? TBY_E_NOMEM : TBY_OK;
}

tby_pgn_files tby_pgn_files_below(char *const words[], size_t n)
{
    tby_pgn_files files = {.code = TBY_EXIT_OK};

    for (size_t i = 0; i < n; i++) {
        const char *path = words[i];
        tby_file_info info = {.folder = false};
        size_t before = files.n;
        if (strcmp(path, "-") != 0 && tby_file_look(path, &info) != TBY_OK)
            complain(&files, path, "The file cannot be opened",
                     strerror(errno));
        else if (!info.folder) {
            /* A database among the files is a slip, or someone who wants to
             * join two.  Only what is plain can be looked into and read again.
             */
            if (info.plain && tby_kind_of_file(path) == TBY_KIND_DATABASE)
                complain(
                    &files, path, "This is a database",
                    "'tabiya db export' writes its games to a file that can be "
                    "imported");
            else
                add(&files, tby_path_join("", path));
        } else {
            tby_folders_job job = {.path = path,
                                   .max_depth = MAX_DEPTH,
                                   .max_entries = MAX_ENTRIES,
                                   .entry = add_entry,
                                   .ctx = &files};
            tby_rc rc = tby_folders_walk(&job);
            if (rc == TBY_E_IO_OPEN)
                complain(&files, path, "The folder cannot be read",
                         strerror(errno));
            else if (rc == TBY_E_LIMIT)
                complain(&files, path, "The folder cannot be read",
                         "there is too much in it");
            else if (rc != TBY_OK)
                add(&files, NULL);
        }
        if (info.folder && files.n == before && files.code == TBY_EXIT_OK)
            complain(&files, path, "There are no games in the folder",
                     "no file in it ends with .pgn, .cdb, .jsonl, .zip or "
                     ".7z, nor with that and .zst, .gz or .bz2");
    }
    return files;
}

static bool tby_pgn_is_database(const char *path)
{
    char head[16] = "";
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK || !info.plain)
        return false; /* a pipe must not lose its first bytes */
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t n = fread(head, 1, sizeof head, f);
    fclose(f);
    return n == sizeof head && memcmp(head, "SQLite format 3", 16) == 0 &&
           tby_kind_of_file(path) == TBY_KIND_DATABASE;
}

bool tby_pgn_where_fits(const tby_cli_call *call, char *const words[], size_t n)
{
    if (!tby_cli_find_value(call, "where"))
        return true;
    for (size_t i = 0; i < n; i++)
        if (!tby_pgn_is_database(words[i])) {
            tby_cli_usage(call->command,
                          "'tabiya db import' makes one of games.",
                          "--where needs a database, and '%s' is none.",
                          tby_cli_file_name(words[i]));
            return false;
        }
    return true;
}

int tby_pgn_files_check_again(const tby_cli_call *call,
                              const tby_pgn_files *files)
{
    for (size_t i = 0; i < files->n; i++) {
        tby_file_info info;
        if (strcmp(files->at[i], "-") == 0)
            return TBY_CLI_USAGE(call,
                                 "Standard input cannot be read again and "
                                 "again: give a file.");
        if (tby_file_look(files->at[i], &info) == TBY_OK && !info.plain)
            return TBY_CLI_USAGE(call,
                                 "%s is a pipe, which cannot be read again "
                                 "and again: give a file.",
                                 files->at[i]);
    }
    return files->code;
}

void tby_pgn_files_free(tby_pgn_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        tby_path_free(files->at[i]);
    tby_cli_resize(files->at, files->cap * sizeof(char *), 0);
    *files = (tby_pgn_files){.at = NULL};
}

int tby_pgn_check_output(const tby_cli_call *call, const char *out,
                         const tby_pgn_files *files)
{
    struct stat there, in;

    if (!tby_cli_may_write(call, out, TBY_WANT_GAMES))
        return TBY_EXIT_USAGE;
    bool file = strcmp(out, "-") != 0 && stat(out, &there) == 0 &&
                S_ISREG(there.st_mode);
    for (size_t i = 0; i < files->n && file; i++)
        if (strcmp(files->at[i], "-") != 0 && stat(files->at[i], &in) == 0 &&
            in.st_dev == there.st_dev && in.st_ino == there.st_ino)
            return TBY_CLI_USAGE(
                call, "'%s' is read and cannot be written as well.", out);
    return tby_cli_check_out(call, out, TBY_WANT_GAMES);
}

bool tby_cli_games_format(const tby_cli_call *call, const char *path,
                          tby_games_format *out)
{
    const char *to = tby_cli_value(call, "to");
    unsigned f = 0;

    if (!to && tby_games_format_named(path, out))
        return true;
    while (to && strcmp(to, tby_games_format_name((tby_games_format)f)) != 0)
        f++; /* the option takes nothing else */
    if (to) {
        *out = (tby_games_format)f;
        return true;
    }
    TBY_CLI_USAGE(call,
                  "'%s' does not end with .pgn, .cdb or .jsonl: "
                  "say what to write with --to.",
                  path);
    return false;
}

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
    label file = label_of(path, fault->member);

    if (fault->place.line)
        tby_cli_print_finding(NULL, &(tby_finding){.severity = fault->severity,
                                                   .code = fault->code,
                                                   .file = file.text,
                                                   .place = fault->place,
                                                   .text = fault->text});
    else if (fault->game)
        tby_cli_say(TBY_ERROR, file.text, tby_rc_name(fault->code),
                    "Game %llu, byte %llu: %s", (unsigned long long)fault->game,
                    (unsigned long long)fault->offset, fault->text);
    else
        tby_cli_diag_file(file.text, fault->text, tby_rc_name(fault->code));
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
    tby_cli_say(TBY_NOTE, file.text, "passed_over",
                "This file is passed over: its name is not one of games.");
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
    if (rest && !t->quiet && !t->again)
        tby_cli_say(TBY_ERROR, t->file, name, "%llu %s%s%s not shown.",
                    (unsigned long long)rest, shown ? "more " : "", what,
                    rest == 1 ? " is" : "s are");
}

static tby_rc on_games(void *ctx, uint64_t done, uint64_t total, uint64_t games)
{
    on_progress(ctx, done, total, games);
    return TBY_OK;
}

static void on_refused(void *ctx, uint64_t id, tby_rc why)
{
    tby_pgn_reporter *t = ctx;

    if (t->quiet || t->again)
        return;
    erase_bar(t);
    tby_cli_say(TBY_ERROR, t->file, tby_rc_name(why), "Game %llu: %s",
                (unsigned long long)id, tby_rc_text(why));
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
        reporter->read_n += tby_pgn_was_read(&result);
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
