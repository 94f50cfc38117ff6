/* import.c - tabiya db import: games of files into a database. */
#include "app/cli/db/import.h"

#include "app/cli/commands.h"
#include "app/cli/eco/list.h"
#include "app/cli/interrupt.h"
#include "io/system/clock.h"
#include "io/system/file.h"

#include <string.h>

typedef struct view {
    const tby_cli_call *call;
    const char *path;    /* of the database */
    const char *aliases; /* NULL: there are none */
    tby_pgn_files files;
    tby_import_options options;
    tby_store *store;
    tby_import *import;
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

/* How much there is to read; 0 if one of the files does not tell. */
static uint64_t size_of_all(const tby_pgn_files *files)
{
    uint64_t all = 0;

    for (size_t i = 0; i < files->n; i++) {
        uint64_t size = size_of(files->at[i]);
        if (size == 0)
            return 0;
        all += size;
    }
    return all;
}

/* --- the work -------------------------------------------------------------*/

static int fail(const view *v, const char *path, tby_rc rc)
{
    bool store = -rc >= 700 && -rc <= 799;

    return store ? tby_db_fail(v->store, v->path, rc) : tby_cli_fail(path, rc);
}

/* Was the wait for another writer ended by Ctrl-C? */
static bool gave_up(const view *v, tby_rc rc)
{
    return rc == TBY_E_STORE_LOCKED && atomic_load(v->options.stop);
}

/* Sets *done when nothing more is to be read. */
static int import_file(view *v, const char *path, bool *done)
{
    tby_rc file = TBY_OK;
    tby_rc rc = tby_import_file(v->import, path, &file);

    v->before += size_of(path);
    v->games = tby_import_summary(v->import)->read.games;
    if (rc == TBY_OK)
        return tby_cli_exit_of_file(file);
    *done = true;
    v->interrupted = rc == TBY_DONE || gave_up(v, rc);
    return v->interrupted ? TBY_EXIT_NO : fail(v, tby_cli_file_name(path), rc);
}

/* What is stored is indexed, even if not all could be. */
static int import_files(view *v)
{
    int code = TBY_EXIT_OK;
    bool done = false;

    v->total = size_of_all(&v->files);
    start_bar(v, false);
    for (size_t i = 0; i < v->files.n && !done; i++)
        code = tby_cli_worse_exit(code, import_file(v, v->files.at[i], &done));
    if (code != TBY_EXIT_INTERNAL) {
        tby_rc rc = tby_import_finish(v->import);
        v->interrupted |= gave_up(v, rc);
        if (gave_up(v, rc))
            code = tby_cli_worse_exit(code, TBY_EXIT_NO);
        else if (rc != TBY_OK && !(done && code == TBY_EXIT_USAGE))
            code = tby_cli_worse_exit(code, fail(v, v->path, rc));
    }
    tby_progress_end(&v->bar);
    if (tby_import_summary(v->import)->read.faults)
        code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    return code;
}

static int print_json(const tby_imported *r)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_answer_import(w, r);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* What messages call them. */
static void name_files(tby_pgn_files *files, const char **names)
{
    for (size_t i = 0; i < files->n; i++)
        names[i] = tby_cli_file_name(files->at[i]);
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
    name_files(&v->files, names);
    if (v->call->json)
        code = print_json(&r);
    else
        tby_db_print_import(&r);
    tby_cli_resize(names, size, 0);
    return code;
}

static int import_all(view *v)
{
    double start = tby_clock_now();
    tby_rc rc = tby_import_open(&v->import, v->store, &v->options);

    if (rc != TBY_OK)
        return tby_cli_fail(v->path, rc);
    int code = import_files(v);
    rc = tby_store_fold(v->store);              /* takes its time, too */
    if (rc != TBY_OK && code != TBY_EXIT_USAGE) /* else it was told */
        code = tby_cli_worse_exit(code, fail(v, v->path, rc));
    tby_store_close(v->store);
    v->store = NULL;
    return tby_cli_worse_exit(code, report(v, start));
}

static int open_and_import(view *v)
{
    tby_names_book *book = NULL;
    int code = tby_eco_read_book(v->call, &book);

    if (!book)
        return code;
    v->options.book = tby_names_book_get(book);
    /* Nothing is begun yet that Ctrl-C should leave in order: until the file is
     * open, and while another writes to it, it ends the program as ever. */
    code = tby_db_open(&v->store, v->path, TBY_STORE_WRITE);
    if (code == TBY_EXIT_OK) {
        v->options.stop = tby_cli_catch_interrupt();
        tby_store_set_cancel(v->store, v->options.stop);
        code = import_all(v);
    }
    tby_import_close(v->import);
    tby_store_close(v->store);
    tby_names_book_close(book);
    return code;
}

static void tell_alias(void *ctx, const tby_diag_item *item)
{
    const view *v = ctx;
    tby_cli_finding finding = {.severity = item->severity,
                               .file = tby_cli_file_name(v->aliases),
                               .place = item->place,
                               .name = tby_rc_name(item->code),
                               .text = item->detail.p};

    tby_cli_print_finding(&finding);
}

static int with_aliases(view *v)
{
    tby_aliases *aliases = NULL;
    tby_diag diag = {tell_alias, v};

    if (v->aliases) {
        tby_rc rc = tby_aliases_read(&aliases, v->aliases, &diag);
        if (rc == TBY_E_NOMEM)
            return tby_cli_fail(v->aliases, rc);
        if (rc != TBY_OK)
            return tby_cli_exit_of_file(rc);
    }
    v->options.aliases = aliases;
    int code = open_and_import(v);
    tby_aliases_close(aliases);
    return code;
}

static int run(const tby_cli_call *call)
{
    static view v; /* large, and there is one */

    v = (view){.call = call,
               .path = call->args[0],
               .aliases = tby_cli_value(call, "aliases")};
    v.options = (tby_import_options){.keep_all = tby_cli_has(call, "keep-all"),
                                     .keep_duplicates =
                                         tby_cli_has(call, "keep-duplicates"),
                                     .ctx = &v,
                                     .progress = show};
    if (strcmp(v.path, "-") == 0)
        return tby_cli_usage(call->command, NULL,
                             "A database is a file, not standard input: the "
                             "order is DB FILE.");
    if (!tby_cli_forgive(call, &v.options.forgive) ||
        !tby_db_work_of(call, &v.options.memory, &v.options.threads))
        return TBY_EXIT_USAGE;
    v.files = tby_db_files_of(call->args + 1, call->n - 1);
    int code = v.files.code;
    if (code == TBY_EXIT_OK)
        code = with_aliases(&v);
    tby_pgn_files_free(&v.files);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"aliases", "FILE",
     "lines of a spelling, a tab and the player's name that is meant"},
    TBY_CLI_FORGIVE,
    {"keep-all", NULL, "import unterminated and abandoned games as well"},
    {"keep-duplicates", NULL, "import games that are there already as well"},
    TBY_DB_MEMORY,
    TBY_DB_THREADS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db import games.tdb twic*.pgn", "several files into a database"},
    {"tabiya db import games.tdb folder",
     "all files of games in a folder and in those below it"},
    {"zstdcat big.pgn.zst | tabiya db import games.tdb -",
     "from standard input; compressed files are read as they are, too"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_import = {
    .noun = "db",
    .verb = "import",
    .args = "DB FILE...",
    .summary = "add games to a database",
    .about =
        "Adds the games of files to a database, which is made if it is not "
        "there: one file, in which every position of every game is found. PGN, "
        ".cdb and .jsonl are read, compressed or in archives, '-' is standard "
        "input, and a folder stands for the files of games in it and in all "
        "folders below it.\n\n"
        "Games that end unterminated are left out, as are those that were "
        "abandoned before the sixth ply, and games with the same players, date "
        "and moves as another one, from the same position. A damaged game is "
        "refused; the report has "
        "the first lines of each kind. So is one whose FEN tag gives no "
        "position, with the reasons, unless --forgive lets them pass; 'tabiya "
        "help pos' has their names. (A pawn on its side's first rank can be "
        "kept, but no move of it.) Where a game does not say which opening "
        "it is, the book does; the game itself stays as it is.\n\n"
        "Games are stored in batches. What was stored stays, whatever happens "
        "then: after a crash, or Ctrl-C, the same command goes on where it "
        "was, "
        "and a file that was imported already changes nothing. Others may ask "
        "the database meanwhile; they see every batch that is "
        "stored, and find its games by position once they are indexed.\n\n"
        "With --aliases, a player is found under the name that is meant, "
        "whatever his games call him; these keep their spelling. Empty lines "
        "of the file and lines that begin with # say nothing.\n\n"
        "The exit code is 3 if a game was refused, 2 if a file cannot be read "
        "or the database cannot be written, and 1 if it was interrupted.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
