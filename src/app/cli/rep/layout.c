/* layout.c - tabiya rep layout: where to draw the positions. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/rep/layout/picture.h"

#include <string.h>

/* Bytes of the largest picture: that of 100,000 positions has 50 MB. */
enum { PICTURE_MAX = 1 << 30 };

typedef struct job {
    const tby_cli_call *call;
    const char *in, *out;
    const char *svg; /* NULL: no picture */
    tby_rep_layout_job layout;
    tby_rep rep;
    uint64_t crossings;
} job;

/* --- the report -----------------------------------------------------------*/

static bool is_standard(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* Not where the file or the picture goes. */
static FILE *report_to(const job *j)
{
    return tby_cli_rep_report(is_standard(j->svg) ? j->svg : j->out);
}

static void print_text(const job *j)
{
    FILE *to = report_to(j);

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
    if (j->svg)
        tby_jsonw_put_cstr(w, "svg", j->svg);
    tby_jsonw_put_u64(w, "placed", j->rep.graph.nodes_alive);
    tby_jsonw_put_u64(w, "crossings", j->crossings);
    tby_jsonw_object_end(w);
    return tby_cli_json_print_to(report_to(j), &json);
}

/* --- the work -------------------------------------------------------------*/

static int draw(const job *j)
{
    tby_buf picture;

    tby_buf_init(&picture, NULL, PICTURE_MAX);
    tby_rc rc = tby_graph_draw(&j->rep.graph, &picture, NULL);
    int code = rc == TBY_OK ? tby_cli_write_file(j->svg, tby_buf_str(&picture))
                            : tby_cli_fail(j->svg, rc);
    tby_buf_free(&picture);
    return code;
}

static tby_rep_save_job save_job(const job *j)
{
    return (tby_rep_save_job){
        .path = j->out,
        .named = j->in,
        .refused = j->rep.report.errors,
        .in_place = strcmp(j->in, j->out) ? NULL : &j->rep,
    };
}

static int work(job *j)
{
    tby_graph *g = &j->rep.graph;
    int code = tby_cli_rep_try_save(j->call, save_job(j));

    if (code != TBY_EXIT_OK)
        return code;
    int placed = tby_cli_rep_lay_out(j->in, g, &j->layout, &j->crossings);
    if (placed != TBY_EXIT_OK && placed != TBY_EXIT_NO)
        return placed;
    /* the picture first: if it cannot be written, nothing has changed */
    if (j->svg)
        code = draw(j);
    if (code != TBY_EXIT_OK)
        return code;
    code = tby_cli_rep_save(j->call, g, save_job(j));
    if (code != TBY_EXIT_OK)
        return code;
    if (j->call->json)
        return tby_cli_worse_exit(placed, print_json(j));
    print_text(j);
    return placed;
}

static int run(const tby_cli_call *call)
{
    const char *output = tby_cli_value(call, "output");
    job j = {.call = call,
             .in = call->args[0],
             .out = output ? output : call->args[0],
             .svg = tby_cli_value(call, "svg")};
    int code = TBY_EXIT_OK;

    if (is_standard(j.out) && is_standard(j.svg))
        return tby_cli_usage(call->command, NULL,
                             "The file and the picture cannot both go to "
                             "standard output.");
    if (!tby_cli_rep_layout_job(call, &j.layout) ||
        !tby_cli_spares(call, j.in, j.svg) ||
        !tby_cli_spares(call, j.out, j.svg) ||
        !tby_cli_may_write(call, j.svg, TBY_WANT_TEXT) ||
        !tby_cli_rep_spares_games(call, output))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&j.rep, j.in, &code))
        return code;
    code = tby_cli_worse_exit(code, work(&j));
    tby_rep_free(&j.rep);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"output", "FILE", "write there instead of in place"},
    {"svg", "FILE", "draw a picture, too"},
    TBY_REP_LAYOUT,
    TBY_REP_DROP_INVALID,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep layout london.txt", "coordinates for all positions, in place"},
    {"tabiya rep layout --keep london.txt --output new.txt",
     "after some moves were added: the others hardly move"},
    {"tabiya rep layout --svg london.svg london.txt",
     "a picture for a browser, with the moves and their annotations"},
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
        "have a place stay near it. Ctrl-C ends the search, and the best that "
        "was found by then is written; the exit code is then 1. The algorithms "
        "of Graphviz run as a child "
        "process, which may take five minutes and two gigabytes.\n\n"
        "The file is replaced as a whole and keeps its version if that can be "
        "written (4.0, 5.0); '-' is standard input, and then output. If it was "
        "changed meanwhile, it stays, and the result is put beside it, as "
        "london.new.txt. "
        "Evaluations and everything else stay as they are.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
