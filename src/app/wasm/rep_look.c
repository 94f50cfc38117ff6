/* rep_look.c - what a repertoire holds: see rep.h. */
#include "app/wasm/rep_int.h"

#include "core/game/comment.h"
#include "core/notation/numbered.h"
#include "core/rep/trail.h"
#include "tabiya/facts.h"

/* --- state ----------------------------------------------------------------*/

int32_t tby_wasm_rep_state(uint32_t handle)
{
    const rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    const tby_graph *g = &r->graph;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_text(w, "title", tby_graph_text(g, g->title));
    tby_wasm_json_color(w, "color", rep_color(r));
    tby_jsonw_put_bool(w, "color_known", g->has_color);
    tby_wasm_json_number(w, "version", g->version ? g->version : TBY_NONE);
    tby_jsonw_put_u64(w, "nodes", g->nodes_alive);
    tby_jsonw_put_u64(w, "edges", g->edges_alive);
    tby_wasm_json_number(w, "node", tby_edits_node(r->edits));
    tby_wasm_json_fen(w, "fen", tby_edits_pos(r->edits));
    tby_jsonw_put_u64(w, "done", tby_edits_done(r->edits));
    tby_jsonw_put_bool(w, "can_undo", tby_edits_can_undo(r->edits));
    tby_jsonw_put_bool(w, "can_redo", tby_edits_can_redo(r->edits));
    tby_jsonw_put_u64(w, "errors", r->report.errors);
    tby_jsonw_put_u64(w, "changes", r->changes);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_rep_facts(uint32_t handle)
{
    const rep *r = rep_of(handle);
    tby_facts f;

    if (!r)
        return TBY_E_HANDLE;
    tby_rc rc = tby_facts_of(&r->graph, NULL, &f);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_color(w, "color", f.color);
    tby_jsonw_put_u64(w, "nodes", f.nodes);
    tby_jsonw_put_u64(w, "edges", f.edges);
    tby_jsonw_put_u64(w, "roots", f.roots);
    tby_jsonw_put_u64(w, "leaves", f.leaves);
    tby_jsonw_put_u64(w, "bare", f.bare);
    tby_jsonw_put_u64(w, "transpositions", f.transpositions);
    tby_jsonw_put_u64(w, "unreachable", f.unreachable);
    tby_jsonw_put_u64(w, "cycles", f.cycles);
    tby_jsonw_put_u64(w, "lines", f.lines);
    tby_jsonw_put_bool(w, "lines_exact", f.lines_exact);
    tby_jsonw_put_u64(w, "longest", f.longest);
    tby_jsonw_put_u64(w, "annotated", f.annotated);
    tby_jsonw_put_u64(w, "evaluated", f.evaluated);
    tby_jsonw_put_u64(w, "placed", f.placed);
    tby_jsonw_put_u64(w, "choices", f.choices);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

/* --- moves ----------------------------------------------------------------*/

enum { LABEL_MAX = 64 };

static void put_label(tby_jsonw *w, const tby_trail *t, const tby_edge *e)
{
    tby_buf label;

    tby_buf_init(&label, NULL, LABEL_MAX);
    if (e->from != TBY_NONE)
        tby_trail_write_move(t, e->from, e->move, &label);
    tby_wasm_json_text(w, "label", tby_buf_str(&label));
    tby_buf_free(&label);
}

void rep_json_edge(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t edge)
{
    const tby_edge none = {.from = TBY_NONE};
    const tby_edge *e = edge == TBY_NONE ? &none : &r->graph.edges[edge];

    put_label(w, t, e);
    tby_comment_json(w, "note", tby_graph_text(&r->graph, e->note));
    tby_wasm_json_nags(w, tby_graph_text(&r->graph, e->nags));
}

static void put_san(tby_jsonw *w, const tby_graph *g, const tby_edge *e)
{
    char san[TBY_SAN_MAX];

    tby_san_write(&g->nodes[e->from].pos, e->move, san);
    tby_jsonw_put_cstr(w, "san", san);
}

/* --- a node ---------------------------------------------------------------*/

static void put_eval(tby_jsonw *w, tby_eval e)
{
    char text[TBY_EVAL_MAX];
    int64_t amount =
        e.side == TBY_WHITE ? (int64_t)e.amount : -(int64_t)e.amount;

    tby_jsonw_key(w, "eval");
    if (e.kind == TBY_EVAL_NONE) {
        tby_jsonw_null(w);
        return;
    }
    tby_eval_write(e, text, sizeof text);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "text", text);
    tby_wasm_json_color(w, "side", e.side);
    tby_jsonw_key(w, e.kind == TBY_EVAL_CP ? "cp" : "mate");
    tby_jsonw_i64(w, amount);
    tby_jsonw_key(w, e.kind == TBY_EVAL_CP ? "mate" : "cp");
    tby_jsonw_null(w);
    tby_jsonw_object_end(w);
}

static void put_place(tby_jsonw *w, const tby_node *n)
{
    tby_jsonw_key(w, "x");
    if (n->placed)
        tby_jsonw_double(w, n->x, 1);
    else
        tby_jsonw_null(w);
    tby_jsonw_key(w, "y");
    if (n->placed)
        tby_jsonw_double(w, n->y, 1);
    else
        tby_jsonw_null(w);
}

void rep_json_move(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t edge)
{
    const tby_edge *e = &r->graph.edges[edge];
    const tby_pos *pos = &r->graph.nodes[e->from].pos;

    tby_wasm_json_move(w, pos, e->move);
    tby_jsonw_put_u64(w, "edge", edge);
    tby_jsonw_put_u64(w, "node", e->to);
    rep_json_edge(w, r, t, edge);
    tby_jsonw_put_bool(w, "transposition", t->walk.via[e->to] != edge);
    tby_jsonw_put_bool(w, "own", pos->turn == rep_color(r));
}

void rep_json_moves(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t first)
{
    tby_jsonw_array(w);
    for (uint32_t i = first; i != TBY_NONE; i = r->graph.edges[i].next_out) {
        tby_jsonw_object(w);
        rep_json_move(w, r, t, i);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void put_parents(tby_jsonw *w, rep *r, const tby_trail *t,
                        uint32_t first)
{
    const tby_graph *g = &r->graph;

    tby_jsonw_key(w, "parents");
    tby_jsonw_array(w);
    for (uint32_t i = first; i != TBY_NONE; i = g->edges[i].next_in) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "edge", i);
        tby_jsonw_put_u64(w, "node", g->edges[i].from);
        put_san(w, g, &g->edges[i]);
        rep_json_edge(w, r, t, i);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void rep_json_line(tby_jsonw *w, const tby_trail *t, uint32_t node)
{
    tby_buf line;

    tby_buf_init(&line, NULL, 1u << 16);
    if (node != TBY_NONE)
        tby_trail_write(t, node, TBY_MOVE_NONE, &line);
    tby_wasm_json_text(w, "line", tby_buf_str(&line));
    tby_buf_free(&line);
}

/* A node, or a position that has none. */
static void put_node(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t node)
{
    tby_node none = {.pos = *tby_edits_pos(r->edits),
                     .first_out = TBY_NONE,
                     .first_in = TBY_NONE};
    const tby_node *n = node == TBY_NONE ? &none : &r->graph.nodes[node];
    char key[TBY_KEY_TEXT];

    tby_key_write(n->pos.key, key);
    tby_wasm_json_number(w, "node", node);
    tby_wasm_json_fen(w, "fen", &n->pos);
    tby_jsonw_put_cstr(w, "key", key);
    tby_wasm_json_color(w, "turn", n->pos.turn);
    tby_jsonw_put_bool(w, "own", n->pos.turn == rep_color(r));
    rep_json_line(w, t, node);
    put_eval(w, n->eval);
    put_place(w, n);
    tby_jsonw_key(w, "moves");
    rep_json_moves(w, r, t, n->first_out);
    put_parents(w, r, t, n->first_in);
}

int32_t tby_wasm_rep_node(uint32_t handle, uint32_t node)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (node == TBY_NONE)
        node = tby_edits_node(r->edits);
    else if (!rep_has_node(r, node))
        return tby_wasm_refuse(TBY_E_NUMBER);
    const tby_trail *t = rep_trail(r);
    if (!t)
        return TBY_E_NOMEM;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    put_node(w, r, t, node);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_rep_find(uint32_t handle, const char *text, uint32_t text_n)
{
    const rep *r = rep_of(handle);
    tby_line line;

    if (!r || tby_line_parse((tby_str){text, text_n}, NULL, &line, NULL,
                             NULL) != TBY_OK)
        return -1;
    uint32_t node = tby_graph_find(&r->graph, &line.pos);
    tby_line_free(&line);
    return (int32_t)node;
}

int32_t tby_wasm_rep_fens(uint32_t handle)
{
    const rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    tby_buf *out = tby_wasm_text();
    for (size_t i = 0; i < r->graph.nodes_n; i++) {
        char fen[TBY_FEN_MAX] = "";

        if (r->graph.nodes[i].alive)
            tby_fen_write_pos(&r->graph.nodes[i].pos, fen, sizeof fen);
        tby_buf_cstr(out, fen);
        tby_buf_char(out, '\n');
    }
    return tby_wasm_text_end();
}

/* --- ways -----------------------------------------------------------------*/

/* The numbers are those of this way, whatever the counters of its nodes are. */
static void put_steps(tby_jsonw *w, const tby_graph *g, const uint32_t *path,
                      uint32_t n)
{
    tby_pos pos =
        n ? tby_walk_begin(g, g->edges[path[0]].from) : tby_pos_start();
    tby_buf label;

    tby_buf_init(&label, NULL, LABEL_MAX);
    tby_jsonw_array(w);
    for (uint32_t i = 0; i < n; i++) {
        const tby_edge *e = &g->edges[path[i]];
        char uci[TBY_UCI_MAX];

        tby_uci_write(&pos, e->move, TBY_UCI_ORTHODOX, uci);
        tby_buf_clear(&label);
        tby_numbered_write(&pos, &e->move, 1, &label);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "node", e->to);
        tby_jsonw_put_u64(w, "edge", path[i]);
        tby_jsonw_put_cstr(w, "uci", uci);
        put_san(w, g, e);
        tby_wasm_json_text(w, "label", tby_buf_str(&label));
        tby_jsonw_object_end(w);
        tby_pos_play(&pos, e->move);
    }
    tby_jsonw_array_end(w);
    tby_buf_free(&label);
}

int32_t tby_wasm_rep_path(uint32_t handle, uint32_t node)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (!rep_has_node(r, node))
        return tby_wasm_refuse(TBY_E_NUMBER);
    const tby_trail *t = rep_trail(r);
    if (!t)
        return TBY_E_NOMEM;
    uint32_t n = tby_walk_path(&t->walk, &r->graph, node, NULL, 0);
    uint32_t size = (n + 1) * (uint32_t)sizeof(uint32_t);
    uint32_t *path = tby_wasm_alloc(size);
    if (!path)
        return tby_wasm_refuse(TBY_E_NOMEM);
    tby_rc rc = tby_walk_shortest(&t->walk, &r->graph, node, path, &n);
    if (rc == TBY_OK)
        put_steps(tby_wasm_json(), &r->graph, path, n);
    tby_wasm_free(path, size);
    return rc == TBY_OK ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}

/* --- all of it ------------------------------------------------------------*/

static void put_row(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t node)
{
    const tby_node *n = &r->graph.nodes[node];
    uint32_t via = t->walk.via[node];

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "node", node);
    tby_wasm_json_number(w, "edge", via);
    tby_jsonw_put_u64(w, "ply", t->ply[node] - 2);
    rep_json_edge(w, r, t, via);
    tby_jsonw_put_u64(w, "moves", n->out_n);
    tby_jsonw_put_u64(w, "ways", n->in_n);
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_rep_outline(uint32_t handle, uint32_t first, uint32_t count)
{
    rep *r = rep_of(handle);
    const tby_trail *t = r ? rep_trail(r) : NULL;

    if (!t)
        return r ? TBY_E_NOMEM : TBY_E_HANDLE;
    uint32_t n = t->walk.n;
    uint32_t from = first < n ? first : n;
    uint32_t end = count < n - from ? from + count : n;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "total", n);
    tby_jsonw_key(w, "rows");
    tby_jsonw_array(w);
    for (uint32_t i = from; i < end; i++)
        put_row(w, r, t, t->walk.order[i]);
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}
