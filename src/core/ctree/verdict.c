/* verdict.c - retrograde minimax over any graph: from the nodes that have a
 * verdict to those before them, with a list of work and a counter of moves
 * without a verdict at each node. */
#include "tabiya/verdict.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/ctree/ctree_net.h"

#include <string.h>

struct work {
    const tby_net *net;
    uint8_t *verdict;
    uint32_t *depth;
    uint32_t *before;    /* n + 1: where the parents of each node begin */
    uint32_t *parents;   /* one for each link */
    uint32_t *remaining; /* links to nodes without a verdict yet */
    uint32_t *queue;     /* nodes whose parents are still to be updated */
    uint32_t queued;
};

void tby__net_turn(const tby_net *net, uint32_t *start, uint32_t *parents)
{
    /* counts, sums, fills from the back */
    memset(start, 0, ((size_t)net->n + 1) * sizeof *start);
    for (uint32_t k = 0; k < net->first[net->n]; k++) {
        TBY_ASSERT(net->to[k] < net->n);
        start[net->to[k]]++;
    }
    for (uint32_t i = 0; i < net->n; i++)
        start[i + 1] += start[i];
    for (uint32_t i = net->n; i-- > 0;)
        for (uint32_t k = net->first[i]; k < net->first[i + 1]; k++)
            parents[--start[net->to[k]]] = i;
}

static void settle(struct work *w, uint32_t node, tby_verdict verdict,
                   uint32_t depth)
{
    TBY_ASSERT(w->queued < w->net->n);
    w->verdict[node] = (uint8_t)verdict;
    w->depth[node] = depth;
    w->queue[w->queued++] = node;
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

tby_rc tby_verdict_solve(const tby_net *net, const tby_alloc *alloc,
                         uint8_t verdict[], uint32_t depth[])
{
    struct work w = {.net = net, .verdict = verdict, .depth = depth};
    size_t n = net->n;
    tby_arena arena;

    tby_arena_init(&arena, alloc);
    w.before = tby_arena_take(&arena, (n + 1) * sizeof *w.before);
    w.parents = tby_arena_take(&arena, net->first[n] * sizeof *w.parents);
    w.remaining = tby_arena_take(&arena, n * sizeof *w.remaining);
    w.queue = tby_arena_take(&arena, n * sizeof *w.queue);
    bool open = w.before && w.parents && w.remaining && w.queue;
    if (open) {
        tby__net_turn(net, w.before, w.parents);
        for (uint32_t i = 0; i < net->n; i++) {
            w.remaining[i] = net->first[i + 1] - net->first[i];
            w.depth[i] = TBY_NO_DEPTH;
            if (w.verdict[i] != TBY_VERDICT_UNKNOWN)
                settle(&w, i, (tby_verdict)w.verdict[i], 0);
        }

        /* Nodes that are won or lost come in the order of their depth, because
         * those of one depth are made by those of the depth before; so the
         * first loss found is the nearest. */
        for (uint32_t at = 0; at < w.queued; at++) {
            uint32_t node = w.queue[at];
            bool lost = w.verdict[node] == TBY_VERDICT_LOSS;

            for (uint32_t k = w.before[node]; k < w.before[node + 1]; k++) {
                uint32_t parent = w.parents[k];
                if (w.verdict[parent] != TBY_VERDICT_UNKNOWN)
                    continue;
                if (lost)
                    settle(&w, parent, TBY_VERDICT_WIN, w.depth[node] + 1);
                else if (--w.remaining[parent] == 0)
                    settle_last(&w, parent);
            }
        }
    }
    tby_arena_free(&arena);
    return open ? TBY_OK : TBY_E_NOMEM;
}

uint32_t tby_verdict_next(const tby_net *net, const uint8_t verdict[],
                          const uint32_t depth[], uint32_t node)
{
    static const uint8_t leads_to[] = {
        [TBY_VERDICT_UNKNOWN] = TBY_VERDICT_UNKNOWN,
        [TBY_VERDICT_DRAW] = TBY_VERDICT_DRAW,
        [TBY_VERDICT_WIN] = TBY_VERDICT_LOSS,
        [TBY_VERDICT_LOSS] = TBY_VERDICT_WIN,
    };

    if (depth[node] == TBY_NO_DEPTH || depth[node] == 0)
        return TBY_NO_LINK;
    for (uint32_t k = net->first[node]; k < net->first[node + 1]; k++)
        if (verdict[net->to[k]] == leads_to[verdict[node]] &&
            depth[net->to[k]] == depth[node] - 1)
            return k;
    return TBY_NO_LINK;
}

const char *tby_verdict_name(tby_verdict v)
{
    static const char *const names[] = {"unknown", "draw", "win", "loss"};
    size_t i = (size_t)v;

    return names[i < sizeof names / sizeof *names ? i : 0];
}
