/* export.c - tabiya db export: games of a database into a file. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"
#include "app/cli/formats.h"
#include "io/system/progress.h"
#include "work/db/db_export.h"

typedef struct exporting {
    tby_db_ask ask;
    const char *out;
    tby_sink *sink;
    tby_convert convert;
    tby_progress bar;
    uint64_t refused;
    unsigned limit, offset;
} exporting;

static tby_rc progress(void *ctx, uint64_t done, uint64_t total)
{
    exporting *e = ctx;

    tby_progress_update(&e->bar, done, total, done);
    return TBY_OK;
}

/* --- the report -----------------------------------------------------------*/

static int print_json(const exporting *e, uint64_t found)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", e->out);
    tby_jsonw_put_u64(w, "games", found);
    tby_jsonw_put_u64(w, "written", e->convert.count.written);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int report(const exporting *e, uint64_t found)
{
    bool whole = e->convert.count.written == found;
    int code = TBY_EXIT_OK;

    /* Standard output has the games. */
    if (e->out[0] == '-' && !e->out[1])
        return whole ? TBY_EXIT_OK : TBY_EXIT_MALFORMED;
    if (e->ask.call->json)
        code = print_json(e, found);
    else
        printf("Games    %llu\nWritten  %llu\n", (unsigned long long)found,
               (unsigned long long)e->convert.count.written);
    /* What .cdb has no room for was left out. */
    return tby_cli_worse_exit(code, whole ? TBY_EXIT_OK : TBY_EXIT_MALFORMED);
}

/* --- the command ----------------------------------------------------------*/

static int sink_fails(const exporting *e, tby_rc rc)
{
    tby_cli_diag_file(e->out, tby_sink_error_text(e->sink), tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}

static int write_games(exporting *e, const tby_games_answer *found)
{
    tby_rc rc;

    tby_progress_start(&e->bar, "export", "games");
    rc = tby_db_export(e->ask.store, found, &e->convert, &e->refused, progress,
                       e);
    tby_progress_end(&e->bar);
    if (rc == TBY_OK)
        rc = tby_sink_commit(e->sink);
    if (rc == TBY_OK)
        return report(e, found->n);
    if (tby_sink_error_text(e->sink)[0])
        return sink_fails(e, rc);
    return tby_db_ask_fail(&e->ask, rc);
}

static int write_file(exporting *e, const tby_games_answer *found,
                      const tby_convert_options *options)
{
    tby_rc rc = tby_sink_open(&e->sink, e->out);
    int code;

    if (rc == TBY_OK) {
        tby_convert_init(&e->convert, e->sink, options);
        code = write_games(e, found);
    } else {
        code = sink_fails(e, rc);
    }
    tby_sink_close(e->sink);
    return code;
}

/* A name with a slip in it should not replace a file by an empty one. */
static int select_games(exporting *e, const tby_convert_options *options)
{
    tby_games_answer found;
    int code;
    tby_rc rc = tby_store_find(e->ask.store, &e->ask.filter,
                               tby_db_ask_order(e->ask.call), e->offset,
                               e->limit, &found);

    if (rc != TBY_OK)
        return tby_db_ask_fail(&e->ask, rc);
    code = found.n ? write_file(e, &found, options)
                   : tby_db_ask_nothing(&e->ask, "No game fits.");
    tby_games_free(&found);
    return code;
}

static int run(const tby_cli_call *call)
{
    static exporting e; /* large, and there is one */
    tby_convert_options options = {.keep_all = true};
    int code;

    e = (exporting){.out = call->args[1]};
    if (!tby_cli_games_format(call, e.out, &options.to) ||
        !tby_db_ask_number(call, "limit", &e.limit) ||
        !tby_db_ask_number(call, "offset", &e.offset) ||
        !tby_cli_spares(call, call->args[0], e.out))
        return TBY_EXIT_USAGE;
    code = tby_cli_check_out(call, e.out, TBY_WANT_GAMES);
    if (code != TBY_EXIT_OK || !tby_db_ask_open(&e.ask, call, &code))
        return code;
    code = select_games(&e, &options);
    tby_db_ask_close(&e.ask);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", "POS", "comes to this position by any order"},
    {"move", "MOVE", "in which such as b8=Q# is played"},
    {"by", "white|black|either", "who plays --move"},
    TBY_DB_SORT,
    {"limit", "N", "games to write, 0 for all (default 0)"},
    {"offset", "N", "games to pass over"},
    {"to", "pgn|cdb|jsonl", "what to write, whatever OUT is called"},
    TBY_CLI_FORCE,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db export games.tdb najdorf.pgn.zst --eco B90-B99",
     "the games of an opening"},
    {"tabiya db export games.tdb - --to jsonl | jq -r .moves",
     "all games for another program"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_export = {
    .noun = "db",
    .verb = "export",
    .args = "DB OUT",
    .summary = "write games to a file of PGN, .cdb or .jsonl",
    .about =
        "Writes the games of the database DB that fit all conditions, in the "
        "order of their numbers unless --sort says otherwise, with everything "
        "that was in them when they were imported: tags, comments, glyphs, "
        "variations, clocks and "
        "evaluations. The name of OUT says what to write, such as .pgn, "
        ".pgn.zst, .cdb or .jsonl; '-' is standard output. OUT appears whole "
        "or "
        "not at all, and not at all if no game fits; the exit code is then "
        "1.\n\n"
        "What does not fit into .cdb is left out, and the exit "
        "code is then 3.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
