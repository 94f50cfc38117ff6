#include "tabiya/graph.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/base/str.h"
#include "tabiya/limits.h"

void tby_graph_init(tby_graph *g, const tby_alloc *alloc)
{
    *g = (tby_graph){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_graph_free(tby_graph *g)
{
    const tby_alloc *a = &g->alloc;

    tby_grow_free(a, g->text, g->text_cap, 1);
    tby_grow_free(a, g->nodes, g->nodes_cap, sizeof *g->nodes);
    tby_grow_free(a, g->edges, g->edges_cap, sizeof *g->edges);
    tby_grow_free(a, g->loose, g->loose_cap, sizeof *g->loose);
    tby_grow_free(a, g->slots, g->slots_n, sizeof *g->slots);
    tby_graph_init(g, &g->alloc);
}

/* The dead stay among the nodes by position, so that one can be revived without
 * being looked for. */

static tby_hashmap map_of(const tby_graph *g)
{
    return (tby_hashmap){g->slots, g->slots_n};
}

uint32_t tby_graph_find(const tby_graph *g, const tby_pos *pos)
{
    const tby_hashmap m = map_of(g);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&m, pos->key, k)) != TBY_NONE; k++)
        if (g->nodes[i].alive && tby_pos_same(&g->nodes[i].pos, pos))
            return i;
    return TBY_NONE;
}

tby_rc tby_graph_add_node(tby_graph *g, const tby_pos *pos, uint32_t *node)
{
    uint32_t found = tby_graph_find(g, pos);
    tby_hashmap m = map_of(g);

    if (found == TBY_NONE) {
        if (g->nodes_n >= TBY_MAX_NODES)
            return TBY_E_LIMIT;
        TBY_TRY(TBY_GROW(&g->alloc, g->nodes, g->nodes_cap, g->nodes_n + 1));
        TBY_HASHMAP_ROOM(&m, &g->alloc, g->nodes_n, g->nodes[i].pos.key);
        g->slots = m.slots;
        g->slots_n = m.slots_n;
        found = (uint32_t)g->nodes_n++;
        g->nodes[found] = (tby_node){.pos = *pos,
                                     .first_out = TBY_NONE,
                                     .last_out = TBY_NONE,
                                     .first_in = TBY_NONE,
                                     .last_in = TBY_NONE,
                                     .alive = true};
        tby_hashmap_put(&m, pos->key, found);
        g->nodes_alive++;
    }
    TBY_ASSERT(g->nodes_alive <= g->nodes_n);
    *node = found;
    return TBY_OK;
}

uint32_t tby_graph_edge(const tby_graph *g, uint32_t from, tby_move move)
{
    uint32_t e = g->nodes[from].first_out;

    while (e != TBY_NONE && g->edges[e].move != move)
        e = g->edges[e].next_out;
    return e;
}

/* Sets what comes after, and before, an edge's neighbours in the lists of its
 * two nodes, or the ends of those lists. */
static void join(tby_graph *g, const tby_edge *e, uint32_t after_prev_out,
                 uint32_t before_next_out, uint32_t after_prev_in,
                 uint32_t before_next_in)
{
    tby_node *from = &g->nodes[e->from], *to = &g->nodes[e->to];

    *(e->prev_out == TBY_NONE ? &from->first_out
                              : &g->edges[e->prev_out].next_out) =
        after_prev_out;
    *(e->next_out == TBY_NONE ? &from->last_out
                              : &g->edges[e->next_out].prev_out) =
        before_next_out;
    *(e->prev_in == TBY_NONE ? &to->first_in : &g->edges[e->prev_in].next_in) =
        after_prev_in;
    *(e->next_in == TBY_NONE ? &to->last_in : &g->edges[e->next_in].prev_in) =
        before_next_in;
}

void tby_graph_relink(tby_graph *g, uint32_t edge)
{
    tby_edge *e = &g->edges[edge];

    TBY_ASSERT(!e->alive);
    join(g, e, edge, edge, edge, edge);
    e->alive = true;
    g->nodes[e->from].out_n++;
    g->nodes[e->to].in_n++;
    g->edges_alive++;
}

void tby_graph_unlink(tby_graph *g, uint32_t edge)
{
    tby_edge *e = &g->edges[edge];

    TBY_ASSERT(e->alive);
    join(g, e, e->next_out, e->prev_out, e->next_in, e->prev_in);
    e->alive = false;
    g->nodes[e->from].out_n--;
    g->nodes[e->to].in_n--;
    g->edges_alive--;
}

tby_rc tby_graph_add_edge(tby_graph *g, uint32_t from, tby_move move,
                          uint32_t *edge, bool *made)
{
    uint32_t found = tby_graph_edge(g, from, move), to;
    bool is_new = found == TBY_NONE;

    TBY_ASSERT(from < g->nodes_n && g->nodes[from].alive);
    if (is_new) {
        tby_pos next = g->nodes[from].pos;

        if (g->edges_n >= TBY_MAX_EDGES)
            return TBY_E_LIMIT;
        tby_rc rc = TBY_GROW(&g->alloc, g->edges, g->edges_cap, g->edges_n + 1);
        tby_pos_play(&next, move);
        if (rc == TBY_OK)
            rc = tby_graph_add_node(g, &next, &to);
        if (rc != TBY_OK)
            return rc;
        /* after those that its two nodes have */
        found = (uint32_t)g->edges_n++;
        g->edges[found] = (tby_edge){.from = from,
                                     .to = to,
                                     .move = move,
                                     .prev_out = g->nodes[from].last_out,
                                     .next_out = TBY_NONE,
                                     .prev_in = g->nodes[to].last_in,
                                     .next_in = TBY_NONE};
        tby_graph_relink(g, found);
    }
    if (made)
        *made = is_new;
    *edge = found;
    return TBY_OK;
}

void tby_graph_drop_node(tby_graph *g, uint32_t node)
{
    tby_node *n = &g->nodes[node];

    TBY_ASSERT(n->alive && !n->in_n && !n->out_n);
    n->alive = false;
    g->nodes_alive--;
}

void tby_graph_revive_node(tby_graph *g, uint32_t node)
{
    TBY_ASSERT(!g->nodes[node].alive);
    g->nodes[node].alive = true;
    g->nodes_alive++;
}

void tby_graph_set_color(tby_graph *g, tby_color color)
{
    g->has_color = true;
    g->color = color;
}

void tby_graph_place(tby_graph *g, uint32_t node, double x, double y)
{
    TBY_ASSERT(node < g->nodes_n);
    g->nodes[node].x = x;
    g->nodes[node].y = y;
    g->nodes[node].placed = true;
}

void tby_graph_unplace(tby_graph *g, uint32_t node)
{
    g->nodes[node].placed = false;
}

void tby_graph_set_eval(tby_graph *g, uint32_t node, tby_eval eval)
{
    TBY_ASSERT(node < g->nodes_n);
    g->nodes[node].eval = eval;
}

static bool same_text(const tby_graph *a, tby_span s, const tby_graph *b,
                      tby_span t)
{
    return tby_str_equal(tby_graph_text(a, s), tby_graph_text(b, t));
}

/* Files keep one decimal. */
static bool near(double a, double b)
{
    return a - b > -0.051 && a - b < 0.051;
}

static bool same_moves(const tby_graph *a, const tby_node *m,
                       const tby_graph *b, const tby_node *n)
{
    uint32_t d = m->first_out, e = n->first_out;

    while (d != TBY_NONE && e != TBY_NONE) {
        const tby_edge *f = &a->edges[d], *h = &b->edges[e];

        if (f->move != h->move || !same_text(a, f->note, b, h->note) ||
            !same_text(a, f->nags, b, h->nags))
            return false;
        d = f->next_out;
        e = h->next_out;
    }
    return d == e;
}

tby_rc tby_graph_compare(const tby_graph *a, const tby_graph *b)
{
    if (a->nodes_alive != b->nodes_alive || a->edges_alive != b->edges_alive ||
        a->loose_n != b->loose_n || a->has_color != b->has_color ||
        (a->has_color && a->color != b->color) ||
        !same_text(a, a->title, b, b->title))
        return TBY_DONE;
    for (size_t i = 0; i < a->loose_n; i++)
        if (!same_text(a, a->loose[i], b, b->loose[i]))
            return TBY_DONE;
    for (size_t i = 0; i < a->nodes_n; i++) {
        const tby_node *m = &a->nodes[i];
        if (!m->alive)
            continue;
        uint32_t j = tby_graph_find(b, &m->pos);
        const tby_node *n = j == TBY_NONE ? NULL : &b->nodes[j];
        if (!n || m->out_n != n->out_n || m->in_n != n->in_n ||
            m->placed != n->placed ||
            (m->placed && !(near(m->x, n->x) && near(m->y, n->y))) ||
            !tby_eval_equal(m->eval, n->eval) || !same_moves(a, m, b, n))
            return TBY_DONE;
    }
    return TBY_OK;
}
