/* engine.h - what commands that ask engines have in common. */
#ifndef TBY_APP_CLI_ENGINE_ENGINE_H
#define TBY_APP_CLI_ENGINE_ENGINE_H

#include "app/cli/cli.h"
#include "work/engine/profiles.h"
#include "work/json/answer.h"

/* --- options, to stand in a command's list --------------------------------*/

#define TBY_ENGINE_LIMITS(depth)                                               \
    {"depth", "N", "search so deep (default " depth ")"},                      \
        {"nodes", "N", "search so many positions"},                            \
    {                                                                          \
        "time", "MS", "search so many milliseconds"                            \
    }

#define TBY_ENGINE_CHOICE                                                      \
    {"engine", "ENGINE",                                                       \
     "the UCI engine: a profile of engines.json, or a program (default "       \
     "stockfish)"},                                                            \
    {                                                                          \
        "option", "NAME=VALUE...",                                             \
            "set an option of the engine, as 'tabiya engine list' names it; "  \
            "may be given several times"                                       \
    }

/* The limits of a search as --depth, --nodes and --time say, or the depth if
 * none was given.  False after a usage error. */
bool tby_cli_engine_limit(const tby_cli_call *call, unsigned depth,
                          tby_engine_limit *out);

/* The engine that --engine, --option and the user's profiles describe. */
typedef struct tby_cli_engine {
    tby_profiles profiles;
    const char *name;             /* of the program, or NULL: stockfish */
    tby_engine_settings settings; /* without the path */
    size_t n;
    tby_engine_choice options[TBY_PROFILE_OPTIONS + TBY_CLI_VALUES + 8];
} tby_cli_engine;

/* Reads them; returns an exit code, after a complaint unless it is
 * TBY_EXIT_OK.  Close it in any case.  One thread is the default. */
int tby_cli_engine_open(tby_cli_engine *e, const tby_cli_call *call,
                        const char *engine);
void tby_cli_engine_close(tby_cli_engine *e);

/* Finds the program; returns an exit code, after a complaint. */
int tby_cli_engine_find(const tby_cli_engine *e, char *buf, size_t cap);

/* Reports how an engine failed; returns an exit code. */
int tby_cli_engine_failed(const char *path, const tby_engine_failure *f);

#endif
