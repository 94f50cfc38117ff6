/* cmd_rep_layout.c - tabiya rep layout: where to draw the positions. */
#include "app/cli/cmd_rep.h"
#include "app/cli/commands.h"

typedef struct job {
    const tby_cli_call *call;
    const char *in, *out;
    tby_rep_layout_job layout;
    tby_rep rep;
    uint64_t crossings;
} job;

/* --- the report -----------------------------------------------------------*/

static void print_text(const job *j)
{
    FILE *to = tby_cli_rep_report(j->out);

    if (to != stdout)
        return;
    tby_cli_put_clean(to, tby_str_of(j->out));
    fprintf(to, "\nPlaced     %u\n", j->rep.graph.nodes_alive);
    fprintf(to, "Crossings  %llu\n", (unsigned long long)j->crossings);
}

static int print_json(const job *j)
{
    tby_cli_json json;
    tby_jsonw *w = tby_cli_json_start(&json);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "in", tby_cli_file_name(j->in));
    tby_jsonw_put_cstr(w, "out", j->out);
    tby_jsonw_put_u64(w, "placed", j->rep.graph.nodes_alive);
    tby_jsonw_put_u64(w, "crossings", j->crossings);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(tby_cli_rep_report(j->out), &json);
}

/* --- the work -------------------------------------------------------------*/

static int work(job *j)
{
    tby_graph *g = &j->rep.graph;
    int code = tby_cli_rep_check_loss(j->call, &j->rep, j->out);

    if (code == TBY_EXIT_OK)
        code = tby_cli_rep_lay_out(j->in, g, &j->layout, &j->crossings);
    if (code != TBY_EXIT_OK)
        return code;
    code = tby_cli_rep_save(j->call, g,
                            (tby_rep_save_job){
                                .path = j->out,
                                .named = j->in,
                                .refused = j->rep.report.errors,
                            });
    if (code != TBY_EXIT_OK)
        return code;
    if (j->call->json)
        return print_json(j);
    print_text(j);
    return TBY_EXIT_OK;
}

static int run(const tby_cli_call *call)
{
    const char *output = tby_cli_value(call, "output");
    job j = {.call = call,
             .in = call->args[0],
             .out = output ? output : call->args[0]};
    int code = TBY_EXIT_OK;

    if (!tby_cli_rep_layout_job(call, &j.layout))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&j.rep, j.in, &code))
        return code;
    code = tby_cli_graver(code, work(&j));
    tby_rep_free(&j.rep);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write there instead of in place"},
    TBY_REP_LAYOUT,
    TBY_REP_DROP_INVALID,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep layout london.txt", "coordinates for all positions, in place"},
    {"tabiya rep layout --keep london.txt --output new.txt",
     "after some moves were added: the others hardly move"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_layout = {
    .noun = "rep",
    .verb = "layout",
    .args = "FILE",
    .summary = "lay the graph of a repertoire out",
    .about =
        "Gives every position coordinates: rank by rank from the start down, "
        "with as few crossings as can be found. The same file gives the same "
        "coordinates, whatever it held before; with --keep, positions that "
        "have a place stay near it. The algorithms of Graphviz run as a child "
        "process, which may take five minutes and two gigabytes.\n\n"
        "The file is replaced as a whole and keeps its version if that can be "
        "written (4.0, 5.0); '-' is standard input, and then output. "
        "Evaluations and everything else stay as they are.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
