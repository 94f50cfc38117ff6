/* print_layout.c - reads a graph and prints its layout, the bytes of its
 * points: NODES EDGES WORK, the two ends of each edge, the width of each node;
 * then KEPT, the number of nodes whose points a second layout keeps, which is
 * printed as well. */
#include "tabiya/layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t number(void)
{
    uint64_t n = 0;

    if (scanf("%" SCNu64, &n) != 1)
        exit(2);
    return n;
}

static void *room(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);

    if (!p)
        exit(4);
    return p;
}

static void print(const tby_layout_graph *g, const tby_layout_options *options,
                  tby_point *at)
{
    if (tby_layout(g, options, NULL, at) != TBY_OK)
        exit(3);
    fwrite(at, sizeof *at, g->nodes, stdout);
}

int main(void)
{
    tby_layout_graph g = {.nodes = (uint32_t)number()};
    g.edges = (uint32_t)number();
    tby_layout_options options = {.work = number()};
    uint32_t *from = room(g.edges, sizeof *from);
    uint32_t *to = room(g.edges, sizeof *to);
    double *width = room(g.nodes, sizeof *width);
    tby_point *first = room(g.nodes, sizeof *first);
    tby_point *second = room(g.nodes, sizeof *second);
    bool *had_place = room(g.nodes, sizeof *had_place);

    for (uint32_t e = 0; e < g.edges; e++) {
        from[e] = (uint32_t)number();
        to[e] = (uint32_t)number();
    }
    for (uint32_t v = 0; v < g.nodes; v++)
        width[v] = (double)number();
    g.from = from;
    g.to = to;
    g.width = width;
    print(&g, &options, first);
    for (uint64_t v = number(); v-- > 0;)
        had_place[v] = true;
    options.previous = first;
    options.had_place = had_place;
    print(&g, &options, second);
    free(from);
    free(to);
    free(width);
    free(first);
    free(second);
    free(had_place);
    return 0;
}
