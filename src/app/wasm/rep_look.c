#include "app/wasm/rep_int.h"
#include "core/game/comment.h"
#include "core/notation/san.h"
#include "core/rep/line_text.h"

/*   {"title": "", "color": "white", "color_known": true, "version": 5 or null,
 *    "nodes": 42, "edges": 44, "node": of the board or null, "fen": its FEN,
 *    "can_undo": false, "can_redo": false, "done": grows with each entry of the
 *    log and falls with undo, "errors": lines that were refused when it was
 *    read, "changes": a number that changes with it} */
EXPORT(int32_t, tby_wasm_rep_state, (uint32_t handle))
{
    TBY_WASM_OPEN(const rep *, r, TBY_WASM_REP, handle);
    const tby_graph *g = &r->graph;
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_str(w, "title", tby_graph_text(g, g->title));
    tby_wasm_json_color(w, "color", tby__rep_color(r));
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
    return tby_wasm_json_end();
}

enum { LABEL_MAX = 64 };

void tby__rep_json_edge(tby_jsonw *w, rep *r, const tby_line_text *t,
                        uint32_t edge)
{
    const tby_edge none = {.from = TBY_NONE};
    const tby_edge *e = edge == TBY_NONE ? &none : &r->graph.edges[edge];

    tby_buf label;

    tby_buf_init(&label, NULL, LABEL_MAX);
    if (e->from != TBY_NONE)
        tby_line_text_write_move(t, e->from, e->move, &label);
    tby_jsonw_put_str(w, "label", tby_buf_str(&label));
    tby_buf_free(&label);
    tby_comment_json(w, "note", tby_graph_text(&r->graph, e->note));
    tby_wasm_json_nags(w, tby_graph_text(&r->graph, e->nags));
}

static void put_san(tby_jsonw *w, const tby_graph *g, const tby_edge *e)
{
    char san[TBY_SAN_MAX];

    tby_san_write(&g->nodes[e->from].pos, e->move, san);
    tby_jsonw_put_cstr(w, "san", san);
}

static void put_eval(tby_jsonw *w, tby_eval e)
{
    char text[TBY_EVAL_MAX];
    int64_t amount =
        e.side == TBY_WHITE ? (int64_t)e.amount : -(int64_t)e.amount;

    if (!tby_jsonw_known(w, "eval", e.kind != TBY_EVAL_NONE))
        return;
    tby_eval_write(e, text, sizeof text);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "text", text);
    tby_wasm_json_color(w, "side", e.side);
    tby_jsonw_key(w, e.kind == TBY_EVAL_CP ? "cp" : "mate");
    tby_jsonw_i64(w, amount);
    tby_jsonw_put_null(w, e.kind == TBY_EVAL_CP ? "mate" : "cp");
    tby_jsonw_object_end(w);
}

void tby__rep_json_move(tby_jsonw *w, rep *r, const tby_line_text *t,
                        uint32_t edge)
{
    const tby_edge *e = &r->graph.edges[edge];
    const tby_pos *pos = &r->graph.nodes[e->from].pos;

    tby_wasm_json_move(w, pos, e->move);
    tby_jsonw_put_u64(w, "edge", edge);
    tby_jsonw_put_u64(w, "node", e->to);
    tby__rep_json_edge(w, r, t, edge);
    tby_jsonw_put_bool(w, "transposition", t->walk.via[e->to] != edge);
    tby_jsonw_put_bool(w, "own", pos->turn == tby__rep_color(r));
}

void tby__rep_json_moves(tby_jsonw *w, rep *r, const tby_line_text *t,
                         uint32_t first)
{
    tby_jsonw_array(w);
    for (uint32_t i = first; i != TBY_NONE; i = r->graph.edges[i].next_out) {
        tby_jsonw_object(w);
        tby__rep_json_move(w, r, t, i);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby__rep_json_line(tby_jsonw *w, const tby_line_text *t, uint32_t node)
{
    tby_buf line;

    tby_buf_init(&line, NULL, 1u << 16);
    if (node != TBY_NONE)
        tby_line_text_write(t, node, TBY_MOVE_NONE, &line);
    tby_jsonw_put_str(w, "line", tby_buf_str(&line));
    tby_buf_free(&line);
}

/* One position; -1 is that of the board, which may have no node yet:
 *
 *   {"node": 3, "fen", "key", "turn", "own": its side's turn, "line":
 *    "1. d4 d5", "eval": null or {"text": "white +0.35", "side": "white",
 *    "cp": 35 or null, "mate": 5 or null; both White's view},
 *    "x": 0.0 or null, "y",
 *    "moves": [{the fields of a move, "edge", "node": where it leads, "label":
 *      "2. Bf4", "note": without commands such as [%cal Gc8f5], "marks": these,
 *      "nags": [1], "glyph": "!", "transposition", "own"}],
 *    "parents": [{"edge", "node": where it comes from, "san", "label", "note",
 *      "marks", "nags", "glyph"}]} */
EXPORT(int32_t, tby_wasm_rep_node, (uint32_t handle, uint32_t node))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    if (node == TBY_NONE)
        node = tby_edits_node(r->edits);
    else
        TBY_WASM_HAVE(rep_has_node(r, node));
    const tby_line_text *t = tby__rep_line_text(r);
    if (!t)
        return TBY_E_NOMEM;
    tby_jsonw *w = tby_wasm_json_object();
    /* A node, or a position that has none */
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
    tby_jsonw_put_bool(w, "own", n->pos.turn == tby__rep_color(r));
    tby__rep_json_line(w, t, node);
    put_eval(w, n->eval);
    if (tby_jsonw_known(w, "x", n->placed))
        tby_jsonw_double(w, n->x, 1);
    if (tby_jsonw_known(w, "y", n->placed))
        tby_jsonw_double(w, n->y, 1);
    tby_jsonw_key(w, "moves");
    tby__rep_json_moves(w, r, t, n->first_out);
    const tby_graph *g = &r->graph;

    tby_jsonw_put_array(w, "parents");
    for (uint32_t i = n->first_in; i != TBY_NONE; i = g->edges[i].next_in) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "edge", i);
        tby_jsonw_put_u64(w, "node", g->edges[i].from);
        put_san(w, g, &g->edges[i]);
        tby__rep_json_edge(w, r, t, i);
        tby_jsonw_object_end(w);
    }
    return tby_wasm_json_end();
}

/* The node of a position, written as line.h says; -1 if it is not there. */
EXPORT(int32_t, tby_wasm_rep_find,
       (uint32_t handle, const char *text, uint32_t text_n))
{
    const rep *r = tby__rep_of(handle);
    tby_line line;

    if (!r || tby_line_parse((tby_str){text, text_n}, NULL, &line, NULL,
                             NULL) != TBY_OK)
        return -1;
    uint32_t node = tby_graph_find(&r->graph, &line.pos);
    tby_line_free(&line);
    return (int32_t)node;
}

/* The FENs of all nodes, a text: one in each line, in their order; those of the
 * dead are empty. */
EXPORT(int32_t, tby_wasm_rep_fens, (uint32_t handle))
{
    TBY_WASM_OPEN(const rep *, r, TBY_WASM_REP, handle);
    tby_buf *out = tby_wasm_text();
    for (size_t i = 0; i < r->graph.nodes_n; i++) {
        char fen[TBY_FEN_MAX] = "";

        if (r->graph.nodes[i].alive)
            tby_fen_write_pos(&r->graph.nodes[i].pos, fen, sizeof fen);
        tby_buf_join(out, fen, "\n");
    }
    return tby_wasm_text_end();
}

/* The shortest way from a root to a node:
 * [{"node": after the move, "edge", "uci", "san", "label": "1. d4"}] */
EXPORT(int32_t, tby_wasm_rep_path, (uint32_t handle, uint32_t node))
{
    TBY_WASM_OPEN(rep *, r, TBY_WASM_REP, handle);
    TBY_WASM_HAVE(rep_has_node(r, node));
    const tby_line_text *t = tby__rep_line_text(r);
    if (!t)
        return TBY_E_NOMEM;
    uint32_t n = tby_walk_path(&t->walk, &r->graph, node, NULL, 0);
    uint32_t size = (n + 1) * (uint32_t)sizeof(uint32_t);
    uint32_t *path = tby_wasm_alloc(size);
    if (!path)
        return tby_wasm_refuse(TBY_E_NOMEM);
    tby_rc rc = tby_walk_shortest(&t->walk, &r->graph, node, path, &n);
    if (rc == TBY_OK) {
        /* The numbers are those of this way, whatever the counters of its nodes
         * are. */
        tby_jsonw *w = tby_wasm_json();
        const tby_graph *g = &r->graph;
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
            tby_jsonw_put_str(w, "label", tby_buf_str(&label));
            tby_jsonw_object_end(w);
            tby_pos_play(&pos, e->move);
        }
        tby_buf_free(&label);
    }
    tby_wasm_free(path, size);
    return rc == TBY_OK ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}
