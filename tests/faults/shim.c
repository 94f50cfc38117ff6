/* shim.c - a system that fails when it is told to, and one that remembers what
 * was written.  It is put in front of the C library (LD_PRELOAD), so that a
 * program is tested as it runs, with all of its libraries.
 *
 *     FAULT=KIND:N   the call number N of a kind fails, once; KIND:N+: all from
 *                    it on
 *     FAULT_COUNT=F  the end of the program writes the number of calls of each
 *                    kind
 *     FAULT_WAIT=1   calls count from SIGUSR1 on
 *     FAULT_LOG=F    every change of files goes into F as a record: cuts.mjs
 *                    makes of it what a power cut may leave
 *
 * Programs that are started by this one are left alone, but for itself as it
 * unpacks an archive. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALLOC, OPEN, READ, WRITE, SYNC, RENAME, LOCK, KINDS };
static const char *const kind_names[KINDS] = {
    "alloc", "open", "read", "write", "sync", "rename", "lock"};

static atomic_ulong *calls; /* of this process and of those that it starts */
static atomic_ulong fail_at[KINDS];
static bool for_good;
static int log_fd = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool ready;

/* The function of that name that would be called without us. */
#define REAL(type, name) ((type)(uintptr_t)dlsym(RTLD_NEXT, name))

/* Counts a call; true: this one fails. */
static bool fails(int kind)
{
    if (!atomic_load(&ready))
        return false;
    unsigned long n = atomic_fetch_add(&calls[kind], 1) + 1;
    unsigned long at = atomic_load(&fail_at[kind]);

    return at && (n == at || (for_good && n > at));
}

static int fail(int error)
{
    errno = error;
    return -1;
}

/* --- the beginning and the end --------------------------------------------*/

static void on_signal(int number)
{
    (void)number;
    atomic_store(&ready, true);
}

__attribute__((constructor)) static void begin(int argc, char **argv)
{
    const char *fault = getenv("FAULT"), *log = getenv("FAULT_LOG");
    const char *shared = getenv("FAULT_CALLS");
    bool unpacks = argc == 3 && strcmp(argv[1], "__unpack") == 0;
    size_t size = KINDS * sizeof *calls;

    if (shared && !unpacks)
        return;
    int fd = shared ? atoi(shared) : memfd_create("calls", 0);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0)
        abort();
    calls = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (calls == MAP_FAILED)
        abort();
    char number[16];
    snprintf(number, sizeof number, "%d", fd);
    setenv("FAULT_CALLS", number, 1);
    for (int i = 0; i < KINDS && fault; i++) {
        size_t n = strlen(kind_names[i]);
        if (strncmp(fault, kind_names[i], n) == 0 && fault[n] == ':') {
            char *end;
            atomic_store(&fail_at[i], strtoul(fault + n + 1, &end, 10));
            for_good = *end == '+';
        }
    }
    if (log)
        log_fd = (int)syscall(SYS_openat, AT_FDCWD, log,
                              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (getenv("FAULT_WAIT") && !unpacks)
        signal(SIGUSR1, on_signal);
    else
        atomic_store(&ready, true);
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNT");
    char line[256];
    size_t n = 0;

    atomic_store(&ready, false);
    if (!path || !calls)
        return;
    for (int i = 0; i < KINDS; i++)
        n += (size_t)snprintf(line + n, sizeof line - n, "%s %lu\n",
                              kind_names[i], atomic_load(&calls[i]));
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path,
                          O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0) {
        syscall(SYS_write, fd, line, n);
        syscall(SYS_close, fd);
    }
}

/* --- memory ---------------------------------------------------------------*/

void *malloc(size_t n)
{
    static void *(*next)(size_t);

    if (fails(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    if (!next)
        next = REAL(void *(*)(size_t), "malloc");
    return next(n);
}

void *calloc(size_t n, size_t size)
{
    static void *(*next)(size_t, size_t);
    static _Thread_local bool looking;

    if (fails(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    if (!next) {
        if (looking) /* dlsym() asks for memory, and can do without */
            return NULL;
        looking = true;
        next = REAL(void *(*)(size_t, size_t), "calloc");
        looking = false;
    }
    return next(n, size);
}

void *realloc(void *p, size_t n)
{
    static void *(*next)(void *, size_t);

    if (n && fails(ALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    if (!next)
        next = REAL(void *(*)(void *, size_t), "realloc");
    return next(p, n);
}

/* --- what is remembered ---------------------------------------------------
 *
 * A record: a line of a word, numbers and names without spaces, then so many
 * bytes as the last number of a write says.  A file is its inode. */

static void note(const char *line, const void *bytes, size_t n)
{
    syscall(SYS_write, log_fd, line, strlen(line));
    if (n)
        syscall(SYS_write, log_fd, bytes, n);
}

static unsigned long inode(int fd)
{
    struct stat info;

    return fstat(fd, &info) == 0 &&
                   (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
               ? info.st_ino
               : 0;
}

#define NOTED(...)                                                             \
    do {                                                                       \
        char noted[9000];                                                      \
        snprintf(noted, sizeof noted, __VA_ARGS__);                            \
        note(noted, NULL, 0);                                                  \
    } while (0)

static void note_write(int fd, const void *bytes, long n, long at)
{
    char line[128];
    unsigned long file = inode(fd);

    if (!file || n <= 0)
        return;
    if (at < 0)
        at = lseek(fd, 0, SEEK_CUR) - n;
    snprintf(line, sizeof line, "write %lu %ld %ld\n", file, at, n);
    note(line, bytes, (size_t)n);
}

/* The call, and what it was, without another one between them. */
#define LOGGED(result, call, noting)                                           \
    do {                                                                       \
        if (log_fd < 0) {                                                      \
            result = call;                                                     \
            break;                                                             \
        }                                                                      \
        pthread_mutex_lock(&log_lock);                                         \
        result = call;                                                         \
        int error_ = errno;                                                    \
        if (result >= 0)                                                       \
            noting;                                                            \
        errno = error_;                                                        \
        pthread_mutex_unlock(&log_lock);                                       \
    } while (0)

static const char *whole(const char *path, char buf[4096])
{
    char here[2048];

    if (path[0] == '/' || !getcwd(here, sizeof here))
        return path;
    snprintf(buf, 4096, "%s/%s", here, path);
    return buf;
}

/* --- opening --------------------------------------------------------------*/

static void note_open(int fd, int flags, const char *new)
{
    if ((flags & O_TMPFILE) == O_TMPFILE)
        NOTED("create %lu\n", inode(fd));
    else if (new)
        NOTED("create %lu %s\n", inode(fd), new);
    else if (flags & O_TRUNC)
        NOTED("size %lu 0\n", inode(fd));
}

static int open_it(int folder, const char *path, int flags, mode_t mode)
{
    struct stat info;
    char buf[4096];
    int fd;
    bool new = (flags & O_CREAT) && stat(path, &info) != 0;

    if (fails(OPEN))
        return fail(EMFILE);
    LOGGED(fd, (int)syscall(SYS_openat, folder, path, flags, mode),
           note_open(fd, flags, new ? whole(path, buf) : NULL));
    return fd;
}

#define MODE(flags)                                                            \
    mode_t mode = 0;                                                           \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                   \
        va_list more;                                                          \
        va_start(more, flags);                                                 \
        mode = va_arg(more, mode_t);                                           \
        va_end(more);                                                          \
    }

int open(const char *path, int flags, ...)
{
    MODE(flags)
    return open_it(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE(flags)
    return open_it(AT_FDCWD, path, flags, mode);
}

int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return open_it(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return open_it(AT_FDCWD, path, flags, 0);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE(flags)
    return open_it(folder, path, flags, mode);
}

int mkdir(const char *path, mode_t mode)
{
    char buf[4096];
    struct stat info;
    int done;

    if (fails(OPEN))
        return fail(ENOSPC);
    LOGGED(done, (int)syscall(SYS_mkdir, path, mode),
           NOTED("folder %lu %s\n",
                 stat(path, &info) == 0 ? (unsigned long)info.st_ino : 0,
                 whole(path, buf)));
    return done;
}

/* --- reading and writing --------------------------------------------------*/

/* Standard input, output and errors are left alone: the program must be able to
 * say what happened.  What the system has made up to wake a thread has no type,
 * and cannot fail. */
static bool may_fail(int fd)
{
    struct stat info;

    return fd > 2 && fstat(fd, &info) == 0 && (info.st_mode & S_IFMT) != 0;
}

ssize_t read(int fd, void *to, size_t n)
{
    return may_fail(fd) && fails(READ) ? fail(EIO)
                                       : syscall(SYS_read, fd, to, n);
}

static ssize_t read_at(int fd, void *to, size_t n, off_t at)
{
    return fails(READ) ? fail(EIO) : syscall(SYS_pread64, fd, to, n, at);
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    return read_at(fd, to, n, at);
}

ssize_t pread64(int fd, void *to, size_t n, off_t at)
{
    return read_at(fd, to, n, at);
}

ssize_t write(int fd, const void *from, size_t n)
{
    ssize_t done;

    /* a single byte is what a handler of signals wakes its thread with */
    if (n > 1 && may_fail(fd) && fails(WRITE))
        return fail(ENOSPC);
    LOGGED(done, syscall(SYS_write, fd, from, n),
           note_write(fd, from, done, -1));
    return done;
}

static ssize_t write_at(int fd, const void *from, size_t n, off_t at)
{
    ssize_t done;

    if (fails(WRITE))
        return fail(ENOSPC);
    LOGGED(done, syscall(SYS_pwrite64, fd, from, n, at),
           note_write(fd, from, done, at));
    return done;
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t at)
{
    return write_at(fd, from, n, at);
}

ssize_t pwrite64(int fd, const void *from, size_t n, off_t at)
{
    return write_at(fd, from, n, at);
}

static int set_size(int fd, off_t size)
{
    int done;

    if (fails(WRITE))
        return fail(EIO);
    LOGGED(done, (int)syscall(SYS_ftruncate, fd, size),
           NOTED("size %lu %ld\n", inode(fd), (long)size));
    return done;
}

int ftruncate(int fd, off_t size)
{
    return set_size(fd, size);
}

int ftruncate64(int fd, off_t size)
{
    return set_size(fd, size);
}

/* --- to the disk ----------------------------------------------------------*/

static int sync_it(long call, int fd, const char *word)
{
    int done;

    if (fails(SYNC))
        return fail(EIO);
    /* nothing has to reach this disk: what it would is in the log */
    LOGGED(done, log_fd >= 0 ? 0 : (int)syscall(call, fd),
           NOTED("%s %lu\n", word, inode(fd)));
    return done;
}

int fsync(int fd)
{
    return sync_it(SYS_fsync, fd, "sync");
}

int fdatasync(int fd)
{
    return sync_it(SYS_fdatasync, fd, "sync");
}

int syncfs(int fd)
{
    return sync_it(SYS_syncfs, fd, "syncall");
}

/* --- names ----------------------------------------------------------------*/

static int rename_it(const char *from, const char *to, unsigned flags)
{
    char a[4096], b[4096];
    int done;

    if (fails(RENAME))
        return fail(EIO);
    LOGGED(done,
           (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags),
           NOTED("%s %s %s\n", flags & 2 ? "exchange" : "rename",
                 whole(from, a), whole(to, b)));
    return done;
}

int rename(const char *from, const char *to)
{
    return rename_it(from, to, 0);
}

int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    (void)a; /* AT_FDCWD in all we call */
    (void)b;
    return rename_it(from, to, flags);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    struct stat info;
    char buf[4096];
    int done;

    if (fails(RENAME))
        return fail(EIO);
    LOGGED(done, (int)syscall(SYS_linkat, a, from, b, to, flags),
           NOTED("link %lu %s\n",
                 stat(to, &info) == 0 ? (unsigned long)info.st_ino : 0,
                 whole(to, buf)));
    return done;
}

int unlink(const char *path)
{
    char buf[4096];
    int done;

    if (fails(RENAME))
        return fail(EIO);
    LOGGED(done, (int)syscall(SYS_unlink, path),
           NOTED("unlink %s\n", whole(path, buf)));
    return done;
}

/* --- locks ----------------------------------------------------------------*/

int flock(int fd, int operation)
{
    return fails(LOCK) ? fail(ENOLCK) : (int)syscall(SYS_flock, fd, operation);
}

static int control(int fd, int command, void *argument)
{
    if ((command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
         command == F_OFD_SETLKW) &&
        fails(LOCK))
        return fail(ENOLCK);
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

int fcntl(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    return control(fd, command, argument);
}

int fcntl64(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    return control(fd, command, argument);
}
