/* cmd_tb.h - what the commands on endgame tables have in common. */
#ifndef TBY_APP_CLI_TB_CMD_TB_H
#define TBY_APP_CLI_TB_CMD_TB_H

#include "app/cli/cli.h"
#include "app/text/answers.h"

#define TBY_TB_TABLES                                                          \
    {                                                                          \
        "tables", "DIR",                                                       \
            "folders of Syzygy files, separated by colons (default: "          \
            "$TABIYA_TABLES)"                                                  \
    }

/* The tables that a command asks for many positions: those of --tables or
 * $TABIYA_TABLES; without either none, and out->tables is NULL.  Returns an
 * exit code. */
int tby_cli_tb_source(const tby_cli_call *call, tby_tables_source *out);

/* Closes them; the exit code of what was wrong with a table, after a
 * complaint. */
int tby_cli_tb_source_close(tby_tables_source *s);

/* Reports why a position has no answer; returns an exit code. */
int tby_cli_tb_fail(const tby_cli_text *text, tby_rc rc, const tby_pos *pos,
                    const char *fault);

#define TBY_TB_SOURCE                                                          \
    "\n\nWith --tables, or if $TABIYA_TABLES is set, endgame tables are "      \
    "asked "                                                                   \
    "as well: the Syzygy files there, and those that 'tabiya tb make' left "   \
    "in "                                                                      \
    "the cache. Positions that the fifty-move rule draws are not known then."

#endif
