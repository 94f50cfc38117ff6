/* edits.c - steps and texts: see tabiya/edits.h. */
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/graph/edits_int.h"
#include "tabiya/walk.h"

/* The first root if the graph has moves, else the starting position. */
static uint32_t first_place(const tby_graph *g, const tby_walk *w)
{
    tby_pos start = tby_pos_start();

    return g->edges_alive ? w->order[0] : tby_graph_find(g, &start);
}

tby_rc tby_edits_open(tby_edits **out, tby_graph *g, const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_walk w;
    tby_rc rc = tby_walk_graph(&w, g, &memory);

    if (rc != TBY_OK)
        return rc;
    tby_edits *e = tby_grow_new(&memory, 1, sizeof *e);
    if (e) {
        *e = (tby_edits){.alloc = memory,
                         .g = g,
                         .at = first_place(g, &w),
                         .start = tby_pos_start()};
        *out = e;
    }
    tby_walk_free(&w);
    return e ? TBY_OK : TBY_E_NOMEM;
}

void tby_edits_close(tby_edits *e)
{
    if (!e)
        return;
    tby_grow_free(&e->alloc, e->log, e->cap, sizeof *e->log);
    tby_alloc memory = e->alloc;
    tby_grow_free(&memory, e, 1, sizeof *e);
}

const tby_pos *tby_edits_pos(const tby_edits *e)
{
    return e->at == TBY_NONE ? &e->start : &e->g->nodes[e->at].pos;
}

uint32_t tby_edits_node(const tby_edits *e)
{
    return e->at;
}

/* --- steps ----------------------------------------------------------------*/

tby_rc tby_edits_go(tby_edits *e, uint32_t node)
{
    size_t from = e->done;

    if (node == TBY_NONE)
        node = tby_graph_find(e->g, &e->start);
    if (node == e->at)
        return TBY_OK;
    tby_rc rc = tby__edits_reserve(e, 1);
    if (rc != TBY_OK)
        return rc;
    tby__edits_act(e, (change){.kind = STEP, .a = e->at, .b = node});
    tby__edits_end(e, from);
    return TBY_OK;
}

/* What a step has changed so far.  It is put into the log when it has come to
 * its end: what can be redone stays if it does not. */
typedef struct step {
    change at[5];
    size_t n;
} step;

static void add_change(step *s, change c)
{
    s->at[s->n++] = c;
}

/* The node of the board, made if need be. */
static tby_rc stand(tby_edits *e, step *s, uint32_t *node)
{
    uint32_t before = e->g->nodes_alive;

    *node = e->at;
    if (e->at != TBY_NONE)
        return TBY_OK;
    tby_rc rc = tby_graph_add_node(e->g, &e->start, node);
    if (rc == TBY_OK && e->g->nodes_alive > before)
        add_change(s, (change){.kind = NODE_IN, .a = *node});
    return rc;
}

/* The edge of a move from a node, made if need be. */
static tby_rc follow(tby_edits *e, step *s, uint32_t node, tby_move move,
                     uint32_t *edge)
{
    uint32_t before = e->g->nodes_alive;
    bool made = false;
    tby_rc rc = tby_graph_add_edge(e->g, node, move, edge, &made);

    if (rc == TBY_OK && e->g->nodes_alive > before)
        add_change(s, (change){.kind = NODE_IN, .a = e->g->edges[*edge].to});
    if (rc == TBY_OK && made)
        add_change(s, (change){.kind = EDGE_IN, .a = *edge});
    return rc;
}

/* Joins an annotation to what is there. */
static tby_rc annotate(tby_edits *e, step *s, uint32_t edge, tby_str text)
{
    change c = {.kind = NOTE, .a = edge, .before = e->g->edges[edge].note};
    tby_rc rc =
        text.n ? tby_graph_join_note(e->g, edge, text, TBY_STR(" | ")) : TBY_OK;

    c.after = e->g->edges[edge].note;
    if (rc == TBY_OK && c.after.n != c.before.n)
        add_change(s, c);
    return rc;
}

tby_rc tby_edits_play(tby_edits *e, tby_move move, tby_str note)
{
    size_t from = e->done;
    uint32_t node, edge = TBY_NONE;
    step s = {.n = 0};
    tby_rc rc = tby__edits_reserve(e, sizeof s.at / sizeof *s.at);

    if (rc != TBY_OK)
        return rc;
    rc = stand(e, &s, &node);
    if (rc == TBY_OK)
        rc = follow(e, &s, node, move, &edge);
    if (rc == TBY_OK)
        rc = annotate(e, &s, edge, note);
    if (rc != TBY_OK) {
        while (s.n > 0)
            tby__edits_apply(e, &s.at[--s.n], false);
        return rc;
    }
    for (size_t i = 0; i < s.n; i++)
        tby__edits_note(e, s.at[i]);
    tby__edits_act(
        e, (change){.kind = STEP, .a = e->at, .b = e->g->edges[edge].to});
    tby__edits_end(e, from);
    return TBY_OK;
}

/* --- texts ----------------------------------------------------------------*/

/* Notes that a text was changed. */
static tby_rc text_changed(tby_edits *e, change c, tby_rc rc)
{
    size_t from = e->done;

    if (rc != TBY_OK)
        return rc;
    tby__edits_set_text(e, &c, c.before);
    if (tby_str_equal(tby_graph_text(e->g, c.before),
                      tby_graph_text(e->g, c.after)))
        return TBY_OK;
    rc = tby__edits_reserve(e, 1);
    if (rc == TBY_OK)
        tby__edits_act(e, c);
    tby__edits_end(e, from);
    return rc;
}

tby_rc tby_edits_set_note(tby_edits *e, uint32_t edge, tby_str text)
{
    change c = {.kind = NOTE, .a = edge, .before = e->g->edges[edge].note};
    tby_rc rc = tby_graph_set_note(e->g, edge, text);

    c.after = e->g->edges[edge].note;
    return text_changed(e, c, rc);
}

tby_rc tby_edits_set_nags(tby_edits *e, uint32_t edge, tby_str nags)
{
    change c = {.kind = NAGS, .a = edge, .before = e->g->edges[edge].nags};
    tby_rc rc = tby_graph_set_nags(e->g, edge, nags);

    c.after = e->g->edges[edge].nags;
    return text_changed(e, c, rc);
}

tby_rc tby_edits_set_title(tby_edits *e, tby_str title)
{
    change c = {.kind = TITLE, .before = e->g->title};
    tby_rc rc = tby_graph_set_title(e->g, title);

    c.after = e->g->title;
    return text_changed(e, c, rc);
}

static uint32_t color_code(const tby_graph *g)
{
    return !g->has_color ? 0 : g->color == TBY_BLACK ? 2 : 1;
}

tby_rc tby_edits_set_color(tby_edits *e, tby_color color)
{
    size_t from = e->done;
    change c = {
        .kind = COLOR, .a = color_code(e->g), .b = color == TBY_BLACK ? 2 : 1};
    tby_rc rc = c.a == c.b ? TBY_OK : tby__edits_reserve(e, 1);

    if (rc == TBY_OK && c.a != c.b)
        tby__edits_act(e, c);
    tby__edits_end(e, from);
    return rc;
}

tby_rc tby_edits_set_eval(tby_edits *e, uint32_t node, tby_eval eval)
{
    size_t from = e->done;
    change c = {.kind = EVAL, .a = node};

    c.judged_before = e->g->nodes[node].eval;
    c.judged_after = eval;
    if (tby_eval_equal(c.judged_before, eval))
        return TBY_OK;
    tby_rc rc = tby__edits_reserve(e, 1);
    if (rc == TBY_OK)
        tby__edits_act(e, c);
    tby__edits_end(e, from);
    return rc;
}
