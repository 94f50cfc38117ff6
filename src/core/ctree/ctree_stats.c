#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/ctree/ctree_net.h"

#include <string.h>

/* What going through the tree breadth first needs. */
typedef struct spread {
    tby_ctree_stats *s;
    const tby_ctree *tree;
    uint32_t *ply;   /* by node; TBY_NO_NODE: not reached */
    uint32_t *queue; /* nodes as they are reached */
    uint32_t n;      /* of queue */
} spread;

static void reach(spread *p, uint32_t node, uint32_t ply)
{
    if (p->ply[node] != TBY_NO_NODE)
        return;
    p->ply[node] = ply;
    p->queue[p->n++] = node;
}

static tby_rc count_plies(spread *p)
{
    tby_ctree_stats *s = p->s;

    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t node = p->queue[i], ply = p->ply[node];
        size_t cap = s->plies_cap;
        TBY_TRY(TBY_GROW(&s->alloc, s->plies, s->plies_cap, ply + 1u));
        memset(s->plies + cap, 0, (s->plies_cap - cap) * sizeof *s->plies);
        if (ply >= s->plies_n)
            s->plies_n = ply + 1u;
        s->plies[ply].nodes++;
        s->plies[ply].verdicts[s->net.verdict[node]]++;
    }
    return TBY_OK;
}

tby_rc tby_ctree_stats_of(tby_ctree_stats *s, const tby_ctree *t,
                          tby_ctree_identity identity,
                          const tby_ctree_listener *listener)
{
    *s = (tby_ctree_stats){.alloc = t->alloc};
    TBY_TRY(tby_ctree_net_read(&s->net, t, identity, listener));
    size_t n = t->nodes_n;
    uint32_t *parents = tby_grow_new(&s->alloc, n, sizeof *parents);
    spread p = {.s = s,
                .tree = t,
                .ply = tby_grow_new(&s->alloc, n, sizeof *p.ply),
                .queue = tby_grow_new(&s->alloc, n, sizeof *p.queue)};
    tby_rc rc = parents && p.ply && p.queue ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        for (uint32_t i = 0; i < n; i++) {
            parents[i] = 0;
            p.ply[i] = TBY_NO_NODE;
            if (!tby_ctree_is_twin(t, i)) {
                const tby_ctree_node *node = &t->nodes[i];
                const tby_ctree_item *items = tby_ctree_items(t, node);

                s->nodes++;
                s->endings[s->net.ending[i]]++;
                s->verdicts[s->net.verdict[i]]++;
                for (uint32_t k = 0; k < node->items_n; k++) {
                    bool move = items[k].kind == TBY_CTREE_MOVE;

                    s->comments += items[k].kind == TBY_CTREE_COMMENT;
                    s->moves += move;
                    s->leaving += move && tby_ctree_find(t, items[k].value) ==
                                              TBY_NO_NODE;
                }
            }
        }
        for (uint32_t k = 0; k < s->net.to_n; k++)
            if (s->net.to[k] < s->net.n) {
                uint32_t before = parents[s->net.to[k]]++;

                s->links++;
                s->transpositions += before > 0;
                s->merged += before == 1;
            }
        /* the roots first, then what is reached from nowhere, in circles */
        uint32_t done = 0;

        for (int circles = 0; circles < 2; circles++)
            for (uint32_t i = 0; i < p.s->net.n; i++)
                if (!tby_ctree_is_twin(p.tree, i) &&
                    (circles || i == 0 || parents[i] == 0)) {
                    p.s->roots += p.ply[i] == TBY_NO_NODE;
                    reach(&p, i, 0);
                    const tby_ctree_net *net = &p.s->net;

                    for (; done < p.n; ++done) {
                        uint32_t from = p.queue[done];

                        for (uint32_t k = net->first[from];
                             k < net->first[from + 1]; k++)
                            if (net->to[k] < net->n)
                                reach(&p, net->to[k], p.ply[from] + 1);
                    }
                }
        rc = count_plies(&p);
    }
    tby_grow_free(&s->alloc, parents, n, sizeof *parents);
    tby_grow_free(&s->alloc, p.ply, n, sizeof *p.ply);
    tby_grow_free(&s->alloc, p.queue, n, sizeof *p.queue);
    return rc;
}

void tby_ctree_stats_free(tby_ctree_stats *s)
{
    tby_ctree_net_free(&s->net);
    tby_grow_free(&s->alloc, s->plies, s->plies_cap, sizeof *s->plies);
}

/* The item of a node that leads to another node, or to one of those for moves
 * out of the tree: then it is one that ends the game in the same way. */
static uint32_t item_of(const tby_ctree_net *net, const tby_ctree *t,
                        uint32_t node, uint32_t to)
{
    const tby_ctree_item *items = tby_ctree_items(t, &t->nodes[node]);
    uint32_t i = 0;

    for (;; i++) {
        TBY_ASSERT(i < t->nodes[node].items_n);
        if (items[i].kind != TBY_CTREE_MOVE || items[i].move == TBY_MOVE_NONE)
            continue;
        tby_pos pos = t->nodes[node].pos;
        tby_pos_play(&pos, items[i].move);
        if (to < net->n ? tby_ctree_find(t, items[i].value) == to &&
                              tby_pos_same(&t->nodes[to].pos, &pos)
                        : (uint8_t)tby_ctree_verdict_of(tby_ctree_ending_beyond(
                              &pos)) == net->verdict[to])
            return i;
    }
}

size_t tby_ctree_proof(const tby_ctree_stats *s, const tby_ctree *t,
                       uint32_t node, tby_ctree_step *steps, size_t room)
{
    tby_net net = tby_ctree_net_view(&s->net);
    size_t n = 0;

    while (node < s->net.n) {
        uint32_t link =
            tby_verdict_next(&net, s->net.verdict, s->net.depth, node);

        if (link == TBY_NO_LINK)
            break;
        if (n < room)
            steps[n] = (tby_ctree_step){
                node, item_of(&s->net, t, node, s->net.to[link])};
        n++;
        node = s->net.to[link];
    }
    return n;
}
