#define _GNU_SOURCE /* pipe2(), prlimit() */
#include "io/system/process.h"
#include "core/base/assert.h"

#include "core/base/str.h"
#include "core/base/text.h"
#include "io/system/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_program(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return false;
    if (S_ISREG(st.st_mode))
        return access(path, X_OK) == 0;
    errno = EACCES; /* as for what may not be run */
    return false;
}

/* Writes directory/name to buf and looks whether it is a program. */
static bool try_directory(tby_str directory, const char *name, char *buf,
                          size_t cap)
{
    tby_text t = {.buf = buf, .cap = cap};

    if (directory.n == 0)
        directory = TBY_STR("."); /* an empty part of PATH means here */
    tby_text_str(&t, directory);
    tby_text_char(&t, '/');
    tby_text_cstr(&t, name);
    return tby_text_end(&t) < cap && is_program(buf);
}

static bool find_by_path(const char *name, char *buf, size_t cap)
{
    const char *path = getenv("PATH");
    tby_str rest = tby_str_of(path ? path : "/usr/bin:/bin");
    tby_str directory;

    while (*name && tby_str_field(&rest, ':', &directory))
        if (try_directory(directory, name, buf, cap))
            return true;
    if (*name && try_directory(TBY_STR("/usr/games"), name, buf, cap))
        return true;
    errno = ENOENT; /* whatever was in the way in some folder */
    return false;
}

tby_rc tby_program_find(const char *name, char *buf, size_t cap)
{
    tby_text t = {.buf = buf, .cap = cap};

    if (!strchr(name, '/'))
        return find_by_path(name, buf, cap) ? TBY_OK : TBY_E_IO_SPAWN;
    tby_text_cstr(&t, name);
    if (tby_text_end(&t) < cap)
        return is_program(buf) ? TBY_OK : TBY_E_IO_SPAWN;
    errno = ENAMETOOLONG;
    return TBY_E_IO_SPAWN;
}

extern char **environ;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A pipe whose ends are not 0, 1 or 2: where we were started without standard
 * files, the child's dup2() calls would otherwise step on each other. */
static bool open_pipe(int ends[2])
{
    int raw[2];

    if (pipe2(raw, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = raw[i] > 2 ? raw[i] : fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
        if (raw[i] <= 2)
            close(raw[i]);
    }
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    close_fd(&ends[0]);
    close_fd(&ends[1]);
    return false;
}

int tby__spawn(pid_t *pid, const char *const argv[], int in, int out,
               bool quiet)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t deaf, pipe_only;
    char **args;
    int failed;

    /* posix_spawn() promises not to write what argv points to */
    memcpy(&args, &argv, sizeof args);

    /* What the child does not hear: Ctrl-C on the terminal reaches it, too, and
     * whoever handles that decides himself what becomes of his children. */
    struct sigaction now;

    sigemptyset(&deaf);
    if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
        sigaddset(&deaf, SIGINT);

    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attr) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    posix_spawnattr_setsigmask(&attr, &deaf);
    posix_spawnattr_setsigdefault(&attr, &pipe_only);
    posix_spawnattr_setflags(&attr,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    failed = posix_spawn_file_actions_adddup2(&files, in, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&files, out, 1);
    if (!failed && quiet)
        failed = posix_spawn_file_actions_addopen(&files, 2, "/dev/null",
                                                  O_WRONLY, 0);
    if (!failed)
        failed = posix_spawn(pid, argv[0], &files, &attr, args, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

tby_rc tby_process_start(tby_process *p, const char *const argv[],
                         size_t max_line)
{
    return tby_process_start_limited(p, argv, max_line,
                                     (tby_process_limits){0});
}

tby_rc tby_process_start_limited(tby_process *p, const char *const argv[],
                                 size_t max_line, tby_process_limits limits)
{
    tby_process started = {.pid = 0};
    int to_child[2] = {-1, -1};
    int from_child[2] = {-1, -1};

    TBY_TRY(tby_lines_open(&started.lines, -1, max_line));
    bool ok = open_pipe(to_child) && open_pipe(from_child) &&
              /* only our ends: the child's must block as any program expects */
              fcntl(to_child[1], F_SETFL, O_NONBLOCK) == 0 &&
              fcntl(from_child[0], F_SETFL, O_NONBLOCK) == 0 &&
              (errno = tby__spawn(&started.pid, argv, to_child[0],
                                  from_child[1], limits.quiet)) == 0;
    int error = errno;
    close_fd(&to_child[0]);
    close_fd(&from_child[1]);
    if (!ok) {
        close_fd(&to_child[1]);
        close_fd(&from_child[0]);
        tby_lines_close(&started.lines);
        errno = error;
        return TBY_E_IO_SPAWN;
    }

    /* From outside, as soon as the child is there: it has had no time to take
     * much. */
    uint64_t bytes = limits.memory;
    struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};

    if (bytes)
        prlimit(started.pid, RLIMIT_AS, &limit, NULL);

    started.in = to_child[1];
    started.out = from_child[0];
    started.lines.fd = started.out;
    *p = started;
    return TBY_OK;
}

/* write() without its SIGPIPE: the signal is held back in this thread only and
 * taken away if it came, so that the program's own setting never matters. */
static ssize_t write_quietly(int fd, const char *bytes, size_t n)
{
    const struct timespec at_once = {0, 0};
    sigset_t pipe_only, before, pending;

    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);

    ssize_t written = write(fd, bytes, n);
    int error = errno;
    if (written < 0 && error == EPIPE && !was_pending)
        while (sigtimedwait(&pipe_only, NULL, &at_once) < 0 && errno == EINTR)
            continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

tby_rc tby_process_write(tby_process *p, tby_str text, double seconds)
{
    double deadline = tby_clock_now() + seconds;
    size_t done = 0;

    if (p->in < 0)
        return TBY_E_IO_CLOSED;
    while (done < text.n) {
        ssize_t n = write_quietly(p->in, text.p + done, text.n - done);

        if (n >= 0) {
            done += (size_t)n;
        } else if (errno == EPIPE) {
            return TBY_E_IO_CLOSED;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            tby_rc rc = tby_lines_await(p->in, POLLOUT, deadline);
            if (rc != TBY_OK)
                return rc == TBY_E_IO_READ ? TBY_E_IO_WRITE : rc;
        } else if (errno != EINTR) {
            return TBY_E_IO_WRITE;
        }
    }
    return TBY_OK;
}

void tby_process_close_input(tby_process *p)
{
    close_fd(&p->in);
}

tby_rc tby_process_read(tby_process *p, double seconds, tby_str *line)
{
    tby_rc rc = tby_lines_wait(&p->lines, seconds, line);

    return rc == TBY_DONE ? TBY_E_IO_CLOSED : rc;
}

/* Waits until the deadline; true if the child has ended. */
static bool reap(pid_t pid, double deadline, int *status)
{
    double nap = 0.0005;

    for (;;) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid)
            return true;
        if (got < 0 && errno != EINTR)
            return true; /* someone else has waited for it */
        double left = deadline - tby_clock_now();
        if (left <= 0)
            return false;
        tby_clock_sleep(nap < left ? nap : left);
        if (nap < 0.02)
            nap *= 2;
    }
}

int tby_process_stop(tby_process *p, double seconds)
{
    int status = 0;

    if (p->pid <= 0)
        return -1;
    close_fd(&p->in);
    close_fd(&p->out);
    if (!reap(p->pid, tby_clock_now() + seconds, &status)) {
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    tby_lines_close(&p->lines);
    p->pid = 0;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : -1;
}
