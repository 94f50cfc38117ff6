/* merge.c - see tabiya/merge.h. */
#include "tabiya/merge.h"

#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/base/str.h"

/* --- moves ----------------------------------------------------------------*/

static tby_rc merge_edge(tby_graph *to, uint32_t at, const tby_graph *from,
                         const tby_edge *e)
{
    tby_str note = tby_graph_text(from, e->note);
    tby_str nags = tby_graph_text(from, e->nags);
    uint32_t edge;
    tby_rc rc = tby_graph_add_edge(to, at, e->move, &edge, NULL);

    if (rc == TBY_OK && note.n)
        rc = tby_graph_join_note(to, edge, note, TBY_STR(" | "));
    for (size_t i = 0; i < nags.n && rc == TBY_OK; i++)
        rc = tby_graph_add_nag(to, edge, (uint8_t)nags.p[i]);
    return rc;
}

static tby_rc merge_node(tby_graph *to, const tby_graph *from,
                         const tby_node *n, tby_merge_evals evals)
{
    bool judged = evals == TBY_MERGE_EVALS && n->eval.kind != TBY_EVAL_NONE;
    uint32_t at;

    if (!n->alive || (!n->in_n && !n->out_n && !judged))
        return TBY_OK;
    tby_rc rc = tby_graph_add_node(to, &n->pos, &at);
    if (rc == TBY_OK && judged && to->nodes[at].eval.kind == TBY_EVAL_NONE)
        tby_graph_set_eval(to, at, n->eval);
    for (uint32_t e = n->first_out; e != TBY_NONE && rc == TBY_OK;
         e = from->edges[e].next_out)
        rc = merge_edge(to, at, from, &from->edges[e]);
    return rc;
}

/* --- loose comments -------------------------------------------------------
 * There may be as many as there were games: they are looked up, not compared
 * one by one. */

typedef struct known {
    const tby_graph *g;
    uint32_t *at; /* the loose comments of g, sorted */
    size_t n;
} known;

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_graph *g = ctx;

    return tby_str_compare(tby_graph_text(g, g->loose[a]),
                           tby_graph_text(g, g->loose[b])) < 0;
}

static bool is_known(const known *k, tby_str text)
{
    size_t low = 0, high = k->n;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        tby_str other = tby_graph_text(k->g, k->g->loose[k->at[mid]]);
        int order = tby_str_compare(other, text);

        if (order == 0)
            return true;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

static tby_rc merge_loose(tby_graph *to, const tby_graph *from)
{
    known k = {.g = to, .n = to->loose_n};
    tby_rc rc = TBY_OK;

    if (!from->loose_n)
        return TBY_OK;
    k.at = tby_grow_new(&to->alloc, k.n, sizeof *k.at);
    if (!k.at)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < k.n; i++)
        k.at[i] = (uint32_t)i;
    tby_sort(k.at, k.n, comes_before, to);
    for (size_t i = 0; i < from->loose_n && rc == TBY_OK; i++) {
        tby_str text = tby_graph_text(from, from->loose[i]);

        if (!is_known(&k, text))
            rc = tby_graph_add_loose(to, text);
    }
    tby_grow_free(&to->alloc, k.at, k.n, sizeof *k.at);
    return rc;
}

tby_rc tby_graph_merge(tby_graph *to, const tby_graph *from,
                       tby_merge_evals evals)
{
    tby_str title = tby_graph_text(from, from->title);
    tby_rc rc =
        title.n ? tby_graph_join_title(to, title, TBY_STR(" + ")) : TBY_OK;

    if (from->has_color && !to->has_color)
        tby_graph_set_color(to, from->color);
    for (size_t i = 0; i < from->nodes_n && rc == TBY_OK; i++)
        rc = merge_node(to, from, &from->nodes[i], evals);
    return rc == TBY_OK ? merge_loose(to, from) : rc;
}
