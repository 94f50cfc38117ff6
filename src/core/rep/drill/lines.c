#include "tabiya/lines.h"
#include "core/base/assert.h"
#include "core/base/grow.h"

#include <string.h>

static uint32_t skip_back(const tby_dag *d, uint32_t edge)
{
    while (edge != TBY_NONE && d->walk->back[edge])
        edge = d->graph->edges[edge].next_out;
    return edge;
}

uint32_t tby_dag_first(const tby_dag *d, uint32_t node)
{
    return skip_back(d, d->graph->nodes[node].first_out);
}

uint32_t tby_dag_next(const tby_dag *d, uint32_t edge)
{
    return skip_back(d, d->graph->edges[edge].next_out);
}

uint32_t tby_dag_choice(const tby_dag *d, uint32_t node)
{
    TBY_ASSERT(node < d->graph->nodes_n);
    for (uint32_t v = node;;) {
        uint32_t e = tby_dag_first(d, v);

        if (e == TBY_NONE)
            return node;
        if (d->graph->nodes[v].out_n > 1)
            return v;
        v = d->graph->edges[e].to;
    }
}

uint32_t tby_dag_own(const tby_dag *d, tby_color color, uint8_t *owed)
{
    const tby_graph *g = d->graph;
    uint32_t n = 0;

    for (size_t e = 0; e < g->edges_n; e++) {
        uint32_t from = g->edges[e].from;
        owed[e] = g->edges[e].alive && d->reached[from] &&
                  g->nodes[from].pos.turn == color;
        n += owed[e];
    }
    return n;
}

void tby_dag_free(tby_dag *d)
{
    size_t nodes = d->graph ? d->graph->nodes_n : 0;

    tby_grow_free(&d->alloc, d->starts, d->starts_n, sizeof *d->starts);
    tby_grow_free(&d->alloc, d->reached, nodes, sizeof *d->reached);
    tby_grow_free(&d->alloc, d->ways, nodes, sizeof *d->ways);
    *d = (tby_dag){.alloc = d->alloc};
}

/* The roots of the walk that have moves: their number, and themselves unless
 * `out` is NULL. */
static size_t find_roots(const tby_graph *g, const tby_walk *w, uint32_t *out)
{
    size_t n = 0;

    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t v = w->order[i];
        if (w->via[v] != TBY_NONE || g->nodes[v].out_n == 0)
            continue;
        if (out)
            out[n] = v;
        n++;
    }
    return n;
}

static uint64_t add(uint64_t a, uint64_t b)
{
    return a < INT64_MAX - b ? a + b : INT64_MAX;
}

tby_rc tby_dag_open(tby_dag *d, const tby_graph *g, const tby_walk *w,
                    const uint32_t *starts, size_t n)
{
    tby_dag made = {.alloc = g->alloc, .graph = g, .walk = w};

    made.starts_n = starts ? n : find_roots(g, w, NULL);
    made.starts = tby_grow_new(&made.alloc, made.starts_n, sizeof(uint32_t));
    made.reached = tby_grow_new(&made.alloc, g->nodes_n, sizeof *made.reached);
    made.ways = tby_grow_new(&made.alloc, g->nodes_n, sizeof *made.ways);
    if (!made.starts || !made.reached || !made.ways) {
        tby_dag_free(&made);
        return TBY_E_NOMEM;
    }
    if (starts && n)
        memcpy(made.starts, starts, n * sizeof *starts);
    else if (!starts)
        find_roots(g, w, made.starts);
    memset(made.reached, 0, made.graph->nodes_n);
    for (size_t i = 0; i < made.starts_n; i++)
        made.reached[made.starts[i]] = 1;
    for (uint32_t i = 0; i < made.walk->n; i++) {
        uint32_t v = made.walk->topo[i];
        if (!made.reached[v])
            continue;
        for (uint32_t e = tby_dag_first(&made, v); e != TBY_NONE;
             e = tby_dag_next(&made, e))
            made.reached[made.graph->edges[e].to] = 1;
    }
    memset(made.ways, 0, made.graph->nodes_n * sizeof *made.ways);
    for (uint32_t i = made.walk->n; i-- > 0;) {
        uint32_t v = made.walk->topo[i], e = tby_dag_first(&made, v);

        if (e == TBY_NONE)
            made.ways[v] = 1;
        for (; e != TBY_NONE; e = tby_dag_next(&made, e))
            made.ways[v] =
                add(made.ways[v], made.ways[made.graph->edges[e].to]);
    }
    for (size_t i = 0; i < made.starts_n; i++)
        if (tby_dag_first(&made, made.starts[i]) != TBY_NONE)
            made.lines = add(made.lines, made.ways[made.starts[i]]);
    *d = made;
    return TBY_OK;
}

void tby_route_init(tby_route *r, const tby_alloc *alloc)
{
    *r = (tby_route){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_route_free(tby_route *r)
{
    tby_grow_free(&r->alloc, r->edges, r->cap, sizeof *r->edges);
    *r = (tby_route){.alloc = r->alloc};
}

tby_rc tby_route_add(tby_route *r, uint32_t edge)
{
    TBY_TRY(TBY_GROW(&r->alloc, r->edges, r->cap, r->n + 1));
    r->edges[r->n++] = edge;
    return TBY_OK;
}

/* Goes on by the first edges until the line ends. */
static tby_rc finish(const tby_dag *d, tby_route *r, uint32_t edge)
{
    tby_rc rc = TBY_OK;

    while (edge != TBY_NONE && rc == TBY_OK) {
        rc = tby_route_add(r, edge);
        edge = tby_dag_first(d, d->graph->edges[edge].to);
    }
    return rc;
}

/* The first line of this start, or of the next that has one. */
static tby_rc begin(const tby_dag *d, tby_route *r, size_t start)
{
    for (r->start = start; r->start < d->starts_n; r->start++) {
        uint32_t edge = tby_dag_first(d, d->starts[r->start]);
        if (edge != TBY_NONE)
            return finish(d, r, edge);
    }
    return TBY_DONE;
}

tby_rc tby_route_next(const tby_dag *d, tby_route *r)
{
    if (r->n == 0)
        return begin(d, r, 0);
    while (r->n) {
        uint32_t edge = tby_dag_next(d, r->edges[--r->n]);
        if (edge != TBY_NONE)
            return finish(d, r, edge);
    }
    return begin(d, r, r->start + 1);
}
