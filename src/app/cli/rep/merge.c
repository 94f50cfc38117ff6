/* merge.c - tabiya rep merge: several repertoires become one. */
#include "tabiya/merge.h"
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"

typedef struct merger {
    const tby_cli_call *call;
    const char *out;
    tby_merge_evals evals;
    tby_graph graph;
    const char *named;  /* the file that gave the colour */
    uint64_t refused;   /* lines of all files */
    uint64_t edges_all; /* moves of all files */
} merger;

/* --- the report -----------------------------------------------------------*/

static void print_text(const merger *m)
{
    const tby_graph *g = &m->graph;
    FILE *out = tby_cli_rep_report(m->out);

    if (out != stdout)
        return;
    tby_cli_rep_print_head(out, m->out, g);
    fprintf(out, "Positions  %u\nMoves      %u of %llu\n",
            (unsigned)g->nodes_alive, (unsigned)g->edges_alive,
            (unsigned long long)m->edges_all);
}

static int print_json(const merger *m)
{
    const tby_graph *g = &m->graph;
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "out", m->out);
    tby_cli_rep_json(w, g);
    tby_jsonw_put_u64(w, "edges_of_all", m->edges_all);
    tby_jsonw_put_u64(w, "dropped", m->refused);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(tby_cli_rep_report(m->out), &j);
}

/* --- the work -------------------------------------------------------------*/

/* Complains if the file is the other side's repertoire and nobody says whose
 * the result shall be. */
static bool fits(merger *m, const tby_graph *g, const char *path)
{
    static const char *const SIDES[] = {"White", "Black"};
    const char *name = tby_cli_file_name(path);

    if (!g->has_color || tby_cli_has(m->call, "color"))
        return true;
    if (m->graph.has_color && m->graph.color != g->color) {
        tby_cli_usage(m->call->command, "--color says whose the result is.",
                      "%s is a repertoire of %s, %s of %s.", m->named,
                      SIDES[m->graph.color], name, SIDES[g->color]);
        return false;
    }
    if (!m->graph.has_color)
        m->named = name;
    return true;
}

static int merge_graph(merger *m, const tby_rep *rep, const char *path)
{
    if (!fits(m, &rep->graph, path))
        return TBY_EXIT_USAGE;
    m->refused += rep->report.errors;
    m->edges_all += rep->graph.edges_alive;
    tby_rc rc = tby_graph_merge(&m->graph, &rep->graph, m->evals);
    return rc == TBY_OK ? TBY_EXIT_OK
                        : tby_cli_fail(tby_cli_file_name(path), rc);
}

/* False if there is nothing to be written, whatever *code was before. */
static bool merge_file(merger *m, const char *path, int *code)
{
    tby_rep rep;

    if (!tby_cli_rep_load(&rep, path, code))
        return false;
    int merged = merge_graph(m, &rep, path);
    *code = tby_cli_worse_exit(*code, merged);
    tby_rep_free(&rep);
    return merged == TBY_EXIT_OK;
}

static int write_out(merger *m)
{
    int code = tby_cli_rep_entitle(m->call, &m->graph);

    if (code != TBY_EXIT_OK)
        return code;
    code = tby_cli_rep_save(m->call, &m->graph,
                            (tby_rep_save_job){
                                .path = m->out,
                                .version = tby_cli_rep_version(m->call),
                                .refused = m->refused,
                            });
    if (code != TBY_EXIT_OK)
        return code;
    if (m->call->json)
        return print_json(m);
    print_text(m);
    return TBY_EXIT_OK;
}

static int run(const tby_cli_call *call)
{
    const char *out = tby_cli_value(call, "output");
    merger m = {.call = call,
                .out = out ? out : "-",
                .evals = tby_cli_has(call, "keep-evals") ? TBY_MERGE_EVALS
                                                         : TBY_MERGE_NO_EVALS};
    int code = TBY_EXIT_OK;
    bool whole = true;

    if (!tby_cli_rep_spares_games(call, out))
        return TBY_EXIT_USAGE;
    tby_graph_init(&m.graph, NULL);
    for (size_t i = 0; i < call->n && whole; i++)
        whole = merge_file(&m, call->args[i], &code);
    if (whole)
        code = tby_cli_worse_exit(code, write_out(&m));
    tby_graph_free(&m.graph);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write it there (default '-', standard output)"},
    {"keep-evals", NULL, "keep evaluations; of two the first"},
    TBY_REP_FORMAT,
    TBY_REP_TITLE,
    TBY_REP_COLOR,
    TBY_REP_DROP_INVALID,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep merge a.txt b.txt c.txt --output london.txt",
     "three chapters become one repertoire"},
    {"tabiya rep merge white.txt black.txt --color white --output all.txt",
     "of both sides, to be drilled with White"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_merge = {
    .noun = "rep",
    .verb = "merge",
    .args = "FILE...",
    .summary = "make one repertoire of several",
    .about =
        "The result has every move of every file, once: moves are the same if "
        "they are played in the same position, however a file writes it. They "
        "stand in the order in which they are seen first, those of the first "
        "file before those of the next. Annotations of the same move are "
        "joined with ' | ' and titles with ' + ', exact duplicates once; "
        "glyphs are added up. Coordinates fit no longer and are dropped, "
        "evaluations too unless --keep-evals is given: then the first one of a "
        "position stays.\n\n"
        "Repertoires of both sides need --color. A missing colour is that of "
        "the other files, or guessed if none tells. If a line of a file cannot "
        "be read, nothing is written unless --drop-invalid is given; the exit "
        "code is 3 either way.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
