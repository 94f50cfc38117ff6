/* sink_file.c - a temporary file that takes a name in the end. */
#define _GNU_SOURCE /* O_TMPFILE, realpath() */
#include "io/stream/sink_impl.h"

#include "io/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The length of the folder in a path, its '/' included; 0 for none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The folder itself, to be freed; NULL: no memory. */
static char *folder_of(const char *path)
{
    size_t n = folder_length(path);

    return n ? strndup(path, n) : strdup(".");
}

/* What an older file's owner may do with it, he may do with the new one while
 * it is written; the rest waits for the commit. */
static mode_t first_mode(const tby_outfile *f)
{
    return f->keep ? f->mode & 0700 : 0666;
}

/* Makes something of a new name in the folder of f->path, and leaves the name
 * in f->temp. */
static tby_rc make_temp(tby_outfile *f, bool (*make)(tby_outfile *f))
{
    enum { ROOM = 64, TRIES = 1000 };
    size_t folder = folder_length(f->path);
    bool made = false;

    f->temp = malloc(folder + ROOM);
    if (!f->temp)
        return TBY_E_NOMEM;
    memcpy(f->temp, f->path, folder);
    for (int i = 0; i < TRIES && !made; i++) {
        snprintf(f->temp + folder, ROOM, ".tabiya-%ld-%d.tmp", (long)getpid(),
                 i);
        made = make(f);
        if (!made && errno != EEXIST)
            break;
    }
    if (made)
        return TBY_OK;
    int error = errno;
    free(f->temp);
    f->temp = NULL;
    errno = error;
    return TBY_E_IO_OPEN;
}

enum { PROC_ROOM = 32 };

static void proc_path(const tby_outfile *f, char path[PROC_ROOM])
{
    snprintf(path, PROC_ROOM, "/proc/self/fd/%d", f->fd);
}

/* Opens a file that is gone as soon as we are, however we end.  False where
 * the file system or the kernel has no such thing. */
static bool open_nameless(tby_outfile *f)
{
#ifdef O_TMPFILE
    char proc[PROC_ROOM];
    char *folder = folder_of(f->path);

    f->fd = folder
                ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, first_mode(f))
                : -1;
    free(folder);
    if (f->fd < 0)
        return false;
    proc_path(f, proc);
    if (access(proc, F_OK) == 0) /* by which it will get its name */
        return true;
    close(f->fd);
    f->fd = -1;
#endif
    return false;
}

static bool link_to(const tby_outfile *f, const char *path)
{
    char proc[PROC_ROOM];

    proc_path(f, proc);
    return linkat(AT_FDCWD, proc, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

static bool link_temp(tby_outfile *f)
{
    return link_to(f, f->temp);
}

/* Gives it the name it should have; or, since a link replaces nothing, one in
 * f->temp that can be renamed. */
static tby_rc name_it(tby_outfile *f)
{
    if (!f->keep && link_to(f, f->path))
        return TBY_OK;
    tby_rc rc = make_temp(f, link_temp);
    return rc == TBY_E_IO_OPEN ? TBY_E_IO_WRITE : rc;
}

/* Not mkstemp(): the file gets the mode that the umask gives it, as any other
 * does. */
static bool create_temp(tby_outfile *f)
{
    f->fd =
        open(f->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, first_mode(f));
    return f->fd >= 0;
}

/* The name that a file is to have, to be freed: for symbolic links that lead to
 * no file, the one they lead to.  NULL: no memory, or they lead nowhere. */
static char *name_of_new(const char *path)
{
    enum { LINKS = 40 }; /* as many as the system follows */
    char target[PATH_MAX];
    char *at = strdup(path);

    for (int i = 0; i < LINKS && at; i++) {
        ssize_t n = readlink(at, target, sizeof target - 1);
        if (n < 0)
            return at;
        size_t folder = target[0] == '/' ? 0 : folder_length(at);
        char *next = malloc(folder + (size_t)n + 1);
        if (next) {
            memcpy(next, at, folder);
            memcpy(next + folder, target, (size_t)n);
            next[folder + (size_t)n] = '\0';
        }
        free(at);
        at = next;
    }
    if (at)
        errno = ELOOP;
    free(at);
    return NULL;
}

/* Why there is no name, by errno. */
static tby_rc no_name(void)
{
    return errno == ENOMEM ? TBY_E_NOMEM : TBY_E_IO_OPEN;
}

/* There is something of that name: TBY_OK if it may be replaced. */
static tby_rc look_at(tby_outfile *f, const char *path, const struct stat *info,
                      bool follow)
{
    if (access(path, W_OK) != 0)
        return TBY_E_IO_OPEN;
    f->keep = true;
    f->mode = info->st_mode & 0777;
    f->uid = info->st_uid;
    f->gid = info->st_gid;
    /* what a symbolic link leads to */
    f->path = follow ? realpath(path, NULL) : strdup(path);
    return f->path ? TBY_OK : no_name();
}

tby_rc tby_outfile_open(tby_outfile *f, const char *path, bool follow)
{
    struct stat info;

    *f = (tby_outfile){.fd = -1};
    if (strcmp(path, "-") == 0) {
        f->fd = STDOUT_FILENO;
        return TBY_OK;
    }
    tby_rc rc = TBY_OK;
    if ((follow ? stat(path, &info) : lstat(path, &info)) != 0) {
        if (errno != ENOENT) /* it may be there, with a mode to be kept */
            return TBY_E_IO_OPEN;
        f->path = follow ? name_of_new(path) : strdup(path);
        if (!f->path)
            return no_name();
    } else if (S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return TBY_E_IO_OPEN;
    } else if (!S_ISREG(info.st_mode) && !follow) {
        errno = ELOOP;
        return TBY_E_IO_OPEN;
    } else if (!S_ISREG(info.st_mode)) {
        f->fd = open(path, O_WRONLY | O_CLOEXEC);
        f->owned = true;
        return f->fd >= 0 ? TBY_OK : TBY_E_IO_OPEN;
    } else {
        rc = look_at(f, path, &info, follow);
    }
    f->owned = true;
    if (rc != TBY_OK || open_nameless(f))
        return rc;
    return make_temp(f, create_temp);
}

/* What to do after a write() that failed: wait, try again (true) or not. */
static bool try_again(int fd)
{
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
        struct pollfd p = {.fd = fd, .events = POLLOUT};
        return poll(&p, 1, -1) >= 0 || errno == EINTR;
    }
    return errno == EINTR;
}

tby_rc tby_outfile_write(tby_outfile *f, const uint8_t *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(f->fd, bytes, n);

        if (done < 0 && !try_again(f->fd))
            return TBY_E_IO_WRITE;
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
    return TBY_OK;
}

/* The new file gets the older one's permissions. */
static bool pass_on_mode(const tby_outfile *f)
{
    /* only root may give a file away; that it stays ours is no failure */
    int given = fchown(f->fd, f->uid, f->gid);

    (void)given;
    return fchmod(f->fd, f->mode) == 0;
}

static tby_rc close_file(tby_outfile *f)
{
    int fd = f->fd;

    f->fd = -1;
    return !f->owned || close(fd) == 0 ? TBY_OK : TBY_E_IO_WRITE;
}

tby_rc tby_outfile_commit(tby_outfile *f)
{
    if (!f->path)
        return close_file(f);
    if ((f->keep && !pass_on_mode(f)) || fsync(f->fd) != 0)
        return TBY_E_IO_WRITE;
    tby_rc rc = f->temp ? TBY_OK : name_it(f);
    if (rc == TBY_OK && f->temp && rename(f->temp, f->path) != 0)
        rc = TBY_E_IO_WRITE;
    if (rc != TBY_OK)
        return rc;
    tby_folder_sync(f->path);
    free(f->temp);
    f->temp = NULL;
    /* It is on the disk and has its name: nothing that closing it says now
     * makes that untrue. */
    (void)close_file(f);
    return TBY_OK;
}

void tby_outfile_abandon(tby_outfile *f)
{
    if (f->owned && f->fd >= 0)
        close(f->fd);
    if (f->temp)
        unlink(f->temp);
    free(f->temp);
    free(f->path);
    *f = (tby_outfile){.fd = -1};
}
