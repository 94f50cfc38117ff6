#define _GNU_SOURCE /* O_TMPFILE, realpath() */
#define ZLIB_CONST  /* z_stream.next_in points to const */
#include "io/stream/sink.h"

#include "core/base/assert.h"
#include "io/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

typedef struct outfile {
    int fd;     /* -1 when closed */
    bool owned; /* fd is ours to close */
    char *path; /* the name to take, NULL if written to directly */
    char *temp; /* the name until then, NULL for none */
    bool keep;  /* an older file has this mode and owner */
    mode_t mode;
    uid_t uid;
    gid_t gid;
} outfile;

#define SINK_SIZE ((size_t)128 << 10)

typedef struct packer {
    tby_rc (*open)(tby_sink *s); /* TBY_E_NOMEM is the only failure */
    tby_rc (*write)(tby_sink *s, const uint8_t *bytes, size_t n);
    tby_rc (*finish)(tby_sink *s);
    void (*close)(tby_sink *s);
} packer;

struct tby_sink {
    outfile file;
    const packer *packer; /* NULL for plain */
    void *state;          /* the packer's */
    uint8_t *buf;         /* of SINK_SIZE */
    size_t used;
    uint64_t offset;
    bool committed;
    tby_rc rc;
    char text[192];
};

/* The length of the folder in a path, its '/' included; 0 for none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* What an older file's owner may do with it, he may do with the new one while
 * it is written; the rest waits for the commit. */
static mode_t first_mode(const outfile *f)
{
    return f->keep ? f->mode & 0700 : 0666;
}

/* Makes something of a new name in the folder of f->path, and leaves the name
 * in f->temp. */
static tby_rc make_temp(outfile *f, bool (*make)(outfile *f))
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

static const char *proc_path(const outfile *f, char path[PROC_ROOM])
{
    snprintf(path, PROC_ROOM, "/proc/self/fd/%d", f->fd);
    return path;
}

/* Opens a file that is gone as soon as we are, however we end.  False where
 * the file system or the kernel has no such thing. */
static bool open_nameless(outfile *f)
{
#ifdef O_TMPFILE
    char proc[PROC_ROOM];

    size_t n = folder_length(f->path);

    char *folder = n ? strndup(f->path, n) : strdup(".");

    f->fd = folder
                ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, first_mode(f))
                : -1;
    free(folder);
    if (f->fd < 0)
        return false;
    if (access(proc_path(f, proc), F_OK) == 0) /* its name will come by that */
        return true;
    close(f->fd);
    f->fd = -1;
#endif
    return false;
}

static bool link_to(const outfile *f, const char *path)
{
    char proc[PROC_ROOM];

    return linkat(AT_FDCWD, proc_path(f, proc), AT_FDCWD, path,
                  AT_SYMLINK_FOLLOW) == 0;
}

static bool link_temp(outfile *f)
{
    return link_to(f, f->temp);
}

/* Gives it the name it should have; or, since a link replaces nothing, one in
 * f->temp that can be renamed. */
static tby_rc name_it(outfile *f)
{
    if (!f->keep && link_to(f, f->path))
        return TBY_OK;
    tby_rc rc = make_temp(f, link_temp);
    return rc == TBY_E_IO_OPEN ? TBY_E_IO_WRITE : rc;
}

/* Not mkstemp(): the file gets the mode that the umask gives it, as any other
 * does. */
static bool create_temp(outfile *f)
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
static tby_rc look_at(outfile *f, const char *path, const struct stat *info,
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

static tby_rc outfile_open(outfile *f, const char *path, bool follow)
{
    struct stat info;

    *f = (outfile){.fd = -1};
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

/* The new file gets the older one's permissions. */
static bool pass_on_mode(const outfile *f)
{
    /* only root may give a file away; that it stays ours is no failure */
    int given = fchown(f->fd, f->uid, f->gid);

    (void)given;
    return fchmod(f->fd, f->mode) == 0;
}

static tby_rc close_file(outfile *f)
{
    int fd = f->fd;

    f->fd = -1;
    return !f->owned || close(fd) == 0 ? TBY_OK : TBY_E_IO_WRITE;
}

static tby_rc outfile_commit(outfile *f)
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

static void outfile_abandon(outfile *f)
{
    if (f->owned && f->fd >= 0)
        close(f->fd);
    if (f->temp)
        unlink(f->temp);
    free(f->temp);
    free(f->path);
    *f = (outfile){.fd = -1};
}

#define ZLIB_CONST /* z_stream.next_in points to const */

static tby_rc flush_buffer(tby_sink *s)
{
    tby_rc rc = tby_file_write(s->file.fd, s->buf, s->used);

    s->used = 0;
    return rc;
}

enum { ZSTD_LEVEL = 3, GZIP_LEVEL = 6, GZIP = 16, MEMORY = 8 };

static tby_rc open_gzip(tby_sink *s)
{
    z_stream *z = calloc(1, sizeof *z);

    if (!z || deflateInit2(z, GZIP_LEVEL, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY,
                           Z_DEFAULT_STRATEGY) != Z_OK) {
        free(z);
        return TBY_E_NOMEM;
    }
    s->state = z;
    return TBY_OK;
}

static void close_gzip(tby_sink *s)
{
    if (s->state)
        deflateEnd(s->state);
    free(s->state);
}

/* Packs what z->next_in points to; until the end with Z_FINISH. */
static tby_rc pack(tby_sink *s, z_stream *z, int flush)
{
    for (;;) {
        z->next_out = s->buf + s->used;
        z->avail_out = (uInt)(SINK_SIZE - s->used);
        int result = deflate(z, flush);
        s->used = SINK_SIZE - z->avail_out;
        if (z->avail_out)
            return flush == Z_FINISH && result != Z_STREAM_END ? TBY_E_NOMEM
                                                               : TBY_OK;
        tby_rc rc = flush_buffer(s);
        if (rc != TBY_OK || result == Z_STREAM_END)
            return rc;
    }
}

static tby_rc write_gzip(tby_sink *s, const uint8_t *bytes, size_t n)
{
    z_stream *z = s->state;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && n) {
        uInt part = n < INT_MAX ? (uInt)n : INT_MAX;
        z->next_in = bytes;
        z->avail_in = part;
        rc = pack(s, z, Z_NO_FLUSH);
        bytes += part;
        n -= part;
    }
    return rc;
}

static tby_rc finish_gzip(tby_sink *s)
{
    z_stream *z = s->state;

    z->next_in = NULL;
    z->avail_in = 0;
    return pack(s, z, Z_FINISH);
}

static const packer by_gzip = {open_gzip, write_gzip, finish_gzip, close_gzip};

static tby_rc open_zstd(tby_sink *s)
{
    ZSTD_CStream *z = ZSTD_createCStream();

    s->state = z;
    if (!z)
        return TBY_E_NOMEM;
    ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, ZSTD_LEVEL);
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    return TBY_OK;
}

static void close_zstd(tby_sink *s)
{
    ZSTD_freeCStream(s->state);
}

/* One call of the library; *left is 0 when it has nothing more to write. */
static tby_rc step(tby_sink *s, ZSTD_inBuffer *in, ZSTD_EndDirective what,
                   size_t *left)
{
    ZSTD_outBuffer out = {s->buf, SINK_SIZE, s->used};

    *left = ZSTD_compressStream2(s->state, &out, in, what);
    s->used = out.pos;
    if (ZSTD_isError(*left))
        return TBY_E_NOMEM; /* nothing else can happen */
    return s->used == SINK_SIZE ? flush_buffer(s) : TBY_OK;
}

static tby_rc write_zstd(tby_sink *s, const uint8_t *bytes, size_t n)
{
    ZSTD_inBuffer in = {bytes, n, 0};
    tby_rc rc = TBY_OK;
    size_t left;

    while (rc == TBY_OK && in.pos < in.size)
        rc = step(s, &in, ZSTD_e_continue, &left);
    return rc;
}

static tby_rc finish_zstd(tby_sink *s)
{
    ZSTD_inBuffer none = {NULL, 0, 0};
    tby_rc rc = TBY_OK;
    size_t left = 1;

    while (rc == TBY_OK && left)
        rc = step(s, &none, ZSTD_e_end, &left);
    return rc;
}

static const packer by_zstd = {open_zstd, write_zstd, finish_zstd, close_zstd};

/* Keeps the first failure, with the system's reason for it. */
static tby_rc fail(tby_sink *s, tby_rc rc, int error)
{
    const char *sentence = tby_rc_text(rc);

    s->rc = rc;
    if (rc == TBY_E_NOMEM)
        snprintf(s->text, sizeof s->text, "%s", sentence);
    else
        snprintf(s->text, sizeof s->text, "%.*s: %s.",
                 (int)strlen(sentence) - 1, sentence, strerror(error));
    return rc;
}

static const packer *packer_for(const char *path)
{
    size_t n = strlen(path);

    if (n > 4 && strcasecmp(path + n - 4, ".zst") == 0)
        return &by_zstd;
    if (n > 3 && strcasecmp(path + n - 3, ".gz") == 0)
        return &by_gzip;
    return NULL;
}

static tby_rc open_sink(tby_sink **out, const char *path, bool follow)
{
    tby_sink *s = calloc(1, sizeof *s);

    *out = s;
    if (!s)
        return TBY_E_NOMEM;
    s->file.fd = -1;
    s->packer = packer_for(path);
    s->buf = malloc(SINK_SIZE);
    tby_rc rc = s->buf ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK && s->packer)
        rc = s->packer->open(s);
    if (rc == TBY_OK)
        rc = outfile_open(&s->file, path, follow);
    return rc == TBY_OK ? rc : fail(s, rc, errno);
}

tby_rc tby_sink_open(tby_sink **out, const char *path)
{
    return open_sink(out, path, true);
}

/* Large pieces are not copied. */
static tby_rc write_plain(tby_sink *s, const uint8_t *bytes, size_t n)
{
    tby_rc rc = TBY_OK;

    if (n > SINK_SIZE - s->used)
        rc = flush_buffer(s);
    if (rc == TBY_OK && n > SINK_SIZE)
        return tby_file_write(s->file.fd, bytes, n);
    if (rc == TBY_OK && n) {
        memcpy(s->buf + s->used, bytes, n);
        s->used += n;
    }
    return rc;
}

tby_rc tby_sink_write(tby_sink *s, const void *bytes, size_t n)
{
    TBY_ASSERT(!s->committed);
    if (s->rc != TBY_OK)
        return s->rc;
    tby_rc rc =
        s->packer ? s->packer->write(s, bytes, n) : write_plain(s, bytes, n);
    if (rc != TBY_OK)
        return fail(s, rc, errno);
    s->offset += n;
    return TBY_OK;
}

tby_rc tby_sink_commit(tby_sink *s)
{
    TBY_ASSERT(!s->committed);
    if (s->rc != TBY_OK)
        return s->rc;
    tby_rc rc = s->packer ? s->packer->finish(s) : TBY_OK;
    if (rc == TBY_OK)
        rc = flush_buffer(s);
    if (rc == TBY_OK)
        rc = outfile_commit(&s->file);
    if (rc != TBY_OK) {
        fail(s, rc, errno);
        outfile_abandon(&s->file);
        return rc;
    }
    s->committed = true;
    return TBY_OK;
}

void tby_sink_close(tby_sink *s)
{
    if (!s)
        return;
    outfile_abandon(&s->file);
    if (s->packer)
        s->packer->close(s);
    free(s->buf);
    free(s);
}

static tby_rc put(tby_sink **out, const char *path, bool follow,
                  const void *bytes, size_t n)
{
    TBY_TRY(open_sink(out, path, follow));
    TBY_TRY(tby_sink_write(*out, bytes, n));
    return tby_sink_commit(*out);
}

tby_rc tby_sink_put(tby_sink **out, const char *path, const void *bytes,
                    size_t n)
{
    return put(out, path, true, bytes, n);
}

tby_rc tby_sink_put_nofollow(tby_sink **out, const char *path,
                             const void *bytes, size_t n)
{
    return put(out, path, false, bytes, n);
}

uint64_t tby_sink_offset(const tby_sink *s)
{
    return s->offset;
}

const char *tby_sink_error_text(const tby_sink *s)
{
    return s ? s->text : tby_rc_text(TBY_E_NOMEM);
}
