/* The order was found for edges that bend on every rank they pass, but they are
 * drawn, and counted, as straight lines.  So the ends of long ones, and of what
 * crosses them, are tried elsewhere: within the room they have, or in the place
 * of a neighbour. */
#include "core/base/assert.h"
#include "core/rep/layout/crossings.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* From one rank to the next, in tenths. */
enum { RANK = 1296 };

/* Nodes at the ends of a rank may go so many nodes further. */
enum { BEYOND = 4 };

static const uint32_t NONE = UINT32_MAX;

typedef struct line {
    uint32_t upper, lower; /* nodes */
} line;

typedef struct polisher {
    const layout_layers *l;
    const uint32_t *rank; /* of each node */
    double *half;         /* what each takes to a side, in tenths */
    double *x;            /* in tenths */
    line *lines;
    uint32_t n_lines;
    layout_links bands;    /* of each rank, the lines that pass or leave it */
    layout_links incident; /* of each node, its lines */
    uint32_t *row;         /* real nodes, rank by rank, from left to right */
    uint32_t *rows;        /* where each rank begins in it */
    uint32_t *at;          /* where each node is in it */
    bool *chosen;          /* nodes that are worth a try */
    uint64_t work, most;
    layout_meter *meter;
} polisher;

/* How often progress is reported. */
enum { PROGRESS_STEP = 10000000 };

static int side(const polisher *p, line s, uint32_t v)
{
    double y = RANK * (double)p->rank[s.upper];
    double d =
        (p->x[s.lower] - p->x[s.upper]) * (RANK * (double)p->rank[v] - y) -
        (RANK * (double)p->rank[s.lower] - y) * (p->x[v] - p->x[s.upper]);

    TBY_ASSERT(v < p->l->real);
    return (d > 0) - (d < 0);
}

static bool cross(const polisher *p, line s, line t)
{
    /* Most pairs are beside each other. */
    double a = p->x[s.upper], b = p->x[s.lower];
    double c = p->x[t.upper], d = p->x[t.lower];

    if (((a < c && a < d && b < c && b < d) ||
         (a > c && a > d && b > c && b > d)) ||
        s.upper == t.upper || s.upper == t.lower || s.lower == t.upper ||
        s.lower == t.lower)
        return false;
    return side(p, s, t.upper) * side(p, s, t.lower) < 0 &&
           side(p, t, s.upper) * side(p, t, s.lower) < 0;
}

static uint64_t crossings_at(polisher *p, uint32_t v, uint32_t without)
{
    uint64_t n = 0;

    TBY_ASSERT(v < p->l->real);
    for (uint32_t i = p->incident.start[v]; i < p->incident.start[v + 1]; i++) {
        /* What crosses a line; lines of `without` do not count. */
        line s = p->lines[p->incident.list[i]];
        for (uint32_t r = p->rank[s.upper]; r < p->rank[s.lower]; r++) {
            uint32_t from = p->bands.start[r], to = p->bands.start[r + 1];

            for (uint32_t k = from; k < to; k++) {
                line t = p->lines[p->bands.list[k]];
                /* Two lines that are beside each other on several ranks are
                 * counted on the first of them. */
                uint32_t a = p->rank[s.upper], b = p->rank[t.upper];
                n += (a > b ? a : b) == r && t.upper != without &&
                     t.lower != without && cross(p, s, t);
            }
            p->work += 4 * (uint64_t)(to - from);
        }
    }
    return n;
}

static uint32_t row_end(const polisher *p, uint32_t v)
{
    return p->rows[p->rank[v] + 1];
}

/* Tries a place within the room a node has; true if it is better there. */
static bool slide(polisher *p, uint32_t v, double to, uint64_t *crossings)
{
    double was = p->x[v];

    TBY_ASSERT(v < p->l->real);
    p->x[v] = to;
    uint64_t n = crossings_at(p, v, NONE);
    if (n < *crossings) {
        *crossings = n;
        return true;
    }
    p->x[v] = was;
    return false;
}

static bool try_slides(polisher *p, uint32_t v)
{
    uint32_t at = p->at[v];
    double far = BEYOND * 2 * p->half[v];
    double low = p->x[v] - far, high = p->x[v] + far;
    uint64_t crossings = crossings_at(p, v, NONE);

    TBY_ASSERT(v < p->l->real);
    if (at > (p->rows[p->rank[v]])) {
        uint32_t left = p->row[at - 1];
        low = p->x[left] + p->half[left] + p->half[v];
    }
    if (at + 1 < row_end(p, v)) {
        uint32_t right = p->row[at + 1];
        high = p->x[right] - p->half[right] - p->half[v];
    }
    bool better = crossings > 0 && slide(p, v, low, &crossings);
    better |= crossings > 0 && slide(p, v, high, &crossings);
    better |= crossings > 0 &&
              slide(p, v, (double)(int64_t)((low + high) / 2), &crossings);
    return better;
}

/* The outer ends of the two stay where they are. */
static void exchange(polisher *p, uint32_t v, uint32_t w)
{
    double left = p->x[v] - p->half[v], right = p->x[w] + p->half[w];

    TBY_ASSERT(v < p->l->real);
    p->x[w] = left + p->half[w];
    p->x[v] = right - p->half[v];
    uint32_t at = p->at[v];
    p->at[v] = p->at[w];
    p->at[w] = at;
    p->row[p->at[v]] = v;
    p->row[p->at[w]] = w;
}

static bool try_exchange(polisher *p, uint32_t v)
{
    TBY_ASSERT(v < p->l->real);
    if (p->at[v] + 1 == row_end(p, v))
        return false;
    uint32_t w = p->row[p->at[v] + 1];
    double x_v = p->x[v], x_w = p->x[w];
    uint64_t before = crossings_at(p, v, NONE) + crossings_at(p, w, v);
    if (before == 0)
        return false;
    exchange(p, v, w);
    if (crossings_at(p, v, NONE) + crossings_at(p, w, v) < before)
        return true;
    exchange(p, w, v);
    p->x[v] = x_v;
    p->x[w] = x_w;
    return false;
}

static void choose_ends(polisher *p, line s)
{
    p->chosen[s.upper] = p->chosen[s.lower] = true;
}

/* Is there work left, and does anyone want it? */
static bool may_go_on(polisher *p, uint64_t *reported)
{
    if (p->work >= p->most)
        return false;
    if (p->work - *reported < PROGRESS_STEP)
        return !p->meter->enough;
    *reported = p->work;
    return tby__layout_progress(p->meter, p->work);
}

/* The ranks and lines of the bands, and the ends and lines of the nodes. */
static bool link_lines(polisher *p, size_t passed, tby_arena *arena)
{
    uint32_t *key = tby_layout_numbers(arena, passed + 2 * (size_t)p->n_lines);
    uint32_t *value =
        tby_layout_numbers(arena, passed + 2 * (size_t)p->n_lines);
    uint32_t n = 0;

    if (!key || !value)
        return false;
    for (uint32_t e = 0; e < p->n_lines; e++)
        for (uint32_t r = p->rank[p->lines[e].upper];
             r < p->rank[p->lines[e].lower]; r++) {
            key[n] = r;
            value[n++] = e;
        }
    if (!tby_layout_link(&p->bands, p->l->ranks, n, key, value, arena))
        return false;
    n = 0;
    for (uint32_t e = 0; e < p->n_lines; e++) {
        key[n] = p->lines[e].upper;
        value[n++] = e;
        key[n] = p->lines[e].lower;
        value[n++] = e;
    }
    return tby_layout_link(&p->incident, p->l->real, n, key, value, arena);
}

static bool prepare(polisher *p, const tby_layout_graph *g, tby_arena *arena)
{
    p->lines = tby_arena_take(arena, g->edges * sizeof *p->lines);
    p->rows = tby_layout_numbers(arena, p->l->ranks + 1);
    p->row = tby_layout_numbers(arena, p->l->real);
    p->at = tby_layout_numbers(arena, p->l->real);
    p->chosen = tby_arena_take(arena, p->l->real * sizeof *p->chosen);
    p->half = tby_arena_take(arena, p->l->real * sizeof *p->half);
    if (!p->lines || !p->rows || !p->row || !p->at || !p->chosen || !p->half)
        return false;
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = g->from[e], b = g->to[e];
        bool down = p->rank[a] < p->rank[b];

        if (a != b)
            p->lines[p->n_lines++] = (line){down ? a : b, down ? b : a};
    }
    const layout_layers *l = p->l;
    uint32_t n = 0;

    for (uint32_t r = 0; r < l->ranks; r++) {
        p->rows[r] = n;
        for (uint32_t at = l->first[r]; at < l->first[r + 1]; at++)
            if (l->order[at] < l->real) {
                p->at[l->order[at]] = n;
                p->row[n++] = l->order[at];
            }
    }
    p->rows[l->ranks] = n;
    for (uint32_t v = 0; v < p->l->real; v++) {
        p->half[v] = tby_tenths((g->width[v] + TBY_LAYOUT_GAP) / 2);
        p->x[v] = tby_tenths(p->x[v]);
    }
    return true;
}

tby_rc tby_layout_polish(const layout_layers *l, const tby_layout_graph *g,
                         const layout_effort *how, tby_arena *arena, double *x)
{
    polisher p = {.l = l,
                  .rank = l->rank,
                  .x = x,
                  .most = how->work,
                  .meter = how->meter};
    uint64_t passed = 0; /* ranks by lines */

    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = l->rank[g->from[e]], b = l->rank[g->to[e]];
        passed += a < b ? b - a : a - b;
    }
    /* as long as bends were made for all; else the picture is hopeless */
    if (passed == g->edges || passed > l->edges + (uint64_t)g->edges)
        return TBY_OK;
    if (!prepare(&p, g, arena) || !link_lines(&p, (size_t)passed, arena))
        return TBY_E_NOMEM;
    bool better = true;
    uint64_t reported = 0;

    while (better && may_go_on(&p, &reported)) {
        better = false;

        /* The ends of long lines, and of what crosses one. */
        memset(p.chosen, false, p.l->real * sizeof *p.chosen);
        for (uint32_t e = 0; e < p.n_lines; e++) {
            line s = p.lines[e];
            if (p.rank[s.lower] - p.rank[s.upper] <= 1)
                continue;
            choose_ends(&p, s);
            for (uint32_t r = p.rank[s.upper]; r < p.rank[s.lower]; r++) {
                uint32_t from = p.bands.start[r], to = p.bands.start[r + 1];

                for (uint32_t i = from; i < to; i++)
                    if (cross(&p, s, p.lines[p.bands.list[i]]))
                        choose_ends(&p, p.lines[p.bands.list[i]]);
                p.work += 4 * (uint64_t)(to - from);
            }
        }

        for (uint32_t v = 0; v < p.l->real && may_go_on(&p, &reported); v++) {
            if (!p.chosen[v])
                continue;
            better |= try_slides(&p, v);
            better |= try_exchange(&p, v);
        }
    }
    for (uint32_t v = 0; v < l->real; v++)
        x[v] /= 10;
    return TBY_OK;
}
