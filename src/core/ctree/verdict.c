/* verdict.c - retrograde minimax over any graph: from the nodes that have a
 * verdict to those before them, with a list of work and a counter of moves
 * without a verdict at each node. */
#include "tabiya/verdict.h"

#include "core/base/assert.h"
#include "core/base/grow.h"

#include <string.h>

struct work {
    const tby_net *net;
    uint8_t *verdict;
    uint32_t *depth;
    uint32_t *before;    /* n + 1: where the parents of each node begin */
    uint32_t *parents;   /* one for each link */
    uint32_t *remaining; /* links to nodes without a verdict yet */
    uint32_t *queue;     /* nodes whose parents are still to be told */
    uint32_t queued;
};

static void close_work(struct work *w, const tby_alloc *alloc)
{
    size_t n = w->net->n;

    tby_grow_free(alloc, w->before, n + 1, sizeof *w->before);
    tby_grow_free(alloc, w->parents, w->net->first[n], sizeof *w->parents);
    tby_grow_free(alloc, w->remaining, n, sizeof *w->remaining);
    tby_grow_free(alloc, w->queue, n, sizeof *w->queue);
}

static bool open_work(struct work *w, const tby_alloc *alloc)
{
    size_t n = w->net->n;

    w->before = tby_grow_new(alloc, n + 1, sizeof *w->before);
    w->parents = tby_grow_new(alloc, w->net->first[n], sizeof *w->parents);
    w->remaining = tby_grow_new(alloc, n, sizeof *w->remaining);
    w->queue = tby_grow_new(alloc, n, sizeof *w->queue);
    return w->before && w->parents && w->remaining && w->queue;
}

/* Turns the links round: counts, sums, fills from the back. */
static void find_parents(struct work *w)
{
    const tby_net *net = w->net;

    memset(w->before, 0, ((size_t)net->n + 1) * sizeof *w->before);
    for (uint32_t k = 0; k < net->first[net->n]; k++) {
        TBY_ASSERT(net->to[k] < net->n);
        w->before[net->to[k]]++;
    }
    for (uint32_t i = 0; i < net->n; i++)
        w->before[i + 1] += w->before[i];
    for (uint32_t i = net->n; i-- > 0;)
        for (uint32_t k = net->first[i]; k < net->first[i + 1]; k++)
            w->parents[--w->before[net->to[k]]] = i;
}

static void settle(struct work *w, uint32_t node, tby_verdict verdict,
                   uint32_t depth)
{
    w->verdict[node] = (uint8_t)verdict;
    w->depth[node] = depth;
    w->queue[w->queued++] = node;
}

static void start(struct work *w)
{
    for (uint32_t i = 0; i < w->net->n; i++) {
        w->remaining[i] = w->net->first[i + 1] - w->net->first[i];
        w->depth[i] = TBY_NO_DEPTH;
        if (w->verdict[i] != TBY_VERDICT_UNKNOWN)
            settle(w, i, (tby_verdict)w->verdict[i], 0);
    }
}

/* All moves have a verdict, and none wins. */
static void settle_last(struct work *w, uint32_t node)
{
    uint32_t draw = TBY_NO_DEPTH, loss = 0;

    if (w->net->partial && w->net->partial[node])
        return;
    for (uint32_t k = w->net->first[node]; k < w->net->first[node + 1]; k++) {
        uint32_t to = w->net->to[k], depth = w->depth[to];
        if (w->verdict[to] == TBY_VERDICT_DRAW && depth < draw)
            draw = depth;
        if (depth > loss)
            loss = depth;
    }
    if (draw != TBY_NO_DEPTH)
        settle(w, node, TBY_VERDICT_DRAW, draw + 1);
    else
        settle(w, node, TBY_VERDICT_LOSS, loss + 1);
}

/* Nodes that are won or lost come in the order of their depth, because those
 * of one depth are made by those of the depth before; so the first loss found
 * is the nearest. */
static void spread(struct work *w)
{
    for (uint32_t at = 0; at < w->queued; at++) {
        uint32_t node = w->queue[at];
        bool lost = w->verdict[node] == TBY_VERDICT_LOSS;

        for (uint32_t k = w->before[node]; k < w->before[node + 1]; k++) {
            uint32_t parent = w->parents[k];
            if (w->verdict[parent] != TBY_VERDICT_UNKNOWN)
                continue;
            if (lost)
                settle(w, parent, TBY_VERDICT_WIN, w->depth[node] + 1);
            else if (--w->remaining[parent] == 0)
                settle_last(w, parent);
        }
    }
}

tby_rc tby_verdict_solve(const tby_net *net, const tby_alloc *alloc,
                         uint8_t verdict[], uint32_t depth[])
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    struct work w = {.net = net, .verdict = verdict, .depth = depth};
    bool open = open_work(&w, &memory);

    if (open) {
        find_parents(&w);
        start(&w);
        spread(&w);
    }
    close_work(&w, &memory);
    return open ? TBY_OK : TBY_E_NOMEM;
}
