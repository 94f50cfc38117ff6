/* edits_log.c - changes done, noted, taken back: see edits_int.h. */
#include "core/base/grow.h"
#include "core/graph/edits_int.h"

/* --- doing and undoing a change -------------------------------------------*/

static void set_color(tby_graph *g, uint32_t code)
{
    g->has_color = code != 0;
    g->color = code == 2 ? TBY_BLACK : TBY_WHITE;
}

void tby__edits_set_text(tby_edits *e, const change *c, tby_span text)
{
    if (c->kind == TITLE)
        e->g->title = text;
    else if (c->kind == NOTE)
        tby_graph_restore_note(e->g, c->a, text);
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

void tby__edits_apply(tby_edits *e, const change *c, bool forward)
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
        tby__edits_set_text(e, c, forward ? c->after : c->before);
        break;
    case EVAL:
        tby_graph_set_eval(e->g, c->a,
                           forward ? c->judged_after : c->judged_before);
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

tby_rc tby__edits_reserve(tby_edits *e, size_t n)
{
    void *p = e->log;
    tby_rc rc = tby_grow(&e->alloc, &p, &e->cap, e->done + n, sizeof *e->log);

    e->log = p;
    return rc;
}

void tby__edits_note(tby_edits *e, change c)
{
    e->log[e->done++] = c;
    e->n = e->done;
}

void tby__edits_act(tby_edits *e, change c)
{
    tby__edits_apply(e, &c, true);
    tby__edits_note(e, c);
}

void tby__edits_end(tby_edits *e, size_t from)
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

size_t tby_edits_done(const tby_edits *e)
{
    return e->done;
}

void tby_edits_undo(tby_edits *e)
{
    if (!e->done)
        return;
    do
        tby__edits_apply(e, &e->log[--e->done], false);
    while (e->done && !e->log[e->done - 1].last);
}

void tby_edits_redo(tby_edits *e)
{
    if (e->done == e->n)
        return;
    do
        tby__edits_apply(e, &e->log[e->done++], true);
    while (!e->log[e->done - 1].last);
}
