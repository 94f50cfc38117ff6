#include "io/stream/source_impl.h"

#include "core/base/assert.h"
#include "io/stream/temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What kind of file is behind the descriptor?  Sets errno. */
static tby_rc look_at(tby_raw *r)
{
    struct stat info;

    if (fstat(r->fd, &info) != 0)
        return TBY_E_IO_OPEN;
    if (S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return TBY_E_IO_OPEN;
    }
    off_t here = S_ISREG(info.st_mode) ? lseek(r->fd, 0, SEEK_CUR) : -1;
    if (here < 0)
        return TBY_OK;
    r->seeks = true;
    r->base = here;
    r->total = info.st_size > here ? (uint64_t)(info.st_size - here) : 0;
    return TBY_OK;
}

tby_rc tby_raw_open(tby_raw *r, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);

    *r = (tby_raw){.fd = fd, .owned = !is_stdin};
    if (fd < 0)
        return TBY_E_IO_OPEN;
    TBY_TRY(look_at(r));
    r->buf = malloc(TBY_RAW_SIZE);
    if (!r->buf)
        return TBY_E_NOMEM;
    r->at = r->end = r->buf;
    return TBY_OK;
}

void tby_raw_open_memory(tby_raw *r, const void *bytes, size_t n)
{
    *r = (tby_raw){.fd = -1, .seeks = true, .fetched = n, .total = n};
    r->start = r->at = bytes;
    r->end = n ? r->start + n : r->start;
}

void tby_raw_close(tby_raw *r)
{
    if (r->owned && r->fd >= 0)
        close(r->fd);
    free(r->buf);
    *r = (tby_raw){.fd = -1};
}

/* read() that waits, also on a descriptor that does not; < 0 is an error. */
static ssize_t read_some(int fd, uint8_t *buf, size_t cap)
{
    for (;;) {
        ssize_t n = read(fd, buf, cap);

        if (n >= 0)
            return n;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd p = {.fd = fd, .events = POLLIN};
            n = poll(&p, 1, -1);
        }
        if (n < 0 && errno != EINTR)
            return n;
    }
}

/* Reads once, to buf; notes the end and the failure. */
static tby_rc fetch(tby_raw *r, uint8_t *buf, size_t cap, size_t *n)
{
    if (r->fd < 0 || r->ended)
        return TBY_DONE;
    ssize_t got = read_some(r->fd, buf, cap);
    if (got < 0) {
        r->error = errno;
        return TBY_E_IO_READ;
    }
    r->ended = got == 0;
    r->fetched += (size_t)got;
    *n = (size_t)got;
    return got ? TBY_OK : TBY_DONE;
}

tby_rc tby_raw_need(tby_raw *r, size_t n)
{
    TBY_ASSERT(n <= 16);
    while (tby_raw_left(r) < n && r->fd >= 0) {
        size_t left = tby_raw_left(r), got = 0;

        memmove(r->buf, r->at, left);
        r->at = r->buf;
        r->end = r->buf + left;
        tby_rc rc = fetch(r, r->buf + left, TBY_RAW_SIZE - left, &got);
        r->end += got;
        if (rc == TBY_DONE)
            break;
        if (rc != TBY_OK)
            return rc;
    }
    return tby_raw_left(r) ? TBY_OK : TBY_DONE;
}

tby_rc tby_raw_take(tby_raw *r, uint8_t *buf, size_t cap, size_t *n)
{
    if (!tby_raw_left(r)) {
        if (cap >= TBY_RAW_SIZE / 2 && r->fd >= 0) { /* saves the copy */
            r->at = r->end = r->buf;
            return fetch(r, buf, cap, n);
        }
        TBY_TRY(tby_raw_need(r, 1));
    }
    *n = cap < tby_raw_left(r) ? cap : tby_raw_left(r);
    memcpy(buf, r->at, *n);
    r->at += *n;
    return TBY_OK;
}

tby_rc tby_raw_seek(tby_raw *r, uint64_t place)
{
    TBY_ASSERT(r->seeks && place <= r->total);
    if (r->fd < 0) {
        r->at = r->total ? r->start + place : r->start;
        return TBY_OK;
    }
    if (lseek(r->fd, (off_t)(r->base + (int64_t)place), SEEK_SET) < 0) {
        r->error = errno;
        return TBY_E_IO_READ;
    }
    r->at = r->end = r->buf;
    r->fetched = place;
    r->ended = false;
    return TBY_OK;
}

/* Moves all that is left in the file there. */
static tby_rc copy_rest(tby_raw *r, tby_temp_file *to)
{
    for (;;) {
        tby_rc rc = tby_raw_need(r, 1);

        if (rc != TBY_OK)
            return rc == TBY_DONE ? TBY_OK : rc;
        if (r->fetched > TBY_SOURCE_MAX_SPOOL)
            return TBY_E_LIMIT;
        rc = tby_temp_file_write(to, r->at, tby_raw_left(r));
        if (rc != TBY_OK) {
            r->error = errno;
            return rc;
        }
        r->at = r->end;
    }
}

tby_rc tby_raw_spool(tby_raw *r)
{
    if (r->seeks)
        return TBY_OK;
    TBY_ASSERT(tby_raw_place(r) == 0);
    tby_temp_file spool;
    tby_rc rc = tby_temp_file_open(&spool, NULL);
    if (rc != TBY_OK) {
        r->error = errno;
        return rc;
    }
    rc = copy_rest(r, &spool);
    if (rc != TBY_OK) {
        tby_temp_file_close(&spool);
        return rc;
    }
    if (r->owned)
        close(r->fd);
    r->fd = spool.fd;
    r->owned = true;
    r->seeks = true;
    r->total = r->fetched;
    return tby_raw_seek(r, 0);
}
