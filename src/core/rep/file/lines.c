/* lines.c - what each line of a repertoire file is.
 *
 * A line is only judged here as far as it can be without the others.  Faults
 * are kept with their line, so that they are told in the order of the file. */
#include "core/base/decimal.h"
#include "core/base/str.h"
#include "core/rep/file/int.h"

static size_t offset_of(const struct rep_reader *r, tby_str part)
{
    return (size_t)(part.p - r->text.p);
}

/* --- keeping --------------------------------------------------------------*/

static tby_rc keep_line(struct rep_reader *r, struct rep_line *line,
                        enum rep_kind kind, size_t index)
{
    line->kind = kind;
    line->index = (uint32_t)index;
    if (r->lines.n >= TBY_MAX_REP_LINES)
        return TBY_E_LIMIT;
    return tby_rep_list_add(&r->alloc, &r->lines, line, sizeof *line);
}

static tby_rc keep_fault(struct rep_reader *r, struct rep_fault fault)
{
    fault.offset = offset_of(r, fault.text);
    return tby_rep_list_add(&r->alloc, &r->faults, &fault, sizeof fault);
}

static tby_rc refuse(struct rep_reader *r, struct rep_line *line,
                     struct rep_fault fault)
{
    tby_rc rc = keep_fault(r, fault);
    return rc == TBY_OK ? keep_line(r, line, REP_REFUSED, r->faults.n - 1) : rc;
}

/* The state of a position, made if there is none. */
static tby_rc find_state(struct rep_reader *r, const tby_pos *pos,
                         uint32_t *index)
{
    struct rep_state state = {
        .pos = *pos, .edges = TBY_NONE, .last_edge = TBY_NONE};
    tby_rc rc = tby_rep_boards_add(&r->boards, pos, &state.board);

    if (rc != TBY_OK)
        return rc;
    uint32_t *first = &rep_board_at(&r->boards, state.board)->states;
    for (uint32_t i = *first; i != TBY_NONE; i = rep_state_at(r, i)->next)
        if (tby_pos_same(&rep_state_at(r, i)->pos, pos)) {
            *index = i;
            return TBY_OK;
        }
    state.next = *first;
    rc = tby_rep_list_add(&r->alloc, &r->states, &state, sizeof state);
    if (rc == TBY_OK)
        *first = *index = (uint32_t)r->states.n - 1;
    return rc;
}

/* The same for a line; *fault is what was found when the state was read. */
static tby_rc keep_state(struct rep_reader *r, struct rep_line *line,
                         const tby_pos *pos, const struct rep_fault *fault,
                         uint32_t *index)
{
    tby_rc rc = find_state(r, pos, index);

    if (rc == TBY_OK && fault->code == TBY_OK)
        rep_state_at(r, *index)->sound = true;
    else if (rc == TBY_OK) {
        rc = keep_fault(r, *fault);
        line->surplus = (uint32_t)r->faults.n - 1;
    }
    return rc;
}

/* --- transitions ----------------------------------------------------------*/

/* The same for a move. */
static tby_rc keep_edge(struct rep_reader *r, struct rep_edge *edge,
                        uint32_t *index)
{
    struct rep_state *s = rep_state_at(r, edge->state);

    for (uint32_t i = s->edges; i != TBY_NONE; i = rep_edge_at(r, i)->next)
        if (rep_edge_at(r, i)->move == edge->move) {
            *index = i;
            return TBY_OK;
        }
    edge->next = TBY_NONE;
    edge->met = false;
    tby_rc rc = tby_rep_list_add(&r->alloc, &r->edges, edge, sizeof *edge);
    if (rc != TBY_OK)
        return rc;
    *index = (uint32_t)r->edges.n - 1;
    *(s->edges == TBY_NONE ? &s->edges : &rep_edge_at(r, s->last_edge)->next) =
        *index;
    s->last_edge = *index;
    return TBY_OK;
}

static tby_rc read_move(struct rep_reader *r, struct rep_line *line,
                        tby_str left, tby_str right)
{
    struct rep_fault fault = {0}, other = {0};
    struct rep_edge edge;
    struct rep_target target;
    tby_pos pos, after = {0};
    uint32_t index;

    if (!tby_rep_state_read(r, left, &pos, &fault))
        return refuse(r, line, fault);
    bool good = tby_rep_target_read(r->graph->version, right, &target);
    if (good && target.is_state &&
        !tby_rep_state_read(r, right, &after, &other))
        return refuse(r, line, other);
    if (!good || !tby_rep_move_find(&pos, &target, &after, &edge))
        return refuse(r, line,
                      fault.code != TBY_OK
                          ? fault
                          : (struct rep_fault){.code = TBY_E_REP_MOVE,
                                               .text = right,
                                               .state = left});
    tby_rc rc = keep_state(r, line, &pos, &fault, &edge.state);
    if (rc == TBY_OK)
        rc = keep_edge(r, &edge, &index);
    return rc == TBY_OK ? keep_line(r, line, REP_MOVE, index) : rc;
}

/* --- positions ------------------------------------------------------------*/

static bool read_number(tby_str s, double *out)
{
    struct tby_decimal d;

    s = tby_str_trim(s);
    if (!tby_decimal_read(s, &d))
        return false;
    *out = tby_decimal_value(d);
    return *out >= -TBY_REP_FAR && *out <= TBY_REP_FAR;
}

/* `x, y` in *where, what stands behind the second comma in *rest; rest->p is
 * NULL if there is none. */
static bool read_place(tby_str *where, tby_str *rest, struct rep_place *out)
{
    tby_str x, y = *where;

    *rest = *where;
    if (!tby_str_field(rest, ',', &x) || !tby_str_field(rest, ',', &y))
        return false;
    where->n = (size_t)(y.p - where->p) + y.n;
    out->placed = !tby_str_is(*where, TBY_REP_NOWHERE);
    return read_number(x, &out->x) && read_number(y, &out->y);
}

static tby_rc read_position(struct rep_reader *r, struct rep_line *line,
                            tby_str left, tby_str right)
{
    struct rep_fault fault = {0};
    struct rep_place place = {0};
    tby_str rest;
    tby_pos pos;

    if (!tby_rep_state_read(r, left, &pos, &fault))
        return refuse(r, line, fault);
    if (!read_place(&right, &rest, &place))
        return refuse(
            r, line,
            (struct rep_fault){.code = TBY_E_REP_COORDINATES, .text = right});
    rest = rest.p ? tby_str_trim(rest) : rest;
    if (rest.p && tby_eval_parse(rest, pos.turn, &place.eval) != TBY_OK)
        return refuse(
            r, line,
            (struct rep_fault){.code = TBY_E_REP_EVALUATION, .text = rest});
    tby_rc rc = keep_state(r, line, &pos, &fault, &place.state);
    if (rc != TBY_OK)
        return rc;
    if (!place.placed && !rest.p)
        rep_state_at(r, place.state)->exact = true;
    rc = tby_rep_list_add(&r->alloc, &r->places, &place, sizeof place);
    return rc == TBY_OK ? keep_line(r, line, REP_PLACE, r->places.n - 1) : rc;
}

/* --- any ------------------------------------------------------------------*/

static tby_rc read_line(struct rep_reader *r, struct rep_line *line)
{
    tby_str text = rep_text(r, line), trimmed = tby_str_trim(text);
    tby_str left, right;

    line->surplus = TBY_NONE;
    if (text.n > TBY_MAX_LINE_BYTES)
        return refuse(
            r, line,
            (struct rep_fault){.code = TBY_E_REP_TOO_LONG, .text = trimmed});
    if (*trimmed.p == '#')
        return keep_line(r, line, REP_COMMENT, 0);
    if (tby_rep_split(text, " -> ", &left, &right))
        return read_move(r, line, left, right);
    if (tby_rep_split(text, " : ", &left, &right))
        return read_position(r, line, left, right);
    return refuse(r, line,
                  (struct rep_fault){.code = TBY_E_REP_LINE, .text = trimmed});
}

tby_rc tby_rep_lines(struct rep_reader *r)
{
    struct rep_line line;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && tby_rep_next(r, &line))
        rc = tby_rep_tell_limit(r, &line, read_line(r, &line));
    return rc;
}
