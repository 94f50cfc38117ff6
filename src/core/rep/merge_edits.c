/* merge_edits.c - merging as one command of a log: see tabiya/merge.h.
 *
 * The merge is that of merge.c.  What it did is found by looking at the graph:
 * nodes and edges are only ever added behind the others, and a text that has
 * changed is another span. */
#include "core/base/grow.h"
#include "core/graph/edits_int.h"
#include "tabiya/merge.h"

typedef struct texts {
    tby_span note, nags;
} texts;

/* The graph as it was. */
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

/* --- before ---------------------------------------------------------------*/

static bool look(before *b, const tby_edits *e)
{
    const tby_graph *g = e->g;

    *b = (before){.nodes_n = g->nodes_n,
                  .edges_n = g->edges_n,
                  .loose_n = g->loose_n,
                  .title = g->title,
                  .has_color = g->has_color};
    b->edges = tby_grow_new(&e->alloc, g->edges_n + 1, sizeof *b->edges);
    for (size_t i = 0; b->edges && i < g->edges_n; i++)
        b->edges[i] = (texts){g->edges[i].note, g->edges[i].nags};
    return b->edges != NULL;
}

/* More changes than `from` can make: a node and an edge each, two texts of an
 * edge that was there, and one of each of the others. */
static bool reserve(changes *c, const tby_edits *e, const tby_graph *from)
{
    size_t most = (size_t)from->nodes_alive + 3 * (size_t)from->edges_alive + 4;

    *c = (changes){.room = most};
    c->at = tby_grow_new(&e->alloc, most, sizeof *c->at);
    return c->at != NULL;
}

/* --- after ----------------------------------------------------------------*/

static void add_text(changes *c, change_kind kind, uint32_t edge, tby_span was,
                     tby_span is)
{
    if (was.n != is.n || was.at != is.at)
        c->at[c->n++] = (change){
            .kind = (uint8_t)kind, .a = edge, .before = was, .after = is};
}

static void list_graph(changes *c, const tby_graph *g, const before *b)
{
    for (size_t i = b->nodes_n; i < g->nodes_n; i++)
        c->at[c->n++] = (change){.kind = NODE_IN, .a = (uint32_t)i};
    for (size_t i = b->edges_n; i < g->edges_n; i++)
        c->at[c->n++] = (change){.kind = EDGE_IN, .a = (uint32_t)i};
    for (uint32_t i = 0; i < b->edges_n; i++) {
        const tby_edge *edge = &g->edges[i];
        add_text(c, NOTE, i, b->edges[i].note, edge->note);
        add_text(c, NAGS, i, b->edges[i].nags, edge->nags);
    }
}

static void list_changes(changes *c, const tby_edits *e, const before *b)
{
    const tby_graph *g = e->g;

    list_graph(c, g, b);
    add_text(c, TITLE, 0, b->title, g->title);
    if (g->loose_n != b->loose_n)
        c->at[c->n++] = (change){.kind = LOOSE,
                                 .a = (uint32_t)b->loose_n,
                                 .b = (uint32_t)g->loose_n};
    if (g->has_color != b->has_color)
        c->at[c->n++] =
            (change){.kind = COLOR, .a = 0, .b = g->color == TBY_BLACK ? 2 : 1};
}

/* A board that stood on no node may have one now. */
static void list_step(changes *c, tby_edits *e)
{
    uint32_t start = tby_graph_find(e->g, &e->start);

    if (e->at != TBY_NONE || start == TBY_NONE)
        return;
    c->at[c->n++] = (change){.kind = STEP, .a = TBY_NONE, .b = start};
    e->at = start;
}

static void enter(tby_edits *e, changes *c)
{
    size_t from = e->done;

    list_step(c, e);
    for (size_t i = 0; i < c->n; i++)
        tby__edits_note(e, c->at[i]);
    tby__edits_end(e, from);
}

tby_rc tby_edits_merge(tby_edits *e, const tby_graph *from)
{
    changes c = {.n = 0};
    before b = {.edges = NULL};
    tby_rc rc = look(&b, e) && reserve(&c, e, from) ? TBY_OK : TBY_E_NOMEM;

    if (rc == TBY_OK)
        rc = tby__edits_reserve(e, c.room);
    if (rc == TBY_OK) {
        rc = tby_graph_merge(e->g, from, TBY_MERGE_NO_EVALS);
        list_changes(&c, e, &b);
        if (rc == TBY_OK)
            enter(e, &c);
        else
            while (c.n > 0)
                tby__edits_apply(e, &c.at[--c.n], false);
    }
    tby_grow_free(&e->alloc, b.edges, b.edges_n + 1, sizeof *b.edges);
    tby_grow_free(&e->alloc, c.at, c.room, sizeof *c.at);
    return rc;
}
