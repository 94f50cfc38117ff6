/* lines_cover.c - as few lines as possible: see tabiya/lines.h.
 *
 * An owed edge carries a unit to the next node, where it is free to go on to
 * another owed edge further down.  Each owed edge that gets its unit from an
 * earlier one saves a line, so the fewest lines are a maximum flow from the
 * nodes with units over to those that lack some.  An owed edge that is cut asks
 * for a unit too and is where its line ends. */
#include "core/base/grow.h"
#include "tabiya/lines.h"

#include <string.h>

typedef struct tby_units {
    const tby_dag *dag;
    uint32_t *over; /* by node: units that came in by owed edges, not used */
    uint32_t *lack; /* by node: owed edges from there without a unit */
    uint32_t *flow; /* by edge: units on their way, without its own if owed */
} tby_units;

/* What can be had from the next node is taken first, which is nearly all of it
 * in a repertoire.  The rest is found as Dinic has it: levels by breadth-first
 * search from all nodes with units over, then ways down the levels until there
 * is none left.  A way may go against the flow of an edge, which takes it back.
 */

#define UNSEEN UINT32_MAX

/* An edge on a way: twice its number, one more if it is gone against. */
typedef uint32_t step;

typedef struct search {
    tby_units *u;
    uint32_t *level; /* by node, UNSEEN if it cannot be reached */
    uint32_t *queue;
    uint32_t *out, *in; /* by node: the edges to look at next */
    step *path;
    size_t n; /* steps of the way */
} search;

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void reach(search *s, uint32_t node, uint32_t level, uint32_t *queued)
{
    if (s->level[node] != UNSEEN)
        return;
    s->level[node] = level;
    s->queue[(*queued)++] = node;
}

/* True if a node that lacks units can be reached; levels are right up to the
 * nearest of them. */
static bool find_levels(search *s)
{
    const tby_dag *d = s->u->dag;
    const tby_graph *g = d->graph;
    uint32_t nearest = UNSEEN;

    const tby_walk *w = d->walk;
    uint32_t queued = 0;

    memset(s->level, 0xff, g->nodes_n * sizeof *s->level); /* UNSEEN */
    for (uint32_t i = 0; i < w->n; i++)
        if (s->u->over[w->order[i]])
            reach(s, w->order[i], 0, &queued);
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

/* Finds a way from a node with units over to one that lacks some.  Steps that
 * lead nowhere are not tried again. */
static bool find_way(search *s, uint32_t from, uint32_t *to)
{
    uint32_t v = from;
    step t;

    s->n = 0;
    while (!s->u->lack[v]) {
        if (next_step(s, v, &t)) {
            s->path[s->n++] = t;
            v = end_of(s, t);
        } else if (s->n) {
            s->level[v] = UNSEEN;
            v = end_of(s, s->path[--s->n] ^ 1); /* back */
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
        if (s->path[i] & 1)
            n = lesser(n, s->u->flow[s->path[i] / 2]);
    for (size_t i = 0; i < s->n; i++)
        if (s->path[i] & 1)
            s->u->flow[s->path[i] / 2] -= n;
        else
            s->u->flow[s->path[i] / 2] += n;
    s->u->over[from] -= n;
    s->u->lack[to] -= n;
}

/* Sends as many as possible.  What stays over and what is still lacking is left
 * in the nodes.  TBY_E_NOMEM. */
static tby_rc units_send(tby_units *u)
{
    const tby_dag *d = u->dag;
    size_t bytes = d->graph->nodes_n * sizeof(uint32_t);
    search s = {.u = u};
    tby_arena arena;

    for (uint32_t i = 0; i < d->walk->n; i++) {
        uint32_t node = d->walk->topo[i];
        for (uint32_t e = tby_dag_first(u->dag, node);
             e != TBY_NONE && u->over[node]; e = tby_dag_next(u->dag, e)) {
            uint32_t to = u->dag->graph->edges[e].to;
            uint32_t n = lesser(u->over[node], u->lack[to]);
            u->over[node] -= n;
            u->lack[to] -= n;
            u->flow[e] += n;
        }
    }
    tby_arena_init(&arena, &d->alloc);
    s.level = tby_arena_take(&arena, bytes);
    s.queue = tby_arena_take(&arena, bytes);
    s.out = tby_arena_take(&arena, bytes);
    s.in = tby_arena_take(&arena, bytes);
    s.path = tby_arena_take(&arena, bytes);
    bool enough = s.level && s.queue && s.out && s.in && s.path;
    while (enough && find_levels(&s)) {
        uint32_t to;
        for (uint32_t i = 0; i < d->walk->n; i++) {
            uint32_t v = d->walk->order[i];
            s.out[v] = tby_dag_first(d, v);
            s.in[v] = d->graph->nodes[v].first_in;
        }
        for (uint32_t i = 0; i < d->walk->n; i++)
            for (uint32_t from = d->walk->order[i];
                 u->over[from] && find_way(&s, from, &to);)
                send_along(&s, from, to);
    }
    tby_arena_free(&arena);
    return enough ? TBY_OK : TBY_E_NOMEM;
}

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

static void finish(tby_cover *c, tby_units *u, const uint8_t *owed)
{
    const tby_dag *d = c->dag;

    for (size_t i = 0; i < d->starts_n; i++)
        c->begin[d->starts[i]] = 1;

    /* Units that stay over go on by the first edges to where lines end. */
    for (uint32_t i = 0; i < d->walk->n; i++) {
        uint32_t v = d->walk->topo[i], e = tby_dag_first(d, v);
        if (e == TBY_NONE)
            continue;
        u->flow[e] += u->over[v];
        u->over[d->graph->edges[e].to] += u->over[v];
        u->over[v] = 0;
    }

    /* Units that are lacking come from a start, which c->begin marks. */
    for (uint32_t i = d->walk->n; i-- > 0;) {
        uint32_t v = d->walk->topo[i];
        if (u->lack[v] == 0 || c->begin[v])
            continue;
        /* an edge that leads to a node that is no start */
        const tby_graph *g = d->graph;
        uint32_t e = g->nodes[v].first_in;

        while (d->walk->back[e] || !d->reached[g->edges[e].from])
            e = g->edges[e].next_in;
        u->flow[e] += u->lack[v];
        u->lack[d->graph->edges[e].from] += u->lack[v];
        u->lack[v] = 0;
    }
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
        /* Each owed edge asks for a unit where it begins and has one over where
         * it ends, unless the line ends with it; what a node has and asks for
         * itself is settled there. */
        for (uint32_t i = 0; i < d->walk->edges_n; i++) {
            uint32_t e = d->walk->edges[i];
            if (!is_owed(d, owed, e))
                continue;
            u.lack[d->graph->edges[e].from]++;
            u.over[d->graph->edges[e].to] += !d->walk->back[e];
        }
        for (uint32_t i = 0; i < d->walk->n; i++) {
            uint32_t v = d->walk->order[i];
            uint32_t both = u.over[v] < u.lack[v] ? u.over[v] : u.lack[v];
            u.over[v] -= both;
            u.lack[v] -= both;
        }
        rc = units_send(&u);
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

tby_rc tby_cover_take(tby_cover *c, tby_route *r)
{
    const tby_dag *d = c->dag;
    const tby_graph *g = d->graph;
    tby_rc rc = TBY_OK;

    r->n = 0;
    if (c->left == 0)
        return TBY_DONE;
    while (c->begin[d->starts[c->start]] == 0)
        c->start++;
    uint32_t v = d->starts[c->start];
    for (uint32_t e; rc == TBY_OK; v = g->edges[e].to) {
        /* A cut edge has some flow if it is owed. */
        e = g->nodes[v].first_out;
        while (e != TBY_NONE && c->flow[e] == 0)
            e = g->edges[e].next_out;
        if (e == TBY_NONE)
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
