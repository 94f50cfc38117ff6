/* named.c - see named.h. */
#include "work/openings/named.h"

#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/relations.h"

#include <stdlib.h>
#include <string.h>

/* --- a book and its table -------------------------------------------------*/

/* What a source does not say of the roots is said here: a record that is added
 * again is joined with itself. */
static tby_rc mark_roots(tby_openings *t)
{
    size_t roots[TBY_ECO_CODES];
    tby_rc rc = TBY_OK;

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

tby_rc tby_eco_unpack(const tby_book *b, tby_openings **out)
{
    *out = NULL;
    tby_rc rc = tby_openings_open(out, TBY_IDENTITY_POSITION, NULL);
    if (rc == TBY_OK)
        rc = tby_book_unpack(b, *out);
    return rc == TBY_OK ? mark_roots(*out) : rc;
}

const tby_opening *tby_eco_record(const tby_openings *t, const tby_book *b,
                                  uint32_t entry)
{
    tby_opening o;

    /* not by number: a book that lies may have a position twice */
    tby_book_get(b, entry, &o);
    return tby_openings_at(t, tby_openings_find(t, &o.pos));
}

/* --- a line ---------------------------------------------------------------*/

tby_last_named tby_eco_last_named(const tby_book *b, const tby_line *line)
{
    tby_pos from = line->plies ? tby_pos_start() : line->pos;

    return tby_book_last_named(b, &from, line->moves, line->plies);
}

/* --- one move away --------------------------------------------------------*/

static int by_code(const void *a, const void *b)
{
    const tby_eco_step *x = a, *y = b;
    int order = strcmp(x->opening->code, y->opening->code);

    if (order == 0)
        order = tby_str_compare(x->opening->name, y->opening->name);
    return order ? order : strcmp(x->uci, y->uci);
}

static tby_eco_step *add(tby_eco_near *l)
{
    void *at = l->at;
    tby_alloc alloc = tby_alloc_libc();

    if (tby_grow(&alloc, &at, &l->cap, l->n + 1, sizeof *l->at) != TBY_OK)
        return NULL;
    l->at = at;
    return &l->at[l->n++];
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
        tby_eco_step *s = add(l);
        if (!s)
            return TBY_E_NOMEM;
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
    tby_alloc alloc = tby_alloc_libc();

    tby_grow_free(&alloc, l->at, l->cap, sizeof *l->at);
    *l = (tby_eco_near){.n = 0};
}
