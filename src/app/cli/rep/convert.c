/* convert.c - tabiya rep convert, rep repair: a repertoire into the
 * version of today, or of yesterday. */
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"

typedef struct conversion {
    const tby_cli_call *call;
    const char *in, *out;
    unsigned version;
    FILE *report;
    tby_rep rep;
    tby_cli_json json;
    tby_jsonw *w; /* NULL: text */
} conversion;

/* --- the report -----------------------------------------------------------*/

static void print_number(FILE *out, const char *label, uint64_t n)
{
    fprintf(out, "%-10s %llu\n", label, (unsigned long long)n);
}

static void print_text(const conversion *c)
{
    char version[TBY_REP_VERSION_TEXT];
    const tby_graph *g = &c->rep.graph;

    if (c->report != stdout && !c->rep.report.errors)
        return;
    tby_cli_put_clean(c->report, tby_str_of(c->out));
    fprintf(c->report, "\nVersion    %s\n",
            tby_cli_rep_version_text(c->version, version));
    print_number(c->report, "Positions", g->nodes_alive);
    print_number(c->report, "Moves", g->edges_alive);
    print_number(c->report, "Repaired", c->rep.report.repairs);
    print_number(c->report, "Dropped", c->rep.report.errors);
}

static void json_sum(const conversion *c)
{
    char version[TBY_REP_VERSION_TEXT];
    const tby_graph *g = &c->rep.graph;
    tby_jsonw *w = c->w;

    tby_jsonw_put_cstr(w, "version",
                       tby_cli_rep_version_text(c->version, version));
    tby_cli_rep_json(w, g);
    tby_jsonw_put_u64(w, "repairs", c->rep.report.repairs);
    tby_jsonw_put_u64(w, "dropped", c->rep.report.errors);
}

/* --- the work -------------------------------------------------------------*/

static int write_out(conversion *c)
{
    int code = tby_cli_rep_entitle(c->call, &c->rep.graph);

    if (code != TBY_EXIT_OK)
        return code;
    return tby_cli_rep_save(c->call, &c->rep.graph,
                            (tby_rep_save_job){
                                .path = c->out,
                                .named = c->in,
                                .version = c->version,
                                .refused = c->rep.report.errors,
                            });
}

static conversion start(const tby_cli_call *call)
{
    unsigned version = tby_cli_rep_version(call);

    return (conversion){.call = call,
                        .in = call->args[0],
                        .out = call->args[1],
                        .version = version ? version : 5,
                        .report = tby_cli_rep_report(call->args[1])};
}

/* Writes what was loaded; `code` is that of loading. */
static int convert_text(conversion *c, int code)
{
    int wrote = write_out(c);

    if (wrote == TBY_EXIT_OK)
        print_text(c);
    tby_rep_free(&c->rep);
    return tby_cli_worse_exit(code, wrote);
}

/* The same within an object that is open. */
static int convert_json(conversion *c, int code)
{
    int wrote = write_out(c);

    if (wrote == TBY_EXIT_OK)
        json_sum(c);
    tby_rep_free(&c->rep);
    code = tby_cli_worse_exit(code, wrote);
    tby_jsonw_object_end(c->w);
    if (wrote != TBY_EXIT_OK) {
        tby_buf_free(&c->json.buf);
        return code;
    }
    return tby_cli_worse_exit(code, tby_cli_json_print_to(c->report, &c->json));
}

static void open_json(conversion *c)
{
    c->w = tby_cli_json_start(&c->json);
    tby_jsonw_object(c->w);
    tby_jsonw_put_cstr(c->w, "in", tby_cli_file_name(c->in));
    tby_jsonw_put_cstr(c->w, "out", c->out);
}

static int run_convert(const tby_cli_call *call)
{
    conversion c = start(call);
    int code = TBY_EXIT_OK;

    if (!tby_cli_rep_spares_games(call, c.out))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&c.rep, c.in, &code))
        return code;
    if (!call->json)
        return convert_text(&c, code);
    open_json(&c);
    return convert_json(&c, code);
}

/* They are told whatever the output is. */
static void hear_repair(void *ctx, const tby_rep_fault *fault)
{
    conversion *c = ctx;
    tby_cli_finding f = tby_cli_rep_finding(fault);

    tby_cli_print_finding(&f);
    if (c->w && fault->severity == TBY_WARNING)
        tby_cli_json_finding(c->w, &f);
}

static int run_repair(const tby_cli_call *call)
{
    conversion c = start(call);
    int code = TBY_EXIT_OK;
    tby_rep_listener listener = {hear_repair, &c};

    if (!tby_cli_rep_spares_games(call, c.out))
        return TBY_EXIT_USAGE;
    if (call->json) {
        open_json(&c);
        tby_jsonw_key(c.w, "repaired");
        tby_jsonw_array(c.w);
    }
    if (!tby_cli_rep_load_with(&c.rep, c.in, listener, &code)) {
        if (c.w)
            tby_buf_free(&c.json.buf);
        return code;
    }
    if (!c.w)
        return convert_text(&c, code);
    tby_jsonw_array_end(c.w);
    return convert_json(&c, code);
}

static const tby_cli_option OPTIONS[] = {
    TBY_REP_FORMAT,       TBY_REP_TITLE,      TBY_REP_COLOR,
    TBY_REP_DROP_INVALID, {NULL, NULL, NULL},
};

static const tby_cli_example CONVERT[] = {
    {"tabiya rep convert old.txt new.txt", "any version as v5.0"},
    {"tabiya rep convert --format v4 new.txt - | less",
     "as version 4.0, on standard output"},
    {"tabiya rep convert --title London --color white old.txt new.txt",
     "with a title and a colour, which old versions lack"},
    {NULL, NULL},
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
    .noun = "rep",
    .verb = "convert",
    .args = "IN OUT",
    .summary = "write a repertoire in another version",
    .about =
        "Reads a repertoire of version 2.0 to 5.0 and writes it as 5.0 or, "
        "with --format v4, as 4.0, which has neither colour nor en "
        "passant squares.\n\n" ABOUT,
    .options = OPTIONS,
    .examples = CONVERT,
    .run = run_convert,
};

static const tby_cli_example REPAIR[] = {
    {"tabiya rep repair old.txt new.txt",
     "what was lost is found again, and told"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_repair = {
    .noun = "rep",
    .verb = "repair",
    .args = "IN OUT",
    .summary = "write a repertoire with what old versions threw away",
    .about = "Does what 'rep convert' does and lists every repair: en passant "
             "squares and rights to castle that the file has lost, and that "
             "the moves leading there give back.\n\n" ABOUT,
    .options = OPTIONS,
    .examples = REPAIR,
    .run = run_repair,
};
