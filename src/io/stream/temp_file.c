#include "io/stream/temp_file.h"

#include "core/base/assert.h"
#include "io/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

tby_rc tby_temp_file_open(tby_temp_file *s, const char *beside)
{
    const char *slash = beside ? strrchr(beside, '/') : NULL;
    const char *folder = slash ? beside : beside ? "." : getenv("TMPDIR");
    char path[4096];

    if (!folder || !*folder)
        folder = "/tmp";
    int n =
        snprintf(path, sizeof path, "%.*s/tabiya-XXXXXX",
                 slash ? (int)(slash - beside) : (int)strlen(folder), folder);
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
    tby_rc rc = tby_file_write(s->fd, bytes, n);

    if (rc != TBY_OK && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
        rc = TBY_E_IO_FULL;
    s->n = rc == TBY_OK ? s->n + n : (uint64_t)lseek(s->fd, 0, SEEK_CUR);
    return rc;
}

tby_rc tby_temp_file_read(const tby_temp_file *s, uint64_t at, void *bytes,
                          size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t got =
            pread(s->fd, (char *)bytes + done, n - done, (off_t)(at + done));

        if (got == 0 || (got < 0 && errno != EINTR))
            return TBY_E_IO_READ;
        done += got > 0 ? (size_t)got : 0;
    }
    return TBY_OK;
}

tby_rc tby_temp_file_reserve(tby_temp_file *s, tby_disk_budget *budget,
                             uint64_t bytes)
{
    static const uint64_t LEFT = UINT64_C(64) << 20; /* for everybody else */
    struct statvfs disk;

    TBY_ASSERT(s->open && (!s->budget || s->budget == budget));
    uint64_t used = atomic_fetch_add(&budget->used, bytes);
    s->budget = budget;
    s->reserved += bytes;
    if (used + bytes > budget->most)
        return TBY_E_IO_FULL;
    if (fstatvfs(s->fd, &disk) == 0 &&
        (uint64_t)disk.f_bavail * disk.f_frsize < bytes + LEFT)
        return TBY_E_IO_FULL;
    return TBY_OK;
}

const char *tby_temp_file_path(const tby_temp_file *s, char buf[TBY_SPOOL_PATH])
{
    (void)snprintf(buf, TBY_SPOOL_PATH, "/proc/self/fd/%d", s->fd);
    return buf;
}

void tby_temp_file_close(tby_temp_file *s)
{
    if (s->budget)
        atomic_fetch_sub(&s->budget->used, s->reserved);
    if (s->open)
        close(s->fd);
    *s = (tby_temp_file){.open = false};
}
