/* docs_shell.h - what the two completions have in common. */
#ifndef TBY_APP_CLI_DOCS_DOCS_SHELL_H
#define TBY_APP_CLI_DOCS_DOCS_SHELL_H

#include "app/cli/cli.h"

/* How a shell can complete a value or an argument. */
typedef enum tby_cli_values {
    TBY_CLI_ANYTHING, /* not at all */
    TBY_CLI_FILES,
    TBY_CLI_DIRS,
    TBY_CLI_POSITION, /* "start" is the only word that can be guessed */
    TBY_CLI_COMMANDS,
    TBY_CLI_CHOICE /* a|b|c */
} tby_cli_values;

/* By what help calls it: FILE, DIR, POS, COMMAND, "a|b|c"; brackets and dots
 * do not matter. */
tby_cli_values tby_cli_values_of(tby_str placeholder);

/* The next argument of "DEPTH [POS...]", bare: "DEPTH", then "POS".  *repeats
 * (unless NULL) says whether it may come again. */
bool tby_cli_next_arg(tby_str *rest, tby_str *arg, bool *repeats);

/* The index in the table behind the last command of the noun at i. */
size_t tby_cli_noun_end(size_t i);

#endif
