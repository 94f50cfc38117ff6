/* interpolate.c - records for the positions between named ones. */
#include "core/base/buf.h"
#include "core/base/str.h"
#include "tabiya/relations.h"

#include <string.h>

/* A name with its suffix is at most this long. */
#define LONGEST_NAME ((size_t)1 << 16)

typedef struct gaps {
    tby_openings *table;
    tby_openings *found; /* what is to be added to it */
    bool *orphan;
    tby_str suffix;
    bool complete;
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
    size_t i = tby_openings_find(t, p);
    const tby_opening *o =
        i == TBY_OPENINGS_NONE ? NULL : tby_openings_at(t, i);

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

/* The last ply before the end of a line that is named; 0 if none is. */
static uint32_t last_named(const gaps *g, const tby_opening *o)
{
    gap at = {.owner = o, .pos = tby_pos_start()};
    uint32_t last = 0;

    while (play_on(&at))
        if (named_at(g->table, &at.pos))
            last = at.plies;
    return last;
}

/* Visits the gaps of a record's line: all of them, or those behind the last
 * named position. */
static tby_rc walk(gaps *g, const tby_opening *o, bool whole, visitor *visit)
{
    uint32_t behind = whole ? 0 : last_named(g, o);
    gap at = {.owner = o, .pos = tby_pos_start()};
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && play_on(&at)) {
        const tby_opening *named = named_at(g->table, &at.pos);
        if (named)
            at.root = named;
        else if (at.root && at.plies > behind)
            rc = visit(g, &at);
    }
    return rc;
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

/* The lines of the orphans count before those of the others, and of each kind
 * the later before the earlier. */
static tby_rc find_all(gaps *g, size_t n)
{
    tby_rc rc = TBY_OK;

    for (size_t i = n; i-- > 0 && rc == TBY_OK;)
        if (g->orphan[i])
            rc = walk(g, tby_openings_at(g->table, i), false, note);
    for (size_t i = n; i-- > 0 && rc == TBY_OK;)
        if (g->complete && tby_opening_is_named(tby_openings_at(g->table, i)))
            rc = walk(g, tby_openings_at(g->table, i), true, note);
    return rc;
}

/* What was found backwards is added forwards, so that records come in the order
 * of those they lead to. */
static tby_rc add_all(gaps *g, size_t n)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        if (tby_opening_is_named(tby_openings_at(g->table, i)))
            rc = walk(g, tby_openings_at(g->table, i), true, add);
    return rc;
}

tby_rc tby_openings_interpolate(tby_openings *t, tby_str suffix, bool complete)
{
    size_t n = tby_openings_count(t);
    tby_alloc alloc = tby_openings_alloc(t);
    gaps g = {.table = t, .suffix = suffix, .complete = complete};

    if (n == 0)
        return TBY_OK;
    g.orphan = alloc.realloc(alloc.ctx, NULL, 0, n * sizeof *g.orphan);
    if (!g.orphan)
        return TBY_E_NOMEM;
    tby_buf_init(&g.name, &alloc, LONGEST_NAME);
    tby_openings_orphans(t, g.orphan);
    tby_rc rc = tby_openings_open(&g.found, tby_openings_identity(t), &alloc);
    if (rc == TBY_OK)
        rc = find_all(&g, n);
    if (rc == TBY_OK)
        rc = add_all(&g, n);
    tby_openings_close(g.found);
    tby_buf_free(&g.name);
    alloc.realloc(alloc.ctx, g.orphan, n * sizeof *g.orphan, 0);
    return rc;
}
