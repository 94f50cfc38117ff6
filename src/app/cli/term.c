/* term.c - the terminal: Ctrl-C, its width, and numbers as bars. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "core/base/num.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

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

enum { COLUMNS = 80, COLUMNS_MOST = 500, BAR_LEAST = 4, BAR_MOST = 100 };

size_t tby_cli_columns(void)
{
    struct winsize size;
    const char *text = getenv("COLUMNS");
    uint64_t n = COLUMNS;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    if (text &&
        tby_num_u64(tby_str_of(text), 1, COLUMNS_MOST, &n, NULL) == TBY_OK)
        return (size_t)n;
    return COLUMNS;
}

static size_t digits_of(uint64_t n)
{
    size_t digits = 1;

    for (; n > 9; n /= 10)
        digits++;
    return digits;
}

size_t tby_cli_bar(FILE *out, double part, size_t columns, bool blocks)
{
    static const char *const PART[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t eighths = (size_t)(part * (double)(8 * columns));

    TBY_ASSERT(part >= 0);
    if (eighths == 0)
        eighths = 1;
    if (!blocks) {
        size_t n = eighths < 4 ? 1 : (eighths + 4) / 8;
        for (size_t i = 0; i < n; i++)
            fputc('#', out);
        return n;
    }
    for (size_t i = 0; i < eighths / 8; i++)
        fputs("█", out);
    fputs(PART[eighths % 8], out);
    return (eighths + 7) / 8;
}

void tby_cli_plot(FILE *out, const tby_plot_row rows[], size_t n,
                  size_t columns, bool blocks)
{
    size_t label = 0;
    uint64_t most = 0;

    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(rows[i].label);
        label = length > label ? length : label;
        most = rows[i].n > most ? rows[i].n : most;
    }
    int digits = (int)digits_of(most);
    size_t before = label + 2 + (size_t)digits + 2;
    size_t room = columns > before + BAR_LEAST ? columns - before : BAR_LEAST;
    if (room > BAR_MOST)
        room = BAR_MOST;
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%*s  %*llu", (int)label, rows[i].label, digits,
                (unsigned long long)rows[i].n);
        if (rows[i].n) {
            fputs("  ", out);
            tby_cli_bar(out, (double)rows[i].n / (double)most, room, blocks);
        }
        fputc('\n', out);
    }
}
