/* layout_rank.c - see layout_int.h. */
#include "core/logic/layout_int.h"

#include <string.h>

typedef struct ranker {
    layout_links down;
    uint32_t *next;  /* of down.list, for each node on the way */
    uint32_t *stack; /* the way from a root to where we are */
    uint32_t *done;  /* nodes, each behind all that follow it */
    uint8_t *state;  /* NEW, OPEN: on the way, CLOSED */
    uint32_t n_done;
} ranker;

enum { NEW, OPEN, CLOSED };

static bool link_down(const tby_layout_graph *g, tby_arena *arena,
                      layout_links *links)
{
    size_t starts = ((size_t)g->nodes + 2) * sizeof *links->start;

    links->start = tby_arena_take(arena, starts);
    links->list = tby_arena_take(arena, g->edges * sizeof *links->list);
    if (!links->start || !links->list)
        return false;
    memset(links->start, 0, starts);
    for (uint32_t e = 0; e < g->edges; e++)
        links->start[g->from[e] + 2]++;
    for (uint32_t v = 0; v < g->nodes; v++)
        links->start[v + 2] += links->start[v + 1];
    for (uint32_t e = 0; e < g->edges; e++)
        links->list[links->start[g->from[e] + 1]++] = g->to[e];
    return true;
}

/* Depth first from a root.  An edge to a node on the way closes a cycle; it is
 * turned into an edge of the node to itself, which no one looks at. */
static void explore(ranker *r, uint32_t root)
{
    uint32_t depth = 0;

    r->stack[depth++] = root;
    r->state[root] = OPEN;
    while (depth > 0) {
        uint32_t v = r->stack[depth - 1];

        if (r->next[v] == r->down.start[v + 1]) {
            r->state[v] = CLOSED;
            r->done[r->n_done++] = v;
            depth--;
            continue;
        }
        uint32_t *to = &r->down.list[r->next[v]++];
        if (r->state[*to] == OPEN) {
            *to = v;
        } else if (r->state[*to] == NEW) {
            r->state[*to] = OPEN;
            r->stack[depth++] = *to;
        }
    }
}

static bool prepare(ranker *r, const tby_layout_graph *g, tby_arena *arena)
{
    size_t numbers = (size_t)g->nodes * sizeof(uint32_t);

    r->next = tby_arena_take(arena, numbers);
    r->stack = tby_arena_take(arena, numbers);
    r->done = tby_arena_take(arena, numbers);
    r->state = tby_arena_take(arena, g->nodes);
    if (!r->next || !r->stack || !r->done || !r->state ||
        !link_down(g, arena, &r->down))
        return false;
    memset(r->state, NEW, g->nodes);
    memcpy(r->next, r->down.start, numbers);
    return true;
}

/* Those that nothing leads to first, so that they are where ranks begin; then
 * the first of each cycle that nothing leads into. */
static void explore_all(ranker *r, const tby_layout_graph *g, uint32_t *rank)
{
    memset(rank, 0, g->nodes * sizeof *rank);
    for (uint32_t e = 0; e < g->edges; e++)
        rank[g->to[e]] |= g->from[e] != g->to[e];
    for (uint32_t v = 0; v < g->nodes; v++)
        if (!rank[v])
            explore(r, v);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (r->state[v] == NEW)
            explore(r, v);
}

tby_rc tby_layout_ranks(const tby_layout_graph *g, tby_arena *arena,
                        uint32_t *rank)
{
    ranker r = {0};

    if (!prepare(&r, g, arena))
        return TBY_E_NOMEM;
    explore_all(&r, g, rank);
    memset(rank, 0, g->nodes * sizeof *rank);
    while (r.n_done > 0) {
        uint32_t v = r.done[--r.n_done];

        for (uint32_t i = r.down.start[v]; i < r.down.start[v + 1]; i++) {
            uint32_t to = r.down.list[i];
            if (to != v && rank[to] <= rank[v])
                rank[to] = rank[v] + 1;
        }
    }
    return TBY_OK;
}
