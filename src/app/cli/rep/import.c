/* import.c - tabiya rep import: games become a repertoire. */
#include "work/rep/import.h"
#include "app/cli/commands.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/rep/cmd_rep.h"
#include "tabiya/limits.h"

#include <string.h>

typedef struct import {
    const tby_cli_call *call;
    const char *out;
    tby_pgn_teller teller;
    tby_games_job job;
    tby_rep_import_options options;
    tby_rep_importer *im;
    tby_games_sum games; /* of building */
} import;

/* --- the report -----------------------------------------------------------*/

static void print_number(FILE *out, const char *label, uint64_t n)
{
    fprintf(out, "%-10s %llu\n", label, (unsigned long long)n);
}

static void print_text(const import *m, const tby_rep_import_sum *sum)
{
    const tby_graph *g = tby_rep_importer_graph(m->im);
    FILE *out = tby_cli_rep_report(m->out);

    if (out != stdout)
        return;
    tby_cli_rep_print_head(out, m->out, g);
    print_number(out, "Games", sum->games);
    print_number(out, "Positions", g->nodes_alive);
    print_number(out, "Moves", g->edges_alive);
}

static int print_json(const import *m, const tby_rep_import_sum *sum)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", m->out);
    tby_cli_rep_json(w, tby_rep_importer_graph(m->im));
    tby_jsonw_put_u64(w, "games", sum->games);
    tby_jsonw_put_u64(w, "damaged", m->games.damaged);
    tby_jsonw_put_u64(w, "refused", m->games.refused);
    tby_jsonw_put_u64(w, "null_moves", sum->passes);
    tby_jsonw_put_u64(w, "left_out", sum->full);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(tby_cli_rep_report(m->out), &j);
}

static void tell(const import *m, uint64_t n, const char *what,
                 const char *name)
{
    const char *file = strcmp(m->out, "-") == 0 ? "stdout" : m->out;
    char text[200];

    if (!n)
        return;
    snprintf(text, sizeof text, "%s %llu.", what, (unsigned long long)n);
    tby_cli_print_finding(
        &(tby_cli_finding){TBY_NOTE, file, {0, 0}, name, text});
}

/* What the games had and the repertoire has not. */
static void tell_losses(const import *m, const tby_rep_import_sum *sum)
{
    tell(m, sum->passes,
         "Lines that were cut before a null move:", "rep_null_moves");
    tell(m, sum->full,
         "Comments and glyphs that their move had no room for:", "rep_full");
}

/* --- the work -------------------------------------------------------------*/

static int read_options(import *m)
{
    const char *depth = tby_cli_value(m->call, "depth");
    const char *least = tby_cli_value(m->call, "min-games");
    const char *out = tby_cli_value(m->call, "output");

    m->out = out ? out : "-";
    m->job.mode = TBY_PGN_ALL;
    if ((depth && !tby_cli_number(m->call, "--depth", depth, 1, TBY_MAX_PLIES,
                                  &m->options.depth)) ||
        (least && !tby_cli_number(m->call, "--min-games", least, 1, UINT32_MAX,
                                  &m->options.min_games)) ||
        !tby_pgn_job_of(m->call, &m->job))
        return TBY_EXIT_USAGE;
    return TBY_EXIT_OK;
}

/* All files for one stage; faults are told in the first. */
static int read_files(import *m, const tby_pgn_files *files,
                      tby_import_stage stage)
{
    int code = files->code;

    tby_rep_importer_begin(m->im, stage);
    m->job.visitor = tby_rep_importer_visitor(m->im);
    m->teller.again = stage != tby_rep_importer_first(m->im);
    m->games = (tby_games_sum){.games = 0};
    for (size_t i = 0; i < files->n; i++) {
        tby_games_result result;
        tby_rc rc;

        m->job.path = files->at[i];
        code = tby_cli_worse_exit(
            code, tby_pgn_read_file(&m->teller, &m->job, &result, &rc));
        tby_games_add(&m->games, &result.sum);
        if (rc == TBY_OK)
            continue;
        code = tby_cli_worse_exit(code, tby_cli_fail(m->teller.file, rc));
        if (rc == TBY_E_LIMIT)
            fputs("--depth or --min-games make it smaller.\n", stderr);
        return tby_cli_worse_exit(code, TBY_EXIT_USAGE);
    }
    return code;
}

static tby_rc entitle(import *m, const tby_rep_import_sum *sum)
{
    tby_graph *g = tby_rep_importer_graph(m->im);

    if (sum->white != sum->black)
        tby_graph_set_color(g, sum->white ? TBY_WHITE : TBY_BLACK);
    return tby_graph_set_title(g, sum->event);
}

static int write_out(import *m, const tby_pgn_files *files)
{
    tby_graph *g = tby_rep_importer_graph(m->im);
    tby_rep_import_sum sum = tby_rep_importer_sum(m->im);
    tby_rc rc = entitle(m, &sum);

    if (rc != TBY_OK)
        return tby_cli_fail(m->out, rc);
    int code = tby_cli_rep_entitle(m->call, g);
    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_save(
            m->call, g,
            (tby_rep_save_job){.path = m->out, .named = files->at[0]});
    if (code != TBY_EXIT_OK)
        return code;
    tell_losses(m, &sum);
    if (m->call->json)
        return print_json(m, &sum);
    print_text(m, &sum);
    return TBY_EXIT_OK;
}

static int import_files(import *m, const tby_pgn_files *files)
{
    int code = TBY_EXIT_OK;

    for (tby_import_stage stage = tby_rep_importer_first(m->im);
         stage < TBY_IMPORT_STAGES; stage++) {
        code = tby_cli_worse_exit(code, read_files(m, files, stage));
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

static int run(const tby_cli_call *call)
{
    static import m; /* large, and there is one */

    m = (import){.call = call};
    int code = read_options(&m);
    if (code == TBY_EXIT_OK && !tby_cli_rep_spares_games(call, m.out))
        code = TBY_EXIT_USAGE;
    if (code != TBY_EXIT_OK)
        return code;
    for (size_t i = 0; i < call->n; i++)
        if (!tby_cli_spares(call, call->args[i], tby_cli_value(call, "output")))
            return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    code = files.code;
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

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write it there (default '-', standard output)"},
    TBY_REP_COLOR,
    TBY_REP_TITLE,
    TBY_REP_FORMAT,
    {"depth", "PLIES", "take so many half-moves of each line (default all)"},
    {"min-games", "N", "take moves that occur in N games at least (default 1)"},
    {"max-errors", "N",
     "show the first N errors of each file (default 100); all are counted"},
    {"threads", "N", "use N threads, 0 for all processors (default 0)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep import study.pgn --color white --output london.txt",
     "a study with its variations and comments"},
    {"tabiya rep import twic.pgn.zst --depth 20 --min-games 50 --color black "
     "--output common.txt",
     "what is played often"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_import = {
    .noun = "rep",
    .verb = "import",
    .args = "FILE...",
    .summary = "make a repertoire of games",
    .about =
        "Reads games of all kinds that 'pgn check' takes and makes one "
        "repertoire of their moves, those of variations included. The same "
        "move in the same position is one move, whatever game or order of "
        "moves it comes from. Comments become annotations, joined with ' | ' "
        "where there are several, [%eval] becomes the evaluation of the "
        "position (of several the first), glyphs are kept. Clocks are dropped, "
        "and a line ends before a null move. Games that start elsewhere become "
        "roots of their own; Chess960 is refused.\n\n"
        "With --min-games only those moves are taken that occur in so many "
        "games, however the position came about; comments on whole games are "
        "then dropped. The files are read twice for that. A position that is "
        "met often, but by no move often enough, begins a line of its own.\n\n"
        "The title is what all games have as Event, or the name of the first "
        "file; the colour is what they have as Orientation, or guessed. What "
        "'rep export' wrote comes back as it was, but for coordinates. "
        "Damaged games are told and used up to their fault; the exit code is "
        "then 3. It is 1 if there is nothing to write.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
