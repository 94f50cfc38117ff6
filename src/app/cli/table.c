/* table.c - the one table of commands, from the list in commands.h. */
#include "app/cli/commands.h"

const tby_cli_command *const tby_cli_table[] = {
#define ENTRY(name) &tby_cmd_##name,
    TBY_CLI_COMMANDS(ENTRY)
#undef ENTRY
        NULL,
};

const tby_cli_option tby_cli_globals[] = {
    {"json", NULL, "print JSON, one line for each result"},
    {"help", NULL, "say how the command is used"},
    {NULL, NULL, NULL},
};

const tby_cli_option tby_cli_alone[] = {
    {"version", NULL, "print the version of tabiya"},
    {NULL, NULL, NULL},
};
