/* diff.c - tabiya rep diff: how two repertoires differ. */
#include "tabiya/diff.h"
#include "app/cli/commands.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/game/comment.h"
#include "core/rep/line_text.h"

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
