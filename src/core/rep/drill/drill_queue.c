/* drill_queue.c - the plan of positions one by one: those whose cards are due,
 * or those of mistakes.
 *
 * A right answer goes on to the next position if a reply leads to one that
 * waits too; else that is the end of the line. */
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/rep/drill/drill_int.h"

#include <string.h>

/* Cards are asked by the time they are due, then new ones in the order of the
 * repertoire. */
static bool asked_before(const void *ctx, uint32_t a, uint32_t b)
{
    const int64_t *due = ctx; /* by place in the walk */

    return due[a] != due[b] ? due[a] < due[b] : a < b;
}

static tby_rc open_queue(tby_drill *d)
{
    size_t nodes = d->graph->nodes_n;

    d->queue.at = 0;
    d->queue.nodes = tby_arena_take(&d->arena, nodes * sizeof *d->queue.nodes);
    d->queue.waiting = tby_arena_take(&d->arena, nodes);
    if (!d->queue.nodes || !d->queue.waiting)
        return TBY_E_NOMEM;
    if (d->queue.retry) {
        d->queue.n = (uint32_t)d->slips_n;
        for (uint32_t i = 0; i < d->queue.n; i++)
            d->queue.nodes[i] = d->slips[i].node;
    } else {
        int64_t *due = tby_arena_take(&d->arena, d->walk.n * sizeof *due);
        uint32_t n = 0, fresh = 0;

        if (!due)
            return TBY_E_NOMEM;
        for (uint32_t i = 0; i < d->walk.n; i++) {
            uint32_t node = d->walk.order[i];
            if (!(d->dag.reached[node] && d->graph->nodes[node].out_n > 0 &&
                  tby_drill_is_own(d, node)))
                continue;
            const tby_card *card =
                tby_cards_find(d->options.cards, &d->graph->nodes[node].pos);
            due[i] = card ? card->memory.due : INT64_MAX;
            fresh += !card;
            if (!card || card->memory.due <= d->options.now)
                d->queue.nodes[n++] = i;
        }
        tby_sort(d->queue.nodes, n, asked_before, due);
        if (d->options.few_new && fresh > d->options.new_most)
            n -= fresh - d->options.new_most; /* they are the last */
        d->queue.n = n;
        for (uint32_t i = 0; i < d->queue.n; i++)
            d->queue.nodes[i] = d->walk.order[d->queue.nodes[i]];
    }
    memset(d->queue.waiting, 0, nodes);
    for (uint32_t i = 0; i < d->queue.n; i++)
        d->queue.waiting[d->queue.nodes[i]] = 1;
    d->left = d->queue.n;
    return TBY_OK;
}

static void settle(tby_drill *d, uint32_t node)
{
    d->left -= d->queue.waiting[node];
    d->queue.waiting[node] = 0;
}

static uint32_t begin(tby_drill *d)
{
    if (d->turn == TBY_TURN_PLAYER) /* it is passed */
        settle(d, d->node);
    while (d->queue.at < d->queue.n &&
           !d->queue.waiting[d->queue.nodes[d->queue.at]])
        d->queue.at++;
    return d->queue.at < d->queue.n ? d->queue.nodes[d->queue.at] : TBY_NONE;
}

static uint32_t leads_on(const tby_drill *d, uint32_t edge)
{
    return d->queue.waiting[d->graph->edges[edge].to];
}

static bool goes_on(const tby_drill *d)
{
    if (tby_drill_is_own(d, d->node))
        return d->queue.waiting[d->node];
    for (uint32_t e = tby_dag_first(&d->dag, d->node); e != TBY_NONE;
         e = tby_dag_next(&d->dag, e))
        if (leads_on(d, e))
            return true;
    return false;
}

static tby_rc moved(tby_drill *d, uint32_t edge)
{
    settle(d, d->graph->edges[edge].from);
    return TBY_OK;
}

/* The answer is the position's, whichever move it was. */
static bool owes(const tby_drill *d, uint32_t edge)
{
    TBY_ASSERT(edge < d->graph->edges_n);
    (void)d;
    (void)edge;
    return false;
}

const tby_plan tby_plan_queue = {.open = open_queue,
                                 .begin = begin,
                                 .goes_on = goes_on,
                                 .weight = leads_on,
                                 .moved = moved,
                                 .owes = owes};
