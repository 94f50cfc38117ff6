/* console TABIYA DATABASE [ENGINE]: tabiya console in a terminal of its own:
 * from its start to the first frame with what the database knows, the best of
 * five; and from a key to the frame that follows it while the engine thinks.
 * Goals: 50 and 16 ms. */
#define _GNU_SOURCE
#include "input.h"
#include "timing.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STARTS = 5, KEYS = 200, SEEN = 1 << 16 };

typedef struct terminal {
    int fd;
    pid_t pid;
    char seen[SEEN]; /* since the last key */
    size_t n;
} terminal;

static void start(terminal *t, const char *tabiya, const char *database,
                  const char *engine)
{
    struct winsize size = {.ws_row = 40, .ws_col = 120};

    t->n = 0;
    t->pid = forkpty(&t->fd, NULL, NULL, &size);
    if (t->pid == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execl(tabiya, tabiya, "console", database, "--engine", engine,
              (char *)NULL);
        _exit(127);
    }
    if (t->pid < 0)
        die("there is no pseudo terminal");
}

/* Reads until a text has come; the end if it does not within a minute. */
static void wait_for(terminal *t, const char *text)
{
    struct pollfd p = {.fd = t->fd, .events = POLLIN};

    while (!memmem(t->seen, t->n, text, strlen(text))) {
        if (t->n == SEEN) /* what an engine says: the end may be a part of it */
            memmove(t->seen, t->seen + SEEN / 2, t->n = SEEN / 2);
        ssize_t n = poll(&p, 1, 60000) == 1
                        ? read(t->fd, t->seen + t->n, SEEN - t->n)
                        : 0;
        if (n <= 0)
            die("the console does not answer");
        t->n += (size_t)n;
    }
}

static void press(terminal *t, const char *keys)
{
    t->n = 0;
    if (write(t->fd, keys, strlen(keys)) < 0)
        die("the console has ended");
}

static void stop(const terminal *t)
{
    kill(t->pid, SIGTERM);
    close(t->fd);
    waitpid(t->pid, NULL, 0);
}

static void print(const char *name, double ms, double p99, double goal)
{
    printf("{\"bench\":\"%s\",\"milliseconds\":%.1f,\"p99\":%.1f,"
           "\"goal\":%.0f,\"met\":%s}\n",
           name, 1e3 * ms, 1e3 * p99, goal,
           1e3 * p99 <= goal ? "true" : "false");
}

int main(int argc, char **argv)
{
    static terminal t;
    static double took[KEYS];
    char state[] = "/tmp/console-bench-XXXXXX";
    const char *engine = argc > 3 ? argv[3] : "stockfish";
    double best = 0;

    if (argc < 3 || !mkdtemp(state))
        die("usage: console TABIYA DATABASE [ENGINE]");
    setenv("XDG_STATE_HOME", state, 1);
    for (int i = 0; i < STARTS; i++) {
        double from = wall_seconds();
        start(&t, argv[1], argv[2], engine);
        wait_for(&t, "e4"); /* the first move of the database */
        best = shorter(best, wall_seconds() - from);
        stop(&t);
    }
    print("console, first frame", best, best, 50);

    /* Back and on between the start and 1. e4: no letter of what the last line
     * says is the same, so that all of it is drawn. */
    start(&t, argv[1], argv[2], engine);
    wait_for(&t, "White to move");
    press(&t, "/e4\r");
    wait_for(&t, "King's Pawn");
    press(&t, "l");
    wait_for(&t, "depth");
    for (int i = 0; i < KEYS; i++) {
        double from = wall_seconds();
        press(&t, i % 2 ? "\033OC" : "\033OD");
        wait_for(&t, i % 2 ? "King's Pawn" : "start");
        took[i] = wall_seconds() - from;
    }
    double half = median(took, KEYS);
    print("console, key to frame, engine on", half, took[KEYS * 99 / 100], 16);
    stop(&t);
    return 0;
}
