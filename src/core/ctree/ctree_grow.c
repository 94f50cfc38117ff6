/* ctree_grow.c - see ctree_grow.h. */
#include "core/ctree/ctree_grow.h"

#include "core/base/grow.h"
#include "tabiya/limits.h"
#include "tabiya/walk.h"

#include <string.h>

/* --- memory ---------------------------------------------------------------*/

static tby_rc room(const tby_alloc *a, void *array, size_t *cap, size_t want,
                   size_t size)
{
    void *p;

    memcpy(&p, array, sizeof p); /* array is a pointer to any pointer */
    tby_rc rc = tby_grow(a, &p, cap, want, size);
    memcpy(array, &p, sizeof p);
    return rc;
}

static tby_rc room_for_node(tby_ctree_grown *g)
{
    const tby_alloc *a = &g->alloc;
    size_t want = (size_t)g->n + 1;

    if (g->n >= g->job.max)
        return TBY_E_TREE_SIZE;
    tby_rc rc = room(a, &g->pos, &g->caps[0], want, sizeof *g->pos);
    if (rc == TBY_OK)
        rc = room(a, &g->parent, &g->caps[1], want, sizeof *g->parent);
    if (rc == TBY_OK)
        rc = room(a, &g->ply, &g->caps[2], want, sizeof *g->ply);
    if (rc == TBY_OK)
        rc = room(a, &g->ending, &g->caps[3], want, sizeof *g->ending);
    if (rc == TBY_OK && g->job.identity == TBY_CTREE_EXACT)
        rc = room(a, &g->trail, &g->caps[4], want, sizeof *g->trail);
    if (rc == TBY_OK && g->job.graph)
        rc = room(a, &g->source, &g->caps[5], want, sizeof *g->source);
    return rc;
}

void tby_ctree_grown_free(tby_ctree_grown *g)
{
    const tby_alloc *a = &g->alloc;

    tby_grow_free(a, g->pos, g->caps[0], sizeof *g->pos);
    tby_grow_free(a, g->parent, g->caps[1], sizeof *g->parent);
    tby_grow_free(a, g->ply, g->caps[2], sizeof *g->ply);
    tby_grow_free(a, g->ending, g->caps[3], sizeof *g->ending);
    tby_grow_free(a, g->trail, g->caps[4], sizeof *g->trail);
    tby_grow_free(a, g->source, g->caps[5], sizeof *g->source);
    tby_keyset_free(&g->ids);
    *g = (tby_ctree_grown){.alloc = *a};
}

/* --- nodes ----------------------------------------------------------------*/

/* How often the position of a new node stands on the way to it. */
static unsigned count_times(const tby_ctree_grown *g, uint32_t node)
{
    const tby_pos *p = &g->pos[node];
    unsigned times = 1;
    uint32_t at = node;

    if (g->job.identity != TBY_CTREE_EXACT)
        return 1;
    while (g->pos[at].halfmoves && g->parent[at] != TBY_NO_NODE) {
        at = g->parent[at];
        times += g->pos[at].key == p->key;
    }
    return times;
}

static tby_rc add_node(tby_ctree_grown *g, const tby_ctree_child *child,
                       uint32_t parent)
{
    uint32_t node = g->n;
    tby_rc rc = room_for_node(g);

    if (rc != TBY_OK)
        return rc;
    g->pos[node] = child->pos;
    g->parent[node] = parent;
    g->ply[node] = parent == TBY_NO_NODE ? 0 : g->ply[parent] + 1;
    if (g->trail)
        g->trail[node] = tby_ctree_trail(
            &child->pos, parent == TBY_NO_NODE ? 0 : g->trail[parent]);
    if (g->source)
        g->source[node] = tby_graph_find(g->job.graph, &child->pos);
    g->ending[node] = (uint8_t)tby_ctree_ending(g->job.identity, &child->pos,
                                                count_times(g, node));
    g->n++;
    return TBY_OK;
}

tby_ctree_child tby_ctree_grown_child(const tby_ctree_grown *g, uint32_t node,
                                      tby_move m)
{
    tby_ctree_child c = {.pos = g->pos[node]};
    uint64_t trail = 0;

    tby_pos_play(&c.pos, m);
    if (g->trail)
        trail = tby_ctree_trail(&c.pos, g->trail[node]);
    c.key = tby_ctree_key(g->job.identity, &c.pos, trail);
    return c;
}

static void graph_moves(const tby_ctree_grown *g, uint32_t node, tby_moves *out)
{
    const tby_graph *graph = g->job.graph;

    out->n = 0;
    for (uint32_t e = graph->nodes[g->source[node]].first_out; e != TBY_NONE;
         e = graph->edges[e].next_out)
        out->at[out->n++] = graph->edges[e].move;
}

void tby_ctree_grown_moves(const tby_ctree_grown *g, uint32_t node,
                           tby_moves *out)
{
    out->n = 0;
    if (g->job.graph)
        graph_moves(g, node, out);
    else if (g->ending[node] == TBY_ONGOING)
        tby_moves_legal(&g->pos[node], out);
    tby_ctree_order(&g->pos[node], out->at, out->n, TBY_CTREE_V1);
}

/* --- growing --------------------------------------------------------------*/

static tby_rc add_children(tby_ctree_grown *g, uint32_t node)
{
    tby_moves moves;
    tby_rc rc = TBY_OK;

    tby_ctree_grown_moves(g, node, &moves);
    for (size_t i = 0; i < moves.n && rc == TBY_OK; i++) {
        tby_ctree_child child = tby_ctree_grown_child(g, node, moves.at[i]);
        uint32_t number;
        bool made;

        rc = tby_keyset_add(&g->ids, child.key, &number, &made);
        if (rc == TBY_OK && made)
            rc = add_node(g, &child, node);
    }
    return rc;
}

static tby_rc tell(const tby_ctree_grown *g)
{
    if (!g->job.progress || g->expanded % 1024)
        return TBY_OK;
    return g->job.progress(g->job.ctx, g->expanded, g->n, g->n);
}

/* Everything that can be reached from the nodes that are there. */
static tby_rc spread(tby_ctree_grown *g)
{
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && g->expanded < g->n &&
           (g->job.graph || g->ply[g->expanded] < g->job.depth)) {
        rc = add_children(g, g->expanded++);
        if (rc == TBY_OK)
            rc = tell(g);
    }
    return rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
}

static tby_rc add_root(tby_ctree_grown *g, const tby_pos *pos)
{
    tby_ctree_child root = {.pos = *pos};
    uint32_t number;
    bool made;

    root.key = tby_ctree_key(g->job.identity, pos, tby_ctree_trail(pos, 0));
    tby_rc rc = tby_keyset_add(&g->ids, root.key, &number, &made);
    if (rc == TBY_OK && made)
        rc = add_node(g, &root, TBY_NO_NODE);
    return rc;
}

/* The order of tby_walk has the roots of a graph before what they lead to: one
 * that was not reached when its turn comes is a root. */
static tby_rc spread_graph(tby_ctree_grown *g)
{
    tby_walk walk;
    tby_rc rc = tby_walk_graph(&walk, g->job.graph, &g->alloc);

    if (rc != TBY_OK)
        return rc;
    for (uint32_t i = 0; i < walk.n && rc == TBY_OK; i++) {
        tby_pos begin = tby_walk_begin(g->job.graph, walk.order[i]);

        rc = add_root(g, &begin);
        if (rc == TBY_OK)
            rc = spread(g);
    }
    tby_walk_free(&walk);
    return rc;
}

tby_rc tby_ctree_grow(tby_ctree_grown *g, const tby_ctree_grow_job *job,
                      const tby_alloc *alloc)
{
    *g = (tby_ctree_grown){.alloc = alloc ? *alloc : tby_alloc_libc(),
                           .job = *job};
    tby_keyset_init(&g->ids, &g->alloc, TBY_MAX_TREE_IDS);
    if (job->graph)
        return spread_graph(g);
    tby_rc rc = add_root(g, &job->root);
    return rc == TBY_OK ? spread(g) : rc;
}
