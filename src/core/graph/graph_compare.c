/* graph_compare.c - whether two graphs say the same. */
#include "core/base/str.h"
#include "tabiya/graph.h"

static bool same_text(const tby_graph *a, tby_span s, const tby_graph *b,
                      tby_span t)
{
    return tby_str_equal(tby_graph_text(a, s), tby_graph_text(b, t));
}

static bool same_head(const tby_graph *a, const tby_graph *b)
{
    if (a->nodes_alive != b->nodes_alive || a->edges_alive != b->edges_alive ||
        a->loose_n != b->loose_n || a->has_color != b->has_color ||
        (a->has_color && a->color != b->color) ||
        !same_text(a, a->title, b, b->title))
        return false;
    for (size_t i = 0; i < a->loose_n; i++)
        if (!same_text(a, a->loose[i], b, b->loose[i]))
            return false;
    return true;
}

/* Files keep one decimal. */
static bool near(double a, double b)
{
    double d = a - b;

    return d > -0.051 && d < 0.051;
}

static bool same_node(const tby_node *a, const tby_node *b)
{
    return a->out_n == b->out_n && a->in_n == b->in_n &&
           a->placed == b->placed &&
           (!a->placed || (near(a->x, b->x) && near(a->y, b->y))) &&
           tby_eval_equal(a->eval, b->eval);
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
    if (!same_head(a, b))
        return TBY_DONE;
    for (size_t i = 0; i < a->nodes_n; i++) {
        const tby_node *m = &a->nodes[i];
        uint32_t j = m->alive ? tby_graph_find(b, &m->pos) : TBY_NONE;

        if (m->alive && (j == TBY_NONE || !same_node(m, &b->nodes[j]) ||
                         !same_moves(a, m, b, &b->nodes[j])))
            return TBY_DONE;
    }
    return TBY_OK;
}
