/* rep_read.c - a repertoire file becomes a graph: see rep.h. */
#include "core/base/str.h"
#include "core/format/rep_int.h"

/* What goes from line to line while the graph is built. */
struct builder {
    struct rep_reader *r;
    tby_buf note; /* comments that wait for their move */
    tby_buf room; /* one of them in UTF-8 */
};

static tby_rc tell(struct builder *b, const struct rep_line *line, tby_rc code)
{
    tby_rep_tell_fault(b->r, line,
                       &(struct rep_fault){.code = code, .offset = line->at});
    return TBY_OK;
}

/* --- comments -------------------------------------------------------------*/

/* The comments that wait belong to no move. */
static tby_rc loosen(struct builder *b)
{
    tby_rc rc = TBY_OK;

    if (b->note.n)
        rc = tby_graph_add_loose(b->r->graph, tby_buf_str(&b->note));
    tby_buf_clear(&b->note);
    return rc;
}

/* The text of a comment line, empty if there is none. */
static tby_rc comment_text(struct builder *b, const struct rep_line *line,
                           tby_str *text)
{
    *text = tby_str_trim(rep_text(b->r, line));
    *text = tby_str_trim(tby_str_from(*text, 1));
    return tby_rep_utf8(b->r, line, text, &b->room);
}

static tby_rc add_comment(struct builder *b, const struct rep_line *line)
{
    tby_str text;
    tby_rc rc = comment_text(b, line, &text);

    if (rc == TBY_E_LIMIT ||
        (rc == TBY_OK && b->note.n + 1 + text.n > TBY_MAX_NOTE_BYTES))
        return tell(b, line, TBY_E_LIMIT);
    if (rc != TBY_OK || !text.n)
        return rc;
    if (b->note.n)
        tby_buf_char(&b->note, ' ');
    tby_buf_add(&b->note, text);
    return b->note.rc;
}

/* The last comments of the file, each by itself as it was written. */
static tby_rc add_loose(struct builder *b, const struct rep_line *line)
{
    tby_str text;
    tby_rc rc = comment_text(b, line, &text);

    if (rc == TBY_E_LIMIT || (rc == TBY_OK && text.n > TBY_MAX_NOTE_BYTES))
        return tell(b, line, TBY_E_LIMIT);
    return rc == TBY_OK ? tby_graph_add_loose(b->r->graph, text) : rc;
}

/* --- moves ----------------------------------------------------------------*/

/* The comments that waited become the move's annotation, or join it. */
static tby_rc annotate(struct builder *b, const struct rep_line *line,
                       uint32_t edge)
{
    tby_graph *g = b->r->graph;
    tby_str note = tby_buf_str(&b->note), separator = TBY_STR(" | ");
    size_t whole = g->edges[edge].note.n + separator.n + note.n;

    if (!note.n)
        return TBY_OK;
    if (whole > TBY_MAX_NOTE_BYTES) {
        tell(b, line, TBY_E_LIMIT);
        return loosen(b);
    }
    tby_rc rc = tby_graph_join_note(g, edge, note, separator);
    tby_buf_clear(&b->note);
    return rc;
}

static tby_rc add_nags(struct builder *b, const struct rep_line *line,
                       uint32_t edge)
{
    tby_str left, right;
    struct rep_target target;
    tby_rc rc = TBY_OK;

    if (!tby_rep_split(rep_text(b->r, line), " -> ", &left, &right) ||
        !tby_rep_target_read(b->r->graph->version, right, &target))
        return TBY_OK;
    for (size_t i = 0; i < target.nags_n && rc == TBY_OK; i++)
        rc = tby_graph_add_nag(b->r->graph, edge, target.nags[i]);
    return rc == TBY_E_LIMIT ? tell(b, line, rc) : rc;
}

static tby_rc add_move(struct builder *b, const struct rep_line *line)
{
    const struct rep_edge *e = rep_edge_at(b->r, line->index);
    const struct rep_state *s = rep_state_at(b->r, e->state);
    uint32_t node, edge;
    tby_rc rc = tby_graph_add_node(b->r->graph, &s->pos, &node);

    if (rc == TBY_OK)
        rc = tby_graph_add_edge(b->r->graph, node, e->move, &edge, NULL);
    if (rc == TBY_OK)
        rc = add_nags(b, line, edge);
    return rc == TBY_OK ? annotate(b, line, edge) : rc;
}

/* --- lines ----------------------------------------------------------------*/

/* Comments of a move that is refused are not lost. */
static tby_rc add_refused(struct builder *b, const struct rep_line *line)
{
    const struct rep_fault *f = rep_fault_at(b->r, line->index);
    tby_str left, right;

    tby_rep_tell_fault(b->r, line, f);
    if (f->code != TBY_E_REP_TOO_LONG &&
        tby_rep_split(rep_text(b->r, line), " -> ", &left, &right))
        return loosen(b);
    return TBY_OK;
}

static tby_rc add_line(struct builder *b, const struct rep_line *line,
                       bool last)
{
    switch (line->kind) {
    case REP_COMMENT:
        return last ? add_loose(b, line) : add_comment(b, line);
    case REP_MOVE:
        return add_move(b, line);
    case REP_REFUSED:
        return add_refused(b, line);
    case REP_PLACE: /* behind all moves: see add_places() */
    default:
        return TBY_OK;
    }
}

/* How many lines there are up to the last move. */
static size_t lines_of_moves(const struct rep_reader *r)
{
    size_t n = r->lines.n;

    while (n && rep_line_at(r, n - 1)->kind != REP_MOVE)
        n--;
    return n;
}

static tby_rc add_place(struct rep_reader *r, const struct rep_place *p)
{
    uint32_t node;
    tby_rc rc =
        tby_graph_add_node(r->graph, &rep_state_at(r, p->state)->pos, &node);

    if (rc != TBY_OK)
        return rc;
    if (p->placed)
        tby_graph_place(r->graph, node, p->x, p->y);
    if (p->eval.kind != TBY_EVAL_NONE)
        tby_graph_set_eval(r->graph, node, p->eval);
    return TBY_OK;
}

static tby_rc build(struct rep_reader *r)
{
    struct builder b = {.r = r};
    size_t moves = lines_of_moves(r);
    tby_rc rc = TBY_OK;

    tby_buf_init(&b.note, &r->alloc, TBY_MAX_NOTE_BYTES);
    tby_buf_init(&b.room, &r->alloc, TBY_MAX_NOTE_BYTES);
    for (size_t i = 0; i < r->lines.n && rc == TBY_OK; i++)
        rc = add_line(&b, rep_line_at(r, i), i >= moves);
    for (size_t i = 0; i < r->places.n && rc == TBY_OK; i++)
        rc = add_place(r, rep_place_at(r, i));
    tby_buf_free(&b.note);
    tby_buf_free(&b.room);
    return rc;
}

/* --- the whole ------------------------------------------------------------*/

static void free_reader(struct rep_reader *r)
{
    const tby_alloc *a = &r->alloc;

    tby_rep_list_free(a, &r->lines, sizeof(struct rep_line));
    tby_rep_list_free(a, &r->states, sizeof(struct rep_state));
    tby_rep_list_free(a, &r->edges, sizeof(struct rep_edge));
    tby_rep_list_free(a, &r->places, sizeof(struct rep_place));
    tby_rep_list_free(a, &r->faults, sizeof(struct rep_fault));
}

tby_rc tby_rep_read(tby_graph *g, tby_str text, const tby_diag *diag,
                    tby_rep_report *report)
{
    tby_rep_report ignored;
    struct rep_reader r = {.alloc = g->alloc,
                           .text = text.n ? text : (tby_str){"", 0},
                           .diag = diag,
                           .report = report ? report : &ignored,
                           .graph = g};

    *r.report = (tby_rep_report){0};
    if (text.n > TBY_MAX_REP_BYTES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_rep_head(&r);
    if (rc == TBY_OK)
        rc = tby_rep_lines(&r);
    if (rc == TBY_OK)
        rc = build(&r);
    free_reader(&r);
    if (rc != TBY_OK)
        tby_graph_free(g);
    return rc;
}
