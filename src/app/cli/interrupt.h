/* interrupt.h - Ctrl-C for commands that keep what they have. */
#ifndef TBY_APP_CLI_INTERRUPT_H
#define TBY_APP_CLI_INTERRUPT_H

#include <stdatomic.h>

/* From now on the first Ctrl-C sets the flag and nothing else; one that comes a
 * while later ends the program as ever, in case the first is not heard. */
const atomic_bool *tby_cli_catch_interrupt(void);

#endif
