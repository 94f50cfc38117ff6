/* convert.c - tabiya rep convert, rep repair and rep merge: repertoires into
 * another version, and several into one. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"
#include "tabiya/merge.h"

typedef struct conversion {
    const tby_cli_call *call;
    const char *in, *out;
    unsigned version;
    FILE *report;
    tby_rep rep;
    tby_cli_out out_to;
} conversion;

static conversion new_conversion(const tby_cli_call *call)
{
    unsigned version = tby_cli_rep_version(call);

    return (conversion){.call = call,
                        .in = call->args[0],
                        .out = call->args[1],
                        .version = version ? version : 5,
                        .report = tby_cli_rep_report(call->args[1])};
}

static void open_report(conversion *c)
{
    tby_cli_out_open(&c->out_to, c->call, c->report, 10);
    tby_cli_out_cstr(&c->out_to, NULL, "in", tby_cli_file_name(c->in));
    tby_cli_out_cstr(&c->out_to, NULL, "out", c->out);
}

/* Writes what was loaded and reports it; `code` is that of loading. */
static int convert(conversion *c, int code)
{
    int wrote = tby_cli_rep_entitle(c->call, &c->rep.graph);

    if (wrote == TBY_EXIT_OK)
        wrote = tby_cli_rep_save(c->call, &c->rep.graph,
                                 (tby_rep_save_job){
                                     .path = c->out,
                                     .named = c->in,
                                     .version = c->version,
                                     .refused = c->rep.report.errors,
                                 });
    if (wrote == TBY_EXIT_OK) {
        char version[TBY_REP_VERSION_TEXT];
        const tby_graph *g = &c->rep.graph;
        tby_cli_out *o = &c->out_to;

        if (!o->w) {
            if (c->rep.report.errors)
                o->to = c->report;
            tby_cli_out_head(o, NULL, c->out);
        }
        tby_cli_out_cstr(o, "Version", "version",
                         tby_cli_rep_version_text(c->version, version));
        tby_cli_rep_out_graph(o, NULL, g);
        tby_cli_out_u64(o, "Repaired", "repairs", c->rep.report.repairs);
        tby_cli_out_u64(o, "Dropped", "dropped", c->rep.report.errors);
        wrote = tby_cli_out_close(&c->out_to);
    }
    tby_rep_free(&c->rep);
    return tby_cli_worse_exit(code, wrote);
}

static int run_convert(const tby_cli_call *call)
{
    conversion c = new_conversion(call);
    int code = TBY_EXIT_OK;

    if (!tby_cli_rep_spares_games(call, c.out))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&c.rep, c.in, &code))
        return code;
    open_report(&c);
    return convert(&c, code);
}

/* They are reported whatever the output is. */
static void on_repair(void *ctx, const tby_rep_fault *fault)
{
    conversion *c = ctx;
    tby_cli_finding f = tby_cli_rep_finding(fault);

    tby_cli_print_finding(&f);
    if (c->out_to.w && fault->severity == TBY_WARNING)
        tby_cli_json_finding(c->out_to.w, &f);
}

static int run_repair(const tby_cli_call *call)
{
    conversion c = new_conversion(call);
    int code = TBY_EXIT_OK;
    tby_rep_listener listener = {on_repair, &c};

    if (!tby_cli_rep_spares_games(call, c.out))
        return TBY_EXIT_USAGE;
    open_report(&c);
    tby_cli_out_array(&c.out_to, "repaired");
    if (tby_cli_rep_load_with(&c.rep, c.in, listener, &code)) {
        tby_cli_out_array_end(&c.out_to);
        return convert(&c, code);
    }
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_REP_FORMAT,       TBY_REP_TITLE,      TBY_REP_COLOR,
    TBY_REP_DROP_INVALID, {NULL, NULL, NULL},
};

#define ABOUT                                                                  \
    "OUT appears when all is written, or not at all; a file that is there is " \
    "replaced. '-' is standard input or output, and a name that ends with "    \
    ".gz or .zst is written compressed. A name for games, such as x.pgn, is "  \
    "refused: 'rep export' writes PGN.\n\n"                                    \
    "A title that IN lacks is the name of the file; a colour, which only "     \
    "v5.0 has, is guessed (the side that has a single move at more of its "    \
    "turns), and that is said. If a line of IN cannot be read, nothing is "    \
    "written unless --drop-invalid is given; the exit code is 3 either way."

const tby_cli_command tby_cmd_rep_convert = {
    TBY_CLI_SYNOPSIS("rep", "convert", "IN OUT",
                     "write a repertoire in another version"),
    .about =
        "Reads a repertoire of version 2.0 to 5.0 and writes it as 5.0 or, "
        "with --format v4, as 4.0, which has neither colour nor en "
        "passant squares.\n\n" ABOUT,
    .options = OPTIONS,
    TBY_CLI_EXAMPLES(
        {"tabiya rep convert old.txt new.txt", "any version as v5.0"},
        {"tabiya rep convert --format v4 new.txt - | less",
         "as version 4.0, on standard output"},
        {"tabiya rep convert --title London --color white old.txt new.txt",
         "with a title and a colour, which old versions lack"}),
    .run = run_convert,
};

const tby_cli_command tby_cmd_rep_repair = {
    TBY_CLI_SYNOPSIS("rep", "repair", "IN OUT",
                     "write a repertoire with what old versions threw away"),
    .about = "Does what 'rep convert' does and lists every repair: en passant "
             "squares and rights to castle that the file has lost, and that "
             "the moves leading there give back.\n\n" ABOUT,
    .options = OPTIONS,
    TBY_CLI_EXAMPLES({"tabiya rep repair old.txt new.txt",
                      "what was lost is found again, and reported"}),
    .run = run_repair,
};

typedef struct merger {
    const tby_cli_call *call;
    const char *out;
    tby_merge_evals evals;
    tby_graph graph;
    const char *named;  /* the file that gave the colour */
    uint64_t refused;   /* lines of all files */
    uint64_t edges_all; /* moves of all files */
} merger;

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

/* False if there is nothing to be written, whatever *code was before. */
static bool merge_file(merger *m, const char *path, int *code)
{
    int merged = TBY_EXIT_OK;
    tby_rep rep;

    if (!tby_cli_rep_load(&rep, path, code))
        return false;
    if (!fits(m, &rep.graph, path)) {
        merged = TBY_EXIT_USAGE;
    } else {
        m->refused += rep.report.errors;
        m->edges_all += rep.graph.edges_alive;
        tby_rc rc = tby_graph_merge(&m->graph, &rep.graph, m->evals);
        if (rc != TBY_OK)
            merged = tby_cli_fail(tby_cli_file_name(path), rc);
    }
    *code = tby_cli_worse_exit(*code, merged);
    tby_rep_free(&rep);
    return merged == TBY_EXIT_OK;
}

static int write_out(merger *m)
{
    TBY_CLI_TRY(tby_cli_rep_entitle(m->call, &m->graph));
    TBY_CLI_TRY(tby_cli_rep_save(
        m->call, &m->graph,
        (tby_rep_save_job){.path = m->out,
                           .version = tby_cli_rep_version(m->call),
                           .refused = m->refused}));
    const tby_graph *g = &m->graph;
    tby_cli_out o;

    tby_cli_out_open(&o, m->call, tby_cli_rep_report(m->out), 10);
    tby_cli_out_head(&o, "out", m->out);
    tby_cli_rep_out_title(&o, "Title", g);
    tby_cli_out_u64(&o, "Positions", "nodes", g->nodes_alive);
    tby_cli_out_u64(&o, NULL, "edges", g->edges_alive);
    tby_cli_out_print(&o, "Moves      %u of %llu\n", (unsigned)g->edges_alive,
                      (unsigned long long)m->edges_all);
    tby_cli_out_u64(&o, NULL, "edges_of_all", m->edges_all);
    tby_cli_out_u64(&o, NULL, "dropped", m->refused);
    return tby_cli_out_close(&o);
}

static int rep_merge(const tby_cli_call *call)
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

const tby_cli_command tby_cmd_rep_merge = {
    TBY_CLI_SYNOPSIS("rep", "merge", "FILE...",
                     "make one repertoire of several"),
    .about =
        "The result has every move of every file, once: moves are the same if "
        "they are played in the same position, however a file writes it. They "
        "stand in the order in which they are seen first, those of the first "
        "file before those of the next. Annotations of the same move are "
        "joined with ' | ' and titles with ' + ', exact duplicates once; "
        "glyphs are added up. Coordinates fit no longer and are dropped, "
        "evaluations too unless --keep-evals is given: then the first one of "
        "a position stays.\n\n"
        "Repertoires of both sides need --color. A missing colour is that of "
        "the other files, or guessed if none says it. If a line of a file "
        "cannot be read, nothing is written unless --drop-invalid is given; "
        "the exit code is 3 either way.",
    TBY_CLI_OPTIONS(
        {"output", "FILE", "write it there (default '-', standard output)"},
        {"keep-evals", NULL, "keep evaluations; of two the first"},
        TBY_REP_FORMAT, TBY_REP_TITLE, TBY_REP_COLOR, TBY_REP_DROP_INVALID),
    TBY_CLI_EXAMPLES(
        {"tabiya rep merge a.txt b.txt c.txt --output london.txt",
         "three chapters become one repertoire"},
        {"tabiya rep merge white.txt black.txt --color white --output all.txt",
         "of both sides, to be drilled with White"}),
    .run = rep_merge,
};
