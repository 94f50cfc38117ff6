#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/graph/edits_int.h"
#include "tabiya/walk.h"

#include <string.h>

tby_rc tby_edits_open(tby_edits **out, tby_graph *g, const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_walk w;

    TBY_TRY(tby_walk_graph(&w, g, &memory));
    tby_edits *e = tby_grow_new(&memory, 1, sizeof *e);
    if (e) {
        *e = (tby_edits){.alloc = memory, .g = g, .start = tby_pos_start()};
        /* the first root if the graph has moves, else the start */
        e->at = g->edges_alive ? w.order[0] : tby_graph_find(g, &e->start);
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

/* Sets the text of a change of kind NOTE, NAGS or TITLE. */
static void set_text(tby_edits *e, const change *c, tby_span text)
{
    if (c->kind == TITLE)
        e->g->title = text;
    else if (c->kind == NOTE)
        tby_graph_restore_note(e->g, c->a, text);
    else
        e->g->edges[c->a].nags = text;
}

void tby__edits_apply(tby_edits *e, const change *c, bool forward)
{
    uint32_t color;

    switch ((change_kind)c->kind) {
    case STEP:
        e->at = forward ? c->b : c->a;
        break;
    case NODE_IN:
    case NODE_OUT:
        if (forward == (c->kind == NODE_IN))
            tby_graph_revive_node(e->g, c->a);
        else
            tby_graph_drop_node(e->g, c->a);
        break;
    case EDGE_IN:
    case EDGE_OUT:
        if (forward == (c->kind == EDGE_IN))
            tby_graph_relink(e->g, c->a);
        else
            tby_graph_unlink(e->g, c->a);
        break;
    case NOTE:
    case NAGS:
    case TITLE:
        set_text(e, c, forward ? c->after : c->before);
        break;
    case EVAL:
        tby_graph_set_eval(e->g, c->a,
                           forward ? c->judged_after : c->judged_before);
        break;
    case LOOSE:
        e->g->loose_n = forward ? c->b : c->a;
        break;
    case COLOR:
        color = forward ? c->b : c->a;
        e->g->has_color = color != 0;
        e->g->color = color == 2 ? TBY_BLACK : TBY_WHITE;
        break;
    }
}

tby_rc tby__edits_reserve(tby_edits *e, size_t n)
{
    tby_rc rc = TBY_GROW(&e->alloc, e->log, e->cap, e->done + n);

    return rc;
}

void tby__edits_log(tby_edits *e, change c)
{
    TBY_ASSERT(e->done < e->cap);
    e->log[e->done++] = c;
    e->n = e->done;
}

/* Does a change and logs it; the room is reserved. */
static void act(tby_edits *e, change c)
{
    tby__edits_apply(e, &c, true);
    tby__edits_log(e, c);
}

void tby__edits_end(tby_edits *e, size_t from)
{
    if (e->done > from)
        e->log[e->done - 1].last = true;
}

static tby_rc act_alone(tby_edits *e, change c)
{
    size_t from = e->done;

    TBY_TRY(tby__edits_reserve(e, 1));
    act(e, c);
    tby__edits_end(e, from);
    return TBY_OK;
}

bool tby_edits_can_undo(const tby_edits *e)
{
    return e->done > 0;
}

bool tby_edits_can_redo(const tby_edits *e)
{
    return e->done < e->n;
}

size_t tby_edits_done(const tby_edits *e)
{
    return e->done;
}

void tby_edits_undo(tby_edits *e)
{
    if (!e->done)
        return;
    TBY_ASSERT(e->done <= e->n && e->log[e->done - 1].last);
    do
        tby__edits_apply(e, &e->log[--e->done], false);
    while (e->done && !e->log[e->done - 1].last);
}

void tby_edits_redo(tby_edits *e)
{
    if (e->done == e->n)
        return;
    TBY_ASSERT(e->log[e->n - 1].last);
    do
        tby__edits_apply(e, &e->log[e->done++], true);
    while (!e->log[e->done - 1].last);
}

tby_rc tby_edits_go(tby_edits *e, uint32_t node)
{
    if (node == TBY_NONE)
        node = tby_graph_find(e->g, &e->start);
    if (node == e->at)
        return TBY_OK;
    return act_alone(e, (change){.kind = STEP, .a = e->at, .b = node});
}

/* What a step has changed so far.  It is put into the log when it has come to
 * its end: what can be redone stays if it does not. */
typedef struct step {
    change at[5];
    size_t n;
} step;

tby_rc tby_edits_play(tby_edits *e, tby_move move, tby_str note)
{
    tby_graph *g = e->g;
    size_t from = e->done;
    uint32_t node = e->at, edge = TBY_NONE, alive = g->nodes_alive;
    bool made = false;
    step s = {.n = 0};
    tby_rc rc = tby__edits_reserve(e, sizeof s.at / sizeof *s.at);

    if (rc != TBY_OK)
        return rc;
    /* the node of the board, made if need be */
    if (node == TBY_NONE)
        rc = tby_graph_add_node(g, &e->start, &node);
    if (rc == TBY_OK && g->nodes_alive > alive)
        s.at[s.n++] = (change){.kind = NODE_IN, .a = node};

    /* the edge of the move, and where it leads */
    alive = g->nodes_alive;
    if (rc == TBY_OK)
        rc = tby_graph_add_edge(g, node, move, &edge, &made);
    if (rc == TBY_OK && g->nodes_alive > alive)
        s.at[s.n++] = (change){.kind = NODE_IN, .a = g->edges[edge].to};
    if (rc == TBY_OK && made)
        s.at[s.n++] = (change){.kind = EDGE_IN, .a = edge};

    /* the annotation, joined to what is there */
    if (rc == TBY_OK && note.n) {
        change c = {.kind = NOTE, .a = edge, .before = g->edges[edge].note};
        rc = tby_graph_join_note(g, edge, note, TBY_STR(" | "));
        c.after = g->edges[edge].note;
        if (rc == TBY_OK && c.after.n != c.before.n)
            s.at[s.n++] = c;
    }
    if (rc != TBY_OK) {
        while (s.n > 0)
            tby__edits_apply(e, &s.at[--s.n], false);
        return rc;
    }
    for (size_t i = 0; i < s.n; i++)
        tby__edits_log(e, s.at[i]);
    act(e, (change){.kind = STEP, .a = e->at, .b = e->g->edges[edge].to});
    tby__edits_end(e, from);
    return TBY_OK;
}

/* Takes out the nodes that are not marked, all if `seen` is NULL, and all their
 * edges; the room is reserved. */
static void remove_unseen(tby_edits *e, const uint8_t *seen)
{
    tby_graph *g = e->g;

    for (uint32_t v = 0; v < g->nodes_n; v++)
        while (g->nodes[v].alive && !(seen && seen[v]) &&
               g->nodes[v].last_out != TBY_NONE)
            act(e, (change){.kind = EDGE_OUT, .a = g->nodes[v].last_out});
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (g->nodes[v].alive && !(seen && seen[v]))
            act(e, (change){.kind = NODE_OUT, .a = v});
}

tby_rc tby_edits_remove(tby_edits *e, uint32_t edge)
{
    tby_graph *g = e->g;
    size_t from = e->done, n = g->nodes_n;
    tby_walk w;
    TBY_TRY(tby_walk_graph(&w, g, &e->alloc));
    uint8_t *seen = tby_grow_new(&e->alloc, n, sizeof *seen);
    uint32_t *stack = tby_grow_new(&e->alloc, n, sizeof *stack);
    tby_rc rc =
        seen && stack
            ? tby__edits_reserve(e, (size_t)g->nodes_alive + g->edges_alive + 1)
            : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        act(e, (change){.kind = EDGE_OUT, .a = edge});

        /* Marks what can be reached from the roots of a walk that was made
         * before an edge was taken out; `stack` has room for all nodes. */
        uint32_t depth = 0;

        memset(seen, 0, g->nodes_n);
        for (uint32_t i = 0; i < w.n; i++)
            if (w.via[w.order[i]] == TBY_NONE) {
                seen[w.order[i]] = 1;
                stack[depth++] = w.order[i];
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

        remove_unseen(e, seen);
        if (e->at != TBY_NONE && !g->nodes[e->at].alive)
            act(e,
                (change){.kind = STEP, .a = e->at, .b = g->edges[edge].from});
        tby__edits_end(e, from);
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

    TBY_TRY(tby__edits_reserve(e, (size_t)g->nodes_alive + g->edges_alive + 2));
    remove_unseen(e, NULL);
    if (g->loose_n)
        act(e, (change){.kind = LOOSE, .a = (uint32_t)g->loose_n});
    if (e->at != TBY_NONE)
        act(e, (change){.kind = STEP, .a = e->at, .b = TBY_NONE});
    tby__edits_end(e, from);
    return TBY_OK;
}

static tby_rc text_changed(tby_edits *e, change c, tby_rc rc)
{
    TBY_TRY(rc);
    set_text(e, &c, c.before);
    if (tby_str_equal(tby_graph_text(e->g, c.before),
                      tby_graph_text(e->g, c.after)))
        return TBY_OK;
    return act_alone(e, c);
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

tby_rc tby_edits_set_color(tby_edits *e, tby_color color)
{
    change c = {.kind = COLOR, .b = color == TBY_BLACK ? 2 : 1};

    if (e->g->has_color)
        c.a = e->g->color == TBY_BLACK ? 2 : 1;
    return c.a == c.b ? TBY_OK : act_alone(e, c);
}

tby_rc tby_edits_set_eval(tby_edits *e, uint32_t node, tby_eval eval)
{
    change c = {.kind = EVAL, .a = node};

    c.judged_before = e->g->nodes[node].eval;
    c.judged_after = eval;
    return tby_eval_equal(c.judged_before, eval) ? TBY_OK : act_alone(e, c);
}
