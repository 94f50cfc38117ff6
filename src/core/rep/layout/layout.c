#include "core/base/assert.h"
#include "core/rep/layout/crossings.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* Work that pays: some for each edge beyond a tree, a bit for small graphs, and
 * an end for large ones. */
static const uint64_t WORK_FOR_EDGE = 180000;
static const uint64_t WORK_LEAST = 8000000;
static const uint64_t WORK_MOST = 1200000000;

typedef struct job {
    const tby_layout_graph *g;
    const tby_layout_options *o;
    const tby_alloc *alloc;
    uint32_t *rank;
    uint32_t *local; /* of each node, its number in its part */
    uint32_t *part;  /* of each node */
    uint32_t parts;
    layout_links nodes, edges; /* of each part */
    uint32_t *above;           /* of each node, its edges to nodes above */
    uint64_t surplus;          /* of them, those beyond a tree */
    double right;              /* end of the parts so far */
    layout_meter meter;
    tby_point *out;
} job;

typedef struct part {
    tby_layout_graph g;   /* with widths; made of what follows */
    const uint32_t *node; /* of each, its number in the whole graph */
    uint32_t *from, *to, *rank;
    double *width;
    uint64_t surplus; /* edges beyond a tree */
    uint64_t work;    /* for one try */
} part;

bool tby__layout_progress(layout_meter *m, uint64_t work)
{
    uint64_t done = m->done + work;

    if (m->watch && !m->enough)
        m->enough = !m->watch->go_on(
            m->watch->ctx, done < m->total ? done : m->total, m->total);
    return !m->enough;
}

static uint32_t find_head(uint32_t *head, uint32_t v)
{
    for (; head[v] != v; v = head[v])
        head[v] = head[head[v]];
    return v;
}

static bool split(job *j, tby_arena *arena)
{
    const tby_layout_graph *g = j->g;
    uint32_t *number = tby_layout_numbers(arena, g->nodes + g->edges);
    uint32_t *part_of = tby_layout_numbers(arena, g->edges);

    if (!number || !part_of)
        return false;

    /* Numbers the nodes by what they hang together with, in the order of the
     * first of each part.  Where there is a layout to keep, all is one part. */
    uint32_t *head = j->local;

    for (uint32_t v = 0; v < g->nodes; v++)
        head[v] = j->o->previous ? 0 : v;
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = find_head(head, g->from[e]), b = find_head(head, g->to[e]);
        head[a < b ? b : a] = a < b ? a : b; /* the head is the first node */
    }
    for (uint32_t v = 0; v < g->nodes; v++)
        j->part[v] = find_head(head, v) == v ? j->parts++ : j->part[head[v]];

    for (uint32_t i = 0; i < g->nodes || i < g->edges; i++)
        number[i] = i;
    for (uint32_t e = 0; e < g->edges; e++)
        part_of[e] = j->part[g->from[e]];
    return tby_layout_link(&j->nodes, j->parts, g->nodes, j->part, number,
                           arena) &&
           tby_layout_link(&j->edges, j->parts, g->edges, part_of, number,
                           arena);
}

/* A graph that is not like a tree, with edges that point up or many beyond a
 * tree, is laid out several times as long as that is not too much work, and
 * more of it goes to long edges.  The picture with the fewest crossings counts:
 * edges are ordered as if they bent, but drawn straight. */

enum { TRIES = 6, TANGLED = 4 };
static const uint64_t WORK_OF_TRIES = 400000000;

/* The part of the work that goes to long edges, with one try and with more. */
enum { POLISH = 8, POLISH_OF_TRIES = 2 };

static uint32_t tries_for(const job *j, const part *p)
{
    uint64_t most = WORK_OF_TRIES / (p->work + 1) + 1;
    bool tangled = p->surplus > p->g.nodes / TANGLED;

    for (uint32_t e = 0; e < p->g.edges && !tangled; e++)
        tangled = p->rank[p->from[e]] > p->rank[p->to[e]];
    if (j->o->work || !tangled)
        return 1;
    return most < TRIES ? (uint32_t)most : TRIES;
}

/* The best of some orders; all begin with the same one.  A single one is not
 * counted. */
static tby_rc try_orders(job *j, const part *p, layout_layers *l,
                         layout_scratch *s, tby_arena *arena, double *x)
{
    uint32_t tries = tries_for(j, p);
    uint64_t polish = p->work / (tries > 1 ? POLISH_OF_TRIES : POLISH);
    uint64_t crossings = UINT64_MAX, best = UINT64_MAX;
    uint32_t *first = tby_layout_numbers(arena, l->nodes);
    double *tried = tby_arena_take(arena, l->nodes * sizeof *tried);
    tby_point *at = tby_arena_take(arena, l->real * sizeof *at);

    if (!first || !tried || !at)
        return TBY_E_NOMEM;
    j->meter.total += tries * (p->work + polish) - p->work;
    memcpy(first, l->order, l->nodes * sizeof *first);
    for (uint32_t i = 0; i < tries && best > 0; i++) {
        if (i > 0 && j->meter.enough)
            break;
        tby_layout_set_order(l, first);
        /* One order, and x for all nodes of the layers. */
        layout_effort order = {p->work, i, &j->meter};
        layout_effort long_edges = {polish, i, &j->meter};
        tby_arena scratch;
        tby_arena_init(&scratch, j->alloc);
        tby_rc rc = tby_layout_order(l, &order, s, &scratch);
        j->meter.done += p->work;
        if (rc == TBY_OK)
            rc = tby_layout_place(l, j->o, p->width, &scratch, tried);
        if (rc == TBY_OK)
            rc = tby_layout_polish(l, &p->g, &long_edges, &scratch, tried);
        j->meter.done += polish;
        tby_arena_free(&scratch);
        if (rc == TBY_OK && tries > 1) {
            for (uint32_t v = 0; v < p->g.nodes; v++)
                at[v] = (tby_point){tried[v], p->rank[v] * TBY_LAYOUT_RANK};
            rc = tby_layout_crossings(&p->g, at, j->alloc, &crossings);
        }
        if (rc != TBY_OK)
            return rc;
        if (i > 0 && crossings >= best)
            continue;
        best = crossings;
        memcpy(x, tried, l->nodes * sizeof *x);
    }
    return TBY_OK;
}

/* x for all nodes of the layers of a part, the real ones first. */
static tby_rc place_part(job *j, const part *p, tby_arena *arena, double **out)
{
    layout_layers l;
    layout_scratch s;

    TBY_TRY(tby_layout_layer(&l, &p->g, p->rank, arena, &s));
    double *x = *out = tby_arena_take(arena, l.nodes * sizeof *x);
    if (!x)
        return TBY_E_NOMEM;
    if (p->surplus && !j->o->previous)
        return try_orders(j, p, &l, &s, arena, x);
    /* a walk depth first draws a tree without crossings */
    if (j->o->previous)
        TBY_TRY(tby_layout_keep(&l, j->o, &s, arena));
    return tby_layout_place(&l, j->o, p->width, arena, x);
}

/* Half of it is a whole number of tenths, so that rounding brings no two nodes
 * nearer. */
static double width_of(const tby_layout_graph *g, uint32_t v)
{
    double width = g->width ? g->width[v] : TBY_LAYOUT_WIDTH;

    if (!(width > 0))
        return 0;
    if (width > TBY_LAYOUT_WIDTH_MAX)
        width = TBY_LAYOUT_WIDTH_MAX;
    return (tby_tenths(width / 2 + 0.049)) / 5.0;
}

static uint64_t work_of_all(const job *j)
{
    uint64_t pays = WORK_LEAST + WORK_FOR_EDGE * j->surplus;

    if (j->o->work)
        return j->o->work;
    return pays < WORK_MOST ? pays : WORK_MOST;
}

static tby_rc lay_out_part(job *j, uint32_t index, tby_arena *arena)
{
    uint32_t n = j->nodes.start[index + 1] - j->nodes.start[index];
    uint32_t m = j->edges.start[index + 1] - j->edges.start[index];
    part p = {.node = j->nodes.list + j->nodes.start[index],
              .from = tby_layout_numbers(arena, m),
              .to = tby_layout_numbers(arena, m),
              .rank = tby_layout_numbers(arena, n),
              .width = tby_arena_take(arena, n * sizeof *p.width)};

    p.g = (tby_layout_graph){n, m, p.from, p.to, p.width};
    if (!(p.from && p.to && p.rank && p.width))
        return TBY_E_NOMEM;
    const uint32_t *edge = j->edges.list + j->edges.start[index];
    for (uint32_t i = 0; i < p.g.nodes; i++) {
        uint32_t v = p.node[i];

        j->local[v] = i;
        p.rank[i] = j->rank[v];
        p.width[i] = width_of(j->g, v);
        p.surplus += j->above[v] > 1 ? j->above[v] - 1 : 0;
    }
    for (uint32_t i = 0; i < p.g.edges; i++) {
        p.from[i] = j->local[j->g->from[edge[i]]];
        p.to[i] = j->local[j->g->to[edge[i]]];
    }
    if (p.surplus)
        p.work = (uint64_t)((double)work_of_all(j) * (double)p.surplus /
                            (double)j->surplus);
    double *x, left = 0, right = 0;
    TBY_TRY(place_part(j, &p, arena, &x));

    /* Parts are side by side, but where a layout is kept. */
    for (uint32_t i = 0; i < p.g.nodes; i++) {
        double half = (p.width[i] + TBY_LAYOUT_GAP) / 2;

        left = i == 0 || x[i] - half < left ? x[i] - half : left;
        right = i == 0 || x[i] + half > right ? x[i] + half : right;
    }
    double shift = j->o->previous ? 0 : j->right - left;
    for (uint32_t i = 0; i < p.g.nodes; i++)
        j->out[p.node[i]] =
            (tby_point){x[i] + shift, p.rank[i] * TBY_LAYOUT_RANK};
    j->right += right - left;
    return TBY_OK;
}

static tby_rc lay_out(job *j, tby_arena *arena)
{
    const tby_layout_graph *g = j->g;

    j->rank = tby_layout_numbers(arena, g->nodes);
    j->local = tby_layout_numbers(arena, g->nodes);
    j->part = tby_layout_numbers(arena, g->nodes);
    j->above = tby_layout_numbers(arena, g->nodes);
    if (!j->rank || !j->local || !j->part || !j->above || !split(j, arena))
        return TBY_E_NOMEM;
    tby_rc rc = TBY_OK;
    TBY_TRY(tby_layout_ranks(g, j->o, arena, j->rank));

    /* Counts edges by their lower end. */
    memset(j->above, 0, g->nodes * sizeof *j->above);
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = g->from[e], b = g->to[e];
        uint32_t lower = j->rank[a] < j->rank[b] ? b : a;

        if (a != b && j->above[lower]++ > 0)
            j->surplus++;
    }

    j->meter =
        (layout_meter){.watch = j->o->watch, .total = work_of_all(j) / 2 * 3};
    for (uint32_t i = 0; i < j->parts && rc == TBY_OK; i++) {
        tby_arena scratch;

        tby_arena_init(&scratch, j->alloc);
        rc = lay_out_part(j, i, &scratch);
        tby_arena_free(&scratch);
    }
    return rc;
}

tby_rc tby_layout(const tby_layout_graph *g, const tby_layout_options *options,
                  const tby_alloc *alloc, tby_point *out)
{
    tby_arena arena;

    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK || g->nodes == 0)
        return rc;

    /* Where no node had a place, there is nothing to keep. */
    tby_layout_options o = options ? *options : (tby_layout_options){0};
    bool any = false;

    for (uint32_t v = 0; v < g->nodes && !any; v++)
        any = tby_layout_was_placed(&o, v);
    if (!any)
        o.previous = NULL;

    job j = {.g = g, .o = &o, .alloc = alloc};
    tby_arena_init(&arena, alloc);
    j.out = tby_arena_take(&arena, g->nodes * sizeof *j.out);
    rc = j.out ? lay_out(&j, &arena) : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        /* to tenths; the leftmost node to 0 */
        double left = 0;

        for (uint32_t v = 0; v < g->nodes && !o.previous; v++)
            left = v == 0 || j.out[v].x < left ? j.out[v].x : left;
        for (uint32_t v = 0; v < g->nodes; v++)
            out[v] = (tby_point){tby_tenths(j.out[v].x - left) / 10.0,
                                 tby_tenths(j.out[v].y) / 10.0};
    }
    tby_arena_free(&arena);
    return rc;
}
