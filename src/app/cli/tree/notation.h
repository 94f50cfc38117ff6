/* notation.h - what the commands on the shortest notation share. */
#ifndef TBY_APP_CLI_TREE_NOTATION_H
#define TBY_APP_CLI_TREE_NOTATION_H

#include "app/cli/cli.h"

/* The JSON of a position up to its moves, which are to be added; then ends it
 * and prints it.  Returns an exit code. */
tby_jsonw *tby_cli_notation_json(tby_cli_json *j, const tby_cli_text *text,
                                 const tby_pos *pos);
int tby_cli_notation_json_print(tby_cli_json *j);

#endif
