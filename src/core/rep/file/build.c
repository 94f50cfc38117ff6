/* build.c - the lines of a repertoire file become a graph.
 *
 * Moves come first, so that positions are numbered as moves meet them and those
 * of position lines alone come after; then all that is said of them, line by
 * line, so that what is reported comes in the order of the file. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/rep/file/int.h"
#include "tabiya/fen.h"

struct builder {
    struct rep_reader *r;
    tby_buf note; /* comments that wait for their move */
    tby_buf room; /* one of them in UTF-8 */
    bool full;    /* no more can wait, which has been reported */
    size_t moves; /* lines up to the last one with a move */
    /* what was restored in the line at hand: reported once, however many
       positions and texts of the line are about it */
    bool castling, ep;
};

/* The real positions of a state's board. */
static uint32_t reals_of(const struct rep_reader *r, uint32_t state)
{
    return r->boards.list.at[r->states.at[state].board].reals;
}

/* Reports that field n of a state was restored, or rid of castling rights that
 * were gone. */
static void report_repair(struct builder *b, const struct rep_line *line,
                          tby_str state, const tby_pos *real, unsigned n,
                          bool surplus)
{
    bool ep = n == 3;
    char fen[TBY_FEN_MAX], sentence[64];
    tby_text t = {sentence, sizeof sentence, 0};
    tby_str now = {fen, tby_fen_write_pos(real, fen, sizeof fen)};

    tby_text_cstr(&t, ep        ? "Restored the en passant square: "
                      : surplus ? "Corrected the castling rights: "
                                : "Restored the castling rights: ");
    tby_text_str(&t, tby_rep_field(now, n));
    tby_text_char(&t, '.');
    tby__rep_file_report(b->r, TBY_WARNING,
                         ep ? TBY_E_REP_EP : TBY_E_REP_CASTLING, line,
                         (size_t)(tby_rep_field(state, n).p - b->r->text.p),
                         (tby_str){sentence, tby_text_end(&t)});
}

/* Reports how a state differs from a position that it stands for; `surplus`: it
 * claims impossible castling rights, too.  Version 2 differs always. */
static void compare(struct builder *b, const struct rep_line *line,
                    tby_str state, const tby_pos *written, bool surplus,
                    const tby_pos *real)
{
    if (b->r->graph->version == 2)
        return;
    if ((surplus || written->castling != real->castling) && !b->castling) {
        report_repair(b, line, state, real, 2,
                      surplus || written->castling & ~real->castling);
        b->castling = true;
    }
    if (written->ep != real->ep && !b->ep) {
        report_repair(b, line, state, real, 3, false);
        b->ep = true;
    }
}

static void count_repair(struct builder *b)
{
    b->r->report->repairs += b->castling || b->ep;
    b->castling = b->ep = false;
}

static void forget_note(struct builder *b)
{
    tby_buf_clear(&b->note);
    b->full = false;
}

/* The comments that wait belong to no move. */
static tby_rc loosen(struct builder *b)
{
    tby_rc rc = TBY_OK;

    if (b->note.n)
        rc = tby_graph_add_loose(b->r->graph, tby_buf_str(&b->note));
    forget_note(b);
    return rc;
}

/* An annotation that is too long is reported once, not line by line. */
static void report_long_note(struct builder *b, const struct rep_line *line)
{
    if (!b->full)
        tby__rep_file_report(
            b->r, TBY_ERROR, TBY_E_REP_TOO_LONG, line, line->at,
            TBY_STR("The annotation is longer than 262144 bytes."));
    b->full = true;
}

static tby_rc add_nags(struct builder *b, const struct rep_line *line,
                       const struct rep_target *target, uint32_t edge)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < target->nags_n && rc == TBY_OK; i++)
        rc = tby_graph_add_nag(b->r->graph, edge, target->nags[i]);
    if (rc != TBY_E_LIMIT)
        return rc;
    tby__rep_file_report_fault(
        b->r, line, &(struct rep_fault){.code = rc, .offset = line->at});
    return TBY_OK;
}

/* A line with a move, taken apart again. */
struct parts {
    tby_str state, right;
    struct rep_target target;
};

static tby_rc describe(struct builder *b, const struct rep_line *line,
                       const struct parts *parts, uint32_t edge)
{
    const tby_edge *e = &b->r->graph->edges[edge];
    struct rep_fault fault = {0};
    tby_pos after;

    if (parts->target.is_state &&
        tby_rep_state_read(b->r, parts->right, &after, &fault))
        compare(b, line, parts->right, &after, fault.code != TBY_OK,
                &b->r->graph->nodes[e->to].pos);
    TBY_TRY(add_nags(b, line, &parts->target, edge));

    /* The comments that waited become the move's annotation, or join it. */
    tby_graph *g = b->r->graph;
    tby_str note = tby_buf_str(&b->note), separator = TBY_STR(" | ");

    if (!note.n)
        return TBY_OK;
    if (g->edges[edge].note.n + separator.n + note.n > TBY_MAX_NOTE_BYTES) {
        report_long_note(b, line);
        return loosen(b);
    }
    return tby_graph_join_note(g, edge, note, separator);
}

static tby_rc add_move(struct builder *b, const struct rep_line *line)
{
    struct rep_reader *r = b->r;
    struct rep_edge *e = &r->edges.at[line->index];
    const struct rep_state *s = &r->states.at[e->state];
    struct parts parts;
    bool any = false;
    tby_rc rc = TBY_OK;

    if (!tby_rep_split(rep_text(r, line), " -> ", &parts.state, &parts.right) ||
        !tby_rep_target_read(r->graph->version, parts.right, &parts.target))
        return TBY_OK;
    for (uint32_t i = reals_of(r, e->state); i != TBY_NONE && rc == TBY_OK;
         i = r->reals.at[i].next) {
        const struct rep_real *real = &r->reals.at[i];
        if (!tby_rep_has_move(r, e, real))
            continue;
        any = true;
        compare(b, line, parts.state, &s->pos, line->surplus != TBY_NONE,
                &real->pos);
        uint32_t node = tby_graph_find(r->graph, &real->pos);
        rc = describe(b, line, &parts, tby_graph_edge(r->graph, node, e->move));
    }
    if (!any) {
        /* No position has the move after all. */
        struct rep_fault move = {.code = TBY_E_REP_MOVE,
                                 .offset =
                                     (size_t)(parts.right.p - b->r->text.p),
                                 .text = parts.right,
                                 .state = parts.state};

        tby__rep_file_report_fault(b->r, line,
                                   line->surplus == TBY_NONE
                                       ? &move
                                       : &b->r->faults.at[line->surplus]);
        return loosen(b);
    }
    if (e->met)
        tby__rep_file_report(r, TBY_WARNING, TBY_E_REP_TWICE, line, line->at,
                             tby_str_of(tby_rc_text(TBY_E_REP_TWICE)));
    e->met = true;
    count_repair(b);
    forget_note(b);
    return rc;
}

/* Half of what the last decimal of a file shows. */
static bool differs(double a, double b)
{
    return a - b > 0.05 || b - a > 0.05;
}

/* An earlier line has said something else. */
static bool contradicts(const tby_node *n, const struct rep_place *p)
{
    return (p->placed && n->placed &&
            (differs(p->x, n->x) || differs(p->y, n->y))) ||
           (p->eval.kind != TBY_EVAL_NONE && n->eval.kind != TBY_EVAL_NONE &&
            !tby_eval_equal(p->eval, n->eval));
}

static tby_rc place(struct builder *b, const struct rep_line *line,
                    const struct rep_place *p, const tby_pos *pos)
{
    tby_graph *g = b->r->graph;
    uint32_t node;

    TBY_TRY(tby_graph_add_node(g, pos, &node));
    if (contradicts(&g->nodes[node], p))
        tby__rep_file_report(b->r, TBY_WARNING, TBY_E_REP_DUPLICATE, line,
                             line->at,
                             tby_str_of(tby_rc_text(TBY_E_REP_DUPLICATE)));
    if (p->placed)
        tby_graph_place(g, node, p->x, p->y);
    if (p->eval.kind != TBY_EVAL_NONE)
        tby_graph_set_eval(g, node, p->eval);
    return TBY_OK;
}

static tby_rc add_place(struct builder *b, const struct rep_line *line)
{
    struct rep_reader *r = b->r;
    const struct rep_place *p = &r->places.at[line->index];
    const struct rep_state *s = &r->states.at[p->state];
    tby_str text = tby_str_trim(rep_text(r, line));
    bool surplus = line->surplus != TBY_NONE, any = false;
    tby_rc rc = TBY_OK;

    for (uint32_t i = reals_of(r, p->state); i != TBY_NONE && rc == TBY_OK;
         i = r->reals.at[i].next) {
        const struct rep_real *real = &r->reals.at[i];
        if (!tby__rep_is_position(r, s, real))
            continue;
        any = true;
        compare(b, line, text, &s->pos, surplus, &real->pos);
        rc = place(b, line, p, &real->pos);
    }
    if (surplus && !any)
        tby__rep_file_report_fault(r, line, &r->faults.at[line->surplus]);
    count_repair(b);
    return rc;
}

static tby_rc add_line(struct builder *b, size_t i)
{
    const struct rep_line *line = &b->r->lines.at[i];

    switch (line->kind) {
    case REP_COMMENT: {
        /* A comment waits for its move; after the last move each stays by
         * itself. */
        tby_str text = tby_str_trim(rep_text(b->r, line));
        text = tby_str_trim(tby_str_from(text, 1));
        tby_rc rc = tby_rep_utf8(b->r, line, &text, &b->room);
        if (rc == TBY_E_LIMIT ||
            (rc == TBY_OK && b->note.n + 1 + text.n > TBY_MAX_NOTE_BYTES)) {
            report_long_note(b, line);
            return TBY_OK;
        }
        if (rc != TBY_OK || !text.n)
            return rc;
        if (b->note.n)
            tby_buf_char(&b->note, ' ');
        tby_buf_add(&b->note, text);
        return b->note.rc == TBY_OK && (i >= b->moves) ? loosen(b) : b->note.rc;
    }
    case REP_MOVE:
        return add_move(b, line);
    case REP_PLACE:
        return add_place(b, line);
    case REP_REFUSED:
    default: {
        /* Comments of a move that is refused are not lost. */
        const struct rep_fault *f = &b->r->faults.at[line->index];
        tby_str left, right;
        tby__rep_file_report_fault(b->r, line, f);
        if (f->code != TBY_E_REP_TOO_LONG &&
            tby_rep_split(rep_text(b->r, line), " -> ", &left, &right))
            return loosen(b);
        return TBY_OK;
    }
    }
}

tby_rc tby_rep_build(struct rep_reader *r)
{
    struct builder b = {.r = r};

    tby_buf_init(&b.note, &r->alloc, TBY_MAX_NOTE_BYTES);
    tby_buf_init(&b.room, &r->alloc, TBY_MAX_NOTE_BYTES);
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < r->lines.n && rc == TBY_OK; i++) {
        const struct rep_line *line = &r->lines.at[i];
        if (line->kind != REP_MOVE)
            continue;
        const struct rep_edge *e = &r->edges.at[line->index];
        for (uint32_t k = reals_of(r, e->state); k != TBY_NONE && rc == TBY_OK;
             k = r->reals.at[k].next) {
            uint32_t node, edge;
            if (!tby_rep_has_move(r, e, &r->reals.at[k]))
                continue;
            rc = tby_graph_add_node(r->graph, &r->reals.at[k].pos, &node);
            if (rc == TBY_OK)
                rc = tby_graph_add_edge(r->graph, node, e->move, &edge, NULL);
        }
        rc = tby__rep_file_report_limit(r, line, rc);
        b.moves = i + 1;
    }
    for (size_t i = 0; i < r->lines.n && rc == TBY_OK; i++)
        rc = tby__rep_file_report_limit(r, &r->lines.at[i], add_line(&b, i));
    tby_buf_free(&b.note);
    tby_buf_free(&b.room);
    return rc;
}
