/* lines.c - what each line of a repertoire file is.
 *
 * A line is only judged here as far as it can be without the others.  Faults
 * are kept with their line, so that they are reported in the order of the file.
 */
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rep/file/int.h"

#include <string.h>

/* The next c at or after `at`; the end of the text if there is none.  `known`
 * is an earlier answer: a text is searched through once for each sign. */
static size_t find(tby_str text, size_t at, char c, size_t known)
{
    TBY_ASSERT(at <= text.n);
    if (known >= at && known > 0)
        return known;
    const char *p = memchr(text.p + at, c, text.n - at);
    return p ? (size_t)(p - text.p) : text.n;
}

bool tby_rep_next(struct rep_reader *r, struct rep_line *line)
{
    struct rep_cursor *c = &r->cursor;

    while (c->at < r->text.n) {
        /* LF, CR LF and CR end it */
        c->lf = find(r->text, c->at, '\n', c->lf);
        c->cr = find(r->text, c->at, '\r', c->cr);
        size_t end = c->lf < c->cr ? c->lf : c->cr;
        *line = (struct rep_line){.number = ++c->number,
                                  .at = (uint32_t)c->at,
                                  .n = (uint32_t)(end - c->at)};
        c->at = end + (c->lf == c->cr + 1 ? 2 : 1);
        if (tby_str_trim(rep_text(r, line)).n)
            return true;
    }
    return false;
}

/* Where the mark begins; its last space may be gone at the end of a line.
 * SIZE_MAX: nowhere. */
static size_t find_mark(tby_str line, tby_str mark)
{
    tby_str cut_mark = {mark.p, mark.n - 1};
    size_t i = 1;

    while (i < line.n) {
        const char *p = memchr(line.p + i, mark.p[1], line.n - i);

        if (!p)
            break;
        i = (size_t)(p - line.p) + 1;
        tby_str here = tby_str_from(line, i - 2);
        if (tby_str_starts(here, mark) || tby_str_equal(here, cut_mark))
            return i - 2;
    }
    return SIZE_MAX;
}

bool tby_rep_split(tby_str line, const char *mark, tby_str *left,
                   tby_str *right)
{
    tby_str m = tby_str_of(mark);
    size_t at = find_mark(line, m);

    if (at == SIZE_MAX)
        return false;
    size_t after = at + m.n < line.n ? at + m.n : line.n;
    *left = tby_str_trim((tby_str){line.p, at});
    *right = tby_str_trim((tby_str){line.p + after, line.n - after});
    return true;
}

tby_str tby_rep_field(tby_str text, unsigned n)
{
    tby_str word = {text.p, 0};

    for (unsigned i = 0; i <= n; i++)
        if (!tby_str_word(&text, &word))
            break;
    return word;
}

static tby_rc keep_line(struct rep_reader *r, struct rep_line *line,
                        enum rep_kind kind, size_t index)
{
    line->kind = kind;
    line->index = (uint32_t)index;
    if (r->lines.n >= TBY_MAX_REP_LINES)
        return TBY_E_LIMIT;
    return TBY_APPEND(&r->alloc, r->lines, *line);
}

static tby_rc keep_fault(struct rep_reader *r, struct rep_fault fault)
{
    fault.offset = (size_t)(fault.text.p - r->text.p);
    return TBY_APPEND(&r->alloc, r->faults, fault);
}

static tby_rc refuse(struct rep_reader *r, struct rep_line *line,
                     struct rep_fault fault)
{
    TBY_TRY(keep_fault(r, fault));
    return keep_line(r, line, REP_REFUSED, r->faults.n - 1);
}

/* The state of a position, made if there is none. */
static tby_rc find_state(struct rep_reader *r, const tby_pos *pos,
                         uint32_t *index)
{
    struct rep_state state = {
        .pos = *pos, .edges = TBY_NONE, .last_edge = TBY_NONE};

    TBY_TRY(tby_rep_boards_add(&r->boards, pos, &state.board));
    uint32_t *first = &r->boards.list.at[state.board].states;
    for (uint32_t i = *first; i != TBY_NONE; i = r->states.at[i].next)
        if (tby_pos_same(&r->states.at[i].pos, pos)) {
            *index = i;
            return TBY_OK;
        }
    state.next = *first;
    tby_rc rc = TBY_APPEND(&r->alloc, r->states, state);
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
        r->states.at[*index].sound = true;
    else if (rc == TBY_OK) {
        rc = keep_fault(r, *fault);
        line->surplus = (uint32_t)r->faults.n - 1;
    }
    return rc;
}

static tby_rc keep_edge(struct rep_reader *r, struct rep_edge *edge,
                        uint32_t *index)
{
    struct rep_state *s = &r->states.at[edge->state];

    for (uint32_t i = s->edges; i != TBY_NONE; i = r->edges.at[i].next)
        if (r->edges.at[i].move == edge->move) {
            *index = i;
            return TBY_OK;
        }
    edge->next = TBY_NONE;
    edge->met = false;
    TBY_TRY(TBY_APPEND(&r->alloc, r->edges, *edge));
    *index = (uint32_t)r->edges.n - 1;
    *(s->edges == TBY_NONE ? &s->edges : &r->edges.at[s->last_edge].next) =
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
    TBY_TRY(keep_state(r, line, &pos, &fault, &edge.state));
    TBY_TRY(keep_edge(r, &edge, &index));
    return keep_line(r, line, REP_MOVE, index);
}

static bool read_number(tby_str s, double *out)
{
    struct tby_decimal d;

    s = tby_str_trim(s);
    if (!tby_decimal_read(s, &d))
        return false;
    *out = tby_decimal_value(d);
    return *out >= -TBY_REP_FAR && *out <= TBY_REP_FAR;
}

/* `x, y` in *where, what comes after the second comma in *rest; rest->p is
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
    if (tby_rep_split(text, " : ", &left, &right)) {
        struct rep_fault fault = {0};
        struct rep_place place = {0};
        tby_str rest;
        tby_pos pos;

        if (!tby_rep_state_read(r, left, &pos, &fault))
            return refuse(r, line, fault);
        if (!read_place(&right, &rest, &place))
            return refuse(r, line,
                          (struct rep_fault){.code = TBY_E_REP_COORDINATES,
                                             .text = right});
        rest = rest.p ? tby_str_trim(rest) : rest;
        if (rest.p && tby_eval_parse(rest, pos.turn, &place.eval) != TBY_OK)
            return refuse(
                r, line,
                (struct rep_fault){.code = TBY_E_REP_EVALUATION, .text = rest});
        TBY_TRY(keep_state(r, line, &pos, &fault, &place.state));
        if (!place.placed && !rest.p)
            r->states.at[place.state].exact = true;
        TBY_TRY(TBY_APPEND(&r->alloc, r->places, place));
        return keep_line(r, line, REP_PLACE, r->places.n - 1);
    }
    return refuse(r, line,
                  (struct rep_fault){.code = TBY_E_REP_LINE, .text = trimmed});
}

tby_rc tby_rep_lines(struct rep_reader *r)
{
    struct rep_line line;

    while (tby_rep_next(r, &line))
        TBY_TRY(tby__rep_file_report_limit(r, &line, read_line(r, &line)));
    return TBY_OK;
}
