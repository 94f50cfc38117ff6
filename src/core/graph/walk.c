#include "tabiya/walk.h"
#include "core/base/assert.h"
#include "core/base/grow.h"

#include <string.h>

/* What a node is while the walk goes on. */
enum { NEW, OPEN, LEFT };

typedef struct walker {
    tby_walk *w;
    const tby_graph *g;
    uint8_t *state;  /* by node */
    uint8_t *seen;   /* by node, while roots are looked for */
    uint32_t *next;  /* by node: the edge to look at next */
    uint32_t *stack; /* nodes that are open, the root first */
    uint32_t depth;
    uint32_t left; /* how many nodes are left: topo is filled from its end */
} walker;

void tby_walk_free(tby_walk *w)
{
    tby_grow_free(&w->alloc, w->order, w->nodes_room, sizeof *w->order);
    tby_grow_free(&w->alloc, w->topo, w->nodes_room, sizeof *w->topo);
    tby_grow_free(&w->alloc, w->via, w->nodes_room, sizeof *w->via);
    tby_grow_free(&w->alloc, w->edges, w->edges_room, sizeof *w->edges);
    tby_grow_free(&w->alloc, w->back, w->edges_room, sizeof *w->back);
    *w = (tby_walk){.alloc = w->alloc};
}

static void enter(walker *k, uint32_t node, uint32_t via)
{
    k->state[node] = OPEN;
    k->next[node] = k->g->nodes[node].first_out;
    k->stack[k->depth++] = node;
    k->w->via[node] = via;
    k->w->order[k->w->n++] = node;
}

static void walk_from(walker *k, uint32_t root)
{
    if (k->state[root] != NEW)
        return;
    enter(k, root, TBY_NONE);
    while (k->depth) {
        uint32_t node = k->stack[k->depth - 1], e = k->next[node];

        if (e == TBY_NONE) {
            k->state[node] = LEFT;
            k->depth--;
            k->w->topo[k->g->nodes_alive - ++k->left] = node;
            continue;
        }
        uint32_t to = k->g->edges[e].to;
        k->next[node] = k->g->edges[e].next_out;
        k->w->edges[k->w->edges_n++] = e;
        k->w->back[e] = k->state[to] == OPEN;
        if (k->state[to] == NEW)
            enter(k, to, e);
    }
    if (k->w->first_n == 0)
        k->w->first_n = k->w->n;
}

/* Marks with `value` all nodes still new that can be reached from one. */
static void flood(walker *k, uint32_t root, uint8_t value)
{
    uint32_t depth = 0;

    k->seen[root] = value;
    k->stack[depth++] = root;
    while (depth) {
        uint32_t node = k->stack[--depth];

        for (uint32_t e = k->g->nodes[node].first_out; e != TBY_NONE;
             e = k->g->edges[e].next_out) {
            uint32_t to = k->g->edges[e].to;

            if (k->state[to] == NEW && k->seen[to] != value) {
                k->seen[to] = value;
                k->stack[depth++] = to;
            }
        }
    }
}

/* What is still new and has moves hangs on cycles that nothing leads into.  A
 * flood that starts from the least node not yet wet starts from the least node
 * of each such cycle, and from some others; what an earlier start wetted cannot
 * reach a later start.  So a start is one of them exactly if no later start
 * reaches it. */
static void walk_cycles(walker *k)
{
    enum { DRY, WET, REACHED };
    uint32_t *starts = k->next, n = 0; /* free while nothing is open */

    memset(k->seen, DRY, k->g->nodes_n);
    for (uint32_t i = 0; i < k->g->nodes_n; i++)
        if (k->g->nodes[i].out_n && k->state[i] == NEW && k->seen[i] == DRY) {
            flood(k, i, WET);
            starts[n++] = i;
        }
    while (n-- > 0) {
        uint32_t start = starts[n];

        if (k->seen[start] == REACHED)
            continue;
        flood(k, start, REACHED);
        k->seen[start] = DRY;
    }
    for (uint32_t i = 0; i < k->g->nodes_n; i++)
        if (k->g->nodes[i].out_n && k->seen[i] == DRY)
            walk_from(k, i);
}

tby_rc tby_walk_graph(tby_walk *w, const tby_graph *g, const tby_alloc *alloc)
{
    tby_walk made = {.alloc = alloc ? *alloc : tby_alloc_libc()};
    const tby_alloc *a = &made.alloc;
    walker k = {.w = &made, .g = g};
    size_t nodes = made.nodes_room = g->nodes_n;
    size_t edges = made.edges_room = g->edges_n;

    made.order = tby_grow_new(a, nodes, sizeof *made.order);
    made.topo = tby_grow_new(a, nodes, sizeof *made.topo);
    made.via = tby_grow_new(a, nodes, sizeof *made.via);
    made.edges = tby_grow_new(a, edges, sizeof *made.edges);
    made.back = tby_grow_new(a, edges, sizeof *made.back);
    k.state = tby_grow_new(a, nodes, sizeof *k.state);
    k.seen = tby_grow_new(a, nodes, sizeof *k.seen);
    k.next = tby_grow_new(a, nodes, sizeof *k.next);
    k.stack = tby_grow_new(a, nodes, sizeof *k.stack);
    bool room = made.order && made.topo && made.via && made.edges &&
                made.back && k.state && k.seen && k.next && k.stack;
    if (room) {
        memset(made.back, 0, edges);
        memset(made.via, 0xff, nodes * sizeof *made.via); /* TBY_NONE */
        memset(k.state, NEW, nodes);
        tby_pos start = tby_pos_start();
        uint32_t first = tby_graph_find(g, &start);
        if (first != TBY_NONE && g->nodes[first].out_n)
            walk_from(&k, first);
        for (uint32_t i = 0; i < g->nodes_n; i++)
            if (g->nodes[i].alive && !g->nodes[i].in_n && g->nodes[i].out_n)
                walk_from(&k, i);
        walk_cycles(&k);
        for (uint32_t i = 0; i < g->nodes_n; i++)
            if (g->nodes[i].alive)
                walk_from(&k, i);
        TBY_ASSERT(made.n == g->nodes_alive && made.edges_n == g->edges_alive);
        TBY_ASSERT(k.left == made.n && k.depth == 0);
        *w = made;
    } else {
        tby_walk_free(&made);
    }
    tby_grow_free(a, k.state, nodes, sizeof *k.state);
    tby_grow_free(a, k.seen, nodes, sizeof *k.seen);
    tby_grow_free(a, k.next, nodes, sizeof *k.next);
    tby_grow_free(a, k.stack, nodes, sizeof *k.stack);
    return room ? TBY_OK : TBY_E_NOMEM;
}

uint32_t tby_walk_path(const tby_walk *w, const tby_graph *g, uint32_t node,
                       uint32_t *path, uint32_t cap)
{
    uint32_t n = 0;

    for (uint32_t v = node; w->via[v] != TBY_NONE; v = g->edges[w->via[v]].from)
        n++;
    if (n > cap)
        return n;
    uint32_t i = n;
    for (uint32_t v = node; i; v = g->edges[path[i]].from)
        path[--i] = w->via[v];
    return n;
}

/* Back from a node, to all that lead there. */
typedef struct retreat {
    const tby_graph *g;
    uint32_t *on; /* by node: the move that leads on; TBY_NONE: not met yet */
    uint32_t *queue, tail;
} retreat;

static void meet(retreat *r, uint32_t e)
{
    uint32_t from = r->g->edges[e].from;

    if (r->on[from] != TBY_NONE)
        return;
    r->on[from] = e;
    r->queue[r->tail++] = from;
}

tby_rc tby_walk_shortest(const tby_walk *w, const tby_graph *g, uint32_t node,
                         uint32_t *path, uint32_t *n)
{
    retreat r = {.g = g};
    uint32_t root = node, count = 0;

    while (w->via[root] != TBY_NONE)
        root = g->edges[w->via[root]].from;
    r.on = tby_grow_new(&w->alloc, g->nodes_n, sizeof *r.on);
    r.queue = tby_grow_new(&w->alloc, g->nodes_n, sizeof *r.queue);
    if (r.on && r.queue) {
        memset(r.on, 0xff, g->nodes_n * sizeof *r.on);
        r.on[node] = 0; /* met, but nothing leads on */
        r.queue[r.tail++] = node;
    }
    for (uint32_t i = 0; i < r.tail && r.queue[i] != root; i++) {
        uint32_t v = r.queue[i];

        /* the walk's own move first: of paths of one length it wins */
        if (w->via[v] != TBY_NONE)
            meet(&r, w->via[v]);
        for (uint32_t e = g->nodes[v].first_in; e != TBY_NONE;
             e = g->edges[e].next_in)
            meet(&r, e);
    }
    for (uint32_t v = root; r.tail && v != node; v = g->edges[r.on[v]].to)
        path[count++] = r.on[v];
    tby_grow_free(&w->alloc, r.on, g->nodes_n, sizeof *r.on);
    tby_grow_free(&w->alloc, r.queue, g->nodes_n, sizeof *r.queue);
    if (!r.tail)
        return TBY_E_NOMEM;
    *n = count;
    return TBY_OK;
}

tby_pos tby_walk_begin(const tby_graph *g, uint32_t node)
{
    tby_pos start = tby_pos_start();

    return tby_pos_same(&g->nodes[node].pos, &start) ? start
                                                     : g->nodes[node].pos;
}

void tby_walk_plies(const tby_walk *w, const tby_graph *g, uint32_t *ply)
{
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t node = w->order[i], via = w->via[node];

        if (via != TBY_NONE) {
            ply[node] = ply[g->edges[via].from] + 1;
            continue;
        }
        tby_pos root = tby_walk_begin(g, node);
        ply[node] = 2u * root.fullmoves + root.turn;
    }
}
