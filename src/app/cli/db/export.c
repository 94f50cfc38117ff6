/* export.c - tabiya db export: games of a database into a file. */
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/str.h"
#include "io/system/file.h"
#include "io/system/progress.h"
#include "work/db/visit.h"

#include <string.h>

typedef struct exporting {
    tby_db_ask ask;
    const char *out;
    tby_sink *sink;
    tby_convert convert;
    tby_progress bar;
    uint64_t refused;
} exporting;

static tby_rc progress(void *ctx, uint64_t done, uint64_t total)
{
    exporting *e = ctx;

    tby_progress_update(&e->bar, done, total, done);
    return TBY_OK;
}

static int write_file(exporting *e, const tby_games_answer *found,
                      const tby_convert_options *options)
{
    tby_rc rc = tby_sink_open(&e->sink, e->out);
    int code;

    if (rc == TBY_OK) {
        tby_convert_init(&e->convert, e->sink, options);
        tby_progress_start(&e->bar, "export", "games");
        rc = tby_db_export(e->ask.store, found, &e->convert, &e->refused,
                           progress, e);
        tby_progress_end(&e->bar);
        if (rc == TBY_OK)
            rc = tby_sink_commit(e->sink);
    }
    uint64_t written = e->convert.count.written;
    if (rc == TBY_OK) {
        /* what .cdb has no room for was left out */
        code = written == found->n ? TBY_EXIT_OK : TBY_EXIT_MALFORMED;
        if (strcmp(e->out, "-") != 0) { /* else the games have it */
            tby_cli_out o;
            tby_cli_out_open(&o, e->ask.call, stdout, 8);
            tby_cli_out_cstr(&o, NULL, "out", e->out);
            tby_cli_out_u64(&o, "Games", "games", found->n);
            tby_cli_out_u64(&o, "Written", "written", written);
            code = tby_cli_worse_exit(code, tby_cli_out_close(&o));
        }
    } else {
        code = tby_sink_error_text(e->sink)[0]
                   ? tby_cli_fail_sink(e->out, e->sink, rc)
                   : tby_db_ask_fail(&e->ask, rc);
    }
    tby_sink_close(e->sink);
    return code;
}

/* Is what is written none of the databases that are read? */
static bool spares_all(const tby_cli_call *call, const char *where,
                       const char *out)
{
    tby_str rest = tby_str_of(where), line;
    size_t n = strlen(out);
    tby_file_info info;
    char one[4096];

    while (tby_str_field(&rest, '\n', &line)) {
        (void)snprintf(one, sizeof one, "%.*s", (int)line.n, line.p);
        if (!tby_cli_spares(call, one, out))
            return false;
        if (tby_file_look(one, &info) != TBY_OK || !info.folder || n < 4 ||
            strcmp(out + n - 4, ".tdb") != 0)
            continue;
        TBY_CLI_USAGE(call, "'%s' would be one of the databases of a folder.",
                      out);
        return false;
    }
    return true;
}

static int run(const tby_cli_call *call)
{
    static exporting e; /* large, and there is one */
    tby_convert_options options = {.keep_all = true};
    tby_games_answer found;

    e = (exporting){.out = call->args[1]};
    if (!tby_cli_games_format(call, e.out, &options.to) ||
        !spares_all(call, call->args[0], e.out))
        return TBY_EXIT_USAGE;
    int code = tby_cli_check_out(call, e.out, TBY_WANT_GAMES);
    if (code != TBY_EXIT_OK ||
        !tby_db_ask_open(&e.ask, call, call->args[0], 0, &code))
        return code;
    tby_rc rc =
        tby_store_find(e.ask.store, &e.ask.filter, tby_db_ask_order(call),
                       e.ask.offset, e.ask.limit, &found);
    if (rc != TBY_OK) {
        code = tby_db_ask_fail(&e.ask, rc);
    } else {
        /* A name with a slip in it should not replace a file by an empty one.
         */
        code = found.n ? write_file(&e, &found, &options)
                       : tby_db_ask_nothing(&e.ask, "No game fits.");
        tby_games_free(&found);
    }
    tby_db_ask_close(&e.ask);
    return code;
}

const tby_cli_command tby_cmd_db_export = {
    TBY_CLI_SYNOPSIS("db", "export", "DB... OUT",
                     "write games to a file of PGN, .cdb or .jsonl"),
    .about =
        "Writes the games of the database DB that fit all conditions, in the "
        "order of their numbers unless --sort says otherwise, with everything "
        "that was in them when they were imported: tags, comments, glyphs, "
        "variations, clocks and evaluations. The name of OUT says what to "
        "write, such as .pgn, .pgn.zst, .cdb or .jsonl; '-' is standard "
        "output. OUT appears whole or not at all, and not at all if no game "
        "fits; the exit code is then 1.\n\n"
        "What does not fit into .cdb is left out, and the exit code is then 3.",
    TBY_CLI_OPTIONS(
        TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
        {"position", "POS", "comes to this position by any order"},
        {"move", "MOVE", "in which such as b8=Q# is played"},
        {"by", "SIDE", "who plays --move: white, black or either"}, TBY_DB_SORT,
        {"limit", "N", "games to write, 0 for all (default 0)"},
        {"offset", "N", "games to pass over"},
        {"to", "pgn|cdb|jsonl", "what to write, whatever OUT is called"},
        TBY_CLI_FORCE),
    TBY_CLI_EXAMPLES(
        {"tabiya db export games.tdb najdorf.pgn.zst --eco B90-B99",
         "the games of an opening"},
        {"tabiya db export games.tdb - --to jsonl | jq -r .moves",
         "all games for another program"}),
    .run = run,
};
