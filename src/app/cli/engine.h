/* engine.h - what commands that ask engines have in common, and how lines
 * are shown. */
#ifndef TBY_APP_CLI_ENGINE_H
#define TBY_APP_CLI_ENGINE_H

#include "app/cli/cli.h"
#include "work/json/answer.h"

/* --- options, to stand in a command's list --------------------------------*/

#define TBY_ENGINE_LIMITS(depth)                                               \
    {"depth", "N", "search so deep (default " depth ")"},                      \
        {"nodes", "N", "search so many positions"},                            \
    {                                                                          \
        "time", "MS", "search so many milliseconds"                            \
    }

#define TBY_ENGINE_PATH                                                        \
    {                                                                          \
        "engine", "FILE", "the UCI engine to ask (default stockfish)"          \
    }

/* The limits of a search as --depth, --nodes and --time say, or the depth if
 * none was given.  False after a usage error. */
bool tby_cli_engine_limit(const tby_cli_call *call, unsigned depth,
                          tby_engine_limit *out);

/* Reports how an engine failed; returns an exit code. */
int tby_cli_engine_failed(const char *path, const tby_engine_failure *f);

/* --- showing (engine_show.c) ------------------------------------------*/

/* The lines, or how the game has ended:
 *
 *      1   +0.35  depth 20  1. e4 e5 2. Nf3
 */
void tby_cli_engine_print(const tby_engine_found *found);

/* A view of an analysis that is drawn over and over at the same place. */
typedef struct tby_cli_engine_view {
    const tby_pos *pos;
    const char *name; /* of the engine */
    size_t drawn;     /* lines that stand there */
    double next;      /* not before this moment */
} tby_cli_engine_view;

void tby_cli_engine_draw(tby_cli_engine_view *v, const tby_analysis *a);
void tby_cli_engine_erase(tby_cli_engine_view *v);

#endif
