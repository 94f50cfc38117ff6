#include "io/system/safe_path.h"

#include "core/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* There is no such file, or it is no ordinary one; or else the system has its
 * own troubles, and the file may well be there. */
static bool is_missing(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP ||
           error == ENAMETOOLONG || error == ENXIO;
}

static tby_rc look(int fd, tby_file_info *out)
{
    struct stat info;

    if (fstat(fd, &info) != 0)
        return TBY_E_IO_READ;
    if (!S_ISREG(info.st_mode))
        return TBY_E_IO_OPEN;
    *out =
        (tby_file_info){.plain = true,
                        .size = (uint64_t)info.st_size,
                        .changed = (int64_t)info.st_mtim.tv_sec * 1000000000 +
                                   info.st_mtim.tv_nsec,
                        .number = (uint64_t)info.st_ino};
    return TBY_OK;
}

tby_rc tby_safe_path_open(const char *folder, tby_str path, int *fd,
                          tby_file_info *info)
{
    int at = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    tby_str rest = path.p ? path : TBY_STR(""), part;

    while (at >= 0 && tby_str_field(&rest, '/', &part))
        at = step(at, part, rest.p ? HOW | O_DIRECTORY : HOW);
    if (at < 0)
        return is_missing(errno) ? TBY_E_IO_OPEN : TBY_E_IO_READ;
    tby_rc rc = look(at, info);
    if (rc == TBY_OK)
        *fd = at;
    else
        close(at);
    return rc;
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
    tby_rc rc = tby_safe_path_open(folder, path, &fd, info);

    if (rc != TBY_OK)
        return rc;
    rc = read_all(fd, out);
    close(fd);
    return rc;
}

void tby_safe_path_close(int fd)
{
    close(fd);
}
