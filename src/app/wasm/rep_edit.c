/* rep_edit.c - commands on a repertoire: see rep.h. */
#include "app/wasm/rep_int.h"

#include "core/game/comment.h"
#include "tabiya/limits.h"

/* --- steps ----------------------------------------------------------------*/

int32_t tby_wasm_rep_play(uint32_t handle, const char *move, uint32_t move_n,
                          const char *note, uint32_t note_n)
{
    rep *r = rep_of(handle);
    tby_move m;

    if (!r)
        return TBY_E_HANDLE;
    tby_rc rc = tby_wasm_read_move(tby_edits_pos(r->edits),
                                   (tby_str){move, move_n}, &m);
    if (rc != TBY_OK)
        return (int32_t)rc;
    return rep_changed(r, tby_edits_play(r->edits, m, (tby_str){note, note_n}));
}

int32_t tby_wasm_rep_go(uint32_t handle, uint32_t node)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (node != TBY_NONE && !rep_has_node(r, node))
        return tby_wasm_refuse(TBY_E_NUMBER);
    return tby_wasm_done(tby_edits_go(r->edits, node));
}

/* --- changes --------------------------------------------------------------*/

/* The repertoire, if the edge is there; NULL has been refused. */
static rep *rep_of_edge(uint32_t handle, uint32_t edge, int32_t *rc)
{
    rep *r = rep_of(handle);

    *rc = r ? TBY_OK : TBY_E_HANDLE;
    if (r && !rep_has_edge(r, edge)) {
        *rc = tby_wasm_refuse(TBY_E_NUMBER);
        r = NULL;
    }
    return r;
}

int32_t tby_wasm_rep_remove(uint32_t handle, uint32_t edge)
{
    int32_t rc;
    rep *r = rep_of_edge(handle, edge, &rc);

    return r ? rep_changed(r, tby_edits_remove(r->edits, edge)) : rc;
}

int32_t tby_wasm_rep_clear(uint32_t handle)
{
    rep *r = rep_of(handle);

    return r ? rep_changed(r, tby_edits_clear(r->edits)) : TBY_E_HANDLE;
}

int32_t tby_wasm_rep_set_note(uint32_t handle, uint32_t edge, const char *text,
                              uint32_t text_n)
{
    tby_buf words, note;
    int32_t rc;
    rep *r = rep_of_edge(handle, edge, &rc);

    if (!r)
        return rc;
    /* a page does not show the marks, so they must survive the editing */
    tby_str old = tby_graph_text(&r->graph, r->graph.edges[edge].note);
    tby_buf_init(&words, NULL, TBY_MAX_NOTE_BYTES);
    tby_buf_init(&note, NULL, 2 * TBY_MAX_NOTE_BYTES);
    tby_comment_split(old, &words, &note);
    if (text_n && note.n)
        tby_buf_char(&note, ' ');
    tby_buf_add(&note, (tby_str){text, text_n});
    tby_rc done = words.rc != TBY_OK ? words.rc : note.rc;
    if (done == TBY_OK)
        done = tby_edits_set_note(r->edits, edge, tby_buf_str(&note));
    tby_buf_free(&words);
    tby_buf_free(&note);
    return rep_changed(r, done);
}

int32_t tby_wasm_rep_set_nags(uint32_t handle, uint32_t edge, const char *nags,
                              uint32_t nags_n)
{
    tby_str all = {nags, nags_n};
    int32_t rc;
    rep *r = rep_of_edge(handle, edge, &rc);

    return r ? rep_changed(r, tby_edits_set_nags(r->edits, edge, all)) : rc;
}

static tby_rc read_eval(tby_str text, tby_color turn, tby_eval *out)
{
    *out = (tby_eval){.kind = TBY_EVAL_NONE};
    if (text.n == 0 || tby_eval_parse(text, turn, out) == TBY_OK)
        return TBY_OK;
    return tby_eval_parse_pgn(text, out);
}

int32_t tby_wasm_rep_set_eval(uint32_t handle, uint32_t node, const char *text,
                              uint32_t text_n)
{
    rep *r = rep_of(handle);
    tby_eval eval;

    if (!r)
        return TBY_E_HANDLE;
    if (!rep_has_node(r, node))
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_rc rc = read_eval((tby_str){text, text_n},
                          r->graph.nodes[node].pos.turn, &eval);
    return rc == TBY_OK
               ? rep_changed(r, tby_edits_set_eval(r->edits, node, eval))
               : tby_wasm_refuse(rc);
}

int32_t tby_wasm_rep_set_title(uint32_t handle, const char *text,
                               uint32_t text_n)
{
    tby_str title = {text, text_n};
    rep *r = rep_of(handle);

    return r ? rep_changed(r, tby_edits_set_title(r->edits, title))
             : TBY_E_HANDLE;
}

int32_t tby_wasm_rep_set_color(uint32_t handle, uint32_t color)
{
    tby_color side = color ? TBY_BLACK : TBY_WHITE;
    rep *r = rep_of(handle);

    return r ? rep_changed(r, tby_edits_set_color(r->edits, side))
             : TBY_E_HANDLE;
}

/* --- the log --------------------------------------------------------------*/

int32_t tby_wasm_rep_undo(uint32_t handle)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (!tby_edits_can_undo(r->edits))
        return TBY_DONE;
    tby_edits_undo(r->edits);
    return rep_changed(r, TBY_OK);
}

int32_t tby_wasm_rep_redo(uint32_t handle)
{
    rep *r = rep_of(handle);

    if (!r)
        return TBY_E_HANDLE;
    if (!tby_edits_can_redo(r->edits))
        return TBY_DONE;
    tby_edits_redo(r->edits);
    return rep_changed(r, TBY_OK);
}
