/* import.c - tabiya db import: games of files into a database. */
#include "app/cli/db/db.h"

#include "app/cli/eco/cmd_eco.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/game/pgn/warnings.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "work/json/answer.h"

#include <string.h>

/* A line of the report, if there are any. */
static void print_count(const char *label, uint64_t n, const char *one,
                        const char *many)
{
    if (n)
        printf("%-12s%llu%s%s\n", label, (unsigned long long)n, *one ? " " : "",
               n == 1 ? one : many);
}

static void print_kinds(const tby_games_sum *sum, const char *label,
                        bool warnings)
{
    for (size_t i = 0; i < sum->kinds_n; i++) {
        const tby_games_kind *kind = &sum->kinds[i];
        if (tby_pgn_is_warning(kind->code) != warnings)
            continue;
        printf("%-12s%llu %s\n", label, (unsigned long long)kind->n,
               tby_rc_name(kind->code));
        label = "";
    }
}

typedef struct view {
    const tby_cli_call *call;
    const char *path;    /* of the database */
    const char *aliases; /* NULL: there are none */
    tby_pgn_files files;
    tby_import_options options;
    tby_store *store;
    tby_import *import;
    bool merges;      /* the files are databases */
    bool numbers;     /* the report has those that games got */
    bool interrupted; /* before all was stored and indexed */
    /* the bar: bytes of the files before this one, and of all (0: unknown) */
    tby_progress bar;
    bool indexing;
    uint64_t before, total, games;
} view;

/* --- the bar --------------------------------------------------------------*/

static void start_bar(view *v, bool indexing)
{
    tby_progress_end(&v->bar);
    v->indexing = indexing;
    tby_progress_start(&v->bar, indexing ? "index" : "import",
                       indexing ? "plies" : "games");
    v->bar.bytes = !indexing;
}

static void show(void *ctx, tby_import_stage stage, uint64_t done,
                 uint64_t total, uint64_t games)
{
    view *v = ctx;
    bool indexing = stage == TBY_IMPORT_INDEXES;

    if (indexing != v->indexing)
        start_bar(v, indexing);
    if (indexing)
        tby_progress_update(&v->bar, done, total, done);
    else
        tby_progress_update(&v->bar, v->before + done, v->total,
                            v->games + games);
}

static uint64_t size_of(const char *path)
{
    tby_file_info info;

    return strcmp(path, "-") != 0 && tby_file_look(path, &info) == TBY_OK &&
                   info.plain
               ? info.size
               : 0;
}

/* What failed for certain; ended by Ctrl-C, a wait for another writer has not.
 */
static int fail(view *v, const char *path, tby_rc rc)
{
    if (rc == TBY_DONE ||
        (rc == TBY_E_STORE_LOCKED && atomic_load(v->options.stop))) {
        v->interrupted = true;
        return TBY_EXIT_NO;
    }
    return -rc >= 700 && -rc <= 799 ? tby_db_fail(v->store, v->path, rc)
                                    : tby_cli_fail(path, rc);
}

/* The games of another database; what it says for itself is in *code. */
static tby_rc merge_file(view *v, const char *path, int *code)
{
    tby_store *from;
    int opened = tby_db_open(&from, path, TBY_STORE_READ);

    *code = tby_cli_worse_exit(*code, opened);
    if (opened != TBY_EXIT_OK)
        return TBY_OK;
    tby_rc rc = tby_import_store(v->import, from);
    if (rc < 0 && tby_store_error_text(from)[0]) {
        *code = tby_cli_worse_exit(*code, tby_db_fail(from, path, rc));
        rc = TBY_OK;
    }
    tby_store_close(from);
    return rc;
}

/* Reads the files one after the other; what is stored is indexed, even if not
 * all could be. */
static int import_files(view *v)
{
    int code = TBY_EXIT_OK;
    bool done = false;
    tby_rc rc;

    for (size_t i = 0; i < v->files.n; i++) {
        uint64_t size = size_of(v->files.at[i]);
        v->total += size;
        if (size == 0) { /* it does not say how much there is to read */
            v->total = 0;
            break;
        }
    }
    start_bar(v, false);
    for (size_t i = 0; i < v->files.n && !done; i++) {
        const char *path = v->files.at[i];
        tby_rc file = TBY_OK;
        rc = v->merges ? merge_file(v, path, &code)
                       : tby_import_file(v->import, path, &file);
        v->before += size_of(path);
        v->games = tby_import_summary(v->import)->read.games;
        done = rc != TBY_OK;
        code =
            tby_cli_worse_exit(code, done ? fail(v, tby_cli_file_name(path), rc)
                                          : tby_cli_exit_of_file(file));
    }
    if (code != TBY_EXIT_INTERNAL) {
        rc = tby_import_finish(v->import);
        if (rc != TBY_OK && !(done && code == TBY_EXIT_USAGE))
            code = tby_cli_worse_exit(code, fail(v, v->path, rc));
    }
    tby_progress_end(&v->bar);
    if (tby_import_summary(v->import)->read.faults)
        code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    rc = tby_store_checkpoint(v->store);        /* takes its time, too */
    if (rc != TBY_OK && code != TBY_EXIT_USAGE) /* else it was reported */
        code = tby_cli_worse_exit(code, fail(v, v->path, rc));
    return code;
}

static int report(view *v, double start)
{
    size_t n = v->files.n, size = (n + 1) * sizeof(char *);
    const char **names = tby_cli_resize(NULL, 0, size);
    tby_imported r = {.database = v->path,
                      .files = names,
                      .files_n = n,
                      .sum = tby_import_summary(v->import),
                      .seconds = tby_clock_now() - start,
                      .interrupted = v->interrupted};
    int code = TBY_EXIT_OK;

    if (!names)
        return tby_cli_fail(v->path, TBY_E_NOMEM);
    for (size_t i = 0; i < n; i++) /* what messages call them */
        names[i] = tby_cli_file_name(v->files.at[i]);
    if (v->call->json) {
        tby_answer_import(tby_cli_json_object(), &r);
        code = tby_cli_json_object_end();
    } else {
        /* On standard error the first lines of each kind that were refused, on
         * standard output the figures. */
        const tby_import_sum *s = r.sum;
        char bytes[TBY_DB_BYTES];
        for (size_t i = 0; i < s->firsts_n; i++) {
            tby_games_fault fault = tby_import_fault(&s->firsts[i]);
            tby_pgn_print_fault(r.files[s->firsts[i].file], &fault);
        }
        if (r.interrupted)
            tby_cli_diag_file(
                r.database,
                "Interrupted. What the report names as imported is "
                "stored; the same command goes on from there.",
                "interrupted");
        tby_print_clean(stdout, tby_str_of(r.database));
        printf("\n%-12s%llu game%s, %llu %s, %s\n", "Read",
               (unsigned long long)s->read.games, s->read.games == 1 ? "" : "s",
               (unsigned long long)s->read.plies,
               s->read.plies == 1 ? "ply" : "plies",
               tby_db_bytes(s->bytes, bytes));
        printf("%-12s%llu\n", "Imported", (unsigned long long)s->imported);
        if (v->numbers && s->first_id)
            printf("%-12s%llu to %llu\n", "Numbers",
                   (unsigned long long)s->first_id,
                   (unsigned long long)s->last_id);
        print_count("Known", s->known, "imported earlier", "imported earlier");
        print_count("Duplicates", s->duplicates, "", "");
        print_count("Ignored", s->unterminated, "unterminated game",
                    "unterminated games");
        print_count("Ignored", s->abandoned,
                    "game abandoned before the sixth ply",
                    "games abandoned before the sixth ply");
        print_count("Named", s->named, "by the names of openings",
                    "by the names of openings");

        /* A file that cannot be unpacked is an error, but no game is refused.
         */
        const char *label = tby_imported_refused(&r) ? "" : "Errors";
        print_count("Refused", tby_imported_refused(&r), "damaged game",
                    "damaged games");
        print_kinds(&s->read, label, false);
        print_kinds(&s->read, "Warnings", true);

        printf("%-12s%.1f s, %.0f games/s, %.1f MB/s\n", "Time", r.seconds,
               tby_imported_rate(&r, s->read.games),
               tby_imported_rate(&r, s->bytes) / 1e6);
    }
    tby_cli_resize(names, size, 0);
    return code;
}

/* Is there a file of this name, and of the database's with -wal after it? */
static bool is_there(const char *path, const char *end)
{
    size_t n = strlen(path), more = strlen(end) + 1;
    char *name = tby_cli_resize(NULL, 0, n + more);
    tby_file_info info;

    if (!name)
        return true; /* what is not known is not removed */
    memcpy(name, path, n);
    memcpy(name + n, end, more);
    bool there = tby_file_look(name, &info) == TBY_OK;
    tby_cli_resize(name, n + more, 0);
    return there;
}

static int import_all(view *v)
{
    double start = tby_clock_now();
    bool made = !is_there(v->path, "");
    /* Nothing is begun yet that Ctrl-C should leave in order: until the file is
     * open, and while another writes to it, it ends the program as ever. */

    TBY_CLI_TRY(tby_db_open(&v->store, v->path,
                            v->numbers ? TBY_STORE_CHANGE : TBY_STORE_WRITE));
    v->options.stop = tby_cli_catch_interrupt();
    tby_store_set_cancel(v->store, v->options.stop);
    tby_rc rc = tby_import_open(&v->import, v->store, &v->options);
    int code = rc == TBY_OK ? import_files(v) : tby_cli_fail(v->path, rc);
    bool empty = tby_store_games(v->store) == 0;
    tby_store_close(v->store);
    v->store = NULL;
    /* A new file that nothing came into is not left; someone else who has it
     * open has its journal. */
    if (made && empty && code != TBY_EXIT_OK && !is_there(v->path, "-wal"))
        tby_file_remove(v->path);
    return rc == TBY_OK ? tby_cli_worse_exit(code, report(v, start)) : code;
}

static void report_alias(void *ctx, const tby_diag_item *item)
{
    const view *v = ctx;
    tby_cli_print_finding(ctx,
                          &(tby_finding){.severity = item->severity,
                                         .code = item->code,
                                         .file = tby_cli_file_name(v->aliases),
                                         .place = item->place,
                                         .text = item->detail.p});
}

static int import_into(const tby_cli_call *call, const char *path, bool merges,
                       bool numbers)
{
    static view v; /* large, and there is one */
    tby_aliases *aliases = NULL;
    tby_names_set *names = NULL;
    tby_diag diag = {report_alias, &v};
    tby_rc rc = TBY_OK;

    v = (view){.call = call,
               .path = path,
               .aliases = tby_cli_find_value(call, "aliases"),
               .merges = merges,
               .numbers = numbers};
    v.options = (tby_import_options){
        .keep_all = merges || tby_cli_find_value(call, "keep-all"),
        .keep_duplicates = tby_cli_find_value(call, "keep-duplicates"),
        .ctx = &v,
        .progress = show};
    if (strcmp(v.path, "-") == 0)
        return TBY_CLI_USAGE(call,
                             "A database is a file, not standard input: the "
                             "order is DB FILE.");
    if (!tby_cli_forgive(call, &v.options.forgive) ||
        !tby_db_work_of(call, &v.options.memory, &v.options.threads))
        return TBY_EXIT_USAGE;
    if (merges) /* no folders */
        v.files = (tby_pgn_files){.at = call->args + 1, .n = call->n - 1};
    else
        v.files = tby_pgn_files_below(call->args + 1, call->n - 1);
    int code = v.files.code;
    if (code == TBY_EXIT_OK && v.aliases) {
        rc = tby_aliases_read(&aliases, v.aliases, &diag);
        if (rc != TBY_OK)
            code = rc == TBY_E_NOMEM ? tby_cli_fail(v.aliases, rc)
                                     : tby_cli_exit_of_file(rc);
    }
    if (code == TBY_EXIT_OK)
        code = tby_eco_read_names(call, &names);
    if (names) {
        v.options.aliases = aliases;
        v.options.names = tby_names_set_get(names);
        code = import_all(&v);
    }
    tby_import_close(v.import);
    tby_names_set_close(names);
    tby_aliases_close(aliases);
    if (!merges)
        tby_pgn_files_free(&v.files);
    return code;
}

static int run(const tby_cli_call *call)
{
    return import_into(call, call->args[0], false, false);
}

static int run_add(const tby_cli_call *call)
{
    return import_into(call, call->args[0], false, true);
}

const tby_cli_command tby_cmd_db_import = {
    TBY_CLI_SYNOPSIS("db", "import", "DB FILE...", "add games to a database"),
    .about =
        "Adds the games of files to a database, which is made if it is not "
        "there: one file, in which every position of every game is found. "
        "PGN, .cdb and .jsonl are read, compressed or in archives, '-' is "
        "standard input, and a folder stands for the files of games in it and "
        "in all folders below it.\n\n"
        "Games that end unterminated are left out, as are those that were "
        "abandoned before the sixth ply, and games with the same players, "
        "date and moves as another one, from the same position. A damaged "
        "game is refused; the report has the first lines of each kind. So is "
        "one whose FEN tag gives no position, with the reasons, unless "
        "--forgive lets them pass; 'tabiya help pos' has their names. (A pawn "
        "on its side's first rank can be kept, but no move of it.) Where a "
        "game does not say which opening it is, the names do; the game itself "
        "stays as it is. Its result is what its moves end with; where the "
        "Result tag, or mate or stalemate on the board, says otherwise, the "
        "report warns ('pgn check' has all warnings, and 'pgn convert --fix' "
        "puts right what is certain).\n\n"
        "Games are stored in batches. What was stored stays, whatever happens "
        "then: after a crash, or Ctrl-C, the same command goes on where it "
        "was, and a file that was imported already changes nothing. Others "
        "may ask the database meanwhile; they see every batch that is stored, "
        "and find its games by position once they are indexed.\n\n"
        "With --aliases, a player is found under the name that is meant, "
        "whatever his games call him; these keep their spelling. Empty lines "
        "of the file and lines that begin with # say nothing.\n\n"
        "The exit code is 3 if a game was refused, 2 if a file cannot be read "
        "or the database cannot be written, and 1 if it was interrupted.",
    TBY_CLI_OPTIONS(
        {"aliases", "FILE",
         "lines of a spelling, a tab and the player's name that is meant"},
        TBY_CLI_FORGIVE,
        {"keep-all", NULL, "import unterminated and abandoned games as well"},
        {"keep-duplicates", NULL,
         "import games that are there already as well"},
        TBY_DB_MEMORY, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya db import games.tdb twic*.pgn",
         "several files into a database"},
        {"tabiya db import games.tdb folder",
         "all files of games in a folder and in those below it"},
        {"zstdcat big.pgn.zst | tabiya db import games.tdb -",
         "from standard input; compressed files are read as they are, too"}),
    .run = run,
};

const tby_cli_command tby_cmd_db_add = {
    TBY_CLI_SYNOPSIS("db", "add", "DB FILE...",
                     "add games to a database that is there"),
    .about =
        "Adds the games of files, or of standard input for '-', as db import "
        "does, to a database that must be there, and says which numbers they "
        "got. Games that are there already are left out; db undo takes the "
        "others out again.",
    TBY_CLI_OPTIONS(
        TBY_CLI_FORGIVE,
        {"keep-all", NULL, "add unterminated and abandoned games as well"},
        {"keep-duplicates", NULL, "add games that are there already as well"},
        TBY_DB_MEMORY, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya db add games.tdb mine.pgn", "the games of a file"},
        {"tabiya db add games.tdb - <g.pgn", "of standard input"}),
    .run = run_add,
};

/* The result is the first database, or a copy of it. */
static int run_merge(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "output"), *into = call->args[0];
    tby_store *s;

    if (out) {
        TBY_CLI_TRY(tby_db_check_copy(call, out));
        TBY_CLI_TRY(tby_db_open(&s, into, TBY_STORE_READ));
        tby_rc rc = tby_store_backup(s, out);
        int code = rc == TBY_OK ? TBY_EXIT_OK : tby_db_fail(s, into, rc);
        tby_store_close(s);
        TBY_CLI_TRY(code);
        into = out;
    }
    return import_into(call, into, true, true);
}

const tby_cli_command tby_cmd_db_merge = {
    TBY_CLI_SYNOPSIS("db", "merge", "DB OTHER...",
                     "add the games of other databases to one"),
    .about =
        "Adds all games of other databases to the first one, but for those "
        "that are there already by the rule of db import: the same players, "
        "date and moves, from the same position. Numbers of the first one "
        "stay; the report has those that the others got. The other databases "
        "are not changed.\n\n"
        "With --output the first one stays as it is, too: a copy of it takes "
        "the games. Games are stored in batches; after a crash or Ctrl-C the "
        "same command without --output goes on where it was.",
    TBY_CLI_OPTIONS(
        {"output", "OUT", "merge into a copy of DB, which must not be there"},
        {"keep-duplicates", NULL, "add games that are there already as well"},
        TBY_DB_MEMORY, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya db merge games.tdb other.tdb", "the games of both in one"},
        {"tabiya db merge a.tdb b.tdb --output both.tdb",
         "and neither is changed"}),
    .run = run_merge,
};
