#include "core/ctree/ctree_grow.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "tabiya/limits.h"
#include "tabiya/moves.h"
#include "tabiya/walk.h"

void tby_ctree_grown_free(tby_ctree_grown *g)
{
    const tby_alloc *a = &g->alloc;

    tby_grow_free(a, g->pos, g->caps[0], sizeof *g->pos);
    tby_grow_free(a, g->parent, g->caps[1], sizeof *g->parent);
    tby_grow_free(a, g->ply, g->caps[2], sizeof *g->ply);
    tby_grow_free(a, g->ending, g->caps[3], sizeof *g->ending);
    tby_grow_free(a, g->path_key, g->caps[4], sizeof *g->path_key);
    tby_grow_free(a, g->source, g->caps[5], sizeof *g->source);
    tby_keyset_free(&g->ids);
    *g = (tby_ctree_grown){.alloc = *a};
}

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
    const tby_alloc *a = &g->alloc;
    size_t want = (size_t)g->n + 1;

    if (g->n >= g->job.max)
        return TBY_E_TREE_SIZE;
    TBY_TRY(TBY_GROW(a, g->pos, g->caps[0], want));
    TBY_TRY(TBY_GROW(a, g->parent, g->caps[1], want));
    TBY_TRY(TBY_GROW(a, g->ply, g->caps[2], want));
    TBY_TRY(TBY_GROW(a, g->ending, g->caps[3], want));
    if (g->job.identity == TBY_CTREE_EXACT)
        TBY_TRY(TBY_GROW(a, g->path_key, g->caps[4], want));
    if (g->job.graph)
        TBY_TRY(TBY_GROW(a, g->source, g->caps[5], want));

    g->pos[node] = child->pos;
    g->parent[node] = parent;
    g->ply[node] = parent == TBY_NO_NODE ? 0 : g->ply[parent] + 1;
    if (g->path_key)
        g->path_key[node] = tby_ctree_path_key(
            &child->pos, parent == TBY_NO_NODE ? 0 : g->path_key[parent]);
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
    uint64_t path_key = 0;

    tby_pos_play(&c.pos, m);
    if (g->path_key)
        path_key = tby_ctree_path_key(&c.pos, g->path_key[node]);
    c.key = tby_ctree_key(g->job.identity, &c.pos, path_key);
    return c;
}

void tby_ctree_grown_moves(const tby_ctree_grown *g, uint32_t node,
                           tby_moves *out)
{
    const tby_graph *graph = g->job.graph;

    out->n = 0;
    if (graph) {
        for (uint32_t e = graph->nodes[g->source[node]].first_out;
             e != TBY_NONE; e = graph->edges[e].next_out)
            out->at[out->n++] = graph->edges[e].move;
    } else if (g->ending[node] == TBY_ONGOING)
        tby_moves_legal(&g->pos[node], out);
    tby_ctree_order(&g->pos[node], out->at, out->n, TBY_CTREE_V1);
}

/* Everything that can be reached from the nodes that are there. */
static tby_rc spread(tby_ctree_grown *g)
{
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && g->expanded < g->n &&
           (g->job.graph || g->ply[g->expanded] < g->job.depth)) {
        uint32_t node = g->expanded++;
        tby_moves moves;

        tby_ctree_grown_moves(g, node, &moves);
        for (size_t i = 0; i < moves.n && rc == TBY_OK; i++) {
            tby_ctree_child child = tby_ctree_grown_child(g, node, moves.at[i]);
            uint32_t number;
            bool made;

            rc = tby_keyset_add(&g->ids, child.key, &number, &made);
            if (rc == TBY_OK && made)
                rc = add_node(g, &child, node);
        }
        if (rc == TBY_OK && g->job.progress && g->expanded % 1024 == 0)
            rc = g->job.progress(g->job.ctx, g->expanded, g->n, g->n);
    }
    return rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
}

static tby_rc add_root(tby_ctree_grown *g, const tby_pos *pos)
{
    tby_ctree_child root = {.pos = *pos};
    uint32_t number;
    bool made;

    root.key = tby_ctree_key(g->job.identity, pos, tby_ctree_path_key(pos, 0));
    TBY_TRY(tby_keyset_add(&g->ids, root.key, &number, &made));
    if (made)
        TBY_TRY(add_node(g, &root, TBY_NO_NODE));
    return TBY_OK;
}

tby_rc tby_ctree_grow(tby_ctree_grown *g, const tby_ctree_grow_job *job,
                      const tby_alloc *alloc)
{
    *g = (tby_ctree_grown){.alloc = alloc ? *alloc : tby_alloc_libc(),
                           .job = *job};
    tby_keyset_init(&g->ids, &g->alloc, TBY_MAX_TREE_IDS);
    if (job->graph) {
        /* The order of tby_walk has the roots of a graph before what they lead
         * to: one that was not reached when its turn comes is a root. */
        tby_walk walk;
        tby_rc rc = TBY_OK;

        TBY_TRY(tby_walk_graph(&walk, g->job.graph, &g->alloc));
        for (uint32_t i = 0; i < walk.n && rc == TBY_OK; i++) {
            tby_pos begin = tby_walk_begin(g->job.graph, walk.order[i]);

            rc = add_root(g, &begin);
            if (rc == TBY_OK)
                rc = spread(g);
        }
        tby_walk_free(&walk);
        return rc;
    }
    TBY_TRY(add_root(g, &job->root));
    return spread(g);
}

/* A node of the ply that is counted from. */
typedef struct place {
    tby_pos pos;
    uint64_t path_key;
} place;

typedef struct counter {
    tby_alloc alloc;
    const tby_ctree_count_job *job;
    tby_keyset keys; /* of the next ply */
    place *now, *next;
    size_t now_n, now_cap, next_n, next_cap;
    bool last; /* the next ply is: its positions are not needed */
} counter;

static tby_rc keep(counter *c, const place *p)
{
    TBY_TRY(TBY_GROW(&c->alloc, c->next, c->next_cap, c->next_n + 1));
    c->next[c->next_n++] = *p;
    return TBY_OK;
}

static void report_ply(const counter *c, unsigned ply, uint64_t nodes)
{
    if (c->job->ply)
        c->job->ply(c->job->ctx, ply, nodes);
}

tby_rc tby_ctree_count(const tby_ctree_count_job *job, const tby_alloc *alloc)
{
    counter c = {.alloc = alloc ? *alloc : tby_alloc_libc(), .job = job};
    place root = {job->root, tby_ctree_path_key(&job->root, 0)};

    tby_keyset_init(&c.keys, &c.alloc, TBY_MAX_TREE_IDS);
    tby_rc rc = keep(&c, &root);
    if (rc == TBY_OK)
        report_ply(&c, 0, 1);
    for (unsigned ply = 1; ply <= job->depth && rc == TBY_OK; ply++) {
        place *p = c.now;
        size_t cap = c.now_cap;

        c.now = c.next;
        c.now_n = c.next_n;
        c.now_cap = c.next_cap;
        c.next = p;
        c.next_cap = cap;
        c.last = ply == job->depth;
        tby_keyset_clear(&c.keys);
        c.next_n = 0;
        for (size_t i = 0; i < c.now_n && rc == TBY_OK; i++) {
            const place *from = &c.now[i];
            tby_moves moves;
            tby_moves_legal(&from->pos, &moves);
            for (size_t k = 0; k < moves.n && rc == TBY_OK; k++) {
                place to = *from;
                uint32_t number;
                bool made;

                tby_pos_play(&to.pos, moves.at[k]);
                to.path_key = tby_ctree_path_key(&to.pos, from->path_key);
                rc = tby_keyset_add(
                    &c.keys,
                    tby_ctree_key(c.job->identity, &to.pos, to.path_key),
                    &number, &made);
                if (rc == TBY_OK && made && !c.last)
                    rc = keep(&c, &to);
            }
            if (rc == TBY_OK && c.job->progress && i % 1024 == 0)
                rc = c.job->progress(c.job->ctx, i, c.now_n, c.keys.n);
        }
        rc = rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
        if (rc == TBY_OK)
            report_ply(&c, ply, c.keys.n);
    }
    tby_keyset_free(&c.keys);
    tby_grow_free(&c.alloc, c.now, c.now_cap, sizeof *c.now);
    tby_grow_free(&c.alloc, c.next, c.next_cap, sizeof *c.next);
    return rc;
}
