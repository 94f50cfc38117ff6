#include "work/openings/named.h"
#include "core/base/assert.h"

#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/relations.h"

#include <stdlib.h>
#include <string.h>

tby_rc tby_eco_unpack(const tby_names *b, tby_openings **out)
{
    *out = NULL;
    tby_rc rc = tby_openings_open(out, TBY_IDENTITY_POSITION, NULL);
    if (rc == TBY_OK)
        rc = tby_names_unpack(b, *out);
    if (rc != TBY_OK)
        return rc;

    /* What a source does not say of the roots is said here: a record that is
     * added again is joined with itself. */
    tby_openings *t = *out;
    size_t roots[TBY_ECO_CODES];
    rc = TBY_OK;

    tby_openings_roots(t, roots);
    for (size_t i = 0; i < TBY_ECO_CODES && rc == TBY_OK; i++) {
        if (roots[i] == TBY_OPENINGS_NONE)
            continue;
        tby_opening o = *tby_openings_at(t, roots[i]);
        o.eco_root = true;
        rc = tby_openings_add(t, &o);
    }
    return rc;
}

const tby_opening *tby_eco_record(const tby_openings *t, const tby_names *b,
                                  uint32_t entry)
{
    tby_opening o;

    /* not by number: a list of names that lies may have a position twice */
    tby_names_get(b, entry, &o);
    return tby_openings_at(t, tby_openings_find(t, &o.pos));
}

tby_last_named tby_eco_last_named(const tby_names *b, const tby_line *line)
{
    tby_pos from = line->plies ? tby_pos_start() : line->pos;

    TBY_ASSERT(line);
    return tby_names_last_named(b, &from, line->moves, line->plies);
}

static int by_code(const void *a, const void *b)
{
    const tby_eco_step *x = a, *y = b;
    int order = strcmp(x->opening->code, y->opening->code);

    if (order == 0)
        order = tby_str_compare(x->opening->name, y->opening->name);
    return order ? order : strcmp(x->uci, y->uci);
}

tby_rc tby_eco_near_find(tby_eco_near *l, const tby_openings *t,
                         const tby_pos *p, bool back)
{
    tby_steps c;
    tby_step step;

    *l = (tby_eco_near){.n = 0};
    if (back)
        tby_steps_into(&c, t, p);
    else
        tby_steps_from(&c, t, p);
    while (tby_steps_next(&c, &step)) {
        if (tby_grow(NULL, (void **)&l->at, &l->cap, l->n + 1, sizeof *l->at) !=
            TBY_OK)
            return TBY_E_NOMEM;
        tby_eco_step *s = &l->at[l->n++];
        s->opening = tby_openings_at(t, back ? step.from : step.to);
        const tby_pos *before = back ? &s->opening->pos : p;
        tby_san_write(before, step.move, s->san);
        tby_uci_write(before, step.move, TBY_UCI_ORTHODOX, s->uci);
    }
    if (l->n)
        qsort(l->at, l->n, sizeof *l->at, by_code);
    return TBY_OK;
}

void tby_eco_near_free(tby_eco_near *l)
{
    tby_grow_free(NULL, l->at, l->cap, sizeof *l->at);
    *l = (tby_eco_near){.n = 0};
}
