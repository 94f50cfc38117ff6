/* temp_file.c - see temp_file.h. */
#include "io/stream/temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

tby_rc tby_temp_file_open(tby_temp_file *s)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];

    if (!folder || !*folder)
        folder = "/tmp";
    int n = snprintf(path, sizeof path, "%s/tabiya-XXXXXX", folder);
    if (n < 0 || (size_t)n >= sizeof path) {
        errno = ENAMETOOLONG;
        return TBY_E_IO_WRITE;
    }
    int fd = mkstemp(path);
    if (fd < 0)
        return TBY_E_IO_WRITE;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    unlink(path);
    *s = (tby_temp_file){.open = true, .fd = fd};
    return TBY_OK;
}

tby_rc tby_temp_file_write(tby_temp_file *s, const void *bytes, size_t n)
{
    const char *p = bytes;

    while (n) {
        ssize_t done = write(s->fd, p, n);

        if (done < 0 && errno != EINTR)
            return TBY_E_IO_WRITE;
        if (done > 0) {
            p += done;
            n -= (size_t)done;
            s->n += (uint64_t)done;
        }
    }
    return TBY_OK;
}

const char *tby_temp_file_path(const tby_temp_file *s, char buf[TBY_SPOOL_PATH])
{
    (void)snprintf(buf, TBY_SPOOL_PATH, "/proc/self/fd/%d", s->fd);
    return buf;
}

void tby_temp_file_close(tby_temp_file *s)
{
    if (s->open)
        close(s->fd);
    *s = (tby_temp_file){.open = false};
}
