/* edits.c - a log of small changes that can be taken back: see
 * tabiya/edits.h.
 *
 * A command is a row of changes, each of which can be undone by itself, and the
 * last of which is marked.  Graphs never move or reuse a node, an edge or a
 * text, so a change is noted by numbers alone. */
#include "tabiya/edits.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/walk.h"

#include <string.h>

typedef enum change_kind {
    STEP,     /* the board goes from a to b */
    NODE_IN,  /* node a appears */
    NODE_OUT, /* node a goes */
    EDGE_IN,  /* edge a appears */
    EDGE_OUT, /* edge a goes */
    NOTE,     /* the annotation of edge a */
    NAGS,     /* the glyphs of edge a */
    TITLE,
    LOOSE, /* the number of loose comments goes from a to b */
    COLOR  /* a and b: 0 none, 1 White, 2 Black */
} change_kind;

typedef struct change {
    uint8_t kind;
    bool last; /* of its command */
    uint32_t a, b;
    tby_span before, after; /* texts */
} change;

struct tby_edits {
    tby_alloc alloc;
    tby_graph *g;
    uint32_t at;   /* the node of the board, or TBY_NONE */
    tby_pos start; /* what TBY_NONE stands for */
    change *log;
    size_t n, cap; /* n with those that were undone */
    size_t done;   /* those that are not */
};

static uint32_t first_root(const tby_graph *g, const tby_walk *w)
{
    tby_pos start = tby_pos_start();
    uint32_t at = tby_graph_find(g, &start);

    return at == TBY_NONE && w->n ? w->order[0] : at;
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
                         .at = first_root(g, &w),
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

/* --- doing and undoing a change -------------------------------------------*/

static void set_color(tby_graph *g, uint32_t code)
{
    g->has_color = code != 0;
    g->color = code == 2 ? TBY_BLACK : TBY_WHITE;
}

static void set_text(tby_edits *e, const change *c, tby_span text)
{
    if (c->kind == TITLE)
        e->g->title = text;
    else if (c->kind == NOTE)
        e->g->edges[c->a].note = text;
    else
        e->g->edges[c->a].nags = text;
}

static void node_is(tby_graph *g, uint32_t node, bool alive)
{
    if (alive)
        tby_graph_revive_node(g, node);
    else
        tby_graph_drop_node(g, node);
}

static void edge_is(tby_graph *g, uint32_t edge, bool alive)
{
    if (alive)
        tby_graph_relink(g, edge);
    else
        tby_graph_unlink(g, edge);
}

/* Does a change, or takes it back. */
static void apply(tby_edits *e, const change *c, bool forward)
{
    switch ((change_kind)c->kind) {
    case STEP:
        e->at = forward ? c->b : c->a;
        break;
    case NODE_IN:
    case NODE_OUT:
        node_is(e->g, c->a, forward == (c->kind == NODE_IN));
        break;
    case EDGE_IN:
    case EDGE_OUT:
        edge_is(e->g, c->a, forward == (c->kind == EDGE_IN));
        break;
    case NOTE:
    case NAGS:
    case TITLE:
        set_text(e, c, forward ? c->after : c->before);
        break;
    case LOOSE:
        e->g->loose_n = forward ? c->b : c->a;
        break;
    case COLOR:
        set_color(e->g, forward ? c->b : c->a);
        break;
    }
}

/* --- the log --------------------------------------------------------------*/

/* Room for n changes behind those that are done.  What was undone is lost when
 * the first of them is noted. */
static tby_rc reserve(tby_edits *e, size_t n)
{
    void *p = e->log;
    tby_rc rc = tby_grow(&e->alloc, &p, &e->cap, e->done + n, sizeof *e->log);

    e->log = p;
    return rc;
}

/* Notes a change that was done already; the room is reserved. */
static void note_done(tby_edits *e, change c)
{
    e->log[e->done++] = c;
    e->n = e->done;
}

/* Does a change and notes it; the room is reserved. */
static void act(tby_edits *e, change c)
{
    apply(e, &c, true);
    note_done(e, c);
}

/* Ends a command that began when `from` changes were done. */
static void end_command(tby_edits *e, size_t from)
{
    if (e->done > from)
        e->log[e->done - 1].last = true;
}

bool tby_edits_can_undo(const tby_edits *e)
{
    return e->done > 0;
}

bool tby_edits_can_redo(const tby_edits *e)
{
    return e->done < e->n;
}

void tby_edits_undo(tby_edits *e)
{
    if (!e->done)
        return;
    do
        apply(e, &e->log[--e->done], false);
    while (e->done && !e->log[e->done - 1].last);
}

void tby_edits_redo(tby_edits *e)
{
    if (e->done == e->n)
        return;
    do
        apply(e, &e->log[e->done++], true);
    while (!e->log[e->done - 1].last);
}

/* --- steps ----------------------------------------------------------------*/

tby_rc tby_edits_go(tby_edits *e, uint32_t node)
{
    size_t from = e->done;

    if (node == e->at)
        return TBY_OK;
    tby_rc rc = reserve(e, 1);
    if (rc != TBY_OK)
        return rc;
    act(e, (change){.kind = STEP, .a = e->at, .b = node});
    end_command(e, from);
    return TBY_OK;
}

/* The node of the board, made if need be. */
static tby_rc stand(tby_edits *e, uint32_t *node)
{
    *node = e->at;
    if (e->at != TBY_NONE)
        return TBY_OK;
    size_t before = e->g->nodes_alive;
    tby_rc rc = tby_graph_add_node(e->g, &e->start, node);
    if (rc == TBY_OK && e->g->nodes_alive > before)
        note_done(e, (change){.kind = NODE_IN, .a = *node});
    return rc;
}

/* The edge of a move from a node, made if need be. */
static tby_rc follow(tby_edits *e, uint32_t node, tby_move move, uint32_t *edge)
{
    size_t before = e->g->nodes_alive;
    bool made = false;
    tby_rc rc = tby_graph_add_edge(e->g, node, move, edge, &made);

    if (rc == TBY_OK && e->g->nodes_alive > before)
        note_done(e, (change){.kind = NODE_IN, .a = e->g->edges[*edge].to});
    if (rc == TBY_OK && made)
        note_done(e, (change){.kind = EDGE_IN, .a = *edge});
    return rc;
}

/* Joins a note and notes that. */
static tby_rc annotate(tby_edits *e, uint32_t edge, tby_str text)
{
    tby_span before = e->g->edges[edge].note;
    tby_rc rc =
        text.n ? tby_graph_join_note(e->g, edge, text, TBY_STR(" | ")) : TBY_OK;
    tby_span after = e->g->edges[edge].note;

    if (rc == TBY_OK && after.n != before.n)
        note_done(
            e, (change){
                   .kind = NOTE, .a = edge, .before = before, .after = after});
    return rc;
}

/* Takes back what a command did that failed half-way. */
static void take_back(tby_edits *e, size_t from)
{
    while (e->done > from)
        apply(e, &e->log[--e->done], false);
    e->n = e->done;
}

tby_rc tby_edits_play(tby_edits *e, tby_move move, tby_str note)
{
    size_t from = e->done;
    uint32_t node, edge = TBY_NONE;
    tby_rc rc = reserve(e, 5);

    if (rc != TBY_OK)
        return rc;
    rc = stand(e, &node);
    if (rc == TBY_OK)
        rc = follow(e, node, move, &edge);
    if (rc == TBY_OK)
        rc = annotate(e, edge, note);
    if (rc != TBY_OK) {
        take_back(e, from);
        return rc;
    }
    act(e, (change){.kind = STEP, .a = e->at, .b = e->g->edges[edge].to});
    end_command(e, from);
    return TBY_OK;
}

/* --- texts ----------------------------------------------------------------*/

/* Notes that a text was changed. */
static tby_rc text_changed(tby_edits *e, change c, tby_rc rc)
{
    size_t from = e->done;

    if (rc != TBY_OK)
        return rc;
    set_text(e, &c, c.before);
    if (tby_str_equal(tby_graph_text(e->g, c.before),
                      tby_graph_text(e->g, c.after)))
        return TBY_OK;
    rc = reserve(e, 1);
    if (rc == TBY_OK)
        act(e, c);
    end_command(e, from);
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
    tby_rc rc = c.a == c.b ? TBY_OK : reserve(e, 1);

    if (rc == TBY_OK && c.a != c.b)
        act(e, c);
    end_command(e, from);
    return rc;
}

/* --- taking away ----------------------------------------------------------*/

/* Marks what can be reached from the roots of a walk that was made before an
 * edge was taken out; `stack` has room for all nodes. */
static void mark_reachable(const tby_graph *g, const tby_walk *w, uint8_t *seen,
                           uint32_t *stack)
{
    uint32_t depth = 0;

    memset(seen, 0, g->nodes_n);
    for (uint32_t i = 0; i < w->n; i++)
        if (w->via[w->order[i]] == TBY_NONE) {
            seen[w->order[i]] = 1;
            stack[depth++] = w->order[i];
        }
    while (depth) {
        uint32_t v = stack[--depth];

        for (uint32_t d = g->nodes[v].first_out; d != TBY_NONE;
             d = g->edges[d].next_out) {
            uint32_t to = g->edges[d].to;

            if (!seen[to]) {
                seen[to] = 1;
                stack[depth++] = to;
            }
        }
    }
}

/* Takes out the nodes that are not marked, and all their edges; the room is
 * reserved. */
static void remove_unseen(tby_edits *e, const uint8_t *seen)
{
    tby_graph *g = e->g;

    for (uint32_t v = 0; v < g->nodes_n; v++)
        while (g->nodes[v].alive && !seen[v] &&
               g->nodes[v].last_out != TBY_NONE)
            act(e, (change){.kind = EDGE_OUT, .a = g->nodes[v].last_out});
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (g->nodes[v].alive && !seen[v])
            act(e, (change){.kind = NODE_OUT, .a = v});
}

/* Steps to `to` if the board's node is gone. */
static void leave_dead(tby_edits *e, uint32_t to)
{
    if (e->at != TBY_NONE && !e->g->nodes[e->at].alive)
        act(e, (change){.kind = STEP, .a = e->at, .b = to});
}

tby_rc tby_edits_remove(tby_edits *e, uint32_t edge)
{
    tby_graph *g = e->g;
    size_t from = e->done, n = g->nodes_n;
    tby_walk w;
    tby_rc rc = tby_walk_graph(&w, g, &e->alloc);

    if (rc != TBY_OK)
        return rc;
    uint8_t *seen = tby_grow_new(&e->alloc, n, sizeof *seen);
    uint32_t *stack = tby_grow_new(&e->alloc, n, sizeof *stack);
    rc = seen && stack ? reserve(e, (size_t)g->nodes_alive + g->edges_alive + 1)
                       : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        act(e, (change){.kind = EDGE_OUT, .a = edge});
        mark_reachable(g, &w, seen, stack);
        remove_unseen(e, seen);
        leave_dead(e, g->edges[edge].from);
        end_command(e, from);
    }
    tby_grow_free(&e->alloc, seen, n, sizeof *seen);
    tby_grow_free(&e->alloc, stack, n, sizeof *stack);
    tby_walk_free(&w);
    return rc;
}

tby_rc tby_edits_clear(tby_edits *e)
{
    tby_graph *g = e->g;
    size_t from = e->done;
    uint8_t *seen = tby_grow_new(&e->alloc, g->nodes_n, sizeof *seen);
    tby_rc rc = seen ? reserve(e, (size_t)g->nodes_alive + g->edges_alive + 2)
                     : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        memset(seen, 0, g->nodes_n);
        remove_unseen(e, seen);
        if (g->loose_n)
            act(e, (change){.kind = LOOSE, .a = (uint32_t)g->loose_n});
        if (e->at != TBY_NONE)
            act(e, (change){.kind = STEP, .a = e->at, .b = TBY_NONE});
        end_command(e, from);
    }
    tby_grow_free(&e->alloc, seen, g->nodes_n, sizeof *seen);
    return rc;
}
