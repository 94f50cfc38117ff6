/* layout_layers.c - see layout_int.h. */
#include "core/rep/layout/layout_int.h"

#include "core/rep/layout/crossings.h"

#include <string.h>

/* Bends for each node and edge, and for small graphs: one with very many long
 * edges is ordered without the longest of them. */
enum { BENDS = 4, BENDS_LEAST = 20000 };

/* --- edges ----------------------------------------------------------------*/

static uint32_t length(const tby_layout_graph *g, const uint32_t *rank,
                       uint32_t e)
{
    uint32_t a = rank[g->from[e]], b = rank[g->to[e]];

    return a < b ? b - a : a - b;
}

/* The longest edge that gets bends. */
static uint32_t longest_bent(const tby_layout_graph *g, const uint32_t *rank,
                             uint32_t ranks, uint32_t *count)
{
    uint64_t room = BENDS * ((uint64_t)g->nodes + g->edges) + BENDS_LEAST;
    uint32_t longest = 1;

    memset(count, 0, ranks * sizeof *count);
    for (uint32_t e = 0; e < g->edges; e++)
        count[length(g, rank, e)]++;
    for (; longest + 1 < ranks; longest++) {
        uint64_t bends = (uint64_t)count[longest + 1] * longest;
        if (bends > room)
            break;
        room -= bends;
    }
    return longest;
}

/* What the layers are made of: edges from one rank to the next. */
typedef struct builder {
    const tby_layout_graph *g;
    layout_layers *l;
    const uint32_t *rank; /* of real nodes */
    uint32_t longest;     /* edge that gets bends */
    layout_links edges;   /* of each node, those that lead down from it */
    uint32_t *met;        /* for each node, the last upper end met, plus 1 */
    uint32_t *upper, *lower;
} builder;

static uint32_t upper_end(const builder *b, uint32_t e)
{
    const tby_layout_graph *g = b->g;

    return b->rank[g->from[e]] < b->rank[g->to[e]] ? g->from[e] : g->to[e];
}

/* An edge as a chain, with a bend on each rank it passes. */
static void add_chain(builder *b, uint32_t from, uint32_t to)
{
    layout_layers *l = b->l;

    for (uint32_t r = b->rank[from] + 1; r < b->rank[to]; r++) {
        uint32_t bend = l->nodes++;
        l->rank[bend] = r;
        b->upper[l->edges] = from;
        b->lower[l->edges++] = bend;
        from = bend;
    }
    b->upper[l->edges] = from;
    b->lower[l->edges++] = to;
}

/* Each edge once, whichever way it points. */
static void add_chains(builder *b)
{
    for (uint32_t v = 0; v < b->g->nodes; v++) {
        for (uint32_t i = b->edges.start[v]; i < b->edges.start[v + 1]; i++) {
            uint32_t e = b->edges.list[i];
            uint32_t to = b->g->from[e] + b->g->to[e] - v;

            if (b->met[to] == v + 1 || length(b->g, b->rank, e) > b->longest)
                continue;
            b->met[to] = v + 1;
            add_chain(b, v, to);
        }
    }
}

static bool link_edges(builder *b, tby_arena *arena)
{
    uint32_t n = b->g->edges;
    uint32_t *upper = tby_layout_numbers(arena, n);
    uint32_t *edge = tby_layout_numbers(arena, n);
    uint32_t used = 0;

    if (!upper || !edge)
        return false;
    for (uint32_t e = 0; e < n; e++) {
        if (b->g->from[e] == b->g->to[e])
            continue;
        upper[used] = upper_end(b, e);
        edge[used++] = e;
    }
    return tby_layout_link(&b->edges, b->g->nodes, used, upper, edge, arena);
}

/* --- the first order ------------------------------------------------------*/

static bool count_ranks(layout_layers *l, tby_arena *arena)
{
    l->first = tby_layout_numbers(arena, l->ranks + 2);
    if (!l->first)
        return false;
    memset(l->first, 0, ((size_t)l->ranks + 2) * sizeof *l->first);
    for (uint32_t v = 0; v < l->nodes; v++)
        l->first[l->rank[v] + 1]++;
    for (uint32_t r = 0; r <= l->ranks; r++)
        l->first[r + 1] += l->first[r];
    return true;
}

/* Puts what is below a root on the ranks as it is met, depth first: edges that
 * lead to something new do not cross. */
static void walk(layout_layers *l, uint32_t root, uint32_t *filled,
                 layout_scratch *s)
{
    uint32_t *stack = s->a, *next = s->b;
    uint32_t depth = 0, met = root;

    for (;;) {
        if (met != UINT32_MAX) {
            l->place[met] = l->first[l->rank[met]] + filled[l->rank[met]]++;
            l->order[l->place[met]] = met;
            next[met] = l->down.start[met];
            stack[depth++] = met;
        } else if (--depth == 0) {
            return;
        }
        uint32_t v = stack[depth - 1];
        met = UINT32_MAX;
        while (met == UINT32_MAX && next[v] < l->down.start[v + 1]) {
            uint32_t to = l->down.list[next[v]++];
            if (l->up.list[l->up.start[to]] == v)
                met = to;
        }
    }
}

static void first_order(layout_layers *l, layout_scratch *s)
{
    uint32_t *filled = s->c;

    memset(filled, 0, l->ranks * sizeof *filled);
    memset(l->place, 0xff, l->nodes * sizeof *l->place);
    for (uint32_t v = 0; v < l->nodes; v++)
        if (l->up.start[v] == l->up.start[v + 1])
            walk(l, v, filled, s);
}

/* --- the whole ------------------------------------------------------------*/

bool tby_layout_scratch_take(layout_scratch *s, const layout_layers *l,
                             tby_arena *arena)
{
    uint32_t n = (l->edges > l->nodes ? l->edges : l->nodes) + 1;

    s->a = tby_layout_numbers(arena, n);
    s->b = tby_layout_numbers(arena, n);
    s->c = tby_layout_numbers(arena, n);
    s->d = tby_layout_numbers(arena, n);
    s->work = 0;
    return s->a && s->b && s->c && s->d;
}

static bool take_chains(builder *b, tby_arena *arena)
{
    const tby_layout_graph *g = b->g;
    uint32_t *count = tby_layout_numbers(arena, b->l->ranks);
    uint64_t bends = 0;

    if (!count)
        return false;
    b->longest = longest_bent(g, b->rank, b->l->ranks, count);
    for (uint32_t n = 2; n < b->l->ranks && n <= b->longest; n++)
        bends += (uint64_t)count[n] * (n - 1);
    uint32_t nodes = g->nodes + (uint32_t)bends;
    uint32_t edges = g->edges + (uint32_t)bends;
    b->met = tby_layout_numbers(arena, g->nodes);
    b->upper = tby_layout_numbers(arena, edges);
    b->lower = tby_layout_numbers(arena, edges);
    b->l->rank = tby_layout_numbers(arena, nodes);
    b->l->order = tby_layout_numbers(arena, nodes);
    b->l->place = tby_layout_numbers(arena, nodes);
    b->l->cut = tby_layout_numbers(arena, nodes + 1);
    return b->met && b->upper && b->lower && b->l->rank && b->l->order &&
           b->l->place && b->l->cut;
}

tby_rc tby_layout_layer(layout_layers *l, const tby_layout_graph *g,
                        const uint32_t *rank, tby_arena *arena,
                        layout_scratch *s)
{
    builder b = {.g = g, .l = l, .rank = rank};

    *l = (layout_layers){.nodes = g->nodes, .real = g->nodes};
    for (uint32_t v = 0; v < g->nodes; v++)
        if (l->ranks <= rank[v])
            l->ranks = rank[v] + 1;
    if (!link_edges(&b, arena) || !take_chains(&b, arena))
        return TBY_E_NOMEM;
    memcpy(l->rank, rank, g->nodes * sizeof *rank);
    memset(b.met, 0, g->nodes * sizeof *b.met);
    add_chains(&b);
    if (!tby_layout_link(&l->down, l->nodes, l->edges, b.upper, b.lower,
                         arena) ||
        !tby_layout_link(&l->up, l->nodes, l->edges, b.lower, b.upper, arena) ||
        !count_ranks(l, arena) || !tby_layout_scratch_take(s, l, arena))
        return TBY_E_NOMEM;
    first_order(l, s);
    return TBY_OK;
}

/* --- counting -------------------------------------------------------------*/

/* The edges of a rank, by upper end and then by lower end: the places of the
 * lower ends, to s->c. */
static uint32_t lower_ends(const layout_layers *l, uint32_t rank,
                           layout_scratch *s)
{
    uint32_t *sorted = s->a, *filled = s->b;
    uint32_t n = 0;

    for (uint32_t p = l->first[rank]; p < l->first[rank + 1]; p++)
        filled[l->order[p]] = l->down.start[l->order[p]];
    for (uint32_t p = l->first[rank + 1]; p < l->first[rank + 2]; p++) {
        uint32_t v = l->order[p];
        for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++)
            sorted[filled[l->up.list[i]]++] = p;
    }
    for (uint32_t p = l->first[rank]; p < l->first[rank + 1]; p++) {
        uint32_t v = l->order[p];
        for (uint32_t i = l->down.start[v]; i < l->down.start[v + 1]; i++)
            s->c[n++] = sorted[i];
    }
    return n;
}

uint64_t tby_layout_count(const layout_layers *l, layout_scratch *s)
{
    uint64_t crossings = 0;

    for (uint32_t r = 0; r + 1 < l->ranks; r++) {
        uint32_t n = lower_ends(l, r, s);
        crossings += tby_inversions(s->c, s->d, n);
    }
    s->work += 16 * (uint64_t)l->edges;
    return crossings;
}
