/* tree.c - see tree.h. */
#include "app/wasm/tree.h"

#include "app/wasm/told.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/game/pgn/explain.h"

static tby_tree *tree_of(uint32_t handle)
{
    tby_tree *t = tby_wasm_find(TBY_WASM_TREE, handle);

    if (!t)
        tby_wasm_refuse(TBY_E_HANDLE);
    return t;
}

static bool has(const tby_tree *t, uint32_t move)
{
    return move < t->n && t->moves[move].alive;
}

/* --- which games there are ------------------------------------------------*/

static void put_tag(tby_jsonw *w, const char *key, const tby_game *g,
                    const char *name)
{
    tby_str value = tby_game_tag(g, name);

    tby_jsonw_key(w, key);
    if (value.p)
        tby_jsonw_str(w, value);
    else
        tby_jsonw_null(w);
}

static void put_listed(tby_jsonw *w, uint32_t number, const tby_game *g,
                       tby_rc error)
{
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "number", number);
    put_tag(w, "white", g, "White");
    put_tag(w, "black", g, "Black");
    put_tag(w, "event", g, "Event");
    put_tag(w, "date", g, "Date");
    tby_jsonw_put_cstr(w, "result", tby_result_text(g->result));
    tby_jsonw_put_u64(w, "plies", g->plies);
    tby_jsonw_put_cstr(w, "error", error == TBY_OK ? NULL : tby_rc_name(error));
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_pgn_list(const char *text, uint32_t text_n, uint32_t first,
                          uint32_t count)
{
    tby_jsonw *w = tby_wasm_json();
    uint32_t total = 0;
    tby_pgn_report report;
    tby_pgn pgn;
    tby_game g;
    tby_rc rc;

    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, (tby_str){text, text_n}, TBY_PGN_MAINLINE);
    tby_jsonw_object(w);
    tby_jsonw_key(w, "games");
    tby_jsonw_array(w);
    for (; (rc = tby_pgn_next(&pgn, &g, &report)) == TBY_OK; total++)
        if (total >= first && total - first < count)
            put_listed(w, total, &g, report.error.code);
    tby_jsonw_array_end(w);
    tby_jsonw_put_u64(w, "total", total);
    tby_jsonw_object_end(w);
    tby_game_free(&g);
    return rc == TBY_DONE ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}

/* --- opening --------------------------------------------------------------*/

static void tell_fault(told *t, tby_str text, const tby_game *g,
                       const tby_pgn_report *report)
{
    tby_diag sink = told_sink(t);
    char sentence[512] = "";
    tby_diag_item item = {.severity = TBY_ERROR,
                          .code = report->error.code,
                          .offset = report->error.at};

    if (item.code == TBY_OK)
        return;
    tby_pgn_explain(g, text, report->begin, 0, report->error, sentence,
                    sizeof sentence);
    item.place = tby_place_of(text, item.offset);
    item.detail = tby_str_of(sentence);
    tby_diag_report(&sink, &item);
}

/* The game with a number; TBY_E_NUMBER if there are fewer. */
static tby_rc read_game(told *t, tby_str text, uint32_t number, tby_game *g)
{
    tby_pgn_report report;
    tby_pgn pgn;
    tby_rc rc = TBY_OK;

    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    for (uint32_t i = 0; i <= number && rc == TBY_OK; i++)
        rc = tby_pgn_next(&pgn, g, &report);
    if (rc == TBY_OK)
        tell_fault(t, text, g, &report);
    return rc == TBY_DONE ? TBY_E_NUMBER : rc;
}

static tby_rc enter(const tby_game *g, uint32_t *handle)
{
    tby_tree *t = tby_wasm_alloc(sizeof *t);
    tby_rc rc = TBY_E_NOMEM;

    *handle = 0;
    if (!t)
        return rc;
    tby_tree_init(t, &g->start, NULL);
    rc = tby_tree_read(t, g);
    if (rc == TBY_OK)
        *handle = tby_wasm_enter(TBY_WASM_TREE, t);
    if (*handle)
        return TBY_OK;
    tby_tree_free(t);
    tby_wasm_free(t, sizeof *t);
    return rc == TBY_OK ? TBY_E_LIMIT : rc;
}

int32_t tby_wasm_tree_open(const char *text, uint32_t text_n, uint32_t number)
{
    uint32_t handle = 0;
    tby_game g;
    told t;

    tby_game_init(&g, NULL);
    told_begin(&t);
    tby_rc rc = read_game(&t, (tby_str){text, text_n}, number, &g);
    told_end(&t);
    if (rc == TBY_OK)
        rc = enter(&g, &handle);
    if (rc == TBY_OK)
        tby_jsonw_put_u64(t.w, "tree", handle);
    tby_game_free(&g);
    return told_answer(&t, rc);
}

/* By way of a PGN, so that its reader says what the tags mean. */
int32_t tby_wasm_tree_new(const char *text, uint32_t text_n)
{
    char fen[TBY_FEN_MAX], pgn[TBY_FEN_MAX + 64];
    tby_text out = {pgn, sizeof pgn, 0};
    tby_pos start = tby_pos_start();
    tby_line line;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_fen_write_pos(&line.pos, fen, sizeof fen);
    if (!tby_pos_same(&line.pos, &start)) {
        tby_text_cstr(&out, "[SetUp \"1\"]\n[FEN \"");
        tby_text_cstr(&out, fen);
        tby_text_cstr(&out, "\"]\n");
    }
    tby_text_cstr(&out, "[Result \"*\"]\n\n*\n");
    tby_line_free(&line);
    return tby_wasm_tree_open(pgn, (uint32_t)tby_text_end(&out), 0);
}

void tby_wasm_tree_close(uint32_t handle)
{
    tby_tree *t = tby_wasm_leave(TBY_WASM_TREE, handle);

    if (!t)
        return;
    tby_tree_free(t);
    tby_wasm_free(t, sizeof *t);
}

int32_t tby_wasm_tree_pgn(uint32_t handle)
{
    const tby_tree *t = tree_of(handle);
    tby_game g;

    if (!t)
        return TBY_E_HANDLE;
    tby_game_init(&g, NULL);
    tby_rc rc = tby_tree_write(t, &g);
    if (rc == TBY_OK)
        tby_wasm_add_game(tby_wasm_text(), &g);
    tby_game_free(&g);
    return rc == TBY_OK ? tby_wasm_text_end() : tby_wasm_refuse(rc);
}

/* --- changes --------------------------------------------------------------*/

int32_t tby_wasm_tree_add(uint32_t handle, uint32_t parent, const char *move,
                          uint32_t move_n)
{
    tby_tree *t = tree_of(handle);
    uint32_t number;
    tby_move m;

    if (!t)
        return TBY_E_HANDLE;
    if (parent != TBY_NONE && !has(t, parent))
        return tby_wasm_refuse(TBY_E_NUMBER);
    tby_pos pos = *tby_tree_pos(t, parent);
    tby_rc rc = tby_wasm_read_move(&pos, (tby_str){move, move_n}, &m);
    if (rc != TBY_OK)
        return (int32_t)rc;
    rc = tby_tree_add(t, parent, m, &number);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_move(w, &pos, m);
    tby_wasm_json_fen(w, "fen", tby_tree_pos(t, number));
    tby_jsonw_put_u64(w, "number", number);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

/* The tree, if the move is there; NULL has been refused. */
static tby_tree *tree_of_move(uint32_t handle, uint32_t move, int32_t *rc)
{
    tby_tree *t = tree_of(handle);

    *rc = t ? TBY_OK : TBY_E_HANDLE;
    if (t && !has(t, move)) {
        *rc = tby_wasm_refuse(TBY_E_NUMBER);
        t = NULL;
    }
    return t;
}

int32_t tby_wasm_tree_remove(uint32_t handle, uint32_t move)
{
    int32_t rc;
    tby_tree *t = tree_of_move(handle, move, &rc);

    if (t)
        tby_tree_remove(t, move);
    return rc;
}

int32_t tby_wasm_tree_promote(uint32_t handle, uint32_t move)
{
    int32_t rc;
    tby_tree *t = tree_of_move(handle, move, &rc);

    if (t)
        tby_tree_promote(t, move);
    return rc;
}

int32_t tby_wasm_tree_set_comment(uint32_t handle, uint32_t move,
                                  const char *text, uint32_t text_n)
{
    int32_t rc;
    tby_tree *t =
        move == TBY_NONE ? tree_of(handle) : tree_of_move(handle, move, &rc);

    if (!t)
        return move == TBY_NONE ? TBY_E_HANDLE : rc;
    return tby_wasm_done(
        tby_tree_set_comment(t, move, (tby_str){text, text_n}));
}

int32_t tby_wasm_tree_set_nags(uint32_t handle, uint32_t move, const char *nags,
                               uint32_t nags_n)
{
    int32_t rc;
    tby_tree *t = tree_of_move(handle, move, &rc);

    return t ? tby_wasm_done(
                   tby_tree_set_nags(t, move, (tby_str){nags, nags_n}))
             : rc;
}

int32_t tby_wasm_tree_set_tag(uint32_t handle, const char *name,
                              uint32_t name_n, const char *value,
                              uint32_t value_n)
{
    tby_tree *t = tree_of(handle);

    if (!t)
        return TBY_E_HANDLE;
    return tby_wasm_done(tby_tree_set_tag(t, (tby_str){name, name_n},
                                          (tby_str){value, value_n}));
}
