/* drill_cover.c - the plan of as few lines as possible.
 *
 * No line is fixed beforehand: as long as each move has some flow of the cover
 * left, what is played is one of its lines, whichever the player chooses.  A
 * right move without flow leaves the cover; then the replies lead to what is
 * owed where they can, and the cover is made anew from what is left. */
#include "core/base/assert.h"
#include "core/rep/drill/drill_int.h"

#include <string.h>

static tby_rc open_cover(tby_drill *d)
{
    size_t nodes = d->graph->nodes_n, edges = d->graph->edges_n;

    tby_route_init(&d->cover.route, &d->alloc);
    d->cover.owed = tby_arena_take(&d->arena, edges);
    d->cover.below = tby_arena_take(&d->arena, nodes);
    if (!d->cover.owed || !d->cover.below)
        return TBY_E_NOMEM;
    tby_dag_own(&d->dag, d->options.color, d->cover.owed);
    tby_rc rc = tby_cover_open(&d->cover.cover, &d->dag, d->cover.owed);
    d->left = rc == TBY_OK ? d->cover.cover.left : 0;
    return rc;
}

static void close_cover(tby_drill *d)
{
    tby_cover_free(&d->cover.cover);
    tby_route_free(&d->cover.route);
}

/* A start, each as likely as it has lines left. */
static uint32_t begin(tby_drill *d)
{
    const tby_cover *c = &d->cover.cover;

    d->cover.route.n = 0;
    d->cover.off = false;
    if (c->left == 0)
        return TBY_NONE;
    uint32_t ticket = tby_drill_random(d, c->left);
    for (size_t i = 0;; i++) {
        uint32_t here = c->begin[d->dag.starts[i]];
        if (ticket < here)
            return d->dag.starts[i];
        ticket -= here;
    }
}

/* A cut move is asked for as long as it is owed. */
static bool goes_on(const tby_drill *d)
{
    uint32_t e = d->graph->nodes[d->node].first_out;

    while (e != TBY_NONE && d->walk.back[e] && !d->cover.owed[e])
        e = d->graph->edges[e].next_out;
    return e != TBY_NONE;
}

static uint32_t weight(const tby_drill *d, uint32_t edge)
{
    return d->cover.off ? d->cover.below[d->graph->edges[edge].to]
                        : d->cover.cover.flow[edge];
}

static tby_rc moved(tby_drill *d, uint32_t edge)
{
    TBY_ASSERT(edge < d->graph->edges_n);
    if (!d->cover.off && d->cover.cover.flow[edge] == 0) {
        uint8_t *below = d->cover.below;

        d->cover.off = true;
        memset(below, 0, d->graph->nodes_n);
        for (uint32_t i = d->walk.n; i-- > 0;) {
            uint32_t v = d->walk.topo[i];
            for (uint32_t e = d->graph->nodes[v].first_out; e != TBY_NONE;
                 e = d->graph->edges[e].next_out)
                below[v] |= d->cover.owed[e] |
                            (!d->walk.back[e] && below[d->graph->edges[e].to]);
        }
    }
    return tby_route_add(&d->cover.route, edge);
}

static tby_rc end(tby_drill *d)
{
    const tby_route *r = &d->cover.route;
    tby_cover *c = &d->cover.cover;
    tby_rc rc = TBY_OK;
    tby_cover made;

    for (size_t i = 0; i < r->n; i++)
        d->cover.owed[r->edges[i]] = 0;
    if (d->cover.off) {
        rc = tby_cover_open(&made, &d->dag, d->cover.owed);
        if (rc == TBY_OK) {
            tby_cover_free(c);
            *c = made;
        }
    } else {
        for (size_t i = 0; i < r->n; i++)
            c->flow[r->edges[i]]--;
        c->begin[d->graph->edges[r->edges[0]].from]--;
        c->left--;
    }
    d->left = c->left;
    return rc;
}

static bool owes(const tby_drill *d, uint32_t edge)
{
    return d->cover.owed[edge] != 0;
}

const tby_plan tby_plan_cover = {.open = open_cover,
                                 .close = close_cover,
                                 .begin = begin,
                                 .goes_on = goes_on,
                                 .weight = weight,
                                 .moved = moved,
                                 .end = end,
                                 .owes = owes};
