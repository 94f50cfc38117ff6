/* merge.c - see tabiya/merge.h. */
#include "tabiya/merge.h"

#include "core/base/str.h"
#include "core/logic/loose.h"

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

static tby_rc merge_loose(tby_graph *to, const tby_graph *from)
{
    tby_loose known;
    tby_rc rc = TBY_OK;

    if (!from->loose_n)
        return TBY_OK;
    rc = tby_loose_sort(&known, to, &to->alloc);
    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < from->loose_n && rc == TBY_OK; i++) {
        tby_str text = tby_graph_text(from, from->loose[i]);

        if (!tby_loose_has(&known, text))
            rc = tby_graph_add_loose(to, text);
    }
    tby_loose_free(&known);
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
