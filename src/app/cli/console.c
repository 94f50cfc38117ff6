/* console.c - tabiya console: the workbench in the terminal. */
#include "work/console.h"
#include "app/cli/eco/cmd_eco.h"
#include "app/cli/engine/engine.h"
#include "app/cli/tb/cmd_tb.h"

static int run(const tby_cli_call *call)
{
    static tby_cli_engine engine; /* large, and there is one */
    tby_names_set *names = NULL;
    int code =
        tby_cli_engine_open(&engine, call, tby_cli_value(call, "engine"));

    if (code == TBY_EXIT_OK)
        code = tby_eco_read_names(call, &names);
    if (names) {
        tby_console_options o = {.files = call->args,
                                 .n = call->n,
                                 .book = tby_cli_value(call, "book"),
                                 .tables = tby_cli_value(call, "tables"),
                                 .engine = engine.name,
                                 .choice = engine.settings,
                                 .names = tby_names_set_get(names),
                                 .lines = tby_cli_has(call, "lines")};
        tby_rc rc = tby_console(&o);
        code = rc == TBY_DONE ? TBY_EXIT_NO : tby_cli_exit_of_file(rc);
    }
    tby_cli_engine_close(&engine);
    tby_names_set_close(names);
    return code;
}

const tby_cli_command tby_cmd_console = {
    TBY_CLI_SYNOPSIS("console", NULL, "[FILE...]",
                     "a chess workbench in the terminal"),
    .about =
        "A board that holds a game with its side lines, and around it what is "
        "known of each position: its name, the repertoire, the book, the games "
        "of a database, endgame tables, an engine that thinks beside you. Each "
        "FILE is a database, a repertoire or a file of games, whichever its "
        "first bytes say.\n\n"
        "On a terminal it takes the whole screen; with --lines, where the "
        "terminal is dumb, or where standard input is no terminal, it reads "
        "commands line by line: 'help' lists them, and everything else is a "
        "move. A script begins with an empty board and prints nothing but "
        "answers; a command that fails is reported with its line, the others "
        "go on, and the first failure decides the exit code.\n\n"
        "On a terminal the game is kept after each change in console-N.pgn "
        "below "
        "$XDG_STATE_HOME/tabiya (or ~/.local/state/tabiya), so that nothing is "
        "lost when the terminal is, and comes back next time unless it was "
        "saved. docs/guide/console.md is the guide.",
    TBY_CLI_OPTIONS({"lines", NULL, "no full screen: one command a line"},
                    {"book", "FILE", "the Polyglot book to show moves of"},
                    TBY_TB_TABLES, TBY_ENGINE_CHOICE, TBY_ECO_NAMES,
                    TBY_ECO_OPTIONS),
    TBY_CLI_EXAMPLES({"tabiya console games.tdb london.txt",
                      "a database and a repertoire around the board"},
                     {"tabiya console games.tdb <commands.txt",
                      "a script: one command a line"}),
    .run = run,
};
