/* interrupt.c - see interrupt.h. */
#include "app/cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool interrupted; /* lock-free, so a handler may set it */

static void on_signal(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

const atomic_bool *tby_cli_catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    return &interrupted;
}
