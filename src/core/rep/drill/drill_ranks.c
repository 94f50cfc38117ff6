/* drill_ranks.c - the plan of all lines, each known by its number.
 *
 * Lines are numbered as tby_route_next() lists them, so that those through a
 * node on one way to it have consecutive numbers: how many, dag.ways says.  So
 * no line is kept; a tree over the numbers that are wanted says how many of
 * them are left after any move. */
#include "core/base/assert.h"
#include "core/rep/drill/drill_int.h"

/* Of the first n that are wanted. */
static uint32_t left_before(const tby_drill *d, uint32_t n)
{
    uint32_t sum = 0;

    for (; n; n &= n - 1)
        sum += d->ranks.tree[n - 1];
    return sum;
}

/* How many wanted numbers are smaller than this one. */
static uint32_t index_of(const tby_drill *d, uint64_t number)
{
    uint32_t low = 0, high = d->ranks.n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (d->ranks.wanted[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Of the lines from number `first` on, so many of them. */
static uint32_t left_among(const tby_drill *d, uint64_t first, uint64_t n)
{
    return left_before(d, index_of(d, first + n)) -
           left_before(d, index_of(d, first));
}

static uint64_t ways_of(const tby_drill *d, uint32_t edge)
{
    return d->dag.ways[d->graph->edges[edge].to];
}

/* The number of the first line that goes from d->node by this move.  Sums end
 * at INT64_MAX, and no number that is wanted is as large. */
static uint64_t first_by(const tby_drill *d, uint32_t edge)
{
    uint64_t first = d->ranks.first;

    TBY_ASSERT(edge < d->graph->edges_n);
    for (uint32_t e = tby_dag_first(&d->dag, d->node); e != edge;
         e = tby_dag_next(&d->dag, e))
        first = first < INT64_MAX - ways_of(d, e) ? first + ways_of(d, e)
                                                  : INT64_MAX;
    return first;
}

static uint32_t left_by(const tby_drill *d, uint32_t edge)
{
    return left_among(d, first_by(d, edge), ways_of(d, edge));
}

static tby_rc open_ranks(tby_drill *d)
{
    uint32_t most = d->options.most ? d->options.most : TBY_DRILL_MOST;
    uint32_t n = d->dag.lines < most ? (uint32_t)d->dag.lines : most;

    d->ranks.n = n;
    d->ranks.wanted = tby_arena_take(&d->arena, n * sizeof *d->ranks.wanted);
    d->ranks.tree = tby_arena_take(&d->arena, n * sizeof *d->ranks.tree);
    if (!d->ranks.wanted || !d->ranks.tree)
        return TBY_E_NOMEM;
    /* which lines: all, or as many as allowed, the first of them or one from
     * each of so many parts of the same size */
    uint64_t part = d->dag.lines / (d->ranks.n ? d->ranks.n : 1);
    bool all = d->dag.lines <= d->ranks.n || d->options.in_order;

    for (uint32_t i = 0; i < d->ranks.n; i++)
        d->ranks.wanted[i] =
            all ? i : i * part + tby_random_bits(&d->random) % part;

    /* Each entry of the tree sums up as many numbers before it as the lowest
     * bit of its place, counted from 1, says; all are left. */
    for (uint32_t i = 1; i <= d->ranks.n; i++)
        d->ranks.tree[i - 1] = i & -i;

    d->left = n;
    return TBY_OK;
}

/* The start of a line that is left, each of them as likely. */
static uint32_t begin(tby_drill *d)
{
    d->ranks.off = false;
    d->ranks.first = 0;
    if (d->left == 0)
        return TBY_NONE;
    uint32_t ticket = tby_drill_random(d, d->left);
    /* The index of the one that is left after k others. */
    uint32_t k = ticket;
    uint32_t at = 0, step = 1;
    while (step <= d->ranks.n / 2)
        step *= 2;
    for (; step; step /= 2)
        if (at + step <= d->ranks.n && d->ranks.tree[at + step - 1] <= k) {
            at += step;
            k -= d->ranks.tree[at - 1];
        }
    uint64_t number = d->ranks.wanted[at];
    for (size_t i = 0;; i++) {
        uint32_t start = d->dag.starts[i];
        if (tby_dag_first(&d->dag, start) == TBY_NONE)
            continue;
        if (number - d->ranks.first < d->dag.ways[start])
            return start;
        d->ranks.first += d->dag.ways[start];
    }
}

static bool goes_on(const tby_drill *d)
{
    return tby_dag_first(&d->dag, d->node) != TBY_NONE;
}

static tby_rc moved(tby_drill *d, uint32_t edge)
{
    TBY_ASSERT(edge < d->graph->edges_n);
    d->ranks.off = d->walk.back[edge];
    if (!d->ranks.off)
        d->ranks.first = first_by(d, edge);
    return TBY_OK;
}

static tby_rc end(tby_drill *d)
{
    uint32_t index = index_of(d, d->ranks.first);

    if (!d->ranks.off && left_among(d, d->ranks.first, 1)) {
        for (uint32_t i = index; i < d->ranks.n; i |= i + 1)
            d->ranks.tree[i]--;
        d->left--;
    }
    return TBY_OK;
}

static bool owes(const tby_drill *d, uint32_t edge)
{
    return !d->walk.back[edge] && left_by(d, edge) > 0;
}

const tby_plan tby_plan_ranks = {.open = open_ranks,
                                 .begin = begin,
                                 .goes_on = goes_on,
                                 .weight = left_by,
                                 .moved = moved,
                                 .end = end,
                                 .owes = owes};
