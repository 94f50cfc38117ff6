/* layout_tree.c - see layout_int.h.
 *
 * The nodes of a rank, from left to right, must hang below nodes that go from
 * left to right as well.  What can be done for most of them is the longest
 * rising choice of neighbours above, found as one finds the longest rising
 * subsequence: of all choices for k nodes so far, the one that ends furthest
 * to the left is kept. */
#include "core/rep/layout/layout_int.h"

static const uint32_t NONE = UINT32_MAX;

/* A node that hangs below one it has an edge to, behind another such. */
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

    /* mostly behind all others */
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
 * never put behind itself; meanwhile the lengths are where the node will be. */
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

/* The place between two that is nearest to a neighbour above. */
static uint32_t nearest(const layout_layers *l, uint32_t p, uint32_t low,
                        uint32_t high)
{
    uint32_t v = l->order[p];
    uint32_t best = low, distance = NONE;

    for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++) {
        uint32_t above = l->place[l->up.list[i]];
        uint32_t here = above < low ? low : above > high ? high : above;
        uint32_t away = above < here ? here - above : above - here;
        if (away < distance) {
            distance = away;
            best = here;
        }
    }
    return best;
}

/* How far right a node may hang without being in the way of those of the
 * longest choice that follow; by place from the first of the rank. */
static const uint32_t *bounds(const layout_layers *l, uint32_t rank, choices *c)
{
    uint32_t from = l->first[rank];
    uint32_t choice = c->longest ? c->last[c->longest - 1] : NONE;
    uint32_t high = from - 1;  /* the last of the rank above */
    uint32_t *bound = c->last; /* which is not needed any more */

    for (uint32_t p = l->first[rank + 1]; p-- > from;) {
        if (choice != NONE && c->node[choice] == p) {
            high = c->above[choice];
            choice = c->before[choice];
        }
        bound[p - from] = high;
    }
    return bound;
}

static void hang_rank(layout_layers *l, uint32_t rank, layout_scratch *s)
{
    choices c = {.above = s->a, .before = s->b, .node = s->c, .last = s->d};
    uint32_t from = l->first[rank], to = l->first[rank + 1];
    uint32_t above = l->first[rank - 1], next = above;

    for (uint32_t p = from; p < to; p++)
        add_node(&c, l, p);
    const uint32_t *bound = bounds(l, rank, &c);
    for (uint32_t p = from; p < to; p++) {
        above = nearest(l, p, above, bound[p - from]);
        while (next <= above)
            l->cut[next++] = p;
    }
    while (next < from)
        l->cut[next++] = to;
    s->work += 40 * (uint64_t)c.n + to - from;
}

void tby_layout_hang(layout_layers *l, layout_scratch *s)
{
    for (uint32_t r = 1; r < l->ranks; r++)
        hang_rank(l, r, s);
    for (uint32_t p = l->first[l->ranks - 1]; p <= l->nodes; p++)
        l->cut[p] = l->nodes;
}
