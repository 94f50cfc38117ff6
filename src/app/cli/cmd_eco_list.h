/* cmd_eco_list.h - what the commands share that list records of a table. */
#ifndef TBY_APP_CLI_CMD_ECO_LIST_H
#define TBY_APP_CLI_CMD_ECO_LIST_H

#include "app/cli/cmd_eco.h"
#include "app/cli/cmd_pgn.h" /* tby_pgn_graver(), tby_pgn_resize() */

/* n sources as one table: tby_eco_open(), tby_eco_table(), tby_eco_close(). */
int tby_eco_read(const tby_cli_call *call, char *const sources[], size_t n,
                 tby_openings **out);

/* "B20  Sicilian Defense (1. e4 c5)", and the end of the line. */
void tby_eco_print_opening(const tby_opening *o);

/* An opening as a line of JSON; returns an exit code. */
int tby_eco_print_json(const tby_opening *o);

#endif
