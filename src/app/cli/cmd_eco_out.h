/* cmd_eco_out.h - files that the commands on openings write. */
#ifndef TBY_APP_CLI_CMD_ECO_OUT_H
#define TBY_APP_CLI_CMD_ECO_OUT_H

#include "app/cli/cli.h"

#define TBY_ECO_FORCE                                                          \
    {                                                                          \
        "force", NULL, "replace what is there already"                         \
    }

/* Complains if a file is there already and --force was not given.  Returns an
 * exit code. */
int tby_eco_check_out(const tby_cli_call *call, const char *path);

/* Writes a file that appears whole or not at all; "-" is standard output.
 * Returns an exit code, after a complaint if it is not TBY_EXIT_OK. */
int tby_eco_write(const char *path, tby_str bytes);

#endif
