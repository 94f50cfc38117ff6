/* graph.c - positions joined by moves: see tabiya/graph.h. */
#include "tabiya/graph.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_graph_init(tby_graph *g, const tby_alloc *alloc)
{
    *g = (tby_graph){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_graph_free(tby_graph *g)
{
    const tby_alloc *a = &g->alloc;

    tby_grow_free(a, g->text, g->text_cap, 1);
    tby_grow_free(a, g->nodes, g->nodes_cap, sizeof *g->nodes);
    tby_grow_free(a, g->edges, g->edges_cap, sizeof *g->edges);
    tby_grow_free(a, g->loose, g->loose_cap, sizeof *g->loose);
    tby_grow_free(a, g->slots, g->slots_n, sizeof *g->slots);
    tby_graph_init(g, &g->alloc);
}

/* --- nodes by position ----------------------------------------------------
 * Open addressing over at least twice as many slots as nodes.  The dead stay
 * in it, so that one can be revived without being looked for. */

static size_t slot_after(const tby_graph *g, size_t i)
{
    return (i + 1) & (g->slots_n - 1);
}

static size_t first_slot(const tby_graph *g, uint64_t key)
{
    return (size_t)(key >> 20) & (g->slots_n - 1);
}

uint32_t tby_graph_find(const tby_graph *g, const tby_pos *pos)
{
    if (!g->slots_n)
        return TBY_NONE;
    for (size_t i = first_slot(g, pos->key); g->slots[i] != TBY_NONE;
         i = slot_after(g, i)) {
        const tby_node *n = &g->nodes[g->slots[i]];

        if (n->alive && tby_pos_same(&n->pos, pos))
            return g->slots[i];
    }
    return TBY_NONE;
}

static void put_slot(tby_graph *g, uint32_t node)
{
    size_t i = first_slot(g, g->nodes[node].pos.key);

    while (g->slots[i] != TBY_NONE)
        i = slot_after(g, i);
    g->slots[i] = node;
}

static tby_rc room_for_slot(tby_graph *g)
{
    size_t n = g->slots_n ? g->slots_n * 2 : 64;

    if (g->nodes_n < g->slots_n / 2)
        return TBY_OK;
    uint32_t *slots = tby_grow_new(&g->alloc, n, sizeof *slots);
    if (!slots)
        return TBY_E_NOMEM;
    tby_grow_free(&g->alloc, g->slots, g->slots_n, sizeof *slots);
    memset(slots, 0xff, n * sizeof *slots); /* TBY_NONE in every one */
    g->slots = slots;
    g->slots_n = n;
    for (uint32_t i = 0; i < g->nodes_n; i++)
        put_slot(g, i);
    return TBY_OK;
}

/* --- building -------------------------------------------------------------*/

static tby_rc room_for_node(tby_graph *g)
{
    void *p = g->nodes;

    if (g->nodes_n >= TBY_MAX_NODES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&g->alloc, &p, &g->nodes_cap, g->nodes_n + 1,
                         sizeof *g->nodes);
    g->nodes = p;
    return rc == TBY_OK ? room_for_slot(g) : rc;
}

static tby_rc room_for_edge(tby_graph *g)
{
    void *p = g->edges;

    if (g->edges_n >= TBY_MAX_EDGES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&g->alloc, &p, &g->edges_cap, g->edges_n + 1,
                         sizeof *g->edges);
    g->edges = p;
    return rc;
}

tby_rc tby_graph_add_node(tby_graph *g, const tby_pos *pos, uint32_t *node)
{
    uint32_t found = tby_graph_find(g, pos);

    if (found == TBY_NONE) {
        tby_rc rc = room_for_node(g);
        if (rc != TBY_OK)
            return rc;
        found = (uint32_t)g->nodes_n++;
        g->nodes[found] = (tby_node){.pos = *pos,
                                     .first_out = TBY_NONE,
                                     .last_out = TBY_NONE,
                                     .first_in = TBY_NONE,
                                     .last_in = TBY_NONE,
                                     .alive = true};
        put_slot(g, found);
        g->nodes_alive++;
    }
    *node = found;
    return TBY_OK;
}

uint32_t tby_graph_edge(const tby_graph *g, uint32_t from, tby_move move)
{
    uint32_t e = g->nodes[from].first_out;

    while (e != TBY_NONE && g->edges[e].move != move)
        e = g->edges[e].next_out;
    return e;
}

/* Sets what stands before or after an edge, or, at an end, in the node. */
static void join(tby_graph *g, uint32_t edge)
{
    tby_edge *e = &g->edges[edge];
    tby_node *from = &g->nodes[e->from], *to = &g->nodes[e->to];

    *(e->prev_out == TBY_NONE ? &from->first_out
                              : &g->edges[e->prev_out].next_out) = edge;
    *(e->next_out == TBY_NONE ? &from->last_out
                              : &g->edges[e->next_out].prev_out) = edge;
    *(e->prev_in == TBY_NONE ? &to->first_in : &g->edges[e->prev_in].next_in) =
        edge;
    *(e->next_in == TBY_NONE ? &to->last_in : &g->edges[e->next_in].prev_in) =
        edge;
}

void tby_graph_relink(tby_graph *g, uint32_t edge)
{
    tby_edge *e = &g->edges[edge];

    TBY_ASSERT(!e->alive);
    join(g, edge);
    e->alive = true;
    g->nodes[e->from].out_n++;
    g->nodes[e->to].in_n++;
    g->edges_alive++;
}

void tby_graph_unlink(tby_graph *g, uint32_t edge)
{
    tby_edge *e = &g->edges[edge];
    tby_node *from = &g->nodes[e->from], *to = &g->nodes[e->to];

    TBY_ASSERT(e->alive);
    *(e->prev_out == TBY_NONE ? &from->first_out
                              : &g->edges[e->prev_out].next_out) = e->next_out;
    *(e->next_out == TBY_NONE ? &from->last_out
                              : &g->edges[e->next_out].prev_out) = e->prev_out;
    *(e->prev_in == TBY_NONE ? &to->first_in : &g->edges[e->prev_in].next_in) =
        e->next_in;
    *(e->next_in == TBY_NONE ? &to->last_in : &g->edges[e->next_in].prev_in) =
        e->prev_in;
    e->alive = false;
    from->out_n--;
    to->in_n--;
    g->edges_alive--;
}

/* A new edge, behind those that its two nodes have. */
static uint32_t append_edge(tby_graph *g, uint32_t from, tby_move move,
                            uint32_t to)
{
    uint32_t edge = (uint32_t)g->edges_n++;

    g->edges[edge] = (tby_edge){.from = from,
                                .to = to,
                                .move = move,
                                .prev_out = g->nodes[from].last_out,
                                .next_out = TBY_NONE,
                                .prev_in = g->nodes[to].last_in,
                                .next_in = TBY_NONE};
    tby_graph_relink(g, edge);
    return edge;
}

tby_rc tby_graph_add_edge(tby_graph *g, uint32_t from, tby_move move,
                          uint32_t *edge, bool *made)
{
    uint32_t found = tby_graph_edge(g, from, move);
    bool is_new = found == TBY_NONE;

    if (is_new) {
        uint32_t to;
        tby_pos next = g->nodes[from].pos;
        tby_rc rc = room_for_edge(g);

        tby_pos_play(&next, move);
        if (rc == TBY_OK)
            rc = tby_graph_add_node(g, &next, &to);
        if (rc != TBY_OK)
            return rc;
        found = append_edge(g, from, move, to);
    }
    if (made)
        *made = is_new;
    *edge = found;
    return TBY_OK;
}

void tby_graph_drop_node(tby_graph *g, uint32_t node)
{
    tby_node *n = &g->nodes[node];

    TBY_ASSERT(n->alive && !n->in_n && !n->out_n);
    n->alive = false;
    g->nodes_alive--;
}

void tby_graph_revive_node(tby_graph *g, uint32_t node)
{
    TBY_ASSERT(!g->nodes[node].alive);
    g->nodes[node].alive = true;
    g->nodes_alive++;
}

/* --- what stands at a node ------------------------------------------------*/

void tby_graph_set_color(tby_graph *g, tby_color color)
{
    g->has_color = true;
    g->color = color;
}

void tby_graph_place(tby_graph *g, uint32_t node, double x, double y)
{
    g->nodes[node].x = x;
    g->nodes[node].y = y;
    g->nodes[node].placed = true;
}

void tby_graph_unplace(tby_graph *g, uint32_t node)
{
    g->nodes[node].placed = false;
}

void tby_graph_set_eval(tby_graph *g, uint32_t node, tby_eval eval)
{
    g->nodes[node].eval = eval;
}
