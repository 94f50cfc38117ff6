/* lines_cover.c - as few lines as possible: see tabiya/lines.h and
 * lines_int.h. */
#include "core/base/grow.h"
#include "core/rep/drill/lines_int.h"

#include <string.h>

void tby_cover_free(tby_cover *c)
{
    if (c->dag) {
        const tby_graph *g = c->dag->graph;
        tby_grow_free(&c->alloc, c->flow, g->edges_n, sizeof *c->flow);
        tby_grow_free(&c->alloc, c->begin, g->nodes_n, sizeof *c->begin);
    }
    *c = (tby_cover){.alloc = c->alloc};
}

static bool is_owed(const tby_dag *d, const uint8_t *owed, uint32_t edge)
{
    return owed[edge] && d->reached[d->graph->edges[edge].from];
}

/* Each owed edge asks for a unit where it begins and has one over where it
 * ends, unless the line ends with it; what a node has and asks for itself is
 * settled there. */
static void set_units(tby_units *u, const uint8_t *owed)
{
    const tby_dag *d = u->dag;

    for (uint32_t i = 0; i < d->walk->edges_n; i++) {
        uint32_t e = d->walk->edges[i];
        if (!is_owed(d, owed, e))
            continue;
        u->lack[d->graph->edges[e].from]++;
        u->over[d->graph->edges[e].to] += !d->walk->back[e];
    }
    for (uint32_t i = 0; i < d->walk->n; i++) {
        uint32_t v = d->walk->order[i];
        uint32_t both = u->over[v] < u->lack[v] ? u->over[v] : u->lack[v];
        u->over[v] -= both;
        u->lack[v] -= both;
    }
}

/* Units that stay over go on by the first edges to where lines end. */
static void send_to_end(tby_units *u)
{
    const tby_dag *d = u->dag;

    for (uint32_t i = 0; i < d->walk->n; i++) {
        uint32_t v = d->walk->topo[i], e = tby_dag_first(d, v);
        if (e == TBY_NONE)
            continue;
        u->flow[e] += u->over[v];
        u->over[d->graph->edges[e].to] += u->over[v];
        u->over[v] = 0;
    }
}

/* An edge that leads to a node that is no start. */
static uint32_t edge_into(const tby_dag *d, uint32_t node)
{
    const tby_graph *g = d->graph;
    uint32_t e = g->nodes[node].first_in;

    while (d->walk->back[e] || !d->reached[g->edges[e].from])
        e = g->edges[e].next_in;
    return e;
}

/* Units that are lacking come from a start, which *begin marks. */
static void send_from_start(tby_units *u, uint32_t *begin)
{
    const tby_dag *d = u->dag;

    for (uint32_t i = d->walk->n; i-- > 0;) {
        uint32_t v = d->walk->topo[i];
        if (u->lack[v] == 0 || begin[v])
            continue;
        uint32_t e = edge_into(d, v);
        u->flow[e] += u->lack[v];
        u->lack[d->graph->edges[e].from] += u->lack[v];
        u->lack[v] = 0;
    }
}

/* Makes lines of what was sent. */
static void finish(tby_cover *c, tby_units *u, const uint8_t *owed)
{
    const tby_dag *d = c->dag;

    for (size_t i = 0; i < d->starts_n; i++)
        c->begin[d->starts[i]] = 1;
    send_to_end(u);
    send_from_start(u, c->begin);
    for (size_t i = 0; i < d->starts_n; i++) {
        c->begin[d->starts[i]] = u->lack[d->starts[i]];
        c->left += u->lack[d->starts[i]];
    }
    for (uint32_t i = 0; i < d->walk->edges_n; i++)
        c->flow[d->walk->edges[i]] += is_owed(d, owed, d->walk->edges[i]);
}

tby_rc tby_cover_open(tby_cover *c, const tby_dag *d, const uint8_t *owed)
{
    const tby_alloc *a = &d->alloc;
    size_t nodes = d->graph->nodes_n, edges = d->graph->edges_n;
    tby_cover made = {.alloc = *a, .dag = d};
    tby_units u = {.dag = d};
    tby_rc rc = TBY_E_NOMEM;

    made.flow = u.flow = tby_grow_new(a, edges, sizeof *made.flow);
    made.begin = tby_grow_new(a, nodes, sizeof *made.begin);
    u.over = tby_grow_new(a, nodes, sizeof *u.over);
    u.lack = tby_grow_new(a, nodes, sizeof *u.lack);
    if (made.flow && made.begin && u.over && u.lack) {
        memset(made.flow, 0, edges * sizeof *made.flow);
        memset(made.begin, 0, nodes * sizeof *made.begin);
        memset(u.over, 0, nodes * sizeof *u.over);
        memset(u.lack, 0, nodes * sizeof *u.lack);
        set_units(&u, owed);
        rc = tby_units_send(&u);
    }
    if (rc == TBY_OK) {
        finish(&made, &u, owed);
        *c = made;
    } else {
        tby_cover_free(&made);
    }
    tby_grow_free(a, u.over, nodes, sizeof *u.over);
    tby_grow_free(a, u.lack, nodes, sizeof *u.lack);
    return rc;
}

/* --- taking lines ---------------------------------------------------------*/

/* A cut edge has some if it is owed. */
static uint32_t edge_with_flow(const tby_cover *c, uint32_t node)
{
    const tby_graph *g = c->dag->graph;
    uint32_t e = g->nodes[node].first_out;

    while (e != TBY_NONE && c->flow[e] == 0)
        e = g->edges[e].next_out;
    return e;
}

tby_rc tby_cover_take(tby_cover *c, tby_route *r)
{
    const tby_dag *d = c->dag;
    tby_rc rc = TBY_OK;

    r->n = 0;
    if (c->left == 0)
        return TBY_DONE;
    while (c->begin[d->starts[c->start]] == 0)
        c->start++;
    uint32_t v = d->starts[c->start];
    for (uint32_t e; rc == TBY_OK; v = d->graph->edges[e].to) {
        if ((e = edge_with_flow(c, v)) == TBY_NONE)
            break;
        rc = tby_route_add(r, e);
        if (d->walk->back[e])
            break;
    }
    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < r->n; i++)
        c->flow[r->edges[i]]--;
    c->begin[d->starts[c->start]]--;
    c->left--;
    return TBY_OK;
}
