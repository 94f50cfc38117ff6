#include "core/rep/layout/crossings.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

uint32_t *tby_layout_numbers(tby_arena *arena, size_t n)
{
    return tby_arena_take(arena, n * sizeof(uint32_t));
}

bool tby_layout_link(layout_links *links, uint32_t n, uint32_t keys,
                     const uint32_t *key, const uint32_t *value,
                     tby_arena *arena)
{
    /* while filling, the list of node v ends at start[v + 1] */
    uint32_t *start = tby_layout_numbers(arena, (size_t)n + 2);
    uint32_t *list = tby_layout_numbers(arena, keys);

    if (!start || !list)
        return false;
    memset(start, 0, ((size_t)n + 2) * sizeof *start);
    for (uint32_t i = 0; i < keys; i++)
        start[key[i] + 2]++;
    for (uint32_t v = 0; v < n; v++)
        start[v + 2] += start[v + 1];
    for (uint32_t i = 0; i < keys; i++)
        list[start[key[i] + 1]++] = value[i];
    *links = (layout_links){start, list};
    return true;
}

/* Bends for each node and edge, and for small graphs: one with very many long
 * edges is ordered without the longest of them. */
enum { BENDS = 4, BENDS_LEAST = 20000 };

static uint32_t length(const tby_layout_graph *g, const uint32_t *rank,
                       uint32_t e)
{
    uint32_t a = rank[g->from[e]], b = rank[g->to[e]];

    return a < b ? b - a : a - b;
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

static bool link_edges(builder *b, tby_arena *arena)
{
    const tby_layout_graph *g = b->g;
    uint32_t *upper = tby_layout_numbers(arena, g->edges);
    uint32_t *edge = tby_layout_numbers(arena, g->edges);
    uint32_t used = 0;

    if (!upper || !edge)
        return false;
    for (uint32_t e = 0; e < g->edges; e++) {
        if (g->from[e] == g->to[e])
            continue;
        upper[used] =
            b->rank[g->from[e]] < b->rank[g->to[e]] ? g->from[e] : g->to[e];
        edge[used++] = e;
    }
    return tby_layout_link(&b->edges, g->nodes, used, upper, edge, arena);
}

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

static bool scratch_take(layout_scratch *s, const layout_layers *l,
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

    if (!count)
        return false;
    /* The longest edge that gets bends. */
    uint64_t room = BENDS * ((uint64_t)g->nodes + g->edges) + BENDS_LEAST;
    uint32_t longest = 1;
    memset(count, 0, b->l->ranks * sizeof *count);
    for (uint32_t e = 0; e < g->edges; e++)
        count[length(g, b->rank, e)]++;
    for (; longest + 1 < b->l->ranks; longest++) {
        uint64_t more = (uint64_t)count[longest + 1] * longest;
        if (more > room)
            break;
        room -= more;
    }
    b->longest = longest;
    uint64_t bends = 0;
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
    /* each edge once, whichever way it points */
    for (uint32_t v = 0; v < b.g->nodes; v++) {
        for (uint32_t i = b.edges.start[v]; i < b.edges.start[v + 1]; i++) {
            uint32_t e = b.edges.list[i];
            uint32_t to = b.g->from[e] + b.g->to[e] - v;

            if (b.met[to] == v + 1 || length(b.g, b.rank, e) > b.longest)
                continue;
            b.met[to] = v + 1;
            /* An edge as a chain, with a bend on each rank it passes. */
            uint32_t from = v;
            for (uint32_t r = b.rank[from] + 1; r < b.rank[to]; r++) {
                uint32_t bend = l->nodes++;
                l->rank[bend] = r;
                b.upper[l->edges] = from;
                b.lower[l->edges++] = bend;
                from = bend;
            }
            b.upper[l->edges] = from;
            b.lower[l->edges++] = to;
        }
    }
    if (!tby_layout_link(&l->down, l->nodes, l->edges, b.upper, b.lower,
                         arena) ||
        !tby_layout_link(&l->up, l->nodes, l->edges, b.lower, b.upper, arena) ||
        !count_ranks(l, arena) || !scratch_take(s, l, arena))
        return TBY_E_NOMEM;
    uint32_t *filled = s->c;

    memset(filled, 0, l->ranks * sizeof *filled);
    memset(l->place, 0xff, l->nodes * sizeof *l->place);
    for (uint32_t v = 0; v < l->nodes; v++)
        if (l->up.start[v] == l->up.start[v + 1])
            walk(l, v, filled, s);
    return TBY_OK;
}

uint64_t tby_layout_count(const layout_layers *l, layout_scratch *s)
{
    uint64_t crossings = 0;

    for (uint32_t r = 0; r + 1 < l->ranks; r++) {
        /* The edges of a rank, by upper end and then by lower end: the places
         * of the lower ends, to s->c. */
        uint32_t *sorted = s->a, *filled = s->b;
        uint32_t n = 0;

        for (uint32_t p = l->first[r]; p < l->first[r + 1]; p++)
            filled[l->order[p]] = l->down.start[l->order[p]];
        for (uint32_t p = l->first[r + 1]; p < l->first[r + 2]; p++) {
            uint32_t v = l->order[p];
            for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++)
                sorted[filled[l->up.list[i]]++] = p;
        }
        for (uint32_t p = l->first[r]; p < l->first[r + 1]; p++) {
            uint32_t v = l->order[p];
            for (uint32_t i = l->down.start[v]; i < l->down.start[v + 1]; i++)
                s->c[n++] = sorted[i];
        }

        crossings += tby_inversions(s->c, s->d, n);
    }
    s->work += 16 * (uint64_t)l->edges;
    return crossings;
}

/* The nodes of a rank must hang below nodes that go from left to right as they
 * do.  What can be done for most of them is the longest rising choice of
 * neighbours above, found as one finds the longest rising subsequence: of all
 * choices for k nodes, the one that ends furthest to the left is kept. */

static const uint32_t NONE = UINT32_MAX;

/* A node that hangs below one it has an edge to, after another such. */
typedef struct choices {
    uint32_t *above;  /* place */
    uint32_t *before; /* choice, or NONE */
    uint32_t *node;   /* place */
    uint32_t *last;   /* choice that ends furthest left, by length - 1 */
    uint32_t n, longest;
} choices;

/* How many of the lengths so far can be followed by a node below `above`. */
static uint32_t length_before(const choices *c, uint32_t above)
{
    uint32_t low = 0, high = c->longest;

    /* mostly after all others */
    if (high == 0 || c->above[c->last[high - 1]] <= above)
        return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->above[c->last[middle]] <= above)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* All choices of a node are looked up before one is entered, so that a node is
 * never put after itself; meanwhile the lengths are where the node will be. */
static void add_node(choices *c, const layout_layers *l, uint32_t p)
{
    uint32_t v = l->order[p], from = c->n;

    for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++) {
        uint32_t above = l->place[l->up.list[i]];
        uint32_t k = length_before(c, above);

        c->above[c->n] = above;
        c->before[c->n] = k > 0 ? c->last[k - 1] : NONE;
        c->node[c->n++] = k;
    }
    for (uint32_t i = from; i < c->n; i++) {
        uint32_t k = c->node[i];

        c->node[i] = p;
        if (k == c->longest || c->above[i] < c->above[c->last[k]])
            c->last[k] = i;
        if (k == c->longest)
            c->longest++;
    }
}

void tby_layout_hang(layout_layers *l, layout_scratch *s)
{
    for (uint32_t r = 1; r < l->ranks; r++) {
        choices c = {.above = s->a, .before = s->b, .node = s->c, .last = s->d};
        uint32_t from = l->first[r], to = l->first[r + 1];
        uint32_t above = l->first[r - 1], next = above;

        for (uint32_t p = from; p < to; p++)
            add_node(&c, l, p);
        /* How far right a node may hang without being in the way of those of
         * the longest choice that follow; by place from the first of the rank.
         */
        uint32_t choice = c.longest ? c.last[c.longest - 1] : NONE;
        uint32_t bounded = from - 1; /* the last of the rank above */
        uint32_t *bound = c.last;    /* which is not needed any more */
        for (uint32_t p = to; p-- > from;) {
            if (choice != NONE && c.node[choice] == p) {
                bounded = c.above[choice];
                choice = c.before[choice];
            }
            bound[p - from] = bounded;
        }
        for (uint32_t p = from; p < to; p++) {
            /* The place between two that is nearest to a neighbour above. */
            uint32_t high = bound[p - from];
            uint32_t v = l->order[p];
            uint32_t best = above, distance = NONE;
            for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++) {
                uint32_t place = l->place[l->up.list[i]];
                uint32_t here = place < above  ? above
                                : place > high ? high
                                               : place;
                uint32_t away = place < here ? here - place : place - here;
                if (away < distance) {
                    distance = away;
                    best = here;
                }
            }
            above = best;
            while (next <= above)
                l->cut[next++] = p;
        }
        while (next < from)
            l->cut[next++] = to;
        s->work += 40 * (uint64_t)c.n + to - from;
    }
    for (uint32_t p = l->first[l->ranks - 1]; p <= l->nodes; p++)
        l->cut[p] = l->nodes;
}
