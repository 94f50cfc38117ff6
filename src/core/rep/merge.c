#include "tabiya/merge.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/graph/edits_int.h"
#include "core/rep/loose.h"
#include "core/rep/merge.h"

typedef struct merger {
    tby_graph *to;
    const tby_graph *from;
    tby_merge_evals evals;
    uint64_t *full; /* NULL: what there is no room for ends it */
} merger;

static tby_rc unless_full(const merger *m, tby_rc rc)
{
    if (rc != TBY_E_LIMIT || !m->full)
        return rc;
    ++*m->full;
    return TBY_OK;
}

static tby_rc merge_node(const merger *m, const tby_node *n)
{
    tby_graph *to = m->to;
    bool judged = m->evals == TBY_MERGE_EVALS && n->eval.kind != TBY_EVAL_NONE;
    uint32_t at;

    if (!n->alive || (!n->in_n && !n->out_n && !judged))
        return TBY_OK;
    TBY_TRY(tby_graph_add_node(to, &n->pos, &at));
    if (judged && to->nodes[at].eval.kind == TBY_EVAL_NONE)
        tby_graph_set_eval(to, at, n->eval);
    for (uint32_t i = n->first_out; i != TBY_NONE;
         i = m->from->edges[i].next_out) {
        const tby_edge *e = &m->from->edges[i];
        tby_str note = tby_graph_text(m->from, e->note);
        tby_str nags = tby_graph_text(m->from, e->nags);
        uint32_t edge;
        TBY_TRY(tby_graph_add_edge(to, at, e->move, &edge, NULL));
        if (note.n)
            TBY_TRY(unless_full(
                m, tby_graph_join_note(to, edge, note, TBY_STR(" | "))));
        for (size_t k = 0; k < nags.n; k++)
            TBY_TRY(unless_full(
                m, tby_graph_add_nag(to, edge, (uint8_t)nags.p[k])));
    }
    return TBY_OK;
}

static tby_rc merge(const merger *m)
{
    const tby_graph *from = m->from;
    tby_str title = tby_graph_text(from, from->title);
    tby_loose known;
    tby_rc rc = TBY_OK;

    if (title.n)
        TBY_TRY(tby_graph_join_title(m->to, title, TBY_STR(" + ")));
    if (from->has_color && !m->to->has_color)
        tby_graph_set_color(m->to, from->color);
    for (size_t i = 0; i < from->nodes_n; i++)
        TBY_TRY(merge_node(m, &from->nodes[i]));
    if (!from->loose_n)
        return TBY_OK;
    TBY_TRY(tby_loose_sort(&known, m->to, &m->to->alloc));
    for (size_t i = 0; i < from->loose_n && rc == TBY_OK; i++) {
        tby_str text = tby_graph_text(from, from->loose[i]);

        if (!tby_loose_has(&known, text))
            rc = unless_full(m, tby_graph_add_loose(m->to, text));
    }
    tby_loose_free(&known);
    return rc;
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

/* Merging as one command of a log: what it did is found by looking at the
 * graph, since nodes and edges are only ever added after the others, and a text
 * that has changed is another span. */

typedef struct texts {
    tby_span note, nags;
} texts;

typedef struct before {
    size_t nodes_n, edges_n, loose_n;
    tby_span title;
    bool has_color;
    texts *edges;
} before;

typedef struct changes {
    change *at;
    size_t n, room;
} changes;

static void add_text(changes *c, change_kind kind, uint32_t edge, tby_span was,
                     tby_span is)
{
    if (was.n != is.n || was.at != is.at)
        c->at[c->n++] = (change){
            .kind = (uint8_t)kind, .a = edge, .before = was, .after = is};
}

tby_rc tby_edits_merge(tby_edits *e, const tby_graph *from)
{
    const tby_graph *g = e->g;
    before b = {.nodes_n = g->nodes_n,
                .edges_n = g->edges_n,
                .loose_n = g->loose_n,
                .title = g->title,
                .has_color = g->has_color};
    /* More changes than `from` can make: a node and an edge each, two texts of
     * an edge that was there, and one of each of the others. */
    changes c = {.room = (size_t)from->nodes_alive +
                         3 * (size_t)from->edges_alive + 4};

    b.edges = tby_grow_new(&e->alloc, b.edges_n + 1, sizeof *b.edges);
    c.at = tby_grow_new(&e->alloc, c.room, sizeof *c.at);
    tby_rc rc = b.edges && c.at ? TBY_OK : TBY_E_NOMEM;
    for (size_t i = 0; b.edges && i < b.edges_n; i++)
        b.edges[i] = (texts){g->edges[i].note, g->edges[i].nags};
    if (rc == TBY_OK)
        rc = tby__edits_reserve(e, c.room);
    if (rc == TBY_OK) {
        rc = tby_graph_merge(e->g, from, TBY_MERGE_NO_EVALS);
        for (size_t i = b.nodes_n; i < g->nodes_n; i++)
            c.at[c.n++] = (change){.kind = NODE_IN, .a = (uint32_t)i};
        for (size_t i = b.edges_n; i < g->edges_n; i++)
            c.at[c.n++] = (change){.kind = EDGE_IN, .a = (uint32_t)i};
        for (uint32_t i = 0; i < b.edges_n; i++) {
            const tby_edge *edge = &g->edges[i];
            add_text(&c, NOTE, i, b.edges[i].note, edge->note);
            add_text(&c, NAGS, i, b.edges[i].nags, edge->nags);
        }
        add_text(&c, TITLE, 0, b.title, g->title);
        if (g->loose_n != b.loose_n)
            c.at[c.n++] = (change){.kind = LOOSE,
                                   .a = (uint32_t)b.loose_n,
                                   .b = (uint32_t)g->loose_n};
        if (g->has_color != b.has_color)
            c.at[c.n++] = (change){
                .kind = COLOR, .a = 0, .b = g->color == TBY_BLACK ? 2 : 1};
        if (rc == TBY_OK) {
            size_t done = e->done;
            uint32_t start = tby_graph_find(e->g, &e->start);
            if (e->at == TBY_NONE && start != TBY_NONE) {
                /* the board stood on no node, and has one now */
                c.at[c.n++] = (change){.kind = STEP, .a = e->at, .b = start};
                e->at = start;
            }
            for (size_t i = 0; i < c.n; i++)
                tby__edits_log(e, c.at[i]);
            tby__edits_end(e, done);
        } else
            while (c.n > 0)
                tby__edits_apply(e, &c.at[--c.n], false);
    }
    tby_grow_free(&e->alloc, b.edges, b.edges_n + 1, sizeof *b.edges);
    tby_grow_free(&e->alloc, c.at, c.room, sizeof *c.at);
    return rc;
}
