/* build.c - the lines of a repertoire file become a graph.
 *
 * Moves come first, so that positions are numbered as moves meet them and those
 * of position lines alone come behind; then all that is said of them, line by
 * line, so that what is told comes in the order of the file. */
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/rep/file/int.h"
#include "tabiya/fen.h"

/* What goes from line to line. */
struct builder {
    struct rep_reader *r;
    tby_buf note; /* comments that wait for their move */
    tby_buf room; /* one of them in UTF-8 */
    bool full;    /* no more can wait, which has been told */
    size_t moves; /* lines up to the last one with a move */
    /* what was restored in the line at hand: told once, however many positions
       and texts of the line are about it */
    bool castling, ep;
};

/* The real positions of a state's board. */
static uint32_t reals_of(const struct rep_reader *r, uint32_t state)
{
    return rep_board_at(&r->boards, rep_state_at(r, state)->board)->reals;
}

/* --- moves first ----------------------------------------------------------*/

static tby_rc add_moves(struct rep_reader *r, const struct rep_edge *e)
{
    uint32_t i = reals_of(r, e->state), node, edge;
    tby_rc rc = TBY_OK;

    for (; i != TBY_NONE && rc == TBY_OK; i = rep_real_at(r, i)->next) {
        if (!tby_rep_has_move(r, e, rep_real_at(r, i)))
            continue;
        rc = tby_graph_add_node(r->graph, &rep_real_at(r, i)->pos, &node);
        if (rc == TBY_OK)
            rc = tby_graph_add_edge(r->graph, node, e->move, &edge, NULL);
    }
    return rc;
}

static tby_rc add_all_moves(struct builder *b)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < b->r->lines.n && rc == TBY_OK; i++) {
        const struct rep_line *line = rep_line_at(b->r, i);
        if (line->kind != REP_MOVE)
            continue;
        rc = tby_rep_tell_limit(
            b->r, line, add_moves(b->r, rep_edge_at(b->r, line->index)));
        b->moves = i + 1;
    }
    return rc;
}

/* --- repairs --------------------------------------------------------------*/

/* Tells that field n of a state was restored, or rid of castling rights that
 * were gone. */
static void tell_repair(struct builder *b, const struct rep_line *line,
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
    tby_rep_tell(b->r, TBY_WARNING, ep ? TBY_E_REP_EP : TBY_E_REP_CASTLING,
                 line, (size_t)(tby_rep_field(state, n).p - b->r->text.p),
                 (tby_str){sentence, tby_text_end(&t)});
}

/* Tells how a state differs from a position that it stands for; `surplus`: it
 * claims impossible castling rights, too.  Version 2 differs always. */
static void compare(struct builder *b, const struct rep_line *line,
                    tby_str state, const tby_pos *written, bool surplus,
                    const tby_pos *real)
{
    if (b->r->graph->version == 2)
        return;
    if ((surplus || written->castling != real->castling) && !b->castling) {
        tell_repair(b, line, state, real, 2,
                    surplus || written->castling & ~real->castling);
        b->castling = true;
    }
    if (written->ep != real->ep && !b->ep) {
        tell_repair(b, line, state, real, 3, false);
        b->ep = true;
    }
}

static void count_repair(struct builder *b)
{
    b->r->report->repairs += b->castling || b->ep;
    b->castling = b->ep = false;
}

/* --- comments -------------------------------------------------------------*/

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

/* An annotation that is too long is told once, not line by line. */
static void tell_long_note(struct builder *b, const struct rep_line *line)
{
    if (!b->full)
        tby_rep_tell(b->r, TBY_ERROR, TBY_E_REP_TOO_LONG, line, line->at,
                     TBY_STR("The annotation is longer than 262144 bytes."));
    b->full = true;
}

/* A comment waits for its move; behind the last move each stays by itself. */
static tby_rc add_comment(struct builder *b, const struct rep_line *line,
                          bool last)
{
    tby_str text = tby_str_trim(rep_text(b->r, line));

    text = tby_str_trim(tby_str_from(text, 1));
    tby_rc rc = tby_rep_utf8(b->r, line, &text, &b->room);
    if (rc == TBY_E_LIMIT ||
        (rc == TBY_OK && b->note.n + 1 + text.n > TBY_MAX_NOTE_BYTES)) {
        tell_long_note(b, line);
        return TBY_OK;
    }
    if (rc != TBY_OK || !text.n)
        return rc;
    if (b->note.n)
        tby_buf_char(&b->note, ' ');
    tby_buf_add(&b->note, text);
    return b->note.rc == TBY_OK && last ? loosen(b) : b->note.rc;
}

/* --- what is said of a move -----------------------------------------------*/

/* The comments that waited become the move's annotation, or join it. */
static tby_rc annotate(struct builder *b, const struct rep_line *line,
                       uint32_t edge)
{
    tby_graph *g = b->r->graph;
    tby_str note = tby_buf_str(&b->note), separator = TBY_STR(" | ");

    if (!note.n)
        return TBY_OK;
    if (g->edges[edge].note.n + separator.n + note.n > TBY_MAX_NOTE_BYTES) {
        tell_long_note(b, line);
        return loosen(b);
    }
    return tby_graph_join_note(g, edge, note, separator);
}

static tby_rc add_nags(struct builder *b, const struct rep_line *line,
                       const struct rep_target *target, uint32_t edge)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < target->nags_n && rc == TBY_OK; i++)
        rc = tby_graph_add_nag(b->r->graph, edge, target->nags[i]);
    if (rc != TBY_E_LIMIT)
        return rc;
    tby_rep_tell_fault(b->r, line,
                       &(struct rep_fault){.code = rc, .offset = line->at});
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
    tby_rc rc = add_nags(b, line, &parts->target, edge);
    return rc == TBY_OK ? annotate(b, line, edge) : rc;
}

/* No position has the move after all. */
static tby_rc refuse(struct builder *b, const struct rep_line *line,
                     const struct parts *parts)
{
    struct rep_fault move = {.code = TBY_E_REP_MOVE,
                             .offset = (size_t)(parts->right.p - b->r->text.p),
                             .text = parts->right,
                             .state = parts->state};

    tby_rep_tell_fault(
        b->r, line,
        line->surplus == TBY_NONE ? &move : rep_fault_at(b->r, line->surplus));
    return loosen(b);
}

static tby_rc add_move(struct builder *b, const struct rep_line *line)
{
    struct rep_reader *r = b->r;
    struct rep_edge *e = rep_edge_at(r, line->index);
    const struct rep_state *s = rep_state_at(r, e->state);
    struct parts parts;
    bool any = false;
    tby_rc rc = TBY_OK;

    if (!tby_rep_split(rep_text(r, line), " -> ", &parts.state, &parts.right) ||
        !tby_rep_target_read(r->graph->version, parts.right, &parts.target))
        return TBY_OK;
    for (uint32_t i = reals_of(r, e->state); i != TBY_NONE && rc == TBY_OK;
         i = rep_real_at(r, i)->next) {
        const struct rep_real *real = rep_real_at(r, i);
        if (!tby_rep_has_move(r, e, real))
            continue;
        any = true;
        compare(b, line, parts.state, &s->pos, line->surplus != TBY_NONE,
                &real->pos);
        uint32_t node = tby_graph_find(r->graph, &real->pos);
        rc = describe(b, line, &parts, tby_graph_edge(r->graph, node, e->move));
    }
    if (!any)
        return refuse(b, line, &parts);
    if (e->met)
        tby_rep_tell(r, TBY_WARNING, TBY_E_REP_TWICE, line, line->at,
                     tby_str_of(tby_rc_text(TBY_E_REP_TWICE)));
    e->met = true;
    count_repair(b);
    forget_note(b);
    return rc;
}

/* --- what is said of a position -------------------------------------------*/

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
    tby_rc rc = tby_graph_add_node(g, pos, &node);

    if (rc != TBY_OK)
        return rc;
    if (contradicts(&g->nodes[node], p))
        tby_rep_tell(b->r, TBY_WARNING, TBY_E_REP_DUPLICATE, line, line->at,
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
    const struct rep_place *p = rep_place_at(r, line->index);
    const struct rep_state *s = rep_state_at(r, p->state);
    tby_str text = tby_str_trim(rep_text(r, line));
    bool surplus = line->surplus != TBY_NONE, any = false;
    tby_rc rc = TBY_OK;

    for (uint32_t i = reals_of(r, p->state); i != TBY_NONE && rc == TBY_OK;
         i = rep_real_at(r, i)->next) {
        const struct rep_real *real = rep_real_at(r, i);
        if (!tby_rep_stands_for(r, s, real))
            continue;
        any = true;
        compare(b, line, text, &s->pos, surplus, &real->pos);
        rc = place(b, line, p, &real->pos);
    }
    if (surplus && !any)
        tby_rep_tell_fault(r, line, rep_fault_at(r, line->surplus));
    count_repair(b);
    return rc;
}

/* --- any line -------------------------------------------------------------*/

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

static tby_rc add_line(struct builder *b, size_t i)
{
    const struct rep_line *line = rep_line_at(b->r, i);

    switch (line->kind) {
    case REP_COMMENT:
        return add_comment(b, line, i >= b->moves);
    case REP_MOVE:
        return add_move(b, line);
    case REP_PLACE:
        return add_place(b, line);
    case REP_REFUSED:
    default:
        return add_refused(b, line);
    }
}

tby_rc tby_rep_build(struct rep_reader *r)
{
    struct builder b = {.r = r};

    tby_buf_init(&b.note, &r->alloc, TBY_MAX_NOTE_BYTES);
    tby_buf_init(&b.room, &r->alloc, TBY_MAX_NOTE_BYTES);
    tby_rc rc = add_all_moves(&b);
    for (size_t i = 0; i < r->lines.n && rc == TBY_OK; i++)
        rc = tby_rep_tell_limit(r, rep_line_at(r, i), add_line(&b, i));
    tby_buf_free(&b.note);
    tby_buf_free(&b.room);
    return rc;
}
