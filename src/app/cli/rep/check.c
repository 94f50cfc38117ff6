/* check.c - tabiya rep info, check and lines: what there is in repertoires, and
 * what is wrong with them. */
#include "app/cli/rep/cmd_rep.h"
#include "app/cli/tb/cmd_tb.h"
#include "core/base/str.h"
#include "core/rep/line_text.h"
#include "tabiya/facts.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

static int print_facts(const tby_cli_call *call, const char *file,
                       const tby_rep *rep, const tby_facts *f)
{
    const tby_graph *g = &rep->graph;
    char version[TBY_REP_VERSION_TEXT];
    tby_cli_out o;

    tby_cli_rep_version_text(rep->report.version, version);
    tby_cli_out_open(&o, call, stdout, 15);
    tby_cli_out_head(&o, "file", file);
    tby_cli_out_cstr(&o, NULL, "version", version);
    tby_cli_out_str(&o, "Title", "title", tby_graph_text(g, g->title));
    tby_cli_out_print(&o, "%-15s %s%s\n", "Colour",
                      tby_cli_color_name(f->color),
                      g->has_color ? "" : ", it seems");
    tby_cli_out_cstr(&o, NULL, "color", tby_cli_color_name(f->color));
    tby_cli_out_bool(&o, "color_guessed", !g->has_color);
    tby_cli_out_cstr(&o, "Version", NULL, version);
    tby_cli_out_u64(&o, "Positions", "nodes", f->nodes);
    tby_cli_out_u64(&o, "Moves", "edges", f->edges);
    tby_cli_out_u64(&o, "Roots", "roots", f->roots);
    tby_cli_out_u64(&o, "Leaves", "leaves", f->leaves);
    tby_cli_out_u64(&o, NULL, "bare", f->bare);
    tby_cli_out_u64(&o, "Transpositions", "transpositions", f->transpositions);
    tby_cli_out_u64(&o, "Unreachable", "unreachable", f->unreachable);
    tby_cli_out_u64(&o, "Cycles", "cycles", f->cycles);
    tby_cli_out_print(&o, "%-15s %s%llu\n", "Lines",
                      f->lines_exact ? "" : "at least ",
                      (unsigned long long)f->lines);
    tby_cli_out_u64(&o, NULL, "lines", f->lines);
    tby_cli_out_bool(&o, "lines_exact", f->lines_exact);
    tby_cli_out_count(&o, "Longest line", "longest", f->longest, "ply",
                      "plies");
    tby_cli_out_count(&o, "Annotated", "annotated", f->annotated, "move",
                      "moves");
    tby_cli_out_count(&o, "Evaluated", "evaluated", f->evaluated, "position",
                      "positions");
    tby_cli_out_count(&o, "Placed", "placed", f->placed, "position",
                      "positions");
    tby_cli_out_u64(&o, "Choice points", "choices", f->choices);
    tby_cli_out_u64(&o, NULL, "errors", rep->report.errors);
    tby_cli_out_u64(&o, NULL, "repairs", rep->report.repairs);
    return tby_cli_out_close(&o);
}

static int rep_info(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;
    size_t shown = 0;

    for (size_t i = 0; i < call->n; i++) {
        const char *file = tby_cli_file_name(call->args[i]);
        tby_facts facts;
        tby_rep rep;

        if (!tby_cli_rep_load(&rep, call->args[i], &code))
            continue;
        tby_rc rc = tby_facts_of(&rep.graph, NULL, &facts);
        if (rc == TBY_OK && shown++ && !call->json)
            putchar('\n');
        code = tby_cli_worse_exit(
            code, rc == TBY_OK ? print_facts(call, file, &rep, &facts)
                               : tby_cli_fail(file, rc));
        tby_rep_free(&rep);
    }
    return code;
}

const tby_cli_command tby_cmd_rep_info = {
    TBY_CLI_SYNOPSIS("rep", "info", "FILE...", "count what a repertoire holds"),
    .about =
        "Prints title and colour, the numbers of positions and moves, of "
        "roots (nothing leads there), leaves (nothing goes on), "
        "transpositions (reached by several moves), positions that cannot be "
        "reached from the start, and groups of positions that go in circles; "
        "how many lines lead from the start to an end, and how long the "
        "longest is; annotated moves, evaluated positions, and choice points, "
        "where the repertoire has several moves for its own side.\n\n"
        "A line that would come back to a position of its own ends there. If "
        "the starting position has no move, lines begin at the first root. "
        "Repertoires of versions 2.0 to 5.0 are read, compressed or not; '-' "
        "is standard input. A colour that the file does not say is guessed: "
        "the side that has a single move at more of its turns.\n\n"
        "Lines that cannot be read are reported and left out, and the exit "
        "code is then 3.",
    TBY_CLI_EXAMPLES(
        {"tabiya rep info london.txt", "its size, lines, transpositions"},
        {"tabiya --json rep info *.txt | jq -c '[.file, .lines]'",
         "one number of many files"}),
    .run = rep_info,
};

typedef struct check {
    const tby_cli_call *call;
    const char *file;
    uint64_t count[TBY_ERROR + 1];
    bool opened; /* the file could be read, and is no other kind of file */
    tby_cli_out out;
    size_t shown; /* files */
    tby_tables_source tables;
} check;

static void on_fault(void *ctx, const tby_finding *f)
{
    check *c = ctx;

    if (f->code == TBY_E_IO_OPEN || f->code == TBY_E_FILE_KIND)
        c->opened = false;
    c->count[f->severity]++;
    if (c->call->json)
        tby_cli_json_finding(c->out.w, f);
    else
        tby_cli_print_finding(NULL, f);
}

/* Warns of lines that end in a position which endgame tables say the
 * repertoire's side has lost. */
static tby_rc warn_of_lost(check *c, const tby_graph *g)
{
    tby_color color = g->has_color ? g->color : tby_facts_guess_color(g);
    tby_line_text way;
    tby_buf text;

    if (!c->tables.tables)
        return TBY_OK;
    tby_rc rc = tby_line_text_open(&way, g, NULL);
    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&text, NULL, 4096);
    for (uint32_t i = 0; i < g->nodes_n; i++) {
        const tby_pos *p = &g->nodes[i].pos;
        if (!g->nodes[i].alive || g->nodes[i].out_n > 0 ||
            tby_tables_source_ask(&c->tables, p) !=
                (p->turn == color ? TBY_VERDICT_LOSS : TBY_VERDICT_WIN))
            continue;
        text.n = 0;
        tby_buf_add(&text, TBY_STR("This line ends in a position that endgame "
                                   "tables say is lost: "));
        tby_line_text_write(&way, i, TBY_MOVE_NONE, &text);
        tby_buf_add(&text, (tby_str){"", 1}); /* its end */
        if (text.rc == TBY_OK)
            on_fault(c, &(tby_finding){.severity = TBY_WARNING,
                                       .file = c->file,
                                       .name = "rep_lost",
                                       .text = text.p});
    }
    rc = text.rc;
    tby_buf_free(&text);
    tby_line_text_free(&way);
    return rc;
}

static int check_file(check *c, const char *path)
{
    char version[TBY_REP_VERSION_TEXT];
    int code = TBY_EXIT_OK;
    tby_cli_out *o = &c->out;
    tby_rep r;

    tby_cli_out_open(o, c->call, stdout, 10);
    tby_cli_out_cstr(o, NULL, "file", c->file);
    tby_cli_out_array(o, "faults");
    bool loaded =
        tby_cli_rep_load_with(&r, path, (tby_rep_listener){on_fault, c}, &code);
    tby_rc rc = loaded ? warn_of_lost(c, &r.graph) : TBY_OK;
    if (rc != TBY_OK)
        code = tby_cli_worse_exit(code, tby_cli_fail(c->file, rc));
    tby_cli_out_array_end(o);
    if (!o->w && !c->opened)
        return code;
    tby_cli_out_print(o, "%s", c->shown++ ? "\n" : "");
    tby_cli_out_head(o, NULL, c->file);
    tby_cli_out_cstr(
        o, loaded ? "Version" : NULL, "version",
        loaded ? tby_cli_rep_version_text(r.report.version, version) : NULL);
    tby_cli_out_u64(o, loaded ? "Positions" : NULL, "nodes",
                    loaded ? r.graph.nodes_alive : 0);
    tby_cli_out_u64(o, loaded ? "Moves" : NULL, "edges",
                    loaded ? r.graph.edges_alive : 0);
    tby_cli_out_u64(o, "Errors", "errors", c->count[TBY_ERROR]);
    tby_cli_out_u64(o, "Warnings", "warnings", c->count[TBY_WARNING]);
    tby_cli_out_u64(o, NULL, "repairs", loaded ? r.report.repairs : 0);
    if (loaded)
        tby_rep_free(&r);
    return tby_cli_worse_exit(code, tby_cli_out_close(o));
}

static int rep_check(const tby_cli_call *call)
{
    static check c; /* large, and there is one */
    int code = TBY_EXIT_OK;

    c = (check){.call = call};
    TBY_CLI_TRY(tby_cli_tb_source(call, &c.tables));
    for (size_t i = 0; i < call->n; i++) {
        const char *path = call->args[i];
        c.file = tby_cli_file_name(path);
        c.opened = true;
        memset(c.count, 0, sizeof c.count);
        code = tby_cli_worse_exit(code, check_file(&c, path));
    }
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&c.tables));
}

const tby_cli_command tby_cmd_rep_check = {
    TBY_CLI_SYNOPSIS("rep", "check", "FILE...",
                     "find what is wrong in repertoires"),
    .about =
        "Reads each file and reports every line that cannot be used, with "
        "line and column, and every warning: an en passant square or a right "
        "to castle that an older version threw away and the moves before it "
        "give back, a move that stands there twice, a position that two lines "
        "place or evaluate differently, a text that is not UTF-8. Then come "
        "the numbers.\n\n"
        "Repertoires of versions 2.0 to 5.0 are read, compressed or not; '-' "
        "is standard input. The exit code is 0 if there is no error, 3 if "
        "there is one, and 2 if a file could not be read; the other files are "
        "checked all the same.\n\n"
        "With --tables, or if $TABIYA_TABLES is set, lines that end in a "
        "position which endgame tables say its own side has lost are warned "
        "of.",
    TBY_CLI_OPTIONS(TBY_TB_TABLES),
    TBY_CLI_EXAMPLES(
        {"tabiya rep check london.txt",
         "every error and warning with its line and column"},
        {"tabiya --json rep check *.txt | jq -r 'select(.errors > 0).file'",
         "the files that have errors"}),
    .run = rep_check,
};

enum { MOST = 10000 };

typedef struct job {
    const tby_cli_call *call;
    const char *file;
    tby_graph *graph;
    tby_walk walk;
    tby_dag dag;
    uint64_t printed;
} job;

/* The numbers of the moves are those of this way to them: positions that are
 * reached at two depths have but one counter. */
static unsigned number_of(const tby_pos *start, size_t ply)
{
    size_t halves = ply + (start->turn == TBY_BLACK);

    return start->fullmoves + (unsigned)(halves / 2);
}

static void print_moves(const job *j, const tby_route *r)
{
    const tby_graph *g = j->graph;
    const tby_pos start = tby_walk_begin(g, g->edges[r->edges[0]].from);
    char san[TBY_SAN_MAX];

    for (size_t i = 0; i < r->n; i++) {
        const tby_edge *e = &g->edges[r->edges[i]];
        const tby_pos *from = &g->nodes[e->from].pos;
        if (i)
            putchar(' ');
        if (from->turn == TBY_WHITE)
            printf("%u. ", number_of(&start, i));
        else if (i == 0)
            printf("%u... ", number_of(&start, i));
        tby_san_write(from, e->move, san);
        fputs(san, stdout);
    }
    putchar('\n');
}

static int print_line(job *j, const tby_route *r)
{
    int code = TBY_EXIT_OK;

    if (j->call->json) {
        const tby_graph *g = j->graph;
        char text[TBY_FEN_MAX];
        tby_jsonw *w = tby_cli_json_object();

        tby_pos start = tby_walk_begin(g, g->edges[r->edges[0]].from);
        tby_fen_write_pos(&start, text, sizeof text);
        tby_jsonw_put_u64(w, "number", j->printed + 1);
        tby_jsonw_put_cstr(w, "start", text);
        tby_jsonw_put_u64(w, "plies", r->n);
        tby_jsonw_put_array(w, "san");
        for (size_t i = 0; i < r->n; i++) {
            const tby_edge *e = &g->edges[r->edges[i]];
            tby_san_write(&g->nodes[e->from].pos, e->move, text);
            tby_jsonw_cstr(w, text);
        }
        tby_jsonw_array_end(w);
        code = tby_cli_json_object_end();
    } else {
        /* A line that does not begin as games do says where it begins. */
        const tby_graph *g = j->graph;
        const tby_pos *start = &g->nodes[g->edges[r->edges[0]].from].pos;
        const tby_pos usual = tby_pos_start();
        char fen[TBY_FEN_MAX];

        if (!tby_pos_same(start, &usual)) {
            tby_fen_write_pos(start, fen, sizeof fen);
            printf("[%s] ", fen);
        }
        print_moves(j, r);
    }
    j->printed++;
    return code;
}

static int print_all(job *j, tby_route *r, unsigned most)
{
    int code = TBY_EXIT_OK;
    tby_rc rc = TBY_OK;

    while (code == TBY_EXIT_OK && j->printed < most &&
           (rc = tby_route_next(&j->dag, r)) == TBY_OK)
        code = print_line(j, r);
    if (rc < 0)
        return tby_cli_fail(j->file, rc);
    if (code == TBY_EXIT_OK && j->dag.lines > most)
        tby_cli_say(TBY_NOTE, j->file, "rep_lines",
                    "There are %s%" PRIu64
                    " lines; --most says how many are printed.",
                    j->dag.lines == INT64_MAX ? "at least " : "", j->dag.lines);
    return code;
}

static int print_cover(job *j, tby_route *r)
{
    size_t size = j->graph->edges_n + 1;
    uint8_t *owed = tby_cli_resize(NULL, 0, size);
    int code = TBY_EXIT_OK;
    tby_cover cover;

    if (!owed)
        return tby_cli_fail(j->file, TBY_E_NOMEM);
    tby_dag_own(&j->dag, j->graph->color, owed);
    tby_rc rc = tby_cover_open(&cover, &j->dag, owed);
    if (rc == TBY_OK) {
        while (code == TBY_EXIT_OK &&
               (rc = tby_cover_take(&cover, r)) == TBY_OK)
            code = print_line(j, r);
        tby_cover_free(&cover);
    }
    tby_cli_resize(owed, size, 0);
    return rc < 0 ? tby_cli_fail(j->file, rc) : code;
}

static int rep_lines(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;
    job j = {.call = call, .file = call->args[0]};
    unsigned most = MOST;
    tby_rep rep;

    if (tby_cli_has(call, "all") && tby_cli_has(call, "cover"))
        return TBY_CLI_USAGE(call, "--all and --cover exclude each other.");
    if (tby_cli_has(call, "most") && !tby_cli_has(call, "all"))
        return TBY_CLI_USAGE(call, "--most goes with --all.");
    if (!tby_cli_number_of(call, "most", 1, UINT_MAX, &most))
        return TBY_EXIT_USAGE;
    if (!tby_cli_rep_load(&rep, j.file, &code))
        return code;
    j.graph = &rep.graph;
    tby_cli_rep_player(call, j.graph, j.file);
    tby_rc rc = tby_walk_graph(&j.walk, j.graph, NULL);
    if (rc == TBY_OK) {
        rc = tby_dag_open(&j.dag, j.graph, &j.walk, NULL, 0);
        if (rc == TBY_OK) {
            tby_route r;
            tby_route_init(&r, NULL);
            int printed = tby_cli_has(call, "all") ? print_all(&j, &r, most)
                                                   : print_cover(&j, &r);
            tby_route_free(&r);
            if (printed == TBY_EXIT_OK && j.printed == 0)
                printed = TBY_EXIT_NO;
            code = tby_cli_worse_exit(code, printed);
        }
        tby_dag_free(&j.dag);
        tby_walk_free(&j.walk);
    }
    tby_rep_free(&rep);
    return rc == TBY_OK ? code : tby_cli_fail(j.file, rc);
}

const tby_cli_command tby_cmd_rep_lines = {
    TBY_CLI_SYNOPSIS("rep", "lines", "FILE", "print the lines of a repertoire"),
    .about =
        "Prints one line of the repertoire after another, in SAN. A line goes "
        "from a start to a position without a move. No line goes on after a "
        "move that closes a cycle: a line of --cover ends with it if it is "
        "the player's, any other line ends before it. A line that does not "
        "begin with the first move of a game has its position in front.\n\n"
        "The lines of --cover are a smallest set: no fewer lines contain "
        "every move of the player. 'tabiya rep drill' goes through these.\n\n"
        "The exit code is 1 if there is no line.",
    TBY_CLI_OPTIONS(
        {"cover", NULL,
         "as few lines as contain every move of the player (the default)"},
        {"all", NULL, "every line from a start to where the repertoire ends"},
        {"most", "N", "with --all: so many lines (default 10000)"},
        TBY_REP_COLOR),
    TBY_CLI_EXAMPLES({"tabiya rep lines london.txt",
                      "what to play through to see every move"},
                     {"tabiya rep lines --all london.txt | wc -l",
                      "how many lines there are"}),
    .run = rep_lines,
};
