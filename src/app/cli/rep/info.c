/* info.c - tabiya rep info: what there is in a repertoire. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"
#include "tabiya/facts.h"

typedef struct subject {
    const char *file;
    tby_rep rep;
    tby_facts facts;
} subject;

static void print_number(const char *label, uint64_t n, const char *unit)
{
    printf("%-15s %llu%s%s\n", label, (unsigned long long)n, *unit ? " " : "",
           unit);
}

static void print_lines(const tby_facts *f)
{
    printf("%-15s %s%llu\n", "Lines", f->lines_exact ? "" : "at least ",
           (unsigned long long)f->lines);
    print_number("Longest line", f->longest, f->longest == 1 ? "ply" : "plies");
}

static void print_text(const subject *s)
{
    const tby_graph *g = &s->rep.graph;
    const tby_facts *f = &s->facts;

    tby_cli_put_clean(stdout, tby_str_of(s->file));
    printf("\n%-15s ", "Title");
    tby_cli_put_clean(stdout, tby_graph_text(g, g->title));
    printf("\n%-15s %s%s\n", "Colour", tby_cli_color_name(f->color),
           g->has_color ? "" : ", it seems");
    printf("%-15s v%u.0\n", "Version", s->rep.report.version);
    print_number("Positions", f->nodes, "");
    print_number("Moves", f->edges, "");
    print_number("Roots", f->roots, "");
    print_number("Leaves", f->leaves, "");
    print_number("Transpositions", f->transpositions, "");
    print_number("Unreachable", f->unreachable, "");
    print_number("Cycles", f->cycles, "");
    print_lines(f);
    print_number("Annotated", f->annotated,
                 f->annotated == 1 ? "move" : "moves");
    print_number("Evaluated", f->evaluated,
                 f->evaluated == 1 ? "position" : "positions");
    print_number("Placed", f->placed,
                 f->placed == 1 ? "position" : "positions");
    print_number("Choice points", f->choices, "");
}

static int print_json(const subject *s)
{
    const tby_graph *g = &s->rep.graph;
    const tby_facts *f = &s->facts;
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    char version[TBY_REP_VERSION_TEXT];

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", s->file);
    tby_jsonw_put_cstr(
        w, "version", tby_cli_rep_version_text(s->rep.report.version, version));
    tby_jsonw_key(w, "title");
    tby_jsonw_str(w, tby_graph_text(g, g->title));
    tby_jsonw_put_cstr(w, "color", tby_cli_color_name(f->color));
    tby_jsonw_put_bool(w, "color_guessed", !g->has_color);
    tby_jsonw_put_u64(w, "nodes", f->nodes);
    tby_jsonw_put_u64(w, "edges", f->edges);
    tby_jsonw_put_u64(w, "roots", f->roots);
    tby_jsonw_put_u64(w, "leaves", f->leaves);
    tby_jsonw_put_u64(w, "bare", f->bare);
    tby_jsonw_put_u64(w, "transpositions", f->transpositions);
    tby_jsonw_put_u64(w, "unreachable", f->unreachable);
    tby_jsonw_put_u64(w, "cycles", f->cycles);
    tby_jsonw_put_u64(w, "lines", f->lines);
    tby_jsonw_put_bool(w, "lines_exact", f->lines_exact);
    tby_jsonw_put_u64(w, "longest", f->longest);
    tby_jsonw_put_u64(w, "annotated", f->annotated);
    tby_jsonw_put_u64(w, "evaluated", f->evaluated);
    tby_jsonw_put_u64(w, "placed", f->placed);
    tby_jsonw_put_u64(w, "choices", f->choices);
    tby_jsonw_put_u64(w, "errors", s->rep.report.errors);
    tby_jsonw_put_u64(w, "repairs", s->rep.report.repairs);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int show_file(const tby_cli_call *call, const char *path, bool *first)
{
    subject s = {.file = tby_cli_file_name(path)};
    int code = TBY_EXIT_OK;

    if (!tby_cli_rep_load(&s.rep, path, &code))
        return code;
    tby_rc rc = tby_facts_of(&s.rep.graph, NULL, &s.facts);
    if (rc != TBY_OK) {
        code = tby_cli_fail(s.file, rc);
    } else if (call->json) {
        code = tby_cli_worse_exit(code, print_json(&s));
    } else {
        if (!*first)
            putchar('\n');
        print_text(&s);
        *first = false;
    }
    tby_rep_free(&s.rep);
    return code;
}

static int run(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;
    bool first = true;

    for (size_t i = 0; i < call->n; i++)
        code = tby_cli_worse_exit(code, show_file(call, call->args[i], &first));
    return code;
}

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep info london.txt", "its size, lines, transpositions"},
    {"tabiya --json rep info *.txt | jq -c '[.file, .lines]'",
     "one number of many files"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_info = {
    .noun = "rep",
    .verb = "info",
    .args = "FILE...",
    .summary = "count what a repertoire holds",
    .about =
        "Prints title and colour, the numbers of positions and moves, of roots "
        "(nothing leads there), leaves (nothing goes on), transpositions "
        "(reached by several moves), positions that cannot be reached from the "
        "start, and groups of positions that go in circles; how many lines "
        "lead from the start to an end, and how long the longest is; annotated "
        "moves, evaluated positions, and choice points, where the repertoire "
        "has several moves for its own side.\n\n"
        "A line that would come back to a position of its own ends there. If "
        "the starting position has no move, lines begin at the first root. "
        "Repertoires of versions 2.0 to 5.0 are read, compressed or not; '-' "
        "is "
        "standard input. A colour that the file does not tell is guessed: the "
        "side that has a single move at more of its turns.\n\n"
        "Lines that cannot be read are told and left out, and the exit code is "
        "then 3.",
    .examples = EXAMPLES,
    .run = run,
};
