/* source.c - see source.h. */
#include "work/ctree/source.h"

#include "core/base/grow.h"
#include "work/rep/import.h"

enum { AT_ONCE = 256 }; /* games that are seen at one moment */

static tby_rc tell(const tby_ctree_source *s, uint64_t done, uint64_t total,
                   uint64_t amount)
{
    return s->progress ? s->progress(s->ctx, done, total, amount) : TBY_OK;
}

/* --- games ----------------------------------------------------------------*/

typedef struct merging {
    const tby_ctree_source *s;
    tby_games_visitor visitor;
    void *part;
    tby_game game;
} merging;

static tby_rc merge_one(merging *m, uint32_t id)
{
    tby_games_item item = {.game = &m->game};
    tby_rc rc = tby_store_game(m->s->store, id, &m->game);

    return rc == TBY_OK ? m->visitor.game(m->visitor.ctx, m->part, &item) : rc;
}

static tby_rc merge_some(merging *m, const uint32_t *ids, size_t n)
{
    tby_rc rc = tby_store_hold(m->s->store);

    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        rc = merge_one(m, ids[i]);
    tby_store_release(m->s->store);
    return rc == TBY_OK ? m->visitor.join(m->visitor.ctx, m->part) : rc;
}

static tby_rc merge_all(merging *m, const tby_games_answer *found)
{
    tby_rc rc = TBY_OK;
    size_t n;

    m->part = m->visitor.part(m->visitor.ctx);
    if (!m->part)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < found->n && rc == TBY_OK; i += n) {
        n = found->n - i < AT_ONCE ? found->n - i : AT_ONCE;
        rc = merge_some(m, found->ids + i, n);
        if (rc == TBY_OK)
            rc = tell(m->s, i + n, found->n, i + n);
    }
    m->visitor.drop(m->visitor.ctx, m->part);
    return rc;
}

tby_rc tby_ctree_add_games(const tby_ctree_source *s, tby_rep_importer *im,
                           uint64_t *games)
{
    merging m = {.s = s};
    tby_games_answer found;
    tby_rc rc = tby_store_find(s->store, s->filter, TBY_BY_ID, 0, 0, &found);

    if (rc != TBY_OK)
        return rc;
    tby_game_init(&m.game, NULL);
    for (tby_import_stage stage = tby_rep_importer_first(im);
         stage < TBY_IMPORT_STAGES && rc == TBY_OK; stage++) {
        tby_rep_importer_begin(im, stage);
        m.visitor = tby_rep_importer_visitor(im);
        rc = merge_all(&m, &found);
    }
    *games = found.n;
    tby_game_free(&m.game);
    tby_games_free(&found);
    return rc;
}

/* --- positions ------------------------------------------------------------*/

/* Nodes of a graph are numbered as they come, so that those which were not yet
 * asked for are the last ones: breadth first, by a counter. */
typedef struct spreading {
    const tby_ctree_source *s;
    tby_graph *graph;
    uint64_t min_games;
    uint32_t *plies; /* by node */
    size_t plies_cap;
} spreading;

static tby_rc set_ply(spreading *p, uint32_t node, uint32_t ply)
{
    void *grown = p->plies;
    tby_rc rc = tby_grow(&p->graph->alloc, &grown, &p->plies_cap, node + 1u,
                         sizeof *p->plies);

    p->plies = grown;
    if (rc == TBY_OK)
        p->plies[node] = ply;
    return rc;
}

static tby_rc take_moves(spreading *p, uint32_t node,
                         const tby_position_answer *found)
{
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < found->moves_n && rc == TBY_OK; i++) {
        size_t nodes = p->graph->nodes_n;
        uint32_t edge;

        if (found->moves[i].reached < p->min_games)
            continue;
        rc = tby_graph_add_edge(p->graph, node, found->moves[i].move, &edge,
                                NULL);
        if (rc == TBY_OK && p->graph->nodes_n > nodes)
            rc = set_ply(p, (uint32_t)nodes, p->plies[node] + 1);
    }
    return rc;
}

static tby_rc ask(spreading *p, uint32_t node)
{
    static const tby_position_wanted NOTHING = {0, 0};
    tby_position_answer found;
    tby_rc rc = tby_store_position(p->s->store, &p->graph->nodes[node].pos,
                                   p->s->filter, &NOTHING, &found);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    rc = take_moves(p, node, &found);
    tby_position_free(&found);
    return rc;
}

tby_rc tby_ctree_add_positions(const tby_ctree_source *s, const tby_pos *root,
                               uint64_t min_games, tby_graph *g)
{
    spreading p = {.s = s, .graph = g, .min_games = min_games};
    uint32_t node;
    tby_rc rc = tby_graph_add_node(g, root, &node);

    if (rc == TBY_OK)
        rc = set_ply(&p, node, 0);
    for (uint32_t i = 0; rc == TBY_OK && i < g->nodes_n; i++) {
        if (!s->depth || p.plies[i] < s->depth)
            rc = ask(&p, i);
        if (rc == TBY_OK)
            rc = tell(s, i + 1, g->nodes_n, g->nodes_n);
    }
    tby_grow_free(&g->alloc, p.plies, p.plies_cap, sizeof *p.plies);
    return rc;
}
