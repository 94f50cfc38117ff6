/* run.c - see layout.h: the work, which is all that layout.wasm has.
 *
 * A refusal is its code alone: the module of the page has the sentence. */
#include "app/wasm/layout.h"

#include "app/wasm/layout_int.h"

#include <math.h>

/* True if any has a place. */
static bool read_points(const float *xy, uint32_t n, tby_point *at, bool *had)
{
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        had[i] = isfinite(xy[2 * i]) && isfinite(xy[2 * i + 1]);
        at[i] = had[i] ? (tby_point){tenth(xy[2 * i]), tenth(xy[2 * i + 1])}
                       : (tby_point){0, 0};
        any |= had[i];
    }
    return any;
}

static void write_points(const tby_point *at, uint32_t n, float *xy)
{
    for (size_t i = 0; i < n; i++) {
        xy[2 * i] = (float)at[i].x;
        xy[2 * i + 1] = (float)at[i].y;
    }
}

int32_t tby_wasm_layout_run(uint32_t nodes, uint32_t edges,
                            const uint32_t *from, const uint32_t *to, float *xy,
                            uint32_t work)
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
    bool keep = read_points(xy, nodes, before, had);
    const tby_layout_options options = {
        .work = work,
        .previous = keep ? before : NULL,
        .had_place = keep ? had : NULL,
    };
    tby_rc rc = tby_layout(&graph, &options, NULL, after);
    if (rc == TBY_OK)
        write_points(after, nodes, xy);
    tby_wasm_free(before, size);
    return rc;
}
