/* layout.c - see layout.h. */
#include "app/wasm/layout.h"

#include "app/wasm/layout_int.h"
#include "app/wasm/rep_int.h"
#include "core/rep/layout/drawing.h"

#include <math.h>

/* --- the graph out --------------------------------------------------------*/

/* Copies a drawing to the block of a repertoire. */
static void copy(rep *r, const tby_drawing *d, uint32_t *block)
{
    uint32_t nodes = d->graph.nodes, edges = d->graph.edges;
    uint32_t *from = block + nodes, *to = from + edges;
    float *xy = (void *)(to + edges);

    for (uint32_t i = 0; i < nodes; i++) {
        block[i] = d->walk.order[i];
        xy[2 * (size_t)i] = d->had_place[i] ? (float)d->before[i].x : NAN;
        xy[2 * (size_t)i + 1] = d->had_place[i] ? (float)d->before[i].y : NAN;
    }
    for (uint32_t i = 0; i < edges; i++) {
        from[i] = d->from[i];
        to[i] = d->to[i];
    }
    r->arrays[0] = nodes;
    r->arrays[1] = edges;
    r->arrays[2] = (uint32_t)(uintptr_t)block;
    r->arrays[3] = (uint32_t)(uintptr_t)from;
    r->arrays[4] = (uint32_t)(uintptr_t)to;
    r->arrays[5] = (uint32_t)(uintptr_t)xy;
}

const uint32_t *tby_wasm_rep_drawing(uint32_t handle)
{
    rep *r = rep_of(handle);
    tby_drawing d;

    if (!r || tby_drawing_open(&d, &r->graph, NULL) != TBY_OK)
        return NULL;
    uint32_t words = 3 * d.graph.nodes + 2 * d.graph.edges + 1;
    uint32_t *block = rep_block(r, words * (uint32_t)sizeof *block);
    if (block)
        copy(r, &d, block);
    tby_drawing_close(&d);
    return block ? r->arrays : NULL;
}

/* --- the coordinates in ---------------------------------------------------*/

int32_t tby_wasm_rep_place(uint32_t handle, const uint32_t *nodes,
                           const float *xy, uint32_t n)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    r->changes++;
    for (size_t i = 0; i < n; i++)
        if (rep_has_node(r, nodes[i]) && isfinite(xy[2 * i]) &&
            isfinite(xy[2 * i + 1]))
            tby_graph_place(&r->graph, nodes[i], tenth(xy[2 * i]),
                            tenth(xy[2 * i + 1]));
    return TBY_OK;
}
