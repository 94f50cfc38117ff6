/* layout_rank.c - see layout_int.h. */
#include "core/rep/layout/layout_int.h"

#include <string.h>

typedef struct ranker {
    layout_links down;
    uint32_t *next;  /* of down.list, for each node on the way */
    uint32_t *stack; /* the way from a root to where we are */
    uint32_t *done;  /* nodes, each behind all that follow it */
    uint8_t *state;  /* NEW, OPEN: on the way, CLOSED */
    uint32_t n_done;
    bool cyclic; /* an edge closes a cycle */
} ranker;

enum { NEW, OPEN, CLOSED };

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
            r->cyclic |= *to != v;
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
        !tby_layout_link(&r->down, g->nodes, g->edges, g->from, g->to, arena))
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

/* Where a node was before, if that is a rank and not just anywhere. */
static uint32_t rank_before(const tby_layout_options *o, uint32_t v,
                            uint32_t nodes)
{
    if (!tby_layout_was_placed(o, v))
        return 0;
    double y = o->previous[v].y, ranks = y / TBY_LAYOUT_RANK;
    if (!(ranks >= 0 && ranks < nodes))
        return 0;
    uint32_t rank = (uint32_t)(ranks + 0.5);
    double off = y - rank * TBY_LAYOUT_RANK;
    return off > -1 && off < 1 ? rank : 0;
}

tby_rc tby_layout_ranks(const tby_layout_graph *g, const tby_layout_options *o,
                        tby_arena *arena, uint32_t *rank)
{
    ranker r = {0};

    if (!prepare(&r, g, arena))
        return TBY_E_NOMEM;
    explore_all(&r, g, rank);
    for (uint32_t v = 0; v < g->nodes; v++)
        rank[v] = rank_before(o, v, g->nodes);
    while (r.n_done > 0) {
        uint32_t v = r.done[--r.n_done];

        for (uint32_t i = r.down.start[v]; i < r.down.start[v + 1]; i++) {
            uint32_t to = r.down.list[i];
            if (to != v && rank[to] <= rank[v])
                rank[to] = rank[v] + 1;
        }
    }
    /* moves that take others back may well be drawn nearer to where they lead;
       without them, the rank is the number of the move */
    bool may_move = r.cyclic && !o->previous;
    return may_move ? tby_layout_shorten(g, arena, rank) : TBY_OK;
}
