/* Rank by rank, down and up, every node wants to be at the mean of its
 * neighbours.  What is nearest to that by the sum of squares and keeps order
 * and distances is found in one pass: nodes that would be too near become one
 * block, which wants to be at the mean of what its nodes want (pool adjacent
 * violators). */
#include "core/base/assert.h"
#include "core/rep/layout/crossings.h"
#include "core/rep/layout/layout_int.h"

#include <math.h>

enum { SWEEPS = 24 };

/* What a bend takes of a rank, unless nodes are to stay; what a node that had
 * no place counts against those that had one. */
static const double BEND = 20;
static const double LIGHT = 1e-9;

/* Nodes that touch; z is x less the distance from the first node of the rank
 * when all touch. */
typedef struct block {
    double z, weight;
    uint32_t end; /* place after the last node */
} block;

typedef struct placer {
    const layout_layers *l;
    const tby_layout_options *o;
    double *x;    /* of each node */
    double *half; /* what it takes to each side */
    double *weight;
    double *want; /* by place */
    block *blocks;
} placer;

static double distance(const placer *p, uint32_t place)
{
    return p->half[p->l->order[place - 1]] + p->half[p->l->order[place]];
}

static uint32_t pool(const placer *p, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    double offset = 0;

    for (uint32_t at = from; at < to; at++) {
        if (at > from)
            offset += distance(p, at);
        block b = {p->want[at] - offset, p->weight[p->l->order[at]], at + 1};

        for (; n > 0 && p->blocks[n - 1].z > b.z; n--) {
            const block *a = &p->blocks[n - 1];
            double weight = a->weight + b.weight;

            b.z = (a->z * a->weight + b.z * b.weight) / weight;
            b.weight = weight;
        }
        p->blocks[n++] = b;
    }
    return n;
}

/* The mean of its neighbours on one side. */
static double wish(const placer *p, const layout_links *side, uint32_t v)
{
    uint32_t from = side->start[v], to = side->start[v + 1];
    double sum = 0, weight = 0;

    if (tby_layout_stays(p->l, p->o, v))
        return p->o->previous[v].x;
    if (from == to)
        return p->x[v];
    for (uint32_t i = from; i < to; i++) {
        uint32_t u = side->list[i];
        sum += p->weight[u] * p->x[u];
        weight += p->weight[u];
    }
    return sum / weight;
}

static void place_rank(placer *p, uint32_t rank, const layout_links *side)
{
    TBY_ASSERT(rank < p->l->ranks);
    uint32_t from = p->l->first[rank], to = p->l->first[rank + 1];
    uint32_t at = from;
    double offset = 0;

    for (uint32_t i = from; i < to; i++)
        p->want[i] = wish(p, side, p->l->order[i]);
    pool(p, from, to);
    for (const block *b = p->blocks; at < to; b++) {
        for (; at < b->end; at++) {
            if (at > from)
                offset += distance(p, at);
            p->x[p->l->order[at]] = b->z + offset;
        }
    }
}

static bool prepare(placer *p, const double *width, tby_arena *arena)
{
    const layout_layers *l = p->l;

    p->half = tby_arena_take(arena, l->nodes * sizeof *p->half);
    p->want = tby_arena_take(arena, l->nodes * sizeof *p->want);
    p->blocks = tby_arena_take(arena, l->nodes * sizeof *p->blocks);
    p->weight = tby_arena_take(arena, l->nodes * sizeof *p->weight);
    if (!p->half || !p->want || !p->blocks || !p->weight)
        return false;

    /* The more hangs below a node, the straighter it goes on from what is above
     * it, or main lines would drift to one side by half a node with every
     * sideline. By the root of it: the whole would push sidelines far out. */
    for (uint32_t at = l->nodes; at-- > 0;) {
        uint32_t v = l->order[at];
        double below = 0;

        for (uint32_t i = l->down.start[v]; i < l->down.start[v + 1]; i++) {
            uint32_t u = l->down.list[i];
            below += p->weight[u] / (l->up.start[u + 1] - l->up.start[u]);
        }
        p->weight[v] = 1 + below;
    }
    for (uint32_t v = 0; v < l->nodes; v++) {
        if (p->o->previous)
            p->weight[v] = tby_layout_stays(l, p->o, v) ? 1 : LIGHT;
        else
            p->weight[v] = sqrt(p->weight[v]);
    }

    double bend = p->o->previous ? 0 : BEND;
    for (uint32_t v = 0; v < l->nodes; v++) {
        p->half[v] = (v < l->real ? width[v] + TBY_LAYOUT_GAP : bend) / 2;
        p->x[v] = 0;
    }
    return true;
}

tby_rc tby_layout_place(const layout_layers *l, const tby_layout_options *o,
                        const double *width, tby_arena *arena, double *x)
{
    placer p = {.l = l, .o = o, .x = x};

    if (!prepare(&p, width, arena))
        return TBY_E_NOMEM;

    /* The last time upward, so that nodes are above the middle of what follows.
     */
    uint32_t ranks = p.l->ranks;

    for (int i = 0; i < SWEEPS; i++) {
        for (uint32_t r = 0; r < ranks; r++)
            place_rank(&p, r, &p.l->up);
        for (uint32_t r = ranks; r-- > 0;)
            place_rank(&p, r, &p.l->down);
    }

    for (uint32_t r = 0; r < l->ranks; r++) {
        /* To whole tenths, without coming too near to the node before. */
        double end = 0; /* of the node before, in tenths */
        bool first = true;
        for (uint32_t at = l->first[r]; at < l->first[r + 1]; at++) {
            uint32_t v = l->order[at];
            if (v >= l->real)
                continue;
            double half = tby_tenths(p.half[v]), at_x = tby_tenths(x[v]);
            if (!first && at_x - half < end)
                at_x = end + half;
            x[v] = at_x / 10;
            end = at_x + half;
            first = false;
        }
    }
    return TBY_OK;
}
