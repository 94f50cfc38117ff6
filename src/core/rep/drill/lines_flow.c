/* lines_flow.c - maximum flow from nodes with units over to nodes that lack
 * some: see lines_int.h.
 *
 * What can be had from the next node is taken first, which is nearly all of it
 * in a repertoire.  The rest is found as Dinic has it: levels by breadth-first
 * search from all nodes with units over, then ways down the levels until there
 * is none left.  A way may go against the flow of an edge, which takes it
 * back. */
#include "core/base/grow.h"
#include "core/rep/drill/lines_int.h"

#include <string.h>

#define UNSEEN UINT32_MAX

/* An edge on a way: twice its number, one more if it is gone against. */
typedef uint32_t step;

typedef struct search {
    tby_units *u;
    uint32_t *level; /* by node, UNSEEN if it cannot be reached */
    uint32_t *queue;
    uint32_t *out, *in; /* by node: the edges to look at next */
    step *way;
    size_t n; /* steps of the way */
} search;

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* --- the next node --------------------------------------------------------*/

static void send_next(tby_units *u, uint32_t node)
{
    for (uint32_t e = tby_dag_first(u->dag, node);
         e != TBY_NONE && u->over[node]; e = tby_dag_next(u->dag, e)) {
        uint32_t to = u->dag->graph->edges[e].to;
        uint32_t n = lesser(u->over[node], u->lack[to]);
        u->over[node] -= n;
        u->lack[to] -= n;
        u->flow[e] += n;
    }
}

/* --- levels ---------------------------------------------------------------*/

/* Gives the node a level if it has none. */
static void reach(search *s, uint32_t node, uint32_t level, uint32_t *queued)
{
    if (s->level[node] != UNSEEN)
        return;
    s->level[node] = level;
    s->queue[(*queued)++] = node;
}

static uint32_t queue_sources(search *s)
{
    const tby_walk *w = s->u->dag->walk;
    uint32_t queued = 0;

    for (uint32_t i = 0; i < w->n; i++)
        if (s->u->over[w->order[i]])
            reach(s, w->order[i], 0, &queued);
    return queued;
}

/* True if a node that lacks units can be reached; levels are right up to the
 * nearest of them. */
static bool find_levels(search *s)
{
    const tby_dag *d = s->u->dag;
    const tby_graph *g = d->graph;
    uint32_t nearest = UNSEEN;

    memset(s->level, 0xff, g->nodes_n * sizeof *s->level); /* UNSEEN */
    uint32_t queued = queue_sources(s);
    for (uint32_t i = 0; i < queued && s->level[s->queue[i]] < nearest; i++) {
        uint32_t v = s->queue[i], level = s->level[v];
        if (s->u->lack[v])
            nearest = level;
        for (uint32_t e = tby_dag_first(d, v); e != TBY_NONE;
             e = tby_dag_next(d, e))
            reach(s, g->edges[e].to, level + 1, &queued);
        for (uint32_t e = g->nodes[v].first_in; e != TBY_NONE;
             e = g->edges[e].next_in)
            if (s->u->flow[e])
                reach(s, g->edges[e].from, level + 1, &queued);
    }
    return nearest != UNSEEN;
}

/* --- ways -----------------------------------------------------------------*/

/* The next step down from a node that may still lead somewhere. */
static bool next_step(search *s, uint32_t node, step *out)
{
    const tby_graph *g = s->u->dag->graph;
    uint32_t below = s->level[node] + 1;

    for (; s->out[node] != TBY_NONE;
         s->out[node] = tby_dag_next(s->u->dag, s->out[node])) {
        *out = 2 * s->out[node];
        if (s->level[g->edges[s->out[node]].to] == below)
            return true;
    }
    for (; s->in[node] != TBY_NONE;
         s->in[node] = g->edges[s->in[node]].next_in) {
        *out = 2 * s->in[node] + 1;
        if (s->u->flow[s->in[node]] &&
            s->level[g->edges[s->in[node]].from] == below)
            return true;
    }
    return false;
}

static uint32_t end_of(const search *s, step t)
{
    const tby_edge *e = &s->u->dag->graph->edges[t / 2];

    return t & 1 ? e->from : e->to;
}

static uint32_t start_of(const search *s, step t)
{
    return end_of(s, t ^ 1);
}

/* Finds a way from a node with units over to one that lacks some.  Steps that
 * lead nowhere are not tried again. */
static bool find_way(search *s, uint32_t from, uint32_t *to)
{
    uint32_t v = from;
    step t;

    s->n = 0;
    while (!s->u->lack[v]) {
        if (next_step(s, v, &t)) {
            s->way[s->n++] = t;
            v = end_of(s, t);
        } else if (s->n) {
            s->level[v] = UNSEEN;
            v = start_of(s, s->way[--s->n]);
        } else {
            return false;
        }
    }
    *to = v;
    return true;
}

static void send_along(search *s, uint32_t from, uint32_t to)
{
    uint32_t n = lesser(s->u->over[from], s->u->lack[to]);

    for (size_t i = 0; i < s->n; i++)
        if (s->way[i] & 1)
            n = lesser(n, s->u->flow[s->way[i] / 2]);
    for (size_t i = 0; i < s->n; i++)
        if (s->way[i] & 1)
            s->u->flow[s->way[i] / 2] -= n;
        else
            s->u->flow[s->way[i] / 2] += n;
    s->u->over[from] -= n;
    s->u->lack[to] -= n;
}

static void send_levels(search *s)
{
    const tby_dag *d = s->u->dag;
    uint32_t to;

    for (uint32_t i = 0; i < d->walk->n; i++) {
        uint32_t v = d->walk->order[i];
        s->out[v] = tby_dag_first(d, v);
        s->in[v] = d->graph->nodes[v].first_in;
    }
    for (uint32_t i = 0; i < d->walk->n; i++)
        while (s->u->over[d->walk->order[i]] &&
               find_way(s, d->walk->order[i], &to))
            send_along(s, d->walk->order[i], to);
}

/* --- all of it ------------------------------------------------------------*/

static void free_search(search *s, const tby_alloc *a, size_t nodes)
{
    uint32_t *parts[] = {s->level, s->queue, s->out, s->in, s->way};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        tby_grow_free(a, parts[i], nodes, sizeof(uint32_t));
}

tby_rc tby_units_send(tby_units *u)
{
    const tby_dag *d = u->dag;
    const tby_alloc *a = &d->alloc;
    size_t nodes = d->graph->nodes_n;
    search s = {.u = u};

    for (uint32_t i = 0; i < d->walk->n; i++)
        send_next(u, d->walk->topo[i]);
    s.level = tby_grow_new(a, nodes, sizeof *s.level);
    s.queue = tby_grow_new(a, nodes, sizeof *s.queue);
    s.out = tby_grow_new(a, nodes, sizeof *s.out);
    s.in = tby_grow_new(a, nodes, sizeof *s.in);
    s.way = tby_grow_new(a, nodes, sizeof *s.way);
    bool enough = s.level && s.queue && s.out && s.in && s.way;
    while (enough && find_levels(&s))
        send_levels(&s);
    free_search(&s, a, nodes);
    return enough ? TBY_OK : TBY_E_NOMEM;
}
