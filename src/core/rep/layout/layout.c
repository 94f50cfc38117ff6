/* layout.c - see tabiya/layout.h. */
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

/* --- parts ----------------------------------------------------------------*/

static uint32_t find_head(uint32_t *head, uint32_t v)
{
    for (; head[v] != v; v = head[v])
        head[v] = head[head[v]];
    return v;
}

/* Numbers the nodes by what they hang together with, in the order of the first
 * of each part.  Where there is a layout to keep, all is one part. */
static void number_parts(job *j)
{
    const tby_layout_graph *g = j->g;
    uint32_t *head = j->local;

    for (uint32_t v = 0; v < g->nodes; v++)
        head[v] = j->o->previous ? 0 : v;
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = find_head(head, g->from[e]), b = find_head(head, g->to[e]);
        head[a < b ? b : a] = a < b ? a : b; /* the head is the first node */
    }
    for (uint32_t v = 0; v < g->nodes; v++)
        j->part[v] = find_head(head, v) == v ? j->parts++ : j->part[head[v]];
}

static bool split(job *j, tby_arena *arena)
{
    const tby_layout_graph *g = j->g;
    uint32_t *number = tby_layout_numbers(arena, g->nodes + g->edges);
    uint32_t *part = tby_layout_numbers(arena, g->edges);

    if (!number || !part)
        return false;
    number_parts(j);
    for (uint32_t i = 0; i < g->nodes || i < g->edges; i++)
        number[i] = i;
    for (uint32_t e = 0; e < g->edges; e++)
        part[e] = j->part[g->from[e]];
    return tby_layout_link(&j->nodes, j->parts, g->nodes, j->part, number,
                           arena) &&
           tby_layout_link(&j->edges, j->parts, g->edges, part, number, arena);
}

/* Counts edges by their lower end. */
static void count_above(job *j)
{
    const tby_layout_graph *g = j->g;

    memset(j->above, 0, g->nodes * sizeof *j->above);
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = g->from[e], b = g->to[e];
        uint32_t lower = j->rank[a] < j->rank[b] ? b : a;

        if (a != b && j->above[lower]++ > 0)
            j->surplus++;
    }
}

/* --- one part -------------------------------------------------------------*/

typedef struct part {
    layout_part as;       /* what is laid out, made of these: */
    const uint32_t *node; /* in the whole graph */
    uint32_t *from, *to, *rank;
    double *width;
    double *x;
} part;

static bool take_part(part *p, const job *j, uint32_t index, tby_arena *arena)
{
    uint32_t n = j->nodes.start[index + 1] - j->nodes.start[index];
    uint32_t m = j->edges.start[index + 1] - j->edges.start[index];

    *p = (part){.node = j->nodes.list + j->nodes.start[index],
                .from = tby_layout_numbers(arena, m),
                .to = tby_layout_numbers(arena, m),
                .rank = tby_layout_numbers(arena, n),
                .width = tby_arena_take(arena, n * sizeof *p->width),
                .x = tby_arena_take(arena, n * sizeof *p->x)};
    p->as.g = (tby_layout_graph){n, m, p->from, p->to, p->width};
    return p->from && p->to && p->rank && p->width && p->x;
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

static void fill_part(part *p, job *j, uint32_t index)
{
    const uint32_t *edge = j->edges.list + j->edges.start[index];

    p->as.rank = p->rank;
    p->as.options = j->o;
    p->as.alloc = j->alloc;
    p->as.meter = &j->meter;

    for (uint32_t i = 0; i < p->as.g.nodes; i++) {
        uint32_t v = p->node[i];

        j->local[v] = i;
        p->rank[i] = j->rank[v];
        p->width[i] = width_of(j->g, v);
        p->as.surplus += j->above[v] > 1 ? j->above[v] - 1 : 0;
    }
    for (uint32_t i = 0; i < p->as.g.edges; i++) {
        p->from[i] = j->local[j->g->from[edge[i]]];
        p->to[i] = j->local[j->g->to[edge[i]]];
    }
    if (p->as.surplus)
        p->as.work = (uint64_t)((double)work_of_all(j) * (double)p->as.surplus /
                                (double)j->surplus);
}

/* Parts are side by side, but where a layout is kept. */
static void write_part(job *j, const part *p)
{
    const double *x = p->x;
    double left = 0, right = 0;

    for (uint32_t i = 0; i < p->as.g.nodes; i++) {
        double half = (p->width[i] + TBY_LAYOUT_GAP) / 2;

        left = i == 0 || x[i] - half < left ? x[i] - half : left;
        right = i == 0 || x[i] + half > right ? x[i] + half : right;
    }
    double shift = j->o->previous ? 0 : j->right - left;
    for (uint32_t i = 0; i < p->as.g.nodes; i++)
        j->out[p->node[i]] =
            (tby_point){x[i] + shift, p->rank[i] * TBY_LAYOUT_RANK};
    j->right += right - left;
}

static tby_rc lay_out_part(job *j, uint32_t index, tby_arena *arena)
{
    part p;

    if (!take_part(&p, j, index, arena))
        return TBY_E_NOMEM;
    fill_part(&p, j, index);
    tby_rc rc = tby_layout_part(&p.as, arena, p.x);
    if (rc == TBY_OK)
        write_part(j, &p);
    return rc;
}

/* --- all parts ------------------------------------------------------------*/

/* To tenths; the leftmost node to 0. */
static void round_points(const job *j)
{
    uint32_t n = j->g->nodes;
    double left = 0;

    for (uint32_t v = 0; v < n && !j->o->previous; v++)
        left = v == 0 || j->out[v].x < left ? j->out[v].x : left;
    for (uint32_t v = 0; v < n; v++)
        j->out[v] = (tby_point){tby_tenths(j->out[v].x - left) / 10.0,
                                tby_tenths(j->out[v].y) / 10.0};
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
    tby_rc rc = tby_layout_ranks(g, j->o, arena, j->rank);
    if (rc != TBY_OK)
        return rc;
    count_above(j);
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

/* Where no node had a place, there is nothing to keep. */
static tby_layout_options options_of(const tby_layout_options *options,
                                     uint32_t nodes)
{
    tby_layout_options o = options ? *options : (tby_layout_options){0};
    bool any = false;

    for (uint32_t v = 0; v < nodes && !any; v++)
        any = tby_layout_was_placed(&o, v);
    if (!any)
        o.previous = NULL;
    return o;
}

tby_rc tby_layout(const tby_layout_graph *g, const tby_layout_options *options,
                  const tby_alloc *alloc, tby_point *out)
{
    tby_arena arena;

    tby_rc rc = tby_layout_check(g);
    if (rc != TBY_OK || g->nodes == 0)
        return rc;
    tby_layout_options o = options_of(options, g->nodes);
    job j = {.g = g, .o = &o, .alloc = alloc};
    tby_arena_init(&arena, alloc);
    j.out = tby_arena_take(&arena, g->nodes * sizeof *j.out);
    rc = j.out ? lay_out(&j, &arena) : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        round_points(&j);
        memcpy(out, j.out, g->nodes * sizeof *out);
    }
    tby_arena_free(&arena);
    return rc;
}
