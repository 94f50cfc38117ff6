#define _GNU_SOURCE /* nftw(), renameat2() */
#include "io/system/folders.h"

#include "core/base/grow.h"
#include "io/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct name {
    char *text;
    bool folder;
} name;

/* A folder on the way down: its names, and how many were reported. */
typedef struct level {
    name *names;
    size_t n, cap, done;
    size_t path_n; /* the length of its own path */
} level;

typedef struct walk {
    const tby_folders_job *job;
    level *levels;
    size_t n, cap;
    uint64_t entries;
    char path[PATH_MAX];
} walk;

static bool is_number(const char *s)
{
    return *s && strspn(s, "0123456789") == strlen(s);
}

static int by_kind_and_name(const void *a, const void *b)
{
    const name *x = a, *y = b;

    if (x->folder != y->folder)
        return x->folder ? 1 : -1;

    /* Numbers by their value: of two without zeros in front, the longer one
     * is larger. */
    size_t m = strlen(x->text), n = strlen(y->text);

    if (is_number(x->text) && is_number(y->text) && m != n)
        return m < n ? -1 : 1;
    return strcmp(x->text, y->text);
}

static tby_rc add_name(level *l, const char *text, bool folder)
{
    tby_rc rc =
        tby_grow(NULL, (void **)&l->names, &l->cap, l->n + 1, sizeof *l->names);

    if (rc != TBY_OK)
        return rc;
    l->names[l->n] = (name){strdup(text), folder};
    if (!l->names[l->n].text)
        return TBY_E_NOMEM;
    l->n++;
    return TBY_OK;
}

static void free_level(level *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->names[i].text);
    free(l->names);
}

/* Sets the path to a name below a level; false: it is too long. */
static bool set_path(walk *w, const level *l, const char *text)
{
    size_t room = sizeof w->path - l->path_n;
    bool slash = l->path_n && w->path[l->path_n - 1] != '/';
    int n = snprintf(w->path + l->path_n, room, "%s%s", slash ? "/" : "", text);

    return n >= 0 && (size_t)n < room;
}

static tby_entry_kind kind_of(const char *path)
{
    struct stat info;

    if (lstat(path, &info) != 0)
        return TBY_ENTRY_REFUSED;
    if (S_ISDIR(info.st_mode))
        return TBY_ENTRY_FOLDER;
    return S_ISREG(info.st_mode) ? TBY_ENTRY_FILE : TBY_ENTRY_OTHER;
}

/* The next entry.  NULL: there is none, or errno tells why there is no more. */
static const struct dirent *next_entry(DIR *dir)
{
    errno = 0;
    return readdir(dir);
}

static tby_rc read_names(walk *w, level *l, DIR *dir)
{
    const struct dirent *e;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && (e = next_entry(dir)) != NULL) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (w->entries++ >= w->job->max_entries)
            return TBY_E_LIMIT;
        bool folder =
            set_path(w, l, e->d_name) && kind_of(w->path) == TBY_ENTRY_FOLDER;
        rc = add_name(l, e->d_name, folder);
    }
    if (rc == TBY_OK && errno != 0)
        rc = TBY_E_IO_OPEN;
    else if (l->n)
        qsort(l->names, l->n, sizeof *l->names, by_kind_and_name);
    w->path[l->path_n] = '\0';
    return rc;
}

/* Opens the folder that the path names.  TBY_E_IO_OPEN. */
static tby_rc push(walk *w)
{
    DIR *dir = opendir(w->path);
    level l = {.path_n = strlen(w->path)};

    if (!dir)
        return errno == ENOMEM ? TBY_E_NOMEM : TBY_E_IO_OPEN;
    tby_rc rc = read_names(w, &l, dir);
    int error = errno;
    closedir(dir);
    errno = error;
    if (rc == TBY_OK)
        rc = tby_grow(NULL, (void **)&w->levels, &w->cap, w->n + 1,
                      sizeof *w->levels);
    if (rc != TBY_OK) {
        free_level(&l);
        return rc;
    }
    w->levels[w->n++] = l;
    return TBY_OK;
}

static tby_rc tell(walk *w, tby_entry_kind kind, const char *text)
{
    const level *above = w->n > 1 ? &w->levels[w->n - 2] : NULL;

    return w->job->entry(
        w->job->ctx,
        &(tby_entry){.kind = kind,
                     .path = w->path,
                     .name = text,
                     .parent = above ? above->names[above->done - 1].text : "",
                     .depth = (unsigned)w->n - 1});
}

static tby_rc step(walk *w)
{
    level *l = &w->levels[w->n - 1];

    if (l->done == l->n) {
        free_level(l);
        w->n--;
        return TBY_OK;
    }
    const char *text = l->names[l->done++].text;
    if (!set_path(w, l, text))
        return tell(w, TBY_ENTRY_REFUSED, text);
    tby_entry_kind kind = kind_of(w->path);
    if (kind != TBY_ENTRY_FOLDER)
        return tell(w, kind, text);
    tby_rc rc = TBY_E_IO_OPEN;

    if (w->n <= w->job->max_depth) {
        rc = tell(w, TBY_ENTRY_FOLDER, text);
        if (rc != TBY_OK)
            return rc == TBY_DONE ? TBY_OK : rc;
        rc = push(w);
    }
    return rc == TBY_E_IO_OPEN ? tell(w, TBY_ENTRY_REFUSED, text) : rc;
}

tby_rc tby_folders_walk(const tby_folders_job *job)
{
    walk *w = calloc(1, sizeof *w);

    if (!w)
        return TBY_E_NOMEM;
    w->job = job;
    int n = snprintf(w->path, sizeof w->path, "%s", job->path);
    tby_rc rc = n >= 0 && (size_t)n < sizeof w->path ? push(w) : TBY_E_IO_OPEN;
    while (rc == TBY_OK && w->n > 0)
        rc = step(w);
    while (w->n > 0)
        free_level(&w->levels[--w->n]);
    free(w->levels);
    free(w);
    return rc;
}

static int remove_one(const char *path, const struct stat *info, int flag,
                      struct FTW *where)
{
    (void)info;
    (void)flag;
    (void)where;
    remove(path);
    return 0;
}

void tby_folders_remove(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

tby_rc tby_folders_temp(const char *path, char **temp)
{
    enum { ROOM = 64, TRIES = 1000 };

    /* How long a path is without the slashes at its end. */
    size_t n = strlen(path);

    while (n > 1 && path[n - 1] == '/')
        n--;

    while (n > 0 && path[n - 1] != '/')
        n--;
    char *made = malloc(n + ROOM);
    if (!made)
        return TBY_E_NOMEM;
    memcpy(made, path, n);
    for (int i = 0; i < TRIES; i++) {
        snprintf(made + n, ROOM, ".tabiya-%ld-%d.tmp", (long)getpid(), i);
        if (mkdir(made, 0777) == 0) {
            *temp = made;
            return TBY_OK;
        }
        if (errno != EEXIST)
            break;
    }
    free(made);
    return TBY_E_IO_WRITE;
}

tby_rc tby_folders_put(const char *path, const void *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool written = fd >= 0 && tby_file_write(fd, bytes, n) == TBY_OK;

    if (fd >= 0 && close(fd) != 0)
        written = false;
    return written ? TBY_OK : TBY_E_IO_WRITE;
}

tby_rc tby_folders_rename(char **temp, const char *path, bool replace)
{
    char *made = *temp;

    /* All that was written below a folder reaches the disk. */
    int fd = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool settled = fd >= 0 && syncfs(fd) == 0;
    if (fd >= 0)
        close(fd);
    if (!settled)
        return TBY_E_IO_WRITE;
    if (renameat2(AT_FDCWD, made, AT_FDCWD, path, RENAME_NOREPLACE) == 0) {
        tby_folder_sync(made);
        free(made);
        *temp = NULL;
        return TBY_OK;
    }
    /* What was there has the temporary made afterwards. */
    if (!replace ||
        renameat2(AT_FDCWD, made, AT_FDCWD, path, RENAME_EXCHANGE) != 0)
        return TBY_E_IO_WRITE;
    tby_folder_sync(made); /* the temporary one is beside it */
    tby_folders_remove(made);

    struct stat info;

    if (!(lstat(made, &info) != 0 && errno == ENOENT))
        return TBY_DONE;
    free(made);
    *temp = NULL;
    return TBY_OK;
}
