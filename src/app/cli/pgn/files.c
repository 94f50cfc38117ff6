/* files.c - the files that a command line names. */
#include "app/cli/pgn/cmd_pgn.h"
#include "io/system/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Takes the path over; NULL: there was no memory for it. */
static void add(tby_pgn_files *files, char *path)
{
    if (path && files->n == files->cap) {
        size_t cap = files->cap ? 2 * files->cap : 16;
        char **at = tby_cli_resize(files->at, files->cap * sizeof(char *),
                                   cap * sizeof(char *));
        if (at) {
            files->at = at;
            files->cap = cap;
        }
    }
    if (path && files->n < files->cap) {
        files->at[files->n++] = path;
        return;
    }
    tby_path_free(path);
    if (files->code != TBY_EXIT_INTERNAL)
        files->code = tby_cli_fail("arguments", TBY_E_NOMEM);
}

static void complain(tby_pgn_files *files, const char *folder, const char *why)
{
    char sentence[256];

    snprintf(sentence, sizeof sentence, "The folder cannot be read: %s.", why);
    tby_cli_diag_file(folder, sentence, tby_rc_name(TBY_E_IO_OPEN));
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
        complain(files, path, strerror(errno));
    else if (rc != TBY_OK)
        add(files, NULL);
    else if (folder.n == 0)
        complain(files, path, "no file in it has .pgn in its name");
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

int tby_pgn_files_check_again(const tby_cli_call *call,
                              const tby_pgn_files *files)
{
    for (size_t i = 0; i < files->n; i++) {
        tby_file_info info;
        if (strcmp(files->at[i], "-") == 0)
            return tby_cli_usage(call->command, NULL,
                                 "Standard input cannot be read again and "
                                 "again: give a file.");
        if (tby_file_look(files->at[i], &info) == TBY_OK && !info.plain)
            return tby_cli_usage(call->command, NULL,
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
            return tby_cli_usage(call->command, NULL,
                                 "'%s' is read and cannot be written as well.",
                                 out);
    if (tby_cli_has(call, "force"))
        return TBY_EXIT_OK;
    return tby_cli_usage(call->command, "--force replaces it.",
                         "'%s' is there already.", out);
}
