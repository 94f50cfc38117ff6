#include "tabiya/relations.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/chess/bitboard.h"

#include <string.h>

bool tby_opening_is_named(const tby_opening *o)
{
    return !tby_str_is(o->source, "interpolated");
}

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

bool tby_steps_next(tby_steps *c, tby_step *out)
{
    for (;;) {
        while (c->next < c->moves.n) {
            tby_pos child = c->pos;
            c->step.move = c->moves.at[c->next++];
            tby_pos_play(&child, c->step.move);
            if (!c->to_one)
                c->step.to = tby_openings_find(c->table, &child);
            if (c->to_one ? tby_identity_same(tby_openings_identity(c->table),
                                              &child, &c->into)
                          : c->step.to != TBY_OPENINGS_NONE) {
                *out = c->step;
                return true;
            }
        }
        if (c->record >= c->end)
            return false;
        const tby_opening *o = tby_openings_at(c->table, c->record);
        c->step.from = c->record++;
        if (!c->to_one || is_near(&o->pos, &c->into))
            look_at(c, &o->pos);
    }
}

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

int tby_eco_index(const char *code)
{
    if (code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' ||
        code[2] < '0' || code[2] > '9' || code[3])
        return -1;
    return (code[0] - 'A') * 100 + (code[1] - '0') * 10 + code[2] - '0';
}

/* Plies from the start; of a record without a line, by its counters. */
static uint32_t depth(const tby_opening *o)
{
    return o->line
               ? o->plies
               : 2 * (uint32_t)o->pos.fullmoves + (o->pos.turn == TBY_BLACK);
}

void tby_openings_roots(const tby_openings *t, size_t roots[TBY_ECO_CODES])
{
    for (int i = 0; i < TBY_ECO_CODES; i++)
        roots[i] = TBY_OPENINGS_NONE;
    for (size_t i = 0; i < tby_openings_count(t); i++) {
        const tby_opening *o = tby_openings_at(t, i);
        int code = tby_eco_index(o->code);
        if (code < 0 || !tby_opening_is_named(o))
            continue;
        const tby_opening *than = roots[code] == TBY_OPENINGS_NONE
                                      ? NULL
                                      : tby_openings_at(t, roots[code]);
        if (!than || (o->eco_root != than->eco_root ? o->eco_root
                                                    : depth(o) < depth(than)))
            roots[code] = i;
    }
}

static const tby_opening *record_of(const tby_openings *t, const tby_pos *p)
{
    size_t i = tby_openings_find(t, p);

    return i == TBY_OPENINGS_NONE ? NULL : tby_openings_at(t, i);
}

bool tby_changes_next(tby_changes *c, tby_change *out)
{
    size_t n = tby_openings_count(c->before);
    size_t end = n + tby_openings_count(c->after);

    while (c->next < end) {
        /* The records of both tables are numbered as one list. */
        size_t i = c->next++;
        const tby_opening *a, *b;
        unsigned kinds = 0;
        if (i < n) {
            a = tby_openings_at(c->before, i);
            b = record_of(c->after, &a->pos);
            if (!b)
                kinds = TBY_CHANGE_REMOVED;
            if (b && !tby_str_equal(a->name, b->name))
                kinds |= TBY_CHANGE_RENAMED;
            if (b && strcmp(a->code, b->code) != 0)
                kinds |= TBY_CHANGE_RECODED;
        } else {
            b = tby_openings_at(c->after, i - n);
            a = record_of(c->before, &b->pos);
            kinds = a ? 0 : TBY_CHANGE_ADDED;
        }
        if (kinds) {
            *out = (tby_change){.kinds = kinds, .before = a, .after = b};
            return true;
        }
    }
    return false;
}

/* A name with its suffix is at most this long. */
#define LONGEST_NAME ((size_t)1 << 16)

typedef struct gaps {
    tby_openings *table;
    tby_openings *found; /* what is to be added to it */
    tby_str suffix;
    tby_buf name;
} gaps;

/* A position of a line that has no name but a root. */
typedef struct gap {
    const tby_opening *root;
    const tby_opening *owner; /* of the line */
    uint32_t plies;           /* of it, to the position */
    tby_pos pos;
} gap;

typedef tby_rc visitor(gaps *g, const gap *at);

/* The record of a position if somebody named it. */
static const tby_opening *named_at(const tby_openings *t, const tby_pos *p)
{
    const tby_opening *o = record_of(t, p);

    return o && tby_opening_is_named(o) ? o : NULL;
}

/* Plays one more move of a line, but not its last one; false if there is none
 * or it is not legal, for a table takes what it is given. */
static bool play_on(gap *at)
{
    if (at->plies + 1 >= at->owner->plies || !at->owner->line)
        return false;
    tby_move m = at->owner->line[at->plies];
    if (tby_pos_judge(&at->pos, m) != TBY_OK)
        return false;
    tby_pos_play(&at->pos, m);
    at->plies++;
    return true;
}

/* Visits the gaps of a record's line: all of them, or those after the last
 * named position. */
static tby_rc walk(gaps *g, const tby_opening *o, bool whole, visitor *visit)
{
    const gap start = {.owner = o, .pos = tby_pos_start()};
    gap at = start;
    uint32_t since = 0;

    while (!whole && play_on(&at))
        if (named_at(g->table, &at.pos))
            since = at.plies;
    at = start;
    while (play_on(&at)) {
        const tby_opening *named = named_at(g->table, &at.pos);
        if (named)
            at.root = named;
        else if (at.root && at.plies > since)
            TBY_TRY(visit(g, &at));
    }
    return TBY_OK;
}

/* Notes a gap unless it is known, from this line or from an earlier addition
 * of the kind. */
static tby_rc note(gaps *g, const gap *at)
{
    if (tby_openings_find(g->found, &at->pos) != TBY_OPENINGS_NONE ||
        tby_openings_find(g->table, &at->pos) != TBY_OPENINGS_NONE)
        return TBY_OK;
    tby_opening o = {
        .source = TBY_STR("interpolated"),
        .root_source = at->root->source,
        .line = at->owner->line,
        .plies = at->plies,
        .pos = at->pos,
        .aliases = at->root->aliases,
        .aliases_n = at->root->aliases_n,
    };
    memcpy(o.code, at->root->code, sizeof o.code);
    tby_buf_clear(&g->name);
    tby_buf_add(&g->name, at->root->name);
    tby_buf_add(&g->name, g->suffix);
    o.name = tby_buf_str(&g->name);
    return g->name.rc == TBY_OK ? tby_openings_add(g->found, &o) : g->name.rc;
}

static tby_rc add(gaps *g, const gap *at)
{
    size_t i = tby_openings_find(g->found, &at->pos);

    if (i == TBY_OPENINGS_NONE ||
        tby_openings_find(g->table, &at->pos) != TBY_OPENINGS_NONE)
        return TBY_OK;
    return tby_openings_add(g->table, tby_openings_at(g->found, i));
}

tby_rc tby_openings_interpolate(tby_openings *t, tby_str suffix, bool complete)
{
    size_t n = tby_openings_count(t);
    tby_alloc alloc = tby_openings_alloc(t);
    gaps g = {.table = t, .suffix = suffix};

    if (n == 0)
        return TBY_OK;
    bool *orphan = tby_grow_new(&alloc, n, sizeof *orphan);
    if (!orphan)
        return TBY_E_NOMEM;
    tby_buf_init(&g.name, &alloc, LONGEST_NAME);
    tby_openings_orphans(t, orphan);
    tby_rc rc = tby_openings_open(&g.found, tby_openings_identity(t), &alloc);
    /* the lines of the orphans count before those of the others, and of each
     * kind the later before the earlier */
    for (size_t i = n; rc == TBY_OK && i-- > 0;)
        if (orphan[i])
            rc = walk(&g, tby_openings_at(t, i), false, note);
    for (size_t i = n; rc == TBY_OK && i-- > 0;)
        if (complete && tby_opening_is_named(tby_openings_at(t, i)))
            rc = walk(&g, tby_openings_at(t, i), true, note);
    /* what was found backwards is added forwards, so that records come in the
     * order of those they lead to */
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        if (tby_opening_is_named(tby_openings_at(t, i)))
            rc = walk(&g, tby_openings_at(t, i), true, add);
    tby_openings_close(g.found);
    tby_buf_free(&g.name);
    tby_grow_free(&alloc, orphan, n, sizeof *orphan);
    return rc;
}
