/* formats.h - what games are written in. */
#ifndef TBY_APP_CLI_FORMATS_H
#define TBY_APP_CLI_FORMATS_H

#include "app/cli/cli.h"
#include "work/games/games.h"

/* By the command's option --to or the name of the output.  False after a
 * complaint. */
bool tby_cli_games_format(const tby_cli_call *call, const char *path,
                          tby_games_format *out);

#endif
