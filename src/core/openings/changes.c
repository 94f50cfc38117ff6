/* changes.c - how two tables of named positions differ. */
#include "core/base/str.h"
#include "tabiya/relations.h"

static const tby_opening *other(const tby_openings *t, const tby_opening *o)
{
    size_t i = tby_openings_find(t, &o->pos);

    return i == TBY_OPENINGS_NONE ? NULL : tby_openings_at(t, i);
}

static unsigned kinds_of(const tby_opening *before, const tby_opening *after)
{
    unsigned kinds = 0;

    if (!after)
        return TBY_CHANGE_REMOVED;
    if (!tby_str_equal(before->name, after->name))
        kinds |= TBY_CHANGE_RENAMED;
    if (!tby_str_equal(tby_str_of(before->code), tby_str_of(after->code)))
        kinds |= TBY_CHANGE_RECODED;
    return kinds;
}

/* The records of both tables are numbered as one list. */
static tby_change change_at(const tby_changes *c, size_t i)
{
    size_t n = tby_openings_count(c->before);
    tby_change out = {.kinds = 0};

    if (i < n) {
        out.before = tby_openings_at(c->before, i);
        out.after = other(c->after, out.before);
        out.kinds = kinds_of(out.before, out.after);
    } else {
        out.after = tby_openings_at(c->after, i - n);
        out.before = other(c->before, out.after);
        out.kinds = out.before ? 0 : TBY_CHANGE_ADDED;
    }
    return out;
}

bool tby_changes_next(tby_changes *c, tby_change *out)
{
    size_t end = tby_openings_count(c->before) + tby_openings_count(c->after);

    while (c->next < end) {
        tby_change change = change_at(c, c->next++);
        if (change.kinds) {
            *out = change;
            return true;
        }
    }
    return false;
}
