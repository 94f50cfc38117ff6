/* ctree_emit.c - see ctree_emit.h. */
#include "core/ctree/ctree_emit.h"

#include "core/base/grow.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_graph.h"
#include "core/ctree/ctree_write.h"

#include <string.h>

/* --- parents --------------------------------------------------------------*/

static void turn_round(tby_ctree_emit *e)
{
    const tby_ctree_net *net = e->net;
    uint32_t *start = e->parents_start;

    for (uint32_t i = 0; i < net->n; i++)
        start[i + 1] += start[i];
    for (uint32_t i = 0; i < net->n; i++)
        for (uint32_t k = net->first[i]; k < net->first[i + 1]; k++)
            if (net->to[k] < net->n)
                e->parents[start[net->to[k]]++] = i;
    for (uint32_t i = net->n; i > 0; i--)
        start[i] = start[i - 1];
    start[0] = 0;
}

tby_rc tby_ctree_emit_open(tby_ctree_emit *e, tby_ctree_grown *grown,
                           const tby_ctree_net *net)
{
    const tby_alloc *a = &grown->alloc;

    *e = (tby_ctree_emit){.grown = grown, .net = net};
    tby_ctree_init(&e->lines, a);
    e->parents_start = tby_grow_new(a, (size_t)net->n + 1, sizeof(uint32_t));
    if (!e->parents_start)
        return TBY_E_NOMEM;
    memset(e->parents_start, 0, ((size_t)net->n + 1) * sizeof(uint32_t));
    for (size_t k = 0; k < net->to_n; k++)
        if (net->to[k] < net->n) {
            e->parents_start[net->to[k] + 1]++;
            e->parents_n++;
        }
    e->parents = tby_grow_new(a, e->parents_n, sizeof *e->parents);
    if (!e->parents)
        return TBY_E_NOMEM;
    turn_round(e);
    return TBY_OK;
}

void tby_ctree_emit_free(tby_ctree_emit *e)
{
    const tby_alloc *a = &e->grown->alloc;

    tby_grow_free(a, e->parents, e->parents_n, sizeof *e->parents);
    tby_grow_free(a, e->parents_start, (size_t)e->net->n + 1,
                  sizeof *e->parents_start);
    tby_ctree_free(&e->lines);
}

/* --- one node -------------------------------------------------------------*/

/* A root names no parents, even if moves lead back to it. */
static tby_rc add_parents(tby_ctree_emit *e, uint32_t node)
{
    tby_rc rc = TBY_OK;

    if (e->grown->parent[node] == TBY_NO_NODE)
        return TBY_OK;
    for (uint32_t k = e->parents_start[node];
         k < e->parents_start[node + 1] && rc == TBY_OK; k++)
        rc = tby_ctree_add_item(
            &e->lines,
            (tby_ctree_item){.kind = TBY_CTREE_FROM, .value = e->parents[k]});
    return rc;
}

static tby_rc add_ending(tby_ctree_emit *e, uint32_t node)
{
    uint8_t ending = e->grown->ending[node];

    if (ending == TBY_ONGOING)
        return TBY_OK;
    return tby_ctree_add_item(
        &e->lines, (tby_ctree_item){.kind = TBY_CTREE_ENDING, .value = ending});
}

/* What is known of the position that a move leads to. */
static tby_verdict mark_of(const tby_ctree_emit *e, uint32_t node,
                           uint32_t number, const tby_pos *pos)
{
    if (number < e->grown->n)
        return (tby_verdict)e->net->verdict[number];
    return e->net->beyond[node]
               ? tby_ctree_verdict_of(tby_ctree_ending_beyond(pos))
               : TBY_VERDICT_UNKNOWN;
}

static tby_rc add_move(tby_ctree_emit *e, uint32_t node, tby_move m)
{
    tby_ctree_child child = tby_ctree_grown_child(e->grown, node, m);
    tby_ctree_item item = {.kind = TBY_CTREE_MOVE, .move = m};
    tby_rc rc = tby_keyset_add(&e->grown->ids, child.key, &item.value, NULL);

    if (rc != TBY_OK)
        return rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
    item.mark =
        (unsigned)tby_ctree_opposite(mark_of(e, node, item.value, &child.pos)) &
        3u;
    e->moves++;
    return tby_ctree_add_item(&e->lines, item);
}

static tby_rc add_moves(tby_ctree_emit *e, uint32_t node)
{
    const tby_graph *graph = e->grown->job.graph;
    tby_moves moves;
    tby_rc rc = TBY_OK;

    tby_ctree_grown_moves(e->grown, node, &moves);
    for (size_t i = 0; i < moves.n && rc == TBY_OK; i++) {
        if (graph)
            rc = tby_ctree_say_edge(
                &e->lines, graph,
                tby_graph_edge(graph, e->grown->source[node], moves.at[i]));
        if (rc == TBY_OK)
            rc = add_move(e, node, moves.at[i]);
    }
    return rc;
}

tby_rc tby_ctree_emit_node(tby_ctree_emit *e, uint32_t node, tby_buf *out)
{
    tby_ctree *t = &e->lines;
    tby_ctree_node empty = {.id = node};
    const tby_graph *graph = e->grown->job.graph;

    t->nodes_n = t->items_n = t->comments_n = t->text_n = 0;
    tby_rc rc = tby_ctree_add_node(t, &empty);
    if (rc == TBY_OK)
        rc = add_parents(e, node);
    if (rc == TBY_OK)
        rc = add_ending(e, node);
    if (rc == TBY_OK && graph)
        rc = tby_ctree_say_node(t, graph, e->grown->source[node], node == 0);
    if (rc == TBY_OK)
        rc = add_moves(e, node);
    if (rc != TBY_OK)
        return rc;
    tby_ctree_write_block(out, &(tby_ctree_block){.id = node,
                                                  .pos = &e->grown->pos[node],
                                                  .items = t->items,
                                                  .items_n = t->items_n,
                                                  .tree = t});
    return out->rc;
}
