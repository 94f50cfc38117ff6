/* crossings.c - most edges of a layered drawing go from one rank to another as
 * many others do.  Within such a group the crossings are the inversions between
 * the order of the upper ends and that of the lower ones, which are counted
 * without looking at each; only edges of different groups are compared one by
 * one. */
#include "core/rep/layout/crossings.h"
#include "core/base/grow.h"
#include "core/base/sort.h"

/* An edge in tenths, the upper end first (of two at the same height, the left
 * one). */
typedef struct segment {
    int32_t x0, y0, x1, y1;
    int32_t left, right;
    uint32_t a, b; /* its nodes */
} segment;

typedef struct counter {
    segment *all;
    uint32_t n;
    uint32_t *order;  /* all of them by y0, y1, x0, x1 */
    uint32_t *active; /* of earlier groups, those not yet passed */
    uint32_t n_active;
    uint32_t *ends, *spare; /* lower ends of a group, for counting */
    uint64_t crossings;
} counter;

tby_rc tby_layout_check(const tby_layout_graph *g)
{
    if (g->nodes > TBY_LAYOUT_MAX || g->edges > TBY_LAYOUT_MAX)
        return TBY_E_LIMIT;
    for (uint32_t e = 0; e < g->edges; e++)
        if (g->from[e] >= g->nodes || g->to[e] >= g->nodes)
            return TBY_E_GRAPH_EDGE;
    return TBY_OK;
}

static bool is_before(const void *ctx, uint32_t i, uint32_t k)
{
    const counter *c = ctx;
    const segment *s = &c->all[i], *t = &c->all[k];

    if (s->y0 != t->y0)
        return s->y0 < t->y0;
    if (s->y1 != t->y1)
        return s->y1 < t->y1;
    return s->x0 != t->x0 ? s->x0 < t->x0 : s->x1 < t->x1;
}

/* On which side of the line through s the point is: -1, 0, 1. */
static int side(const segment *s, int32_t x, int32_t y)
{
    int64_t dx = s->x1, dy = s->y1, px = x, py = y;
    int64_t d = (dx - s->x0) * (py - s->y0) - (dy - s->y0) * (px - s->x0);

    return (d > 0) - (d < 0);
}

static bool cross(const segment *s, const segment *t)
{
    if (t->left >= s->right || s->left >= t->right || t->y0 >= s->y1 ||
        s->y0 >= t->y1)
        return false;
    if (s->a == t->a || s->a == t->b || s->b == t->a || s->b == t->b)
        return false;
    return side(s, t->x0, t->y0) * side(s, t->x1, t->y1) < 0 &&
           side(t, s->x0, s->y0) * side(t, s->x1, s->y1) < 0;
}

/* Two runs into one; the pairs that were the wrong way round. */
static uint64_t merge_runs(const uint32_t *a, uint32_t n, const uint32_t *b,
                           uint32_t m, uint32_t *out)
{
    uint64_t count = 0;

    while (n > 0 || m > 0) {
        if (m == 0 || (n > 0 && *a <= *b)) {
            *out++ = *a++;
            n--;
        } else {
            count += n;
            *out++ = *b++;
            m--;
        }
    }
    return count;
}

uint64_t tby_inversions(uint32_t *numbers, uint32_t *spare, uint32_t n)
{
    uint64_t count = 0;

    for (uint32_t run = 1; run < n; run *= 2) {
        for (uint32_t at = 0; at < n; at += 2 * run) {
            uint32_t first = n - at < run ? n - at : run;
            uint32_t second = n - at - first < run ? n - at - first : run;

            count += merge_runs(numbers + at, first, numbers + at + first,
                                second, spare + at);
        }
        uint32_t *swap = numbers;
        numbers = spare;
        spare = swap;
    }
    return count;
}

/* Two at the same height on both sides: they cross if and only if their order
 * is another above than below. */
static void count_within(counter *c, uint32_t from, uint32_t to)
{
    const segment *first = &c->all[c->order[from]];

    if (first->y0 == first->y1)
        return; /* all on one line */
    for (uint32_t i = from; i < to; i++)
        c->ends[i - from] = (uint32_t)(c->all[c->order[i]].x1 + TBY_TENTHS_MAX);
    c->crossings += tby_inversions(c->ends, c->spare, to - from);
}

static bool prepare(counter *c, tby_arena *arena, const tby_layout_graph *g,
                    const tby_point *at)
{
    size_t numbers = (size_t)g->edges * sizeof(uint32_t);

    c->all = tby_arena_take(arena, g->edges * sizeof *c->all);
    c->order = tby_arena_take(arena, numbers);
    c->active = tby_arena_take(arena, numbers);
    c->ends = tby_arena_take(arena, numbers);
    c->spare = tby_arena_take(arena, numbers);
    if (!c->all || !c->order || !c->active || !c->ends || !c->spare)
        return false;
    for (uint32_t e = 0; e < g->edges; e++) {
        if (g->from[e] == g->to[e])
            continue;
        c->order[c->n] = c->n;
        int32_t ax = tby_tenths(at[g->from[e]].x),
                ay = tby_tenths(at[g->from[e]].y);
        int32_t bx = tby_tenths(at[g->to[e]].x),
                by = tby_tenths(at[g->to[e]].y);
        segment s = {ax, ay, bx, by, ax, bx, g->from[e], g->to[e]};
        if (by < ay || (by == ay && bx < ax))
            s = (segment){bx, by, ax, ay, ax, bx, g->from[e], g->to[e]};
        if (ax > bx) {
            s.left = bx;
            s.right = ax;
        }
        c->all[c->n++] = s;
    }
    tby_sort(c->order, c->n, is_before, c);
    return true;
}

tby_rc tby_layout_crossings(const tby_layout_graph *g, const tby_point *at,
                            const tby_alloc *alloc, uint64_t *out)
{
    counter c = {0};
    tby_arena arena;

    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK)
        return rc;
    tby_arena_init(&arena, alloc);
    if (prepare(&c, &arena, g, at)) {
        for (uint32_t from = 0, to; from < c.n; from = to) {
            const segment *s = &c.all[c.order[from]];

            to = from + 1;
            while (to < c.n && c.all[c.order[to]].y0 == s->y0 &&
                   c.all[c.order[to]].y1 == s->y1)
                to++;
            count_within(&c, from, to);
            /* forgets the active ones that end above y */
            uint32_t kept = 0;

            for (uint32_t k = 0; k < c.n_active; k++)
                if (c.all[c.active[k]].y1 > s->y0)
                    c.active[kept++] = c.active[k];
            c.n_active = kept;
            for (uint32_t i = from; i < to; i++)
                for (uint32_t k = 0; k < c.n_active; k++)
                    c.crossings +=
                        cross(&c.all[c.order[i]], &c.all[c.active[k]]);
            for (uint32_t i = from; i < to; i++)
                c.active[c.n_active++] = c.order[i];
        }
        *out = c.crossings;
    } else {
        rc = TBY_E_NOMEM;
    }
    tby_arena_free(&arena);
    return rc;
}
