/* file.c - see store/rows.h. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "io/system/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

tby_rc tby_file_look(const char *path, tby_file_info *out)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return errno == ENOENT || errno == ENOTDIR ? TBY_E_IO_OPEN
                                                   : TBY_E_IO_READ;
    *out = (tby_file_info){
        .folder = S_ISDIR(info.st_mode),
        .plain = S_ISREG(info.st_mode),
        .size = info.st_size > 0 ? (uint64_t)info.st_size : 0,
        .changed =
            (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec,
    };
    return TBY_OK;
}

/* Makes the folder whose name ends at byte n of path. */
static bool make_part(char *path, size_t n)
{
    char end = path[n];

    path[n] = '\0';
    bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    path[n] = end;
    return made;
}

tby_rc tby_folder_make(const char *path)
{
    char *copy = strdup(path);
    size_t n = strlen(path);
    bool made = copy != NULL && n > 0;

    for (size_t i = 1; made && i <= n; i++)
        if (i == n || path[i] == '/')
            made = make_part(copy, i);
    free(copy);
    return made ? TBY_OK : TBY_E_IO_WRITE;
}

void tby_file_remove(const char *path)
{
    unlink(path);
}

/* --- folders --------------------------------------------------------------*/

char *tby_path_join(const char *folder, const char *name)
{
    size_t n = strlen(folder);
    size_t size = n + strlen(name) + 2;
    bool slash = n && folder[n - 1] != '/';
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
    return path;
}

char *tby_path_resolve(const char *path)
{
    return realpath(path, NULL);
}

void tby_path_free(char *path)
{
    free(path);
}

static bool add(tby_folder *f, char *path)
{
    if (path && f->n == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 16;
        char **paths = realloc(f->paths, cap * sizeof *paths);
        if (paths) {
            f->paths = paths;
            f->cap = cap;
        }
    }
    if (path && f->n < f->cap) {
        f->paths[f->n++] = path;
        return true;
    }
    free(path);
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The next entry.  NULL: there is none, or errno tells why there is no more. */
static const struct dirent *next_entry(DIR *dir)
{
    errno = 0;
    return readdir(dir);
}

tby_rc tby_folder_list(tby_folder *out, const char *path,
                       bool (*wanted)(const char *name))
{
    tby_folder f = {.n = 0};
    DIR *dir = opendir(path);
    const struct dirent *entry;
    bool room = true;

    if (!dir)
        return TBY_E_IO_OPEN;
    while (room && (entry = next_entry(dir)) != NULL)
        if (entry->d_name[0] != '.' && wanted(entry->d_name))
            room = add(&f, tby_path_join(path, entry->d_name));
    int error = errno;
    closedir(dir);
    if (!room || error != 0) {
        tby_folder_free(&f);
        errno = error;
        return room ? TBY_E_IO_OPEN : TBY_E_NOMEM;
    }
    if (f.n)
        qsort(f.paths, f.n, sizeof *f.paths, by_name);
    *out = f;
    return TBY_OK;
}

void tby_folder_free(tby_folder *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->paths[i]);
    free(f->paths);
    *f = (tby_folder){.n = 0};
}

/* --- mapping --------------------------------------------------------------*/

static tby_rc map_file(tby_map *m, int fd)
{
    struct stat info;

    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        return TBY_E_IO_READ;
    *m = (tby_map){.n = (size_t)info.st_size};
    if (m->n == 0)
        return TBY_OK;
    void *p = mmap(NULL, m->n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return TBY_E_IO_READ;
    m->p = p;
    return TBY_OK;
}

tby_rc tby_map_open(tby_map *m, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return TBY_E_IO_OPEN;
    tby_rc rc = map_file(m, fd);
    close(fd);
    return rc;
}

void tby_map_close(tby_map *m)
{
    union {
        const void *mapped;
        void *p;
    } bytes = {m->p};

    if (m->p)
        munmap(bytes.p, m->n);
    *m = (tby_map){.n = 0};
}
