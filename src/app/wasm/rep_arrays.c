/* rep_arrays.c - a repertoire as arrays, for drawing: see rep.h. */
#include "app/wasm/rep_int.h"

#include <math.h>

/* Behind one another, the widest first. */
typedef struct arrays {
    float *xy;
    uint32_t *from, *to;
    uint8_t *nodes, *edges;
} arrays;

void *rep_block(rep *r, uint32_t size)
{
    tby_wasm_free(r->block, r->block_n);
    r->block = tby_wasm_alloc(size);
    r->block_n = r->block ? size : 0;
    return r->block;
}

static bool reserve(rep *r, arrays *a)
{
    uint32_t nodes = (uint32_t)r->graph.nodes_n;
    uint32_t edges = (uint32_t)r->graph.edges_n;
    uint32_t size = 9 * nodes + 9 * edges + 1;

    if (!rep_block(r, size))
        return false;
    a->xy = r->block;
    a->from = (void *)(a->xy + 2 * (size_t)nodes);
    a->to = a->from + edges;
    a->nodes = (uint8_t *)(a->to + edges);
    a->edges = a->nodes + nodes;
    return true;
}

static uint8_t node_flags(const rep *r, uint32_t i, const tby_pos *start)
{
    const tby_node *n = &r->graph.nodes[i];
    unsigned flags = 0;

    if (!n->alive)
        return 0;
    flags |= TBY_WASM_NODE_ALIVE;
    flags |= tby_edits_node(r->edits) == i ? TBY_WASM_NODE_CURRENT : 0;
    flags |= r->trail.walk.via[i] == TBY_NONE ? TBY_WASM_NODE_ROOT : 0;
    flags |= tby_pos_same(&n->pos, start) ? TBY_WASM_NODE_START : 0;
    flags |= n->eval.kind != TBY_EVAL_NONE ? TBY_WASM_NODE_JUDGED : 0;
    flags |= n->pos.turn == TBY_BLACK ? TBY_WASM_NODE_BLACK : 0;
    flags |= n->out_n == 0 ? TBY_WASM_NODE_LEAF : 0;
    flags |= n->in_n > 1 ? TBY_WASM_NODE_JOINT : 0;
    return (uint8_t)flags;
}

static uint8_t edge_flags(const rep *r, uint32_t i, tby_color color)
{
    const tby_edge *e = &r->graph.edges[i];
    unsigned flags = 0;

    if (!e->alive)
        return 0;
    flags |= TBY_WASM_EDGE_ALIVE;
    flags |= r->trail.walk.via[e->to] != i ? TBY_WASM_EDGE_TRANSPOSITION : 0;
    flags |= r->graph.nodes[e->from].pos.turn == color ? TBY_WASM_EDGE_OWN : 0;
    flags |= e->note.n ? TBY_WASM_EDGE_NOTED : 0;
    return (uint8_t)flags;
}

static void fill_nodes(const rep *r, const arrays *a)
{
    tby_pos start = tby_pos_start();

    for (uint32_t i = 0; i < r->graph.nodes_n; i++) {
        const tby_node *n = &r->graph.nodes[i];

        a->xy[2 * (size_t)i] = n->placed ? (float)n->x : NAN;
        a->xy[2 * (size_t)i + 1] = n->placed ? (float)n->y : NAN;
        a->nodes[i] = node_flags(r, i, &start);
    }
}

static void fill_edges(const rep *r, const arrays *a)
{
    tby_color color = rep_color(r);

    for (uint32_t i = 0; i < r->graph.edges_n; i++) {
        a->from[i] = r->graph.edges[i].from;
        a->to[i] = r->graph.edges[i].to;
        a->edges[i] = edge_flags(r, i, color);
    }
}

const uint32_t *tby_wasm_rep_arrays(uint32_t handle)
{
    rep *r = rep_of(handle);
    arrays a;

    if (!r || !rep_trail(r) || !reserve(r, &a))
        return NULL;
    fill_nodes(r, &a);
    fill_edges(r, &a);
    const void *at[] = {a.xy, a.nodes, a.from, a.to, a.edges};
    r->arrays[0] = (uint32_t)r->graph.nodes_n;
    r->arrays[1] = (uint32_t)r->graph.edges_n;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        r->arrays[2 + i] = (uint32_t)(uintptr_t)at[i];
    return r->arrays;
}
