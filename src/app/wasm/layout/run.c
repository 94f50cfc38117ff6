/* run.c - where to draw the positions of a repertoire: all that layout.wasm
 * has.  A worker runs it on copies of the arrays of rep_drawing(), again and
 * again for more work each time, and the page gives every result to
 * rep_place().
 *
 * A first picture with work = 1000000 takes a few milliseconds; 0 is as much as
 * pays for a graph of this size, and gives what `tabiya rep layout` gives.  A
 * refusal is its code alone: the module of the page has the sentence. */
#include "app/wasm/exports.h"

#include <math.h>

/* Writes x and y of every node over `xy`.  Nodes that had a place there stay
 * near it; NaN has none.  TBY_OK or a code, with xy as it was. */
EXPORT(int32_t, tby_wasm_layout_run,
       (uint32_t nodes, uint32_t edges, const uint32_t *from,
        const uint32_t *to, float *xy, uint32_t work))
{
    if (nodes > TBY_LAYOUT_MAX)
        return TBY_E_LIMIT;
    uint32_t size = (nodes + 1) * (uint32_t)(2 * sizeof(tby_point) + 1);
    tby_point *before = tby_wasm_alloc(size);
    if (!before)
        return TBY_E_NOMEM;
    tby_point *after = before + nodes;
    bool *had = (bool *)(after + nodes);
    const tby_layout_graph graph = {nodes, edges, from, to, NULL};
    /* true if any has a place */
    bool keep = false;

    for (size_t i = 0; i < nodes; i++) {
        had[i] = isfinite(xy[2 * i]) && isfinite(xy[2 * i + 1]);
        before[i] = had[i] ? (tby_point){tby_wasm_tenth(xy[2 * i]),
                                         tby_wasm_tenth(xy[2 * i + 1])}
                           : (tby_point){0, 0};
        keep |= had[i];
    }
    const tby_layout_options options = {
        .work = work,
        .previous = keep ? before : NULL,
        .had_place = keep ? had : NULL,
    };
    tby_rc rc = tby_layout(&graph, &options, NULL, after);
    if (rc == TBY_OK) {
        for (size_t i = 0; i < nodes; i++) {
            xy[2 * i] = (float)after[i].x;
            xy[2 * i + 1] = (float)after[i].y;
        }
    }
    tby_wasm_free(before, size);
    return rc;
}
