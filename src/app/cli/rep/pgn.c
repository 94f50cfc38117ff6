/* pgn.c - tabiya rep export and rep import: a repertoire as PGN, and games as a
 * repertoire. */
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/base/assert.h"
#include "tabiya/limits.h"
#include "work/rep/import.h"
#include "work/rep/rep.h"

#include <string.h>

static int write_games(const tby_cli_call *call, tby_rep *rep, const char *out)
{
    tby_rep_export_sum sum;
    tby_rep_pgn_options options = {.lines = tby_cli_has(call, "lines"),
                                   .unroll = tby_cli_has(call, "unroll")};
    tby_rep_save_job job = {.path = out,
                            .named = call->args[0],
                            .refused = rep->report.errors,
                            .drop_invalid = tby_cli_has(call, "drop-invalid"),
                            .listener = {tby_cli_print_finding, NULL}};

    TBY_CLI_TRY(tby_cli_rep_entitle(call, &rep->graph));
    tby_rc rc = tby_rep_export(&rep->graph, &job, &options, &sum);
    if (rc == TBY_OK) {
        const tby_graph *g = &rep->graph;
        tby_cli_out o;

        tby_cli_out_open(&o, call, tby_cli_rep_report(out), 6);
        tby_cli_out_cstr(&o, NULL, "in", tby_cli_file_name(call->args[0]));
        tby_cli_out_head(&o, "out", out);
        tby_cli_out_u64(&o, "Games", "games", sum.games);
        tby_cli_out_u64(&o, "Moves", "moves", sum.moves);
        tby_cli_out_u64(&o, NULL, "edges", g->edges_alive);
        return tby_cli_out_close(&o);
    }
    return tby_cli_rep_refused(out, rc);
}

static int rep_export(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "pgn");
    tby_games_format format;
    int code = TBY_EXIT_OK;
    tby_rep rep;

    if (out && tby_games_format_named(out, &format) && format != TBY_GAMES_PGN)
        return tby_cli_usage(call->command,
                             "'tabiya pgn convert' writes other formats.",
                             "'%s' is no name for PGN.", out);
    if (!tby_cli_spares(call, call->args[0], out) ||
        !tby_cli_may_write(call, out, TBY_WANT_GAMES))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&rep, call->args[0], &code))
        return code;
    code = tby_cli_worse_exit(code, write_games(call, &rep, out ? out : "-"));
    tby_rep_free(&rep);
    return code;
}

const tby_cli_command tby_cmd_rep_export = {
    TBY_CLI_SYNOPSIS("rep", "export", "FILE", "write a repertoire as PGN"),
    .about =
        "Writes one game with variations: the first move of each position is "
        "the main line. Annotations become comments, evaluations [%eval], the "
        "title Event, the colour Orientation. A game that starts elsewhere "
        "has a FEN; what would be too deep or too long for readers of PGN "
        "goes on in a game of its own. Whatever reads the games finds exactly "
        "the moves of the repertoire, and 'rep import' everything but "
        "coordinates.\n\n"
        "Moves after a transposition are written once; another line that "
        "comes there ends with a comment that says where it goes on, such as "
        "'Transposes to 5. e3'. With --unroll they are written each time, "
        "until a line would come back to a position of its own. With --lines "
        "every line is written to its end. That may become very much, and "
        "more than 256 MB are refused; the exit code is then 2.\n\n"
        "A name that ends with .gz or .zst is written compressed. If a line "
        "of FILE cannot be read, nothing is written unless --drop-invalid is "
        "given; the exit code is 3 either way.",
    TBY_CLI_OPTIONS(
        {"pgn", "FILE", "write it there (default '-', standard output)"},
        {"lines", NULL, "one game for each line instead of variations"},
        {"unroll", NULL,
         "write the moves after a transposition each time, not once"},
        TBY_REP_TITLE, TBY_REP_COLOR, TBY_REP_DROP_INVALID),
    TBY_CLI_EXAMPLES({"tabiya rep export london.txt --pgn london.pgn",
                      "one game with variations"},
                     {"tabiya rep export --lines london.txt --pgn lines.pgn",
                      "a game for each line"}),
    .run = rep_export,
};

typedef struct import {
    const tby_cli_call *call;
    const char *out;
    tby_pgn_reporter reporter;
    tby_games_job job;
    tby_rep_import_options options;
    tby_rep_importer *im;
    tby_games_sum games; /* of building */
} import;

static void report_loss(const import *m, uint64_t n, const char *what,
                        const char *name)
{
    if (n)
        tby_cli_say(TBY_NOTE, strcmp(m->out, "-") == 0 ? "stdout" : m->out,
                    name, "%s %llu.", what, (unsigned long long)n);
}

static int write_out(import *m, const tby_pgn_files *files)
{
    tby_graph *g = tby_rep_importer_graph(m->im);
    tby_rep_import_sum sum = tby_rep_importer_sum(m->im);

    TBY_ASSERT(files->n > 0);
    if (sum.white != sum.black)
        tby_graph_set_color(g, sum.white ? TBY_WHITE : TBY_BLACK);
    tby_rc rc = tby_graph_set_title(g, sum.event);
    if (rc != TBY_OK)
        return tby_cli_fail(m->out, rc);
    int code = tby_cli_rep_entitle(m->call, g);
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_save(
            m->call, g,
            (tby_rep_save_job){.path = m->out, .named = files->at[0]});
    if (code != TBY_EXIT_OK)
        return code;
    /* what the games had and the repertoire has not */
    report_loss(m, sum.passes,
                "Lines that were cut before a null move:", "rep_null_moves");
    report_loss(
        m, sum.full,
        "Comments and glyphs that their move had no room for:", "rep_full");
    tby_cli_out o;
    tby_cli_out_open(&o, m->call, tby_cli_rep_report(m->out), 10);
    tby_cli_out_head(&o, "out", m->out);
    tby_cli_rep_out_title(&o, "Title", g);
    tby_cli_out_u64(&o, "Games", NULL, sum.games);
    tby_cli_out_u64(&o, "Positions", "nodes", g->nodes_alive);
    tby_cli_out_u64(&o, "Moves", "edges", g->edges_alive);
    tby_cli_out_u64(&o, NULL, "games", sum.games);
    tby_cli_out_u64(&o, NULL, "damaged", m->games.damaged);
    tby_cli_out_u64(&o, NULL, "refused", m->games.refused);
    tby_cli_out_u64(&o, NULL, "null_moves", sum.passes);
    tby_cli_out_u64(&o, NULL, "left_out", sum.full);
    return tby_cli_out_close(&o);
}

static int import_files(import *m, const tby_pgn_files *files)
{
    tby_rep_import_stage first = tby_rep_importer_first(m->im);
    int code = files->code;
    tby_rc rc;

    for (tby_rep_import_stage s = first; s < TBY_REP_IMPORT_STAGES; s++) {
        tby_rep_importer_begin(m->im, s);
        m->job.visitor = tby_rep_importer_visitor(m->im);
        m->reporter.again = s != first; /* faults are reported at first */
        m->games = (tby_games_sum){.games = 0};
        code =
            tby_cli_worse_exit(code, tby_pgn_read_files(&m->reporter, &m->job,
                                                        files, &m->games, &rc));
        if (rc == TBY_E_LIMIT)
            fputs("--depth or --min-games make it smaller.\n", stderr);
        if (rc != TBY_OK)
            code = tby_cli_worse_exit(code, TBY_EXIT_USAGE);
        if (code != TBY_EXIT_OK && code != TBY_EXIT_MALFORMED)
            return code;
    }
    if (tby_rep_importer_graph(m->im)->edges_alive == 0) {
        tby_cli_diag_file(tby_cli_file_name(files->at[0]),
                          m->options.min_games > 1
                              ? "No move occurs in so many games."
                              : "There is no move to take.",
                          "nothing_found");
        return tby_cli_worse_exit(code, TBY_EXIT_NO);
    }
    return tby_cli_worse_exit(code, write_out(m, files));
}

static int rep_import(const tby_cli_call *call)
{
    static import m; /* large, and there is one */
    const char *out = tby_cli_value(call, "output");

    m = (import){.call = call,
                 .out = out ? out : "-",
                 .job = {.mode = TBY_PGN_ALL},
                 .reporter = {.call = call}};
    if (!tby_cli_number_of(call, "depth", 1, TBY_MAX_PLIES, &m.options.depth) ||
        !tby_cli_number_of(call, "min-games", 1, UINT32_MAX,
                           &m.options.min_games) ||
        !tby_pgn_job_of(call, &m.job) || !tby_cli_rep_spares_games(call, m.out))
        return TBY_EXIT_USAGE;
    for (size_t i = 0; i < call->n; i++)
        if (!tby_cli_spares(call, call->args[i], out))
            return TBY_EXIT_USAGE;
    if (!tby_pgn_where_fits(call, call->args, call->n))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = files.code;
    if (code == TBY_EXIT_OK && m.options.min_games > 1)
        code = tby_pgn_files_check_again(call, &files);
    if (code == TBY_EXIT_OK) {
        tby_rc rc = tby_rep_importer_open(&m.im, &m.options);
        code = rc == TBY_OK ? import_files(&m, &files)
                            : tby_cli_fail("import", rc);
    }
    tby_rep_importer_close(m.im);
    tby_pgn_files_free(&files);
    return code;
}

const tby_cli_command tby_cmd_rep_import = {
    TBY_CLI_SYNOPSIS("rep", "import", "FILE...", "make a repertoire of games"),
    .about =
        "Reads games of all kinds that 'pgn check' takes and makes one "
        "repertoire of their moves, those of variations included. The same "
        "move in the same position is one move, whatever game or order of "
        "moves it comes from. Comments become annotations, joined with ' | ' "
        "where there are several, [%eval] becomes the evaluation of the "
        "position (of several the first), glyphs are kept. Clocks are "
        "dropped, and a line ends before a null move. Games that start "
        "elsewhere become roots of their own; Chess960 is refused.\n\n"
        "With --min-games only those moves are taken that occur in so many "
        "games, however the position came about; comments on whole games are "
        "then dropped. The files are read twice for that. A position that is "
        "met often, but by no move often enough, begins a line of its own.\n\n"
        "The title is what all games have as Event, or the name of the first "
        "file; the colour is what they have as Orientation, or guessed. What "
        "'rep export' wrote comes back as it was, but for coordinates. "
        "Damaged games are reported and used up to their fault; the exit code "
        "is then 3. It is 1 if there is nothing to write." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"output", "FILE", "write it there (default '-', standard output)"},
        TBY_REP_COLOR, TBY_REP_TITLE, TBY_REP_FORMAT, TBY_DB_WHERE,
        {"depth", "PLIES",
         "take so many half-moves of each line (default all)"},
        {"min-games", "N",
         "take moves that occur in N games at least (default 1)"},
        TBY_PGN_MAX_ERRORS, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya rep import study.pgn --color white --output london.txt",
         "a study with its variations and comments"},
        {"tabiya rep import twic.pgn.zst --depth 20 --min-games 50 --color "
         "black --output common.txt",
         "what is played often"}),
    .run = rep_import,
};
