#include "app/wasm/rep_int.h"
#include "core/rep/layout/drawing.h"
#include "tabiya/moves.h"

#include <math.h>

enum {
    TBY_WASM_NODE_ALIVE = 1,
    TBY_WASM_NODE_CURRENT = 2,
    TBY_WASM_NODE_ROOT = 4,    /* no move leads there, or none from a root */
    TBY_WASM_NODE_START = 8,   /* of the game */
    TBY_WASM_NODE_JUDGED = 16, /* has an evaluation */
    TBY_WASM_NODE_BLACK = 32,  /* Black is to move */
    TBY_WASM_NODE_LEAF = 64,   /* no move goes on */
    TBY_WASM_NODE_OVER = 128   /* nor could any: mate or stalemate */
};

enum {
    TBY_WASM_EDGE_ALIVE = 1,
    TBY_WASM_EDGE_TRANSPOSITION = 2, /* its position was met by another */
    TBY_WASM_EDGE_OWN = 4,           /* of the side whose repertoire it is */
    TBY_WASM_EDGE_NOTED = 8          /* has an annotation */
};

/* After one another, the widest first. */
typedef struct arrays {
    float *xy;
    uint32_t *from, *to;
    uint8_t *nodes, *edges;
} arrays;

void *tby__rep_block(rep *r, uint32_t size)
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

    if (!tby__rep_block(r, size))
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
    flags |= r->line_text.walk.via[i] == TBY_NONE ? TBY_WASM_NODE_ROOT : 0;
    flags |= tby_pos_same(&n->pos, start) ? TBY_WASM_NODE_START : 0;
    flags |= n->eval.kind != TBY_EVAL_NONE ? TBY_WASM_NODE_JUDGED : 0;
    flags |= n->pos.turn == TBY_BLACK ? TBY_WASM_NODE_BLACK : 0;
    flags |= n->out_n == 0 ? TBY_WASM_NODE_LEAF : 0;
    flags |=
        n->out_n == 0 && tby_moves_count(&n->pos) == 0 ? TBY_WASM_NODE_OVER : 0;
    return (uint8_t)flags;
}

static uint8_t edge_flags(const rep *r, uint32_t i, tby_color color)
{
    const tby_edge *e = &r->graph.edges[i];
    unsigned flags = 0;

    if (!e->alive)
        return 0;
    flags |= TBY_WASM_EDGE_ALIVE;
    flags |=
        r->line_text.walk.via[e->to] != i ? TBY_WASM_EDGE_TRANSPOSITION : 0;
    flags |= r->graph.nodes[e->from].pos.turn == color ? TBY_WASM_EDGE_OWN : 0;
    flags |= e->note.n ? TBY_WASM_EDGE_NOTED : 0;
    return (uint8_t)flags;
}

/* All of it at once, for drawing: the address of seven numbers u32, 0 if there
 * is no memory.  Valid until the next call about this repertoire.
 *
 *   0  nodes, the dead included: the lengths of the arrays
 *   1  edges
 *   2  Float32, x and y of each node; NaN where it has no place
 *   3  Uint8, TBY_WASM_NODE_... of each node
 *   4  Uint32, the node that each edge comes from
 *   5  Uint32, and where it leads
 *   6  Uint8, TBY_WASM_EDGE_... of each edge */
EXPORT(const uint32_t *, tby_wasm_rep_arrays, (uint32_t handle))
{
    rep *r = tby__rep_of(handle);
    arrays a;

    if (!r || !tby__rep_line_text(r) || !reserve(r, &a))
        return NULL;
    tby_pos start = tby_pos_start();

    for (uint32_t i = 0; i < r->graph.nodes_n; i++) {
        const tby_node *n = &r->graph.nodes[i];

        a.xy[2 * (size_t)i] = n->placed ? (float)n->x : NAN;
        a.xy[2 * (size_t)i + 1] = n->placed ? (float)n->y : NAN;
        a.nodes[i] = node_flags(r, i, &start);
    }
    tby_color color = tby__rep_color(r);

    for (uint32_t i = 0; i < r->graph.edges_n; i++) {
        a.from[i] = r->graph.edges[i].from;
        a.to[i] = r->graph.edges[i].to;
        a.edges[i] = edge_flags(r, i, color);
    }
    const void *at[] = {a.xy, a.nodes, a.from, a.to, a.edges};
    r->arrays[0] = (uint32_t)r->graph.nodes_n;
    r->arrays[1] = (uint32_t)r->graph.edges_n;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        r->arrays[2 + i] = (uint32_t)(uintptr_t)at[i];
    return r->arrays;
}

/* The address of six numbers u32, 0 if there is no memory.  Valid until the
 * next call about this repertoire.
 *
 *   0  nodes to place; only here are they numbered from 0 without gaps
 *   1  edges
 *   2  Uint32, the node of the repertoire that each is
 *   3  Uint32, where each edge comes from
 *   4  Uint32, and where it leads
 *   5  Float32, x and y of each node; NaN where it has no place */
EXPORT(const uint32_t *, tby_wasm_rep_drawing, (uint32_t handle))
{
    rep *r = tby__rep_of(handle);
    tby_drawing d;

    if (!r || tby_drawing_open(&d, &r->graph, NULL) != TBY_OK)
        return NULL;
    uint32_t words = 3 * d.graph.nodes + 2 * d.graph.edges + 1;
    uint32_t *block = tby__rep_block(r, words * (uint32_t)sizeof *block);
    if (block) {
        uint32_t nodes = d.graph.nodes, edges = d.graph.edges;
        uint32_t *from = block + nodes, *to = from + edges;
        float *xy = (void *)(to + edges);

        for (uint32_t i = 0; i < nodes; i++) {
            block[i] = d.walk.order[i];
            xy[2 * (size_t)i] = d.had_place[i] ? (float)d.before[i].x : NAN;
            xy[2 * (size_t)i + 1] = d.had_place[i] ? (float)d.before[i].y : NAN;
        }
        for (uint32_t i = 0; i < edges; i++) {
            from[i] = d.from[i];
            to[i] = d.to[i];
        }
        r->arrays[0] = nodes;
        r->arrays[1] = edges;
        r->arrays[2] = (uint32_t)(uintptr_t)block;
        r->arrays[3] = (uint32_t)(uintptr_t)from;
        r->arrays[4] = (uint32_t)(uintptr_t)to;
        r->arrays[5] = (uint32_t)(uintptr_t)xy;
    }
    tby_drawing_close(&d);
    return block ? r->arrays : NULL;
}

/* Places n nodes of the repertoire; those that are gone are passed over.  No
 * command: undo brings a node back where it was. */
EXPORT(int32_t, tby_wasm_rep_place,
       (uint32_t handle, const uint32_t *nodes, const float *xy, uint32_t n))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    r->changes++;
    for (size_t i = 0; i < n; i++)
        if (rep_has_node(r, nodes[i]) && isfinite(xy[2 * i]) &&
            isfinite(xy[2 * i + 1]))
            tby_graph_place(&r->graph, nodes[i], tby_wasm_tenth(xy[2 * i]),
                            tby_wasm_tenth(xy[2 * i + 1]));
    return TBY_OK;
}
