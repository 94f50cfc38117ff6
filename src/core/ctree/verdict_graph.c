/* verdict_graph.c - a repertoire as a net of nodes and links, and what it
 * proves. */
#include "core/base/grow.h"
#include "tabiya/moves.h"
#include "tabiya/outcome.h"
#include "tabiya/verdict.h"
#include "tabiya/winnable.h"

tby_verdict tby_verdict_of_pos(void *ctx, const tby_pos *p)
{
    (void)ctx;
    if (tby_moves_count(p) == 0)
        return tby_pos_checkers(p) ? TBY_VERDICT_LOSS : TBY_VERDICT_DRAW;
    return tby_pos_insufficient(p) || tby_pos_dead_quick(p)
               ? TBY_VERDICT_DRAW
               : TBY_VERDICT_UNKNOWN;
}

void tby_verdicts_free(tby_verdicts *v)
{
    size_t n = v->net.n, links = v->first ? v->first[n] : 0;

    tby_grow_free(&v->alloc, v->to, links, sizeof *v->to);
    tby_grow_free(&v->alloc, v->edges, links, sizeof *v->edges);
    tby_grow_free(&v->alloc, v->first, n + 1, sizeof *v->first);
    tby_grow_free(&v->alloc, v->partial, n, 1);
    tby_grow_free(&v->alloc, v->verdict, n, 1);
    tby_grow_free(&v->alloc, v->depth, n, sizeof *v->depth);
    *v = (tby_verdicts){.alloc = v->alloc};
}

/* Memory for a net of the graph's size, first[] and its sum filled in so that
 * it can be given back at any time. */
static bool open_net(tby_verdicts *v, const tby_graph *g)
{
    size_t n = g->nodes_n;

    *v = (tby_verdicts){.alloc = g->alloc, .net.n = (uint32_t)n};
    v->first = tby_grow_new(&v->alloc, n + 1, sizeof *v->first);
    if (!v->first)
        return false;
    v->first[0] = 0;
    for (size_t i = 0; i < n; i++)
        v->first[i + 1] =
            v->first[i] + (g->nodes[i].alive ? g->nodes[i].out_n : 0);
    v->to = tby_grow_new(&v->alloc, v->first[n], sizeof *v->to);
    v->edges = tby_grow_new(&v->alloc, v->first[n], sizeof *v->edges);
    v->partial = tby_grow_new(&v->alloc, n, 1);
    v->verdict = tby_grow_new(&v->alloc, n, 1);
    v->depth = tby_grow_new(&v->alloc, n, sizeof *v->depth);
    v->net.first = v->first;
    v->net.to = v->to;
    v->net.partial = v->partial;
    return v->to && v->edges && v->partial && v->verdict && v->depth;
}

static void enter_node(tby_verdicts *v, const tby_graph *g, uint32_t node)
{
    uint32_t link = v->first[node];

    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        v->to[link] = g->edges[e].to;
        v->edges[link++] = e;
    }
    v->partial[node] =
        g->nodes[node].out_n < tby_moves_count(&g->nodes[node].pos);
}

tby_rc tby_verdicts_of_graph(const tby_graph *g, tby_verdict_source *source,
                             void *ctx, tby_verdicts *out)
{
    tby_verdicts v;
    tby_rc rc = open_net(&v, g) ? TBY_OK : TBY_E_NOMEM;

    if (!source)
        source = tby_verdict_of_pos;
    for (uint32_t i = 0; i < v.net.n && rc == TBY_OK; i++) {
        v.verdict[i] = TBY_VERDICT_UNKNOWN;
        if (!g->nodes[i].alive)
            continue;
        enter_node(&v, g, i);
        v.verdict[i] = (uint8_t)source(ctx, &g->nodes[i].pos);
    }
    if (rc == TBY_OK)
        rc = tby_verdict_solve(&v.net, &v.alloc, v.verdict, v.depth);
    if (rc == TBY_OK)
        *out = v;
    else
        tby_verdicts_free(&v);
    return rc;
}
