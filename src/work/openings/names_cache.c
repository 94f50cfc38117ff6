/* names_cache.c - where the book of some sources is kept.
 *
 * The name of the file is all there is to compare: openings-SET-STATE.book,
 * where SET stands for which sources are joined, and STATE for their sizes and
 * ages and for the program that made it. */
#include "work/openings/names_int.h"

#include "core/base/str.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/key.h"
#include "tabiya/tabiya.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- hashing --------------------------------------------------------------*/

static void mix(uint64_t *h, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        *h = (*h ^ p[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
}

/* With the NUL, so that "a", "bc" is not "ab", "c". */
static void mix_text(uint64_t *h, const char *text)
{
    mix(h, text, strlen(text) + 1);
}

typedef struct stamp {
    uint64_t set, state;
    bool good; /* all sources have a name, a size and an age */
} stamp;

static void mix_file(stamp *s, const char *path)
{
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK) {
        s->good = false;
        return;
    }
    mix_text(&s->state, path);
    mix(&s->state, &info.size, sizeof info.size);
    mix(&s->state, &info.changed, sizeof info.changed);
}

/* A folder stands for the lists in it; what else happens there is no matter. */
static void mix_path(stamp *s, const char *path)
{
    tby_folder files = {.n = 0};
    tby_file_info info;

    if (tby_file_look(path, &info) != TBY_OK || !info.folder) {
        mix_file(s, path);
        return;
    }
    s->good = s->good && names_list_folder(&files, path) == TBY_OK;
    for (size_t i = 0; i < files.n; i++)
        mix_file(s, files.paths[i]);
    tby_folder_free(&files);
}

/* Standard input has no age; NULL is no source. */
static void mix_source(stamp *s, const char *path)
{
    bool is_file = path && strcmp(path, "-") != 0;
    char *whole = is_file ? tby_path_resolve(path) : NULL;

    mix_text(&s->set, whole ? whole : "");
    if (whole)
        mix_path(s, whole);
    else if (path)
        s->good = false;
    tby_path_free(whole);
}

/* The head of the built-in book has the versions of the format and of the keys
 * and a checksum of all names in it. */
static stamp stamp_of(const tby_names_job *job)
{
    const uint64_t basis = UINT64_C(0xcbf29ce484222325);
    stamp s = {.set = basis, .state = basis, .good = true};
    tby_book builtin = tby_book_builtin();

    mix(&s.set, &job->builtin, sizeof job->builtin);
    mix(&s.state, builtin.base, builtin.n < 80 ? builtin.n : 80);
    mix_text(&s.state, tby_version());
    for (size_t i = 0; i < job->n; i++)
        mix_source(&s, job->paths[i]);
    mix_source(&s, job->scid ? tby_names_scid_path() : NULL);
    mix_source(&s, job->overlay);
    return s;
}

/* --- the file -------------------------------------------------------------*/

/* $XDG_CACHE_HOME/tabiya or ~/.cache/tabiya; NULL if neither is known. */
static char *cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (cache && cache[0] == '/')
        return tby_path_join(cache, "tabiya");
    return home && *home ? tby_path_join(home, ".cache/tabiya") : NULL;
}

char *names_cache_path(const tby_names_job *job)
{
    stamp s = stamp_of(job);
    char *folder = s.good ? cache_folder() : NULL, *path;
    char set[TBY_KEY_TEXT], state[TBY_KEY_TEXT], name[64];

    if (!folder)
        return NULL;
    tby_key_write(s.set, set);
    tby_key_write(s.state, state);
    snprintf(name, sizeof name, "openings-%s-%s.book", set, state);
    path = tby_path_join(folder, name);
    tby_path_free(folder);
    return path;
}

static bool is_cached(const char *name)
{
    return strncmp(name, "openings-", 9) == 0;
}

/* Removes what was made from an older state of the same sources.  Whoever has
 * it mapped keeps it. */
static void remove_older(const char *folder, const char *path)
{
    const size_t same = strlen(path) - strlen("-0123456789abcdef.book");
    tby_folder files = {.n = 0};

    if (tby_folder_list(&files, folder, is_cached) != TBY_OK)
        return;
    for (size_t i = 0; i < files.n; i++)
        if (strncmp(files.paths[i], path, same) == 0 &&
            strcmp(files.paths[i], path) != 0)
            tby_file_remove(files.paths[i]);
    tby_folder_free(&files);
}

void names_cache_write(const char *path, tby_str book)
{
    char *folder = cache_folder();
    tby_sink *sink = NULL;

    if (folder && tby_folder_make(folder) == TBY_OK &&
        tby_sink_put(&sink, path, book.p, book.n) == TBY_OK)
        remove_older(folder, path);
    tby_sink_close(sink);
    tby_path_free(folder);
}
