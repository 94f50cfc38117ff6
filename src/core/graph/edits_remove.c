/* edits_remove.c - taking moves away, and what can then not be reached. */
#include "core/base/grow.h"
#include "core/graph/edits_int.h"
#include "tabiya/walk.h"

#include <string.h>

/* Marks what can be reached from the roots of a walk that was made before an
 * edge was taken out; `stack` has room for all nodes. */
static void mark_reachable(const tby_graph *g, const tby_walk *w, uint8_t *seen,
                           uint32_t *stack)
{
    uint32_t depth = 0;

    memset(seen, 0, g->nodes_n);
    for (uint32_t i = 0; i < w->n; i++)
        if (w->via[w->order[i]] == TBY_NONE) {
            seen[w->order[i]] = 1;
            stack[depth++] = w->order[i];
        }
    while (depth) {
        uint32_t v = stack[--depth];

        for (uint32_t d = g->nodes[v].first_out; d != TBY_NONE;
             d = g->edges[d].next_out) {
            uint32_t to = g->edges[d].to;

            if (!seen[to]) {
                seen[to] = 1;
                stack[depth++] = to;
            }
        }
    }
}

/* Takes out the nodes that are not marked, and all their edges; the room is
 * reserved. */
static void remove_unseen(tby_edits *e, const uint8_t *seen)
{
    tby_graph *g = e->g;

    for (uint32_t v = 0; v < g->nodes_n; v++)
        while (g->nodes[v].alive && !seen[v] &&
               g->nodes[v].last_out != TBY_NONE)
            tby__edits_act(
                e, (change){.kind = EDGE_OUT, .a = g->nodes[v].last_out});
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (g->nodes[v].alive && !seen[v])
            tby__edits_act(e, (change){.kind = NODE_OUT, .a = v});
}

/* Steps to `to` if the board's node is gone. */
static void leave_dead(tby_edits *e, uint32_t to)
{
    if (e->at != TBY_NONE && !e->g->nodes[e->at].alive)
        tby__edits_act(e, (change){.kind = STEP, .a = e->at, .b = to});
}

tby_rc tby_edits_remove(tby_edits *e, uint32_t edge)
{
    tby_graph *g = e->g;
    size_t from = e->done, n = g->nodes_n;
    tby_walk w;
    tby_rc rc = tby_walk_graph(&w, g, &e->alloc);

    if (rc != TBY_OK)
        return rc;
    uint8_t *seen = tby_grow_new(&e->alloc, n, sizeof *seen);
    uint32_t *stack = tby_grow_new(&e->alloc, n, sizeof *stack);
    rc =
        seen && stack
            ? tby__edits_reserve(e, (size_t)g->nodes_alive + g->edges_alive + 1)
            : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        tby__edits_act(e, (change){.kind = EDGE_OUT, .a = edge});
        mark_reachable(g, &w, seen, stack);
        remove_unseen(e, seen);
        leave_dead(e, g->edges[edge].from);
        tby__edits_end(e, from);
    }
    tby_grow_free(&e->alloc, seen, n, sizeof *seen);
    tby_grow_free(&e->alloc, stack, n, sizeof *stack);
    tby_walk_free(&w);
    return rc;
}

tby_rc tby_edits_clear(tby_edits *e)
{
    tby_graph *g = e->g;
    size_t from = e->done;
    uint8_t *seen = tby_grow_new(&e->alloc, g->nodes_n, sizeof *seen);
    tby_rc rc =
        seen
            ? tby__edits_reserve(e, (size_t)g->nodes_alive + g->edges_alive + 2)
            : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        memset(seen, 0, g->nodes_n);
        remove_unseen(e, seen);
        if (g->loose_n)
            tby__edits_act(e,
                           (change){.kind = LOOSE, .a = (uint32_t)g->loose_n});
        if (e->at != TBY_NONE)
            tby__edits_act(e,
                           (change){.kind = STEP, .a = e->at, .b = TBY_NONE});
        tby__edits_end(e, from);
    }
    tby_grow_free(&e->alloc, seen, g->nodes_n, sizeof *seen);
    return rc;
}
