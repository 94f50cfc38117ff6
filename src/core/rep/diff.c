#include "tabiya/diff.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/rep/loose.h"
#include "tabiya/walk.h"

#include <string.h>

const char *tby_diff_name(tby_diff_kind kind)
{
    static const char *const names[] = {
#define NAME(symbol, name) name,
        TBY_DIFF_MAP(NAME)
#undef NAME
    };

    return names[kind];
}

typedef struct pair {
    const tby_graph *a, *b;
    tby_diff *out;
} pair;

static const tby_difference NOTHING = {
    .node_a = TBY_NONE,
    .node_b = TBY_NONE,
    .edge_a = TBY_NONE,
    .edge_b = TBY_NONE,
    .loose_a = TBY_NONE,
    .loose_b = TBY_NONE,
};

static tby_rc add(const pair *p, tby_difference one)
{
    TBY_TRY(TBY_GROW(&p->out->alloc, p->out->at, p->out->cap, p->out->n + 1));
    p->out->at[p->out->n++] = one;
    return TBY_OK;
}

static bool same_text(const pair *p, tby_span a, tby_span b)
{
    return tby_str_equal(tby_graph_text(p->a, a), tby_graph_text(p->b, b));
}

static tby_rc compare_loose(const pair *p)
{
    tby_loose a, b = {.at = NULL};
    size_t i = 0, k = 0;

    TBY_TRY(tby_loose_sort(&a, p->a, &p->out->alloc));
    tby_rc rc = tby_loose_sort(&b, p->b, &p->out->alloc);
    while (rc == TBY_OK && (i < a.n || k < b.n)) {
        tby_difference one = NOTHING;
        int order = i == a.n ? 1 : -1;

        if (i < a.n && k < b.n)
            order =
                tby_str_compare(tby_loose_text(&a, i), tby_loose_text(&b, k));
        one.kind = TBY_DIFF_COMMENT;
        if (order < 0)
            one.loose_a = a.at[i];
        else if (order > 0)
            one.loose_b = b.at[k];
        i += order <= 0;
        k += order >= 0;
        if (order)
            rc = add(p, one);
    }
    if (b.at)
        tby_loose_free(&b);
    tby_loose_free(&a);
    return rc;
}

/* The same glyphs; a move has none of them twice. */
static bool same_nags(const pair *p, tby_span a, tby_span b)
{
    tby_str have = tby_graph_text(p->a, a), want = tby_graph_text(p->b, b);

    for (size_t i = 0; i < want.n; i++)
        if (!memchr(have.p, want.p[i], have.n))
            return false;
    return have.n == want.n;
}

static uint32_t edge_of(const tby_graph *g, uint32_t node, tby_move move)
{
    return node == TBY_NONE ? TBY_NONE : tby_graph_edge(g, node, move);
}

static tby_eval eval_of(const tby_graph *g, uint32_t node)
{
    static const tby_eval none = {.kind = TBY_EVAL_NONE};

    return node == TBY_NONE ? none : g->nodes[node].eval;
}

static tby_rc compare_nodes(const pair *p, uint32_t a, uint32_t b)
{
    const tby_node *node_a = a == TBY_NONE ? NULL : &p->a->nodes[a];
    const tby_node *node_b = b == TBY_NONE ? NULL : &p->b->nodes[b];
    tby_difference one = NOTHING;

    one.node_a = a;
    one.node_b = b;
    /* a position that only one of them has differs by the move that leads
     * there, unless none does */
    one.kind = TBY_DIFF_EVAL;
    if (((node_a && node_b) || !(node_a ? node_a : node_b)->in_n) &&
        !tby_eval_equal(eval_of(p->a, a), eval_of(p->b, b)))
        TBY_TRY(add(p, one));
    for (uint32_t e = node_a ? node_a->first_out : TBY_NONE; e != TBY_NONE;
         e = p->a->edges[e].next_out) {
        const tby_edge *x = &p->a->edges[e];

        one.edge_a = e;
        one.edge_b = edge_of(p->b, b, x->move);
        one.kind = TBY_DIFF_MOVE;
        if (one.edge_b == TBY_NONE) {
            TBY_TRY(add(p, one));
            continue;
        }
        const tby_edge *y = &p->b->edges[one.edge_b];
        one.kind = TBY_DIFF_NOTE;
        if (!same_text(p, x->note, y->note))
            TBY_TRY(add(p, one));
        one.kind = TBY_DIFF_NAGS;
        if (!same_nags(p, x->nags, y->nags))
            TBY_TRY(add(p, one));
    }
    /* the moves that only b has */
    one.kind = TBY_DIFF_MOVE;
    one.edge_a = TBY_NONE;
    for (uint32_t e = node_b ? node_b->first_out : TBY_NONE; e != TBY_NONE;
         e = p->b->edges[e].next_out) {
        one.edge_b = e;
        if (edge_of(p->a, a, p->b->edges[e].move) == TBY_NONE)
            TBY_TRY(add(p, one));
    }
    return TBY_OK;
}

/* From the nodes of a, and then from those that only b has. */
static tby_rc walk(const pair *p, bool from_b)
{
    const tby_graph *g = from_b ? p->b : p->a, *other = from_b ? p->a : p->b;
    tby_rc rc = TBY_OK;
    tby_walk w;

    TBY_TRY(tby_walk_graph(&w, g, &p->out->alloc));
    for (uint32_t i = 0; i < w.n && rc == TBY_OK; i++) {
        uint32_t there = tby_graph_find(other, &g->nodes[w.order[i]].pos);
        if (!from_b)
            rc = compare_nodes(p, w.order[i], there);
        else if (there == TBY_NONE)
            rc = compare_nodes(p, TBY_NONE, w.order[i]);
    }
    tby_walk_free(&w);
    return rc;
}

tby_rc tby_diff_of(tby_diff *d, const tby_graph *a, const tby_graph *b,
                   const tby_alloc *alloc)
{
    tby_diff made = {.alloc = alloc ? *alloc : tby_alloc_libc()};
    pair p = {a, b, &made};
    tby_difference one = NOTHING;
    tby_rc rc = TBY_OK;

    one.kind = TBY_DIFF_TITLE;
    if (a->title.n && b->title.n && !same_text(&p, a->title, b->title))
        rc = add(&p, one);
    one.kind = TBY_DIFF_COLOR;
    if (rc == TBY_OK && a->has_color && b->has_color && a->color != b->color)
        rc = add(&p, one);
    if (rc == TBY_OK)
        rc = compare_loose(&p);
    if (rc == TBY_OK)
        rc = walk(&p, false);
    if (rc == TBY_OK)
        rc = walk(&p, true);
    if (rc == TBY_OK)
        *d = made;
    else
        tby_diff_free(&made);
    return rc;
}

void tby_diff_free(tby_diff *d)
{
    tby_grow_free(&d->alloc, d->at, d->cap, sizeof *d->at);
    *d = (tby_diff){.alloc = d->alloc};
}
