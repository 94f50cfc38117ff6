/* tree_look.c - a game as a page shows it: see tree.h. */
#include "app/wasm/tree.h"

#include "app/wasm/room.h"
#include "core/game/comment.h"

/* --- comments -------------------------------------------------------------*/

static void put_facts(tby_jsonw *w, tby_str comment)
{
    struct tby_comment_facts f = tby_comment_read(comment);

    tby_jsonw_key(w, "clock");
    if (f.has_clock)
        tby_jsonw_double(w, (double)f.clock / 1000, 3);
    else
        tby_jsonw_null(w);
    tby_jsonw_key(w, "eval");
    if (f.has_eval && !f.eval.is_mate)
        tby_jsonw_double(w, f.eval.pawns, 2);
    else
        tby_jsonw_null(w);
    tby_jsonw_key(w, "mate");
    if (f.has_eval && f.eval.is_mate)
        tby_jsonw_i64(w, f.eval.mate);
    else
        tby_jsonw_null(w);
}

/* --- moves ----------------------------------------------------------------*/

static void put_move(tby_jsonw *w, const tby_tree *t, const tby_tree_move *m)
{
    tby_uci_style style = t->head.chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX;
    const tby_pos *before = tby_tree_pos(t, m->parent);
    tby_str comment = tby_tree_text(t, m->comment);
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

    tby_san_write(before, m->move, san);
    tby_uci_write(before, m->move, style, uci);
    tby_jsonw_object(w);
    tby_jsonw_key(w, "parent");
    tby_jsonw_i64(w, m->parent == TBY_NONE ? -1 : (int64_t)m->parent);
    tby_wasm_json_number(w, "next", m->first);
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "san", san);
    tby_wasm_json_fen(w, "fen", &m->pos);
    tby_comment_json(w, "comment", comment);
    put_facts(w, comment);
    tby_wasm_json_nags(w, tby_tree_text(t, m->nags));
    tby_jsonw_object_end(w);
}

static void put_tags(tby_jsonw *w, const tby_game *g)
{
    tby_jsonw_key(w, "tags");
    tby_jsonw_array(w);
    for (size_t i = 0; i < g->tags_n; i++) {
        tby_jsonw_object(w);
        tby_wasm_json_text(w, "name", tby_game_text(g, g->tags[i].name));
        tby_wasm_json_text(w, "value", tby_game_text(g, g->tags[i].value));
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

int32_t tby_wasm_tree_look(uint32_t handle)
{
    const tby_tree *t = tby_wasm_find(TBY_WASM_TREE, handle);

    if (!t)
        return tby_wasm_refuse(TBY_E_HANDLE);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    put_tags(w, &t->head);
    tby_wasm_json_fen(w, "start", &t->head.start);
    tby_jsonw_put_bool(w, "chess960", t->head.chess960);
    tby_jsonw_put_cstr(w, "result", tby_result_text(t->head.result));
    tby_wasm_json_text(w, "comment", tby_tree_text(t, t->comment));
    tby_wasm_json_number(w, "first", t->first);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < t->n; i++) {
        if (t->moves[i].alive)
            put_move(w, t, &t->moves[i]);
        else
            tby_jsonw_null(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}
