/* formats.c - what games are written in, by the name of the output. */
#include "app/cli/formats.h"

#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

bool tby_cli_games_format(const tby_cli_call *call, const char *path,
                          tby_games_format *out)
{
    static const struct {
        const char *end, *name;
        tby_games_format format;
    } KNOWN[] = {{".pgn", "pgn", TBY_GAMES_PGN},
                 {".pgn.zst", "pgn", TBY_GAMES_PGN},
                 {".pgn.gz", "pgn", TBY_GAMES_PGN},
                 {".cdb", "cdb", TBY_GAMES_CDB},
                 {".cdb.zst", "cdb", TBY_GAMES_CDB},
                 {".cdb.gz", "cdb", TBY_GAMES_CDB},
                 {".jsonl", "jsonl", TBY_GAMES_JSONL},
                 {".jsonl.zst", "jsonl", TBY_GAMES_JSONL},
                 {".jsonl.gz", "jsonl", TBY_GAMES_JSONL}};
    const char *to = tby_cli_value(call, "to");

    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (to ? strcmp(to, KNOWN[i].name) == 0
               : ends_with(path, KNOWN[i].end)) {
            *out = KNOWN[i].format;
            return true;
        }
    }
    tby_cli_usage(call->command, NULL,
                  "'%s' does not end with .pgn, .cdb or .jsonl: "
                  "say what to write with --to.",
                  path);
    return false;
}
