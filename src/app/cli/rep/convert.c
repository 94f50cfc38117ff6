/* convert.c - tabiya rep convert, repair, merge and diff: repertoires into
 * another version, several into one, and how two differ. */
#include "app/cli/rep/cmd_rep.h"
#include "core/game/comment.h"
#include "core/rep/line_text.h"
#include "tabiya/diff.h"
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
static void on_repair(void *ctx, const tby_finding *f)
{
    conversion *c = ctx;

    tby_cli_print_finding(NULL, f);
    if (c->out_to.w && f->severity == TBY_WARNING)
        tby_cli_json_finding(c->out_to.w, f);
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

enum { TEXT_MOST = 1 << 20 }; /* of a line or an annotation */

typedef struct side {
    tby_rep rep;
    tby_line_text trail;
} side;

typedef struct comparison {
    const tby_cli_call *call;
    side sides[2]; /* a, b */
    tby_diff diff;
    tby_buf text, marks;
} comparison;

/* One side of a difference. */
typedef struct one_side {
    const side *of;
    uint32_t node, edge, loose; /* TBY_NONE: not on this side */
} one_side;

static one_side side_of(const comparison *c, const tby_difference *d, int i)
{
    return (one_side){.of = &c->sides[i],
                      .node = i ? d->node_b : d->node_a,
                      .edge = i ? d->edge_b : d->edge_a,
                      .loose = i ? d->loose_b : d->loose_a};
}

/* What this side says, in c->text, and the arrows and marked squares of an
 * annotation or a comment in c->marks; both empty if it says nothing. */
static void read_value(comparison *c, tby_diff_kind kind, const one_side *s)
{
    const tby_graph *g = &s->of->rep.graph;
    tby_buf *out = &c->text;
    tby_str nags;

    tby_buf_clear(&c->marks);
    switch (kind) {
    case TBY_DIFF_TITLE:
        tby_buf_add(out, tby_graph_text(g, g->title));
        break;
    case TBY_DIFF_COLOR:
        tby_buf_cstr(out, tby_cli_color_name(g->color));
        break;
    case TBY_DIFF_COMMENT:
        if (s->loose != TBY_NONE)
            tby_comment_split(tby_graph_text(g, g->loose[s->loose]), out,
                              &c->marks);
        break;
    case TBY_DIFF_NOTE:
        tby_comment_split(tby_graph_text(g, g->edges[s->edge].note), out,
                          &c->marks);
        break;
    case TBY_DIFF_NAGS:
        nags = tby_graph_text(g, g->edges[s->edge].nags);
        for (size_t i = 0; i < nags.n; i++) {
            tby_buf_cstr(out, i ? " $" : "$");
            tby_buf_u64(out, (unsigned char)nags.p[i]);
        }
        break;
    case TBY_DIFF_EVAL:
        if (s->node != TBY_NONE) {
            const tby_node *n = &g->nodes[s->node];
            char text[TBY_EVAL_MAX];

            tby_buf_add(out, (tby_str){text, tby_eval_write(n->eval, text,
                                                            sizeof text)});
        }
        break;
    case TBY_DIFF_MOVE:
        break; /* the line says it */
    }
}

/* The line that leads there, by the way of the first graph that has it. */
static void put_line(tby_buf *out, const comparison *c, const tby_difference *d)
{
    for (int i = 0; i < 2; i++) {
        one_side s = side_of(c, d, i);
        const tby_graph *g = &s.of->rep.graph;

        if (s.node == TBY_NONE ||
            (d->kind == TBY_DIFF_MOVE && s.edge == TBY_NONE))
            continue;
        tby_line_text_write(
            &s.of->trail, s.node,
            s.edge == TBY_NONE ? TBY_MOVE_NONE : g->edges[s.edge].move, out);
        return;
    }
}

static void print_buf(tby_buf *b)
{
    tby_print_clean(stdout, tby_buf_str(b));
    putchar('\n');
    tby_buf_clear(b);
}

static void print_difference(comparison *c, const tby_difference *d)
{
    bool move = d->kind == TBY_DIFF_MOVE;

    if (move || d->node_a != TBY_NONE || d->node_b != TBY_NONE) {
        put_line(&c->text, c, d);
        if (!c->text.n && !move)
            tby_buf_cstr(&c->text, "start");
        fputs(!move ? "  " : d->edge_b == TBY_NONE ? "- " : "+ ", stdout);
        print_buf(&c->text);
    }
    for (int i = 0; i < 2 && !move; i++) {
        one_side s = side_of(c, d, i);

        read_value(c, d->kind, &s);
        if (!c->text.n && !c->marks.n)
            continue;
        printf("%c   %s: ", i ? '+' : '-', tby_diff_name(d->kind));
        if (c->marks.n)
            tby_buf_cstr(&c->text, c->text.n ? " (with marks)" : "(marks)");
        print_buf(&c->text);
    }
}

static int json_difference(comparison *c, const tby_difference *d)
{
    one_side place = side_of(c, d, d->node_a == TBY_NONE);
    one_side mover = side_of(c, d, d->edge_a == TBY_NONE);
    char text[TBY_FEN_MAX];
    tby_jsonw *w = tby_cli_json_object();

    tby_jsonw_put_cstr(w, "kind", tby_diff_name(d->kind));
    if (place.node != TBY_NONE) {
        put_line(&c->text, c, d);
        tby_jsonw_put_buf(w, "line", &c->text);
        tby_buf_clear(&c->text);
        tby_fen_write_pos(&place.of->rep.graph.nodes[place.node].pos, text,
                          sizeof text);
        tby_jsonw_put_cstr(w, "fen", text);
    }
    if (mover.edge != TBY_NONE) {
        const tby_graph *g = &mover.of->rep.graph;

        tby_san_write(&g->nodes[mover.node].pos, g->edges[mover.edge].move,
                      text);
        tby_jsonw_put_cstr(w, "move", text);
    }
    if (d->kind == TBY_DIFF_MOVE)
        tby_jsonw_put_cstr(w, "only_in", d->edge_b == TBY_NONE ? "a" : "b");
    for (int i = 0; i < 2 && d->kind != TBY_DIFF_MOVE; i++) {
        one_side s = side_of(c, d, i);

        read_value(c, d->kind, &s);
        if (tby_jsonw_known(w, i ? "b" : "a", c->text.n))
            tby_jsonw_buf(w, &c->text);
        if (c->marks.n)
            tby_jsonw_put_buf(w, i ? "marks_b" : "marks_a", &c->marks);
        tby_buf_clear(&c->text);
    }
    return tby_cli_json_object_end();
}

static void print_counts(const tby_diff *diff)
{
    static const struct {
        tby_diff_kind kind;
        const char *label;
    } LABELS[] = {
        {TBY_DIFF_TITLE, "Titles"},     {TBY_DIFF_COLOR, "Colours"},
        {TBY_DIFF_COMMENT, "Comments"}, {TBY_DIFF_NOTE, "Annotations"},
        {TBY_DIFF_NAGS, "Glyphs"},      {TBY_DIFF_EVAL, "Evaluations"}};
    size_t only_a = 0, only_b = 0;

    for (size_t i = 0; i < diff->n; i++)
        if (diff->at[i].kind == TBY_DIFF_MOVE) {
            only_a += diff->at[i].edge_b == TBY_NONE;
            only_b += diff->at[i].edge_a == TBY_NONE;
        }
    printf("Only in A    %zu\nOnly in B    %zu\n", only_a, only_b);
    for (size_t k = 0; k < sizeof LABELS / sizeof *LABELS; k++) {
        size_t n = 0;
        for (size_t i = 0; i < diff->n; i++)
            n += diff->at[i].kind == LABELS[k].kind;
        if (n)
            printf("%-12s %zu\n", LABELS[k].label, n);
    }
}

static int compare(comparison *c)
{
    side *a = &c->sides[0], *b = &c->sides[1];
    tby_rc rc = tby_diff_of(&c->diff, &a->rep.graph, &b->rep.graph, NULL);

    if (rc == TBY_OK)
        rc = tby_line_text_open(&a->trail, &a->rep.graph, NULL);
    if (rc == TBY_OK)
        rc = tby_line_text_open(&b->trail, &b->rep.graph, NULL);
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("diff", rc);
    for (size_t i = 0; i < c->diff.n && code == TBY_EXIT_OK; i++)
        if (c->call->json)
            code = json_difference(c, &c->diff.at[i]);
        else
            print_difference(c, &c->diff.at[i]);
    if (rc == TBY_OK && c->diff.n && !c->call->json)
        print_counts(&c->diff);
    if (rc == TBY_OK && c->diff.n)
        code = tby_cli_worse_exit(TBY_EXIT_NO, code);
    tby_line_text_free(&a->trail);
    tby_line_text_free(&b->trail);
    tby_diff_free(&c->diff);
    return code;
}

static int rep_diff(const tby_cli_call *call)
{
    comparison c = {.call = call};
    int code = TBY_EXIT_OK;

    c.diff.alloc = tby_alloc_libc();
    if (!tby_cli_rep_load(&c.sides[0].rep, call->args[0], &code))
        return code;
    if (tby_cli_rep_load(&c.sides[1].rep, call->args[1], &code)) {
        tby_buf_init(&c.text, NULL, TEXT_MOST);
        tby_buf_init(&c.marks, NULL, TEXT_MOST);
        code = tby_cli_worse_exit(code, compare(&c));
        tby_buf_free(&c.text);
        tby_buf_free(&c.marks);
        tby_rep_free(&c.sides[1].rep);
    }
    tby_rep_free(&c.sides[0].rep);
    return code;
}

const tby_cli_command tby_cmd_rep_diff = {
    TBY_CLI_SYNOPSIS("rep", "diff", "A B",
                     "compare two repertoires, position by position"),
    .about =
        "A move that only A has is shown after '-' with the moves that lead "
        "there, one that only B has after '+'. Where annotation, glyphs or "
        "evaluation of the same move differ, the line is followed by what "
        "each of them says; arrows and marked squares are not written out. "
        "Then come the numbers of differences.\n\n"
        "Positions are the same however a file writes them, so that versions "
        "and orders of moves make no difference; neither do the order in a "
        "file, coordinates, and a title or colour that only one of them has. "
        "Of a line of more than 60 moves the last are shown.\n\n"
        "The exit code is 0 if there is no difference, 1 if there is one, and "
        "3 if a line of a file cannot be read.",
    TBY_CLI_EXAMPLES(
        {"tabiya rep diff old.txt new.txt", "what was changed since"},
        {"tabiya --json rep diff old.txt new.txt | jq -r 'select(.only_in == "
         "\"b\").line'",
         "the moves that came in"}),
    .run = rep_diff,
};
