/* tree.c - a game as a tree of moves, for a page: read, changed and written.
 *
 * Moves are numbered from 0 and keep their number; -1 stands for the start. */
#include "app/wasm/room.h"
#include "core/game/comment.h"
#include "core/game/pgn/warnings.h"

static bool has(const tby_tree *t, uint32_t move)
{
    return move < t->n && t->moves[move].alive;
}

/* The game with a number; TBY_E_NUMBER if there are fewer. */
static tby_rc read_game(diags *t, tby_str text, uint32_t number, tby_game *g)
{
    tby_pgn_report report;
    tby_pgn pgn;
    tby_rc rc = TBY_OK;

    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    for (uint32_t i = 0; i <= number && rc == TBY_OK; i++)
        rc = tby_pgn_next(&pgn, g, &report);
    if (rc == TBY_OK && report.error.code != TBY_OK) {
        tby_diag sink = tby__diags_sink(t);
        char sentence[512] = "";

        tby_pgn_explain(g, text, report.begin, 0, report.error, sentence,
                        sizeof sentence);
        tby_diag_report(&sink, &(tby_diag_item){
                                   .severity = TBY_ERROR,
                                   .code = report.error.code,
                                   .offset = report.error.at,
                                   .place = tby_place_of(text, report.error.at),
                                   .detail = tby_str_of(sentence)});
    }
    return rc == TBY_DONE ? TBY_E_NUMBER : rc;
}

static tby_rc enter(const tby_game *g, uint32_t *handle)
{
    tby_tree t;

    tby_tree_init(&t, &g->start, NULL);
    tby_rc rc = tby_tree_read(&t, g);
    if (rc == TBY_OK)
        rc = tby_wasm_keep(TBY_WASM_TREE, &t, sizeof t, handle);
    if (rc != TBY_OK)
        tby_tree_free(&t);
    return rc;
}

/* A game of a PGN by its number, a damaged one up to its fault:
 *
 *   {"diagnostics": as in rep.c, "tree": the handle} */
EXPORT(int32_t, tby_wasm_tree_open,
       (const char *text, uint32_t text_n, uint32_t number))
{
    uint32_t handle = 0;
    tby_game g;
    diags t;

    tby_game_init(&g, NULL);
    tby__diags_begin(&t);
    tby_rc rc = read_game(&t, (tby_str){text, text_n}, number, &g);
    tby__diags_end(&t);
    if (rc == TBY_OK)
        rc = enter(&g, &handle);
    if (rc == TBY_OK)
        tby_jsonw_put_u64(t.w, "tree", handle);
    tby_game_free(&g);
    return tby__diags_answer(&t, rc);
}

EXPORT(void, tby_wasm_tree_close, (uint32_t handle))
{
    tby_tree *t = tby_wasm_leave(TBY_WASM_TREE, handle);

    if (!t)
        return;
    tby_tree_free(t);
    tby_wasm_free(t, sizeof *t);
}

/* The game as PGN, a text. */
EXPORT(int32_t, tby_wasm_tree_pgn, (uint32_t handle))
{
    tby_game g;

    TBY_WASM_OPEN(const tby_tree *, t, TBY_WASM_TREE, handle);
    tby_game_init(&g, NULL);
    tby_rc rc = tby_tree_write(t, &g);
    if (rc == TBY_OK)
        tby_wasm_add_game(tby_wasm_text(), &g);
    tby_game_free(&g);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* Adds a move in UCI or SAN after another, or finds it there: the fields of a
 * move (positions.c), "fen" and "number". */
EXPORT(int32_t, tby_wasm_tree_add,
       (uint32_t handle, uint32_t parent, const char *move, uint32_t move_n))
{
    uint32_t number;
    tby_move m;

    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(parent == TBY_NONE || has(t, parent));
    tby_pos pos = *tby_tree_pos(t, parent);
    TBY_WASM_TRY(tby_wasm_read_move(&pos, (tby_str){move, move_n}, &m));
    tby_rc rc = tby_tree_add(t, parent, m, &number);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_move(w, &pos, m);
    tby_wasm_json_fen(w, "fen", tby_tree_pos(t, number));
    tby_jsonw_put_u64(w, "number", number);
    return tby_wasm_json_end();
}

/* Takes a move out with all that follow, makes it the first of those that
 * follow the same one, or puts it one place further back. */
EXPORT(int32_t, tby_wasm_tree_remove, (uint32_t handle, uint32_t move))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(has(t, move));
    tby_tree_remove(t, move);
    return TBY_OK;
}

EXPORT(int32_t, tby_wasm_tree_promote, (uint32_t handle, uint32_t move))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(has(t, move));
    tby_tree_promote(t, move);
    return TBY_OK;
}

EXPORT(int32_t, tby_wasm_tree_demote, (uint32_t handle, uint32_t move))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(has(t, move));
    tby_tree_demote(t, move);
    return TBY_OK;
}

/* All of the comment: marks and words. */
EXPORT(int32_t, tby_wasm_tree_set_comment,
       (uint32_t handle, uint32_t move, const char *text, uint32_t text_n))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(move == TBY_NONE || has(t, move));
    return tby_wasm_done(
        tby_tree_set_comment(t, move, (tby_str){text, text_n}));
}

/* One byte each, as in rep.c. */
EXPORT(int32_t, tby_wasm_tree_set_nags,
       (uint32_t handle, uint32_t move, const char *nags, uint32_t nags_n))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    TBY_WASM_HAVE(has(t, move));
    return tby_wasm_done(tby_tree_set_nags(t, move, (tby_str){nags, nags_n}));
}

/* Sets a tag, or adds it; Result sets the result, too. */
EXPORT(int32_t, tby_wasm_tree_set_tag,
       (uint32_t handle, const char *name, uint32_t name_n, const char *value,
        uint32_t value_n))
{
    TBY_WASM_OPEN(tby_tree *, t, TBY_WASM_TREE, handle);
    return tby_wasm_done(tby_tree_set_tag(t, (tby_str){name, name_n},
                                          (tby_str){value, value_n}));
}

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
    struct tby_comment_facts f = tby_comment_read(comment);

    if (tby_jsonw_known(w, "clock", f.has_clock))
        tby_jsonw_double(w, (double)f.clock / 1000, 3);
    if (tby_jsonw_known(w, "eval", f.has_eval && !f.eval.is_mate))
        tby_jsonw_double(w, f.eval.pawns, 2);
    if (tby_jsonw_known(w, "mate", f.has_eval && f.eval.is_mate))
        tby_jsonw_i64(w, f.eval.mate);
    tby_wasm_json_nags(w, tby_tree_text(t, m->nags));
    tby_jsonw_object_end(w);
}

/*   {"tags": [{"name", "value"}], "start": FEN, "chess960": false, "result":
 *    "1-0", "comment": before the first move, "marks", "moves": [move]}
 *
 * where a move, or null if it was removed, is
 *
 *   {"parent": the number of the move before it or -1, "uci", "san", "fen":
 *    after it, "comment": words, "marks": commands of programs, such as
 *    "[%clk 0:05:00]", "clock": seconds or null, "eval": pawns, White's view,
 *    or null, "mate": likewise, "nags": [1], "glyph": "!"}
 *
 * A move comes after its parent.  The first that has a move as its parent is
 * how the game went on, unless another was promoted: "next" is its number, or
 * null, as is "first" of the whole. */
EXPORT(int32_t, tby_wasm_tree_look, (uint32_t handle))
{
    TBY_WASM_OPEN(const tby_tree *, t, TBY_WASM_TREE, handle);
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_array(w, "tags");
    for (size_t i = 0; i < t->head.tags_n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_str(w, "name",
                          tby_game_text(&t->head, t->head.tags[i].name));
        tby_jsonw_put_str(w, "value",
                          tby_game_text(&t->head, t->head.tags[i].value));
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_wasm_json_fen(w, "start", &t->head.start);
    tby_jsonw_put_bool(w, "chess960", t->head.chess960);
    tby_jsonw_put_cstr(w, "result", tby_result_text(t->head.result));
    tby_comment_json(w, "comment", tby_tree_text(t, t->comment));
    tby_wasm_json_number(w, "first", t->first);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < t->n; i++) {
        if (t->moves[i].alive)
            put_move(w, t, &t->moves[i]);
        else
            tby_jsonw_null(w);
    }
    return tby_wasm_json_end();
}
