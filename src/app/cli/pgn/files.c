/* files.c - the files that a command line names. */
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/grow.h"
#include "io/system/file.h"
#include "io/system/folders.h"

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
    char sentence[256];

    snprintf(sentence, sizeof sentence, "%s: %s.", what, why);
    tby_cli_diag_file(path, sentence, tby_rc_name(TBY_E_IO_OPEN));
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

bool tby_pgn_is_database(const char *path)
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
    if (strcmp(out, "-") == 0 || stat(out, &there) != 0 ||
        !S_ISREG(there.st_mode))
        return TBY_EXIT_OK;
    for (size_t i = 0; i < files->n; i++)
        if (strcmp(files->at[i], "-") != 0 && stat(files->at[i], &in) == 0 &&
            in.st_dev == there.st_dev && in.st_ino == there.st_ino)
            return TBY_CLI_USAGE(
                call, "'%s' is read and cannot be written as well.", out);
    if (tby_cli_has(call, "force"))
        return TBY_EXIT_OK;
    return tby_cli_usage(call->command, "--force replaces it.",
                         "'%s' is there already.", out);
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
