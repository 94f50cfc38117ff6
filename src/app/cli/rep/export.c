/* export.c - tabiya rep export: a repertoire as PGN. */
#include "work/rep/export.h"
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"

static int print_sum(const tby_cli_call *call, const char *out,
                     const tby_graph *g, const tby_rep_export_sum *sum)
{
    FILE *to = tby_cli_rep_report(out);
    tby_cli_json j;

    if (call->json) {
        tby_jsonw *w = tby_cli_json_start(&j);

        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "in", tby_cli_file_name(call->args[0]));
        tby_jsonw_put_cstr(w, "out", out);
        tby_jsonw_put_u64(w, "games", sum->games);
        tby_jsonw_put_u64(w, "moves", sum->moves);
        tby_jsonw_put_u64(w, "edges", g->edges_alive);
        tby_jsonw_object_end(w);
        return tby_cli_json_print_to(to, &j);
    }
    if (to == stdout) {
        tby_cli_put_clean(to, tby_str_of(out));
        fprintf(to, "\nGames  %llu\nMoves  %llu\n",
                (unsigned long long)sum->games, (unsigned long long)sum->moves);
    }
    return TBY_EXIT_OK;
}

static int write_games(const tby_cli_call *call, tby_rep *rep, const char *out)
{
    tby_rep_export_sum sum;
    tby_rep_pgn_options options = {.lines = tby_cli_has(call, "lines"),
                                   .unroll = tby_cli_has(call, "unroll")};
    tby_rep_save_job job = {.path = out,
                            .named = call->args[0],
                            .refused = rep->report.errors,
                            .drop_invalid = tby_cli_has(call, "drop-invalid"),
                            .listener = {tby_cli_rep_tell, NULL}};
    int code = tby_cli_rep_entitle(call, &rep->graph);

    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_rep_export(&rep->graph, &job, &options, &sum);
    if (rc == TBY_OK)
        return print_sum(call, out, &rep->graph, &sum);
    return tby_cli_rep_refused(out, rc);
}

static int run(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "pgn");
    int code = TBY_EXIT_OK;
    tby_rep rep;

    if (!tby_cli_spares(call, call->args[0], out) ||
        !tby_cli_may_write(call, out, TBY_WANT_GAMES))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&rep, call->args[0], &code))
        return code;
    code = tby_cli_worse_exit(code, write_games(call, &rep, out ? out : "-"));
    tby_rep_free(&rep);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"pgn", "FILE", "write it there (default '-', standard output)"},
    {"lines", NULL, "one game for each line instead of variations"},
    {"unroll", NULL,
     "write the moves after a transposition each time, not once"},
    TBY_REP_TITLE,
    TBY_REP_COLOR,
    TBY_REP_DROP_INVALID,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep export london.txt --pgn london.pgn",
     "one game with variations"},
    {"tabiya rep export --lines london.txt --pgn lines.pgn",
     "a game for each line"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_export = {
    .noun = "rep",
    .verb = "export",
    .args = "FILE",
    .summary = "write a repertoire as PGN",
    .about =
        "Writes one game with variations: the first move of each position is "
        "the main line. Annotations become comments, evaluations [%eval], the "
        "title Event, the colour Orientation. A game that starts elsewhere has "
        "a FEN; what would be too deep or too long for readers of PGN goes on "
        "in a game of its own. Whatever reads the games finds exactly the "
        "moves of the repertoire, and 'rep import' everything but "
        "coordinates.\n\n"
        "Moves behind a transposition are written once; another line that "
        "comes there ends with a comment that says where it goes on, such as "
        "'Transposes to 5. e3'. With --unroll they are written each time, "
        "until a line would come back to a position of its own. With --lines "
        "every line is written to its end. That may become very much, and more "
        "than 256 MB are refused; the exit code is then 2.\n\n"
        "A name that ends with .gz or .zst is written compressed. If a line of "
        "FILE cannot be read, nothing is written unless --drop-invalid is "
        "given; the exit code is 3 either way.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
