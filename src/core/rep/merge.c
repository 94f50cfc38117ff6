/* merge.c - see tabiya/merge.h. */
#include "core/rep/merge.h"

#include "core/base/str.h"
#include "core/rep/loose.h"

typedef struct merger {
    tby_graph *to;
    const tby_graph *from;
    tby_merge_evals evals;
    uint64_t *full; /* NULL: what there is no room for ends it */
} merger;

/* Of adding a text. */
static tby_rc unless_full(const merger *m, tby_rc rc)
{
    if (rc != TBY_E_LIMIT || !m->full)
        return rc;
    ++*m->full;
    return TBY_OK;
}

static tby_rc merge_edge(const merger *m, uint32_t at, const tby_edge *e)
{
    tby_str note = tby_graph_text(m->from, e->note);
    tby_str nags = tby_graph_text(m->from, e->nags);
    uint32_t edge;
    tby_rc rc = tby_graph_add_edge(m->to, at, e->move, &edge, NULL);

    if (rc == TBY_OK && note.n)
        rc = unless_full(
            m, tby_graph_join_note(m->to, edge, note, TBY_STR(" | ")));
    for (size_t i = 0; i < nags.n && rc == TBY_OK; i++)
        rc = unless_full(m, tby_graph_add_nag(m->to, edge, (uint8_t)nags.p[i]));
    return rc;
}

static tby_rc merge_node(const merger *m, const tby_node *n)
{
    tby_graph *to = m->to;
    bool judged = m->evals == TBY_MERGE_EVALS && n->eval.kind != TBY_EVAL_NONE;
    uint32_t at;

    if (!n->alive || (!n->in_n && !n->out_n && !judged))
        return TBY_OK;
    tby_rc rc = tby_graph_add_node(to, &n->pos, &at);
    if (rc == TBY_OK && judged && to->nodes[at].eval.kind == TBY_EVAL_NONE)
        tby_graph_set_eval(to, at, n->eval);
    for (uint32_t e = n->first_out; e != TBY_NONE && rc == TBY_OK;
         e = m->from->edges[e].next_out)
        rc = merge_edge(m, at, &m->from->edges[e]);
    return rc;
}

static tby_rc merge_loose(const merger *m)
{
    const tby_graph *from = m->from;
    tby_loose known;

    if (!from->loose_n)
        return TBY_OK;
    tby_rc rc = tby_loose_sort(&known, m->to, &m->to->alloc);
    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; i < from->loose_n && rc == TBY_OK; i++) {
        tby_str text = tby_graph_text(from, from->loose[i]);

        if (!tby_loose_has(&known, text))
            rc = unless_full(m, tby_graph_add_loose(m->to, text));
    }
    tby_loose_free(&known);
    return rc;
}

static tby_rc merge(const merger *m)
{
    const tby_graph *from = m->from;
    tby_str title = tby_graph_text(from, from->title);
    tby_rc rc =
        title.n ? tby_graph_join_title(m->to, title, TBY_STR(" + ")) : TBY_OK;

    if (from->has_color && !m->to->has_color)
        tby_graph_set_color(m->to, from->color);
    for (size_t i = 0; i < from->nodes_n && rc == TBY_OK; i++)
        rc = merge_node(m, &from->nodes[i]);
    return rc == TBY_OK ? merge_loose(m) : rc;
}

tby_rc tby_graph_merge(tby_graph *to, const tby_graph *from,
                       tby_merge_evals evals)
{
    return merge(&(merger){.to = to, .from = from, .evals = evals});
}

tby_rc tby_graph_merge_most(tby_graph *to, const tby_graph *from,
                            tby_merge_evals evals, uint64_t *full)
{
    return merge(&(merger){to, from, evals, full});
}
