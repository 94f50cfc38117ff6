#include "core/ctree/ctree_net.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "tabiya/limits.h"

#include <string.h>

tby_rc tby_ctree_net_open(tby_ctree_net *net, uint32_t n,
                          const tby_alloc *alloc)
{
    size_t all = (size_t)n + TBY_NET_EXTRA;

    *net = (tby_ctree_net){.alloc = alloc ? *alloc : tby_alloc_libc(), .n = n};
    tby_arena_init(&net->arena, alloc);
    net->first = tby_arena_take(&net->arena, (all + 1) * sizeof *net->first);
    net->depth = tby_arena_take(&net->arena, all * sizeof *net->depth);
    net->verdict = tby_arena_take(&net->arena, all);
    net->partial = tby_arena_take(&net->arena, all);
    net->beyond = tby_arena_take(&net->arena, all);
    net->ending = tby_arena_take(&net->arena, all);
    if (!net->first || !net->depth || !net->verdict || !net->partial ||
        !net->beyond || !net->ending)
        return TBY_E_NOMEM;
    memset(net->verdict, TBY_VERDICT_UNKNOWN, all);
    memset(net->partial, 0, all);
    memset(net->beyond, 0, all);
    memset(net->ending, TBY_ONGOING, all);
    net->verdict[n + TBY_NET_DRAW] = TBY_VERDICT_DRAW;
    net->verdict[n + TBY_NET_MATE] = TBY_VERDICT_LOSS;
    return TBY_OK;
}

void tby_ctree_net_free(tby_ctree_net *net)
{
    tby_arena_free(&net->arena);
    tby_grow_free(&net->alloc, net->to, net->to_cap, sizeof *net->to);
    *net = (tby_ctree_net){.alloc = net->alloc};
}

void tby_ctree_net_begin(tby_ctree_net *net, uint32_t node, tby_outcome ending)
{
    net->first[node] = (uint32_t)net->to_n;
    net->ending[node] = (uint8_t)ending;
    net->verdict[node] = (uint8_t)tby_ctree_verdict_of(ending);
}

void tby_ctree_net_ask(tby_ctree_net *net, uint32_t node, const tby_pos *pos,
                       tby_ctree_identity identity, tby_verdict_source *source,
                       void *ctx)
{
    tby_pos p = *pos;

    if (!source || net->verdict[node] != TBY_VERDICT_UNKNOWN)
        return;
    if (identity != TBY_CTREE_EXACT)
        p.halfmoves = 0;
    net->verdict[node] = (uint8_t)source(ctx, &p);
    net->asked += net->verdict[node] != TBY_VERDICT_UNKNOWN;
}

tby_rc tby_ctree_net_link(tby_ctree_net *net, uint32_t child)
{
    if (net->to_n >= TBY_MAX_TREE_ITEMS)
        return TBY_E_LIMIT;
    TBY_TRY(TBY_GROW(&net->alloc, net->to, net->to_cap, net->to_n + 1));
    net->to[net->to_n++] = child;
    return TBY_OK;
}

tby_rc tby_ctree_net_link_out(tby_ctree_net *net, uint32_t node,
                              tby_outcome ending)
{
    if (ending == TBY_ONGOING) {
        net->partial[node] = 1;
        return TBY_OK;
    }
    net->beyond[node] = 1;
    return tby_ctree_net_link(
        net, net->n + (ending == TBY_CHECKMATE ? TBY_NET_MATE : TBY_NET_DRAW));
}

tby_net tby_ctree_net_view(const tby_ctree_net *net)
{
    return (tby_net){.n = net->n + TBY_NET_EXTRA,
                     .first = net->first,
                     .to = net->to,
                     .partial = net->partial};
}

tby_rc tby_ctree_net_solve(tby_ctree_net *net)
{
    tby_net view = tby_ctree_net_view(net);

    for (uint32_t i = net->n; i <= net->n + TBY_NET_EXTRA; i++)
        net->first[i] = (uint32_t)net->to_n;
    TBY_TRY(tby_verdict_solve(&view, &net->alloc, net->verdict, net->depth));

    net->closed = net->n > 0;
    for (uint32_t i = 0; i < net->n && net->closed; i++)
        net->closed = !net->partial[i] || net->ending[i] != TBY_ONGOING;
    /* No verdict changes by these draws: a node without one either is among
     * them or has a move that nobody has looked at. */
    for (uint32_t i = 0; i < net->n && net->closed; i++)
        if (net->verdict[i] == TBY_VERDICT_UNKNOWN)
            net->verdict[i] = TBY_VERDICT_DRAW;
    return TBY_OK;
}

tby_rc tby_ctree_net_grown(tby_ctree_net *net, const tby_ctree_grown *g)
{
    TBY_TRY(tby_ctree_net_open(net, g->n, &g->alloc));
    for (uint32_t i = 0; i < g->n; i++) {
        tby_moves moves;
        tby_ctree_net_begin(net, i, (tby_outcome)g->ending[i]);
        tby_ctree_net_ask(net, i, &g->pos[i], g->job.identity, g->job.source,
                          g->job.source_ctx);
        tby_ctree_grown_moves(g, i, &moves);
        for (size_t k = 0; k < moves.n; k++) {
            tby_ctree_child child = tby_ctree_grown_child(g, i, moves.at[k]);
            uint32_t number = tby_keyset_find(&g->ids, child.key);
            TBY_TRY(number < g->n
                        ? tby_ctree_net_link(net, number)
                        : tby_ctree_net_link_out(
                              net, i, tby_ctree_ending_beyond(&child.pos)));
        }
        if (g->job.graph && g->ending[i] == TBY_ONGOING &&
            moves.n < tby_moves_count(&g->pos[i]))
            TBY_TRY(tby_ctree_net_link_out(net, i, TBY_ONGOING));
        if (g->job.progress && i % 1024 == 0)
            TBY_TRY(g->job.progress(g->job.ctx, i, g->n, i));
    }
    return tby_ctree_net_solve(net);
}
