/* term.c - Ctrl-C. */
#include "app/cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

/* Lock-free, and clock_gettime() is safe, so that a handler may use them. */
static atomic_bool interrupted;
static atomic_long since; /* seconds, of the monotonic clock */

/* Wrappers pass on what the terminal has sent already, so that one Ctrl-C may
 * come twice; a person who means it waits that long. */
enum { SAME_SECONDS = 1 };

static void on_signal(int number)
{
    struct timespec now = {0, 0};
    int error = errno;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!atomic_exchange(&interrupted, true)) {
        atomic_store(&since, (long)now.tv_sec);
    } else if ((long)now.tv_sec - atomic_load(&since) > SAME_SECONDS) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = error;
}

const atomic_bool *tby_cli_catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    return &interrupted;
}
