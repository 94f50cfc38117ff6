/* fuzz_layout.c - any bytes as a graph: two for each edge, a few in front for
 * the number of nodes, the work and a layout to keep. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 32, NODES = 200, EDGES = 600, HEAD = 4 };

static uint32_t from[EDGES], to[EDGES];
static tby_point at[NODES], again[NODES];
static bool had_place[NODES];

static bool is_apart(const tby_point *p, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < a; b++)
            if (p[a].y == p[b].y && fabs(p[a].x - p[b].x) < TBY_LAYOUT_WIDTH +
                                                                TBY_LAYOUT_GAP -
                                                                0.01)
                return false;
    return true;
}

/* Whether each node has one edge to it at most, and none to itself. */
static bool is_forest(const tby_layout_graph *g)
{
    bool met[NODES] = {false};

    for (uint32_t e = 0; e < g->edges; e++) {
        /* to larger numbers only: no cycles */
        if (met[to[e]] || from[e] >= to[e])
            return false;
        met[to[e]] = true;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t crossings = 0;

    if (size < HEAD)
        return 0;
    /* mostly small and soon done: a large one takes as long as a thousand */
    tby_layout_graph g = {
        .nodes = 1 + data[0] % (data[0] < 240 ? (uint32_t)SMALL : NODES),
        .from = from,
        .to = to};
    tby_layout_options o = {
        .work = 1 + data[1] * (uint64_t)(data[1] < 240 ? 16 : 1000)};
    for (size_t i = HEAD; i + 1 < size && g.edges < EDGES; i += 2) {
        from[g.edges] = data[i] % g.nodes;
        to[g.edges++] = data[i + 1] % g.nodes;
    }
    CHECK(tby_layout(&g, &o, NULL, at) == TBY_OK);
    CHECK(is_apart(at, g.nodes));
    CHECK(tby_layout_crossings(&g, at, NULL, &crossings) == TBY_OK);
    CHECK(crossings == 0 || !is_forest(&g));

    /* the same again, whole or in part */
    for (uint32_t v = 0; v < g.nodes; v++)
        had_place[v] = (v * 7 + data[2]) % 8 >= data[3] % 8;
    o.previous = at;
    o.had_place = had_place;
    CHECK(tby_layout(&g, &o, NULL, again) == TBY_OK);
    CHECK(is_apart(again, g.nodes));
    if (data[3] % 8 == 0)
        CHECK(memcmp(at, again, g.nodes * sizeof *at) == 0);
    return 0;
}
