/* cmd_pgn_files.c - the files that a command line names. */
#include "app/cli/cmd_pgn.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void give_back(char *path)
{
    if (path)
        tby_pgn_resize(path, strlen(path) + 1, 0);
}

/* Takes the path over. */
static void add(tby_pgn_files *files, char *path)
{
    if (path && files->n == files->cap) {
        size_t cap = files->cap ? 2 * files->cap : 16;
        char **at = tby_pgn_resize(files->at, files->cap * sizeof(char *),
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
    give_back(path);
    if (files->code != TBY_EXIT_INTERNAL)
        files->code = tby_cli_fail("arguments", TBY_E_NOMEM);
}

/* A folder, which may be "", and a name in it. */
static char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder);
    size_t size = n + strlen(name) + 2;
    bool slash = n && folder[n - 1] != '/';
    char *path = tby_pgn_resize(NULL, 0, size);

    if (path)
        snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
    return path;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void complain(tby_pgn_files *files, const char *folder, const char *why)
{
    char sentence[256];

    snprintf(sentence, sizeof sentence, "The folder cannot be read: %s.", why);
    tby_cli_diag_file(folder, sentence, tby_rc_name(TBY_E_IO_OPEN));
    files->code = tby_pgn_graver(files->code, TBY_EXIT_USAGE);
}

static void add_folder(tby_pgn_files *files, const char *folder)
{
    size_t first = files->n;
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    if (!dir) {
        complain(files, folder, strerror(errno));
        return;
    }
    while ((entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.' && strstr(entry->d_name, ".pgn"))
            add(files, join(folder, entry->d_name));
    closedir(dir);
    if (files->n == first)
        complain(files, folder, "no file in it has .pgn in its name");
    else
        qsort(files->at + first, files->n - first, sizeof *files->at, by_name);
}

tby_pgn_files tby_pgn_files_of(char *const words[], size_t n)
{
    tby_pgn_files files = {.code = TBY_EXIT_OK};
    struct stat info;

    for (size_t i = 0; i < n; i++) {
        if (strcmp(words[i], "-") != 0 && stat(words[i], &info) == 0 &&
            S_ISDIR(info.st_mode))
            add_folder(&files, words[i]);
        else
            add(&files, join("", words[i]));
    }
    return files;
}

void tby_pgn_files_free(tby_pgn_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        give_back(files->at[i]);
    tby_pgn_resize(files->at, files->cap * sizeof(char *), 0);
    *files = (tby_pgn_files){.at = NULL};
}

const char *tby_pgn_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}
