/* positions.c - see positions.h. */
#include "app/wasm/positions.h"

#include "app/wasm/room.h"
#include "core/chess/bitboard.h"
#include "core/chess/castling.h"

/* --- looking --------------------------------------------------------------*/

static void put_checks(tby_jsonw *w, const tby_pos *pos)
{
    tby_bb checkers = tby_pos_checkers(pos);
    tby_bb king = tby_pos_role(pos, TBY_KING) & tby_pos_color(pos, pos->turn);

    tby_jsonw_put_bool(w, "check", checkers != 0);
    tby_jsonw_key(w, "checkers");
    tby_jsonw_array(w);
    while (checkers)
        tby_wasm_json_square(w, bb_pop(&checkers));
    tby_jsonw_array_end(w);
    tby_jsonw_key(w, "king");
    if (tby_pos_checkers(pos) && king)
        tby_wasm_json_square(w, bb_first(king));
    else
        tby_jsonw_null(w);
}

static void put_moves(tby_jsonw *w, const tby_pos *pos)
{
    tby_moves moves;

    tby_moves_legal(pos, &moves);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < moves.n; i++) {
        tby_jsonw_object(w);
        tby_wasm_json_move(w, pos, moves.at[i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static void put_ending(tby_jsonw *w, const tby_ending *e)
{
    tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(e->outcome));
    tby_jsonw_put_cstr(w, "sentence", tby_outcome_text(e->outcome));
    tby_jsonw_put_bool(w, "over", tby_outcome_is_final(e->outcome));
    tby_jsonw_key(w, "can_win");
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "white", tby_can_name(e->can.white));
    tby_jsonw_put_cstr(w, "black", tby_can_name(e->can.black));
    tby_jsonw_object_end(w);
}

static void put_look(tby_jsonw *w, const tby_line *line, const tby_ending *e)
{
    char key[TBY_KEY_TEXT];

    tby_key_write(line->pos.key, key);
    tby_jsonw_object(w);
    tby_wasm_json_fen(w, "fen", &line->pos);
    tby_jsonw_put_cstr(w, "key", key);
    tby_wasm_json_color(w, "turn", line->pos.turn);
    tby_jsonw_put_bool(w, "chess960", !tby_castling_is_orthodox(&line->pos));
    put_checks(w, &line->pos);
    put_ending(w, e);
    put_moves(w, &line->pos);
    tby_jsonw_object_end(w);
}

/* The ending within so many nodes; 0 is the quick stage. */
static tby_rc find_ending(const tby_line *line, uint32_t nodes, tby_ending *out)
{
    tby_winnable_options options = {.max_nodes = nodes};

    return nodes
               ? tby_ending_search(&line->pos, &line->history, &options, out)
               : tby_ending_of(&line->pos, &line->history, TBY_DEAD_QUICK, out);
}

int32_t tby_wasm_pos_look(const char *text, uint32_t text_n)
{
    tby_line line;
    tby_ending e;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    rc = find_ending(&line, 0, &e);
    if (rc == TBY_OK)
        put_look(tby_wasm_json(), &line, &e);
    tby_line_free(&line);
    return rc == TBY_OK ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}

int32_t tby_wasm_pos_ending(const char *text, uint32_t text_n, uint32_t nodes)
{
    tby_line line;
    tby_ending e;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    rc = find_ending(&line, nodes, &e);
    tby_line_free(&line);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    put_ending(w, &e);
    tby_jsonw_put_u64(w, "nodes", e.can.nodes);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

/* --- playing --------------------------------------------------------------*/

int32_t tby_wasm_pos_play(const char *fen, uint32_t fen_n, const char *move,
                          uint32_t move_n)
{
    tby_line line;
    tby_move m;
    tby_rc rc = tby_wasm_read_line((tby_str){fen, fen_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_pos pos = line.pos;
    tby_line_free(&line);
    rc = tby_wasm_read_move(&pos, (tby_str){move, move_n}, &m);
    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_move(w, &pos, m);
    tby_pos_play(&pos, m);
    tby_wasm_json_fen(w, "fen", &pos);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

static void put_step(tby_jsonw *w, tby_pos *pos, tby_move m)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

    tby_san_write(pos, m, san);
    tby_uci_write(pos, m, TBY_UCI_ORTHODOX, uci);
    tby_pos_play(pos, m);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "san", san);
    tby_wasm_json_fen(w, "fen", pos);
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_line_look(const char *text, uint32_t text_n)
{
    tby_line line;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_pos pos = line.plies ? tby_pos_start() : line.pos;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_fen(w, "start", &pos);
    tby_wasm_json_fen(w, "fen", &line.pos);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < line.plies; i++)
        put_step(w, &pos, line.moves[i]);
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    tby_line_free(&line);
    return tby_wasm_json_end();
}
