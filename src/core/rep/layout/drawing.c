/* drawing.c - see drawing.h. */
#include "core/rep/layout/drawing.h"

#include "core/base/grow.h"

static void *take(const tby_drawing *p, size_t n, size_t size)
{
    return tby_grow_new(&p->walk.alloc, n, size);
}

static void give_back(const tby_drawing *p, void *array, size_t n, size_t size)
{
    tby_grow_free(&p->walk.alloc, array, n, size);
}

static tby_rc reserve(tby_drawing *p)
{
    size_t nodes = p->walk.n, edges = p->walk.edges_n;

    p->from = take(p, edges, sizeof *p->from);
    p->to = take(p, edges, sizeof *p->to);
    p->before = take(p, nodes, sizeof *p->before);
    p->had_place = take(p, nodes, sizeof *p->had_place);
    return p->from && p->to && p->before && p->had_place ? TBY_OK : TBY_E_NOMEM;
}

static void fill_nodes(tby_drawing *p, const tby_graph *g, uint32_t *number)
{
    for (uint32_t i = 0; i < p->walk.n; i++) {
        const tby_node *n = &g->nodes[p->walk.order[i]];
        number[p->walk.order[i]] = i;
        p->had_place[i] = n->placed;
        p->before[i] = (tby_point){n->placed ? n->x : 0, n->placed ? n->y : 0};
    }
}

static void fill_edges(tby_drawing *p, const tby_graph *g,
                       const uint32_t *number)
{
    for (uint32_t i = 0; i < p->walk.edges_n; i++) {
        const tby_edge *e = &g->edges[p->walk.edges[i]];
        p->from[i] = number[e->from];
        p->to[i] = number[e->to];
    }
    p->graph = (tby_layout_graph){.nodes = p->walk.n,
                                  .edges = p->walk.edges_n,
                                  .from = p->from,
                                  .to = p->to};
}

static tby_rc fill(tby_drawing *p, const tby_graph *g)
{
    uint32_t *number = take(p, g->nodes_n, sizeof *number);

    if (!number)
        return TBY_E_NOMEM;
    fill_nodes(p, g, number);
    fill_edges(p, g, number);
    give_back(p, number, g->nodes_n, sizeof *number);
    return TBY_OK;
}

tby_rc tby_drawing_open(tby_drawing *p, const tby_graph *g,
                        const tby_alloc *alloc)
{
    *p = (tby_drawing){.from = NULL};
    tby_rc rc = tby_walk_graph(&p->walk, g, alloc);
    if (rc != TBY_OK)
        return rc;
    rc = reserve(p);
    if (rc == TBY_OK)
        rc = fill(p, g);
    if (rc != TBY_OK)
        tby_drawing_close(p);
    return rc;
}

void tby_drawing_close(tby_drawing *p)
{
    size_t nodes = p->walk.n, edges = p->walk.edges_n;

    give_back(p, p->had_place, nodes, sizeof *p->had_place);
    give_back(p, p->before, nodes, sizeof *p->before);
    give_back(p, p->to, edges, sizeof *p->to);
    give_back(p, p->from, edges, sizeof *p->from);
    tby_walk_free(&p->walk);
}

void tby_drawing_place(const tby_drawing *p, tby_graph *g, const tby_point *at)
{
    for (uint32_t i = 0; i < p->walk.n; i++)
        tby_graph_place(g, p->walk.order[i], at[i].x, at[i].y);
}

tby_rc tby_graph_lay_out(tby_graph *g, bool keep, const tby_layout_watch *watch,
                         const tby_alloc *alloc)
{
    tby_drawing p;
    tby_rc rc = tby_drawing_open(&p, g, alloc);

    if (rc != TBY_OK)
        return rc;
    const tby_layout_options options = {
        .previous = keep ? p.before : NULL,
        .had_place = keep ? p.had_place : NULL,
        .watch = watch,
    };
    tby_point *at = take(&p, p.walk.n, sizeof *at);
    rc = at ? tby_layout(&p.graph, &options, alloc, at) : TBY_E_NOMEM;
    if (rc == TBY_OK)
        tby_drawing_place(&p, g, at);
    give_back(&p, at, p.walk.n, sizeof *at);
    tby_drawing_close(&p);
    return rc;
}
