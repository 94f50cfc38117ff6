#define _GNU_SOURCE /* realpath(), flock() */
#include "io/system/file.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/system/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static tby_file_info info_of(const struct stat *info)
{
    return (tby_file_info){
        .folder = S_ISDIR(info->st_mode),
        .plain = S_ISREG(info->st_mode),
        .size = info->st_size > 0 ? (uint64_t)info->st_size : 0,
        .changed =
            (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec,
        .number = (uint64_t)info->st_ino,
    };
}

tby_rc tby_file_look(const char *path, tby_file_info *out)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return errno == ENOENT || errno == ENOTDIR ? TBY_E_IO_OPEN
                                                   : TBY_E_IO_READ;
    *out = info_of(&info);
    return TBY_OK;
}

tby_rc tby_folder_make(const char *path)
{
    char *copy = strdup(path);
    size_t n = strlen(path);
    bool made = copy != NULL && n > 0;

    for (size_t i = 1; made && i <= n; i++)
        if (i == n || path[i] == '/') {
            /* the folder whose name ends here */
            char end = copy[i];
            copy[i] = '\0';
            made = mkdir(copy, 0777) == 0 || errno == EEXIST;
            copy[i] = end;
        }
    free(copy);
    return made ? TBY_OK : TBY_E_IO_WRITE;
}

tby_rc tby_file_append(const char *path, const void *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool whole = fd >= 0 && write(fd, bytes, n) == (ssize_t)n;

    return (fd < 0 || close(fd) == 0) && whole ? TBY_OK : TBY_E_IO_WRITE;
}

tby_rc tby_file_write(int fd, const void *bytes, size_t n)
{
    const char *p = bytes;

    while (n) {
        ssize_t done = write(fd, p, n);

        if (done > 0) {
            p += done;
            n -= (size_t)done;
        } else if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd ready = {.fd = fd, .events = POLLOUT};
            if (poll(&ready, 1, -1) < 0 && errno != EINTR)
                return TBY_E_IO_WRITE;
        } else if (done < 0 && errno != EINTR) {
            return TBY_E_IO_WRITE;
        }
    }
    return TBY_OK;
}

void tby_file_remove(const char *path)
{
    unlink(path);
}

/* Opens the folder that a file is in; -1 and errno. */
static int open_folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    size_t n = slash ? (size_t)(slash - file) + 1 : 0;
    char *folder = n ? strndup(file, n) : strdup(".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    free(folder);
    return fd;
}

tby_rc tby_file_settle(const char *temp, const char *path)
{
    int fd = open(temp, O_RDONLY | O_CLOEXEC);
    bool written = fd >= 0 && fsync(fd) == 0;

    if (fd >= 0)
        close(fd);
    if (!written || rename(temp, path) != 0) {
        remove(temp);
        return TBY_E_IO_WRITE;
    }
    tby_folder_sync(path);
    return TBY_OK;
}

void tby_folder_sync(const char *file)
{
    int fd = open_folder_of(file);

    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

tby_rc tby_folder_lock(const char *file, int *lock)
{
    enum { TRIES = 5000 }; /* 10 s */
    int fd = open_folder_of(file);

    *lock = fd;
    if (fd < 0) /* writing will say why */
        return errno == ENOMEM ? TBY_E_NOMEM : TBY_OK;
    for (int i = 0; i < TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return TBY_OK;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return TBY_OK; /* this file system has no locks */
        tby_clock_sleep(0.002);
    }
    close(fd);
    *lock = -1;
    return TBY_E_IO_LOCKED;
}

void tby_folder_unlock(int lock)
{
    if (lock >= 0)
        close(lock); /* and with it the lock is gone */
}

tby_rc tby_file_claim(const char *path, int *lock)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (fd < 0)
        return TBY_E_IO_WRITE;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(fd);
        return TBY_E_IO_LOCKED;
    }
    *lock = fd;
    return TBY_OK;
}

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

static char *user_path(const char *variable, const char *otherwise,
                       const char *name)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    char text[4096];
    int n = -1;

    if (folder && folder[0] == '/')
        n = snprintf(text, sizeof text, "%s/tabiya", folder);
    else if (home && *home)
        n = snprintf(text, sizeof text, "%s/%s/tabiya", home, otherwise);
    if (n < 0 || (size_t)n >= sizeof text)
        return NULL;
    return *name ? tby_path_join(text, name) : tby_path_join("", text);
}

char *tby_config_path(const char *name)
{
    return user_path("XDG_CONFIG_HOME", ".config", name);
}

char *tby_cache_path(const char *name)
{
    return user_path("XDG_CACHE_HOME", ".cache", name);
}

char *tby_state_path(const char *name)
{
    return user_path("XDG_STATE_HOME", ".local/state", name);
}

static bool add(tby_folder *f, char *path)
{
    if (path && tby_grow(NULL, (void **)&f->paths, &f->cap, f->n + 1,
                         sizeof *f->paths) == TBY_OK) {
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

enum { PART_MOST = 255, CHUNK = 1 << 16 };

/* O_NONBLOCK: a named pipe must not make us wait. */
enum { HOW = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK };

/* Goes from a folder to what is in it, and closes the folder. */
static int step(int folder, tby_str part, int how)
{
    char name[PART_MOST + 1];
    int fd = -1;

    if (part.n && part.n <= PART_MOST && part.p[0] != '.' &&
        !memchr(part.p, '\0', part.n)) {
        memcpy(name, part.p, part.n);
        name[part.n] = '\0';
        fd = openat(folder, name, how);
    } else {
        errno = ENOENT;
    }
    int error = errno;
    close(folder);
    errno = error;
    return fd;
}

tby_rc tby_safe_path_open(const char *folder, tby_str path, int *fd,
                          tby_file_info *info)
{
    int at = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    tby_str rest = path.p ? path : TBY_STR(""), part;

    while (at >= 0 && tby_str_field(&rest, '/', &part))
        at = step(at, part, rest.p ? HOW | O_DIRECTORY : HOW);
    if (at < 0)
        return (errno == ENOENT || errno == ENOTDIR || errno == ELOOP ||
                errno == ENAMETOOLONG || errno == ENXIO)
                   ? TBY_E_IO_OPEN
                   : TBY_E_IO_READ;
    struct stat found;
    bool known = fstat(at, &found) == 0;
    if (!known || !S_ISREG(found.st_mode)) {
        close(at);
        return known ? TBY_E_IO_OPEN : TBY_E_IO_READ;
    }
    *info = info_of(&found);
    *fd = at;
    return TBY_OK;
}

static tby_rc read_all(int fd, tby_buf *out)
{
    for (;;) {
        char *room = tby_buf_room(out, CHUNK);
        ssize_t n = room ? read(fd, room, CHUNK) : 0;

        if (!room)
            return out->rc;
        if (n == 0)
            return TBY_OK;
        if (n < 0 && errno != EINTR)
            return TBY_E_IO_READ;
        out->n += n > 0 ? (size_t)n : 0;
    }
}

tby_rc tby_safe_path_read(const char *folder, tby_str path, tby_buf *out,
                          tby_file_info *info)
{
    int fd = -1;
    TBY_TRY(tby_safe_path_open(folder, path, &fd, info));
    tby_rc rc = read_all(fd, out);
    close(fd);
    return rc;
}

void tby_safe_path_close(int fd)
{
    close(fd);
}
