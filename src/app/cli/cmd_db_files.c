/* cmd_db_files.c - the files of games that a command line names, with those of
 * folders and of the folders in them. */
#include "app/cli/cmd_db_import.h"

#include "core/base/grow.h"
#include "io/file.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* Takes the path over; NULL: there was no memory for it. */
static void add(tby_pgn_files *files, char *path)
{
    tby_alloc alloc = tby_alloc_libc();
    void *at = files->at;

    if (path && tby_grow(&alloc, &at, &files->cap, files->n + 1,
                         sizeof *files->at) == TBY_OK) {
        files->at = at;
        files->at[files->n++] = path;
        return;
    }
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
    files->code = tby_cli_graver(files->code, TBY_EXIT_USAGE);
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

static bool any(const char *name)
{
    (void)name;
    return true;
}

/* The files of a folder, and of those in it if `deep`. */
static void add_folder(tby_pgn_files *files, const char *path, bool deep)
{
    tby_folder folder = {.n = 0};
    tby_file_info info;
    tby_rc rc = tby_folder_list(&folder, path, any);

    if (rc == TBY_E_IO_OPEN)
        complain(files, path, "The folder cannot be read", strerror(errno));
    else if (rc != TBY_OK)
        add(files, NULL);
    for (size_t i = 0; i < folder.n; i++) {
        const char *one = folder.paths[i];
        if (tby_file_look(one, &info) != TBY_OK)
            continue;
        if (!info.folder && is_games(one))
            add(files, tby_path_join("", one));
        else if (info.folder && deep)
            add_folder(files, one, false);
    }
    tby_folder_free(&folder);
}

tby_pgn_files tby_db_files_of(char *const words[], size_t n)
{
    tby_pgn_files files = {.code = TBY_EXIT_OK};

    for (size_t i = 0; i < n; i++) {
        tby_file_info info = {.folder = false};
        size_t before = files.n;
        if (strcmp(words[i], "-") != 0 &&
            tby_file_look(words[i], &info) != TBY_OK)
            complain(&files, words[i], "The file cannot be opened",
                     strerror(errno));
        else if (!info.folder)
            add(&files, tby_path_join("", words[i]));
        else
            add_folder(&files, words[i], true);
        if (info.folder && files.n == before && files.code == TBY_EXIT_OK)
            complain(&files, words[i], "There are no games in the folder",
                     "no file in it ends with .pgn, .cdb, .jsonl, .zip or "
                     ".7z, nor with that and .zst, .gz or .bz2");
    }
    return files;
}
