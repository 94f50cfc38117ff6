/* files.c - the files of games that a command line names, with those of
 * folders and of all folders below them. */
#include "app/cli/db/import.h"

#include "core/base/grow.h"
#include "io/system/file.h"
#include "io/system/folders.h"

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
    files->code = tby_cli_worse_exit(files->code, TBY_EXIT_USAGE);
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
    /* one that cannot be looked at is told when it is to be read */
    if (tby_file_look(entry->path, &info) != TBY_OK || info.plain)
        add(files, tby_path_join("", entry->path));
    return files->code == TBY_EXIT_INTERNAL ? TBY_E_NOMEM : TBY_OK;
}

/* The files of a folder, and of all folders below it. */
static void add_folder(tby_pgn_files *files, const char *path)
{
    tby_folders_job job = {.path = path,
                           .max_depth = MAX_DEPTH,
                           .max_entries = MAX_ENTRIES,
                           .entry = add_entry,
                           .ctx = files};
    tby_rc rc = tby_folders_walk(&job);

    if (rc == TBY_E_IO_OPEN)
        complain(files, path, "The folder cannot be read", strerror(errno));
    else if (rc == TBY_E_LIMIT)
        complain(files, path, "The folder cannot be read",
                 "there is too much in it");
    else if (rc != TBY_OK)
        add(files, NULL);
}

/* A database among the files is a slip, or someone who wants to join two. */
static bool is_database(const char *path)
{
    static const char magic[16] = "SQLite format 3";
    tby_map map;

    if (tby_map_open(&map, path) != TBY_OK)
        return false;
    bool is = map.n > sizeof magic && memcmp(map.p, magic, sizeof magic) == 0;
    tby_map_close(&map);
    return is;
}

/* Only what is plain can be looked into and read again: no pipe. */
static void add_file(tby_pgn_files *files, const char *path, bool plain)
{
    if (plain && is_database(path))
        complain(files, path, "This is a database",
                 "'tabiya db export' writes its games to a file that can be "
                 "imported");
    else
        add(files, tby_path_join("", path));
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
            add_file(&files, words[i], info.plain);
        else
            add_folder(&files, words[i]);
        if (info.folder && files.n == before && files.code == TBY_EXIT_OK)
            complain(&files, words[i], "There are no games in the folder",
                     "no file in it ends with .pgn, .cdb, .jsonl, .zip or "
                     ".7z, nor with that and .zst, .gz or .bz2");
    }
    return files;
}
