/* layout_part.c - see layout_int.h: a part of a graph, laid out as often as
 * pays. */
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* The part of the work that goes to long edges. */
enum { POLISH = 8 };

/* A graph that is not like a tree, with edges that point up or with many beyond
 * a tree, is laid out so often, as long as that is not too much work, and more
 * of it goes to long edges.  The picture with the fewest crossings counts:
 * edges are ordered as if they bent, but drawn straight. */
enum { TRIES = 6, TANGLED = 4, POLISH_OF_TRIES = 2 };
static const uint64_t WORK_OF_TRIES = 400000000;

bool tby_layout_tell(layout_meter *m, uint64_t work)
{
    uint64_t done = m->done + work;

    if (m->watch && !m->enough)
        m->enough = !m->watch->go_on(
            m->watch->ctx, done < m->total ? done : m->total, m->total);
    return !m->enough;
}

static bool is_tangled(const layout_part *p)
{
    bool tangled = p->surplus > p->g.nodes / TANGLED;

    for (uint32_t e = 0; e < p->g.edges && !tangled; e++)
        tangled = p->rank[p->g.from[e]] > p->rank[p->g.to[e]];
    return tangled;
}

/* --- one try --------------------------------------------------------------*/

typedef struct attempt {
    const layout_part *p;
    layout_layers *l;
    layout_scratch *s;
    uint64_t polish; /* work */
    double *x;
    tby_point *at;
    uint64_t crossings;
} attempt;

static tby_rc run(attempt *a, uint32_t number)
{
    const layout_part *p = a->p;
    layout_effort order = {p->work, number, p->meter};
    layout_effort polish = {a->polish, number, p->meter};
    tby_arena arena;

    tby_arena_init(&arena, p->alloc);
    tby_rc rc = tby_layout_order(a->l, &order, a->s, &arena);
    p->meter->done += order.work;
    if (rc == TBY_OK)
        rc = tby_layout_place(a->l, p->options, p->g.width, &arena, a->x);
    if (rc == TBY_OK)
        rc = tby_layout_polish(a->l, &p->g, &polish, &arena, a->x);
    p->meter->done += polish.work;
    tby_arena_free(&arena);
    return rc;
}

static tby_rc count(attempt *a)
{
    const layout_part *p = a->p;

    for (uint32_t i = 0; i < p->g.nodes; i++)
        a->at[i] = (tby_point){a->x[i], p->rank[i] * TBY_LAYOUT_RANK};
    return tby_layout_crossings(&p->g, a->at, p->alloc, &a->crossings);
}

/* --- the best of some -----------------------------------------------------*/

/* All begin with the same order.  A single one is not counted. */
static tby_rc take_best(attempt *a, uint32_t tries, const uint32_t *first,
                        double *x)
{
    uint64_t best = UINT64_MAX;

    for (uint32_t i = 0; i < tries && best > 0; i++) {
        if (i > 0 && a->p->meter->enough)
            break;
        tby_layout_set_order(a->l, first);
        tby_rc rc = run(a, i);
        if (rc == TBY_OK && tries > 1)
            rc = count(a);
        if (rc != TBY_OK)
            return rc;
        if (i > 0 && a->crossings >= best)
            continue;
        best = a->crossings;
        memcpy(x, a->x, a->p->g.nodes * sizeof *x);
    }
    return TBY_OK;
}

static uint32_t tries_for(const layout_part *p)
{
    uint64_t most = WORK_OF_TRIES / (p->work + 1) + 1;

    if (p->options->work || !is_tangled(p))
        return 1;
    return most < TRIES ? (uint32_t)most : TRIES;
}

static tby_rc try_orders(const layout_part *p, layout_layers *l,
                         layout_scratch *s, tby_arena *arena, double *x)
{
    uint32_t tries = tries_for(p);
    uint32_t *first = tby_layout_numbers(arena, l->nodes);
    attempt a = {.p = p,
                 .l = l,
                 .s = s,
                 .polish = p->work / (tries > 1 ? POLISH_OF_TRIES : POLISH),
                 .x = tby_arena_take(arena, l->nodes * sizeof *a.x),
                 .at = tby_arena_take(arena, l->real * sizeof *a.at),
                 .crossings = UINT64_MAX};

    if (!first || !a.x || !a.at)
        return TBY_E_NOMEM;
    p->meter->total += tries * (p->work + a.polish) - p->work;
    memcpy(first, l->order, l->nodes * sizeof *first);
    return take_best(&a, tries, first, x);
}

tby_rc tby_layout_part(const layout_part *p, tby_arena *arena, double *x)
{
    layout_layers l;
    layout_scratch s;
    tby_rc rc = tby_layout_layer(&l, &p->g, p->rank, arena, &s);

    if (rc != TBY_OK)
        return rc;
    if (p->surplus && !p->options->previous)
        return try_orders(p, &l, &s, arena, x);
    double *all = tby_arena_take(arena, l.nodes * sizeof *all);
    if (!all)
        return TBY_E_NOMEM;
    /* a walk depth first draws a tree without crossings */
    if (p->options->previous)
        rc = tby_layout_keep(&l, p->options, &s, arena);
    if (rc == TBY_OK)
        rc = tby_layout_place(&l, p->options, p->g.width, arena, all);
    if (rc == TBY_OK)
        memcpy(x, all, p->g.nodes * sizeof *x);
    return rc;
}
