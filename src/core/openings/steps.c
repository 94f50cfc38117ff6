/* steps.c - which named position leads to which by one move. */
#include "core/base/str.h"
#include "core/chess/bitboard.h"
#include "tabiya/relations.h"

bool tby_opening_is_named(const tby_opening *o)
{
    return !tby_str_is(o->source, "interpolated");
}

/* --- the cursor -----------------------------------------------------------*/

static void look_at(tby_steps *c, const tby_pos *p)
{
    c->pos = *p;
    c->next = 0;
    tby_moves_legal(p, &c->moves);
}

static void start(tby_steps *c, const tby_openings *t, size_t records)
{
    c->table = t;
    c->record = 0;
    c->end = records;
    c->to_one = false;
    c->step = (tby_step){TBY_OPENINGS_NONE, TBY_OPENINGS_NONE, TBY_MOVE_NONE};
    c->next = c->moves.n = 0;
}

void tby_steps_all(tby_steps *c, const tby_openings *t)
{
    start(c, t, tby_openings_count(t));
}

void tby_steps_from(tby_steps *c, const tby_openings *t, const tby_pos *p)
{
    start(c, t, 0);
    c->step.from = tby_openings_find(t, p);
    look_at(c, p);
}

void tby_steps_into(tby_steps *c, const tby_openings *t, const tby_pos *p)
{
    start(c, t, tby_openings_count(t));
    c->step.to = tby_openings_find(t, p);
    c->into = *p;
    c->to_one = true;
}

/* Whether a move could lead from a to b, by what it changes: two squares, three
 * en passant, four to castle.  Most records need no more than this look. */
static bool is_near(const tby_pos *a, const tby_pos *b)
{
    tby_bb changed = 0;

    for (int i = 0; i < 4; i++)
        changed |= a->plane[i] ^ b->plane[i];
    return a->turn != b->turn && bb_count(changed) <= 4;
}

/* Goes on to the next record; false behind the last. */
static bool next_record(tby_steps *c)
{
    while (c->record < c->end) {
        const tby_opening *o = tby_openings_at(c->table, c->record);
        c->step.from = c->record++;
        if (!c->to_one || is_near(&o->pos, &c->into)) {
            look_at(c, &o->pos);
            return true;
        }
    }
    return false;
}

/* Whether the position behind a move is one that is looked for. */
static bool arrives(tby_steps *c, const tby_pos *child)
{
    if (c->to_one)
        return tby_identity_same(tby_openings_identity(c->table), child,
                                 &c->into);
    c->step.to = tby_openings_find(c->table, child);
    return c->step.to != TBY_OPENINGS_NONE;
}

bool tby_steps_next(tby_steps *c, tby_step *out)
{
    do {
        while (c->next < c->moves.n) {
            tby_pos child = c->pos;
            c->step.move = c->moves.at[c->next++];
            tby_pos_play(&child, c->step.move);
            if (arrives(c, &child)) {
                *out = c->step;
                return true;
            }
        }
    } while (next_record(c));
    return false;
}

/* --- orphans --------------------------------------------------------------*/

static void have_a_parent(tby_steps *c, bool *orphan)
{
    tby_step step;

    while (tby_steps_next(c, &step))
        if (step.from == TBY_OPENINGS_NONE ||
            tby_opening_is_named(tby_openings_at(c->table, step.from)))
            orphan[step.to] = false;
}

size_t tby_openings_orphans(const tby_openings *t, bool *orphan)
{
    size_t n = tby_openings_count(t), found = 0;
    tby_pos first = tby_pos_start();
    tby_steps c;

    for (size_t i = 0; i < n; i++) {
        const tby_opening *o = tby_openings_at(t, i);
        orphan[i] = tby_opening_is_named(o) && !tby_pos_same(&o->pos, &first);
    }
    tby_steps_all(&c, t);
    have_a_parent(&c, orphan);
    tby_steps_from(&c, t, &first);
    have_a_parent(&c, orphan);
    for (size_t i = 0; i < n; i++)
        found += orphan[i];
    return found;
}
