/* positions.c - positions and moves, for a page, and moves in the shortest
 * notation (tabiya/shortest.h).
 *
 * A move is, wherever an answer has one:
 *
 *   {"uci": "e2e4", "san": "e4", "from": "e2", "to": "e4", "rook": null,
 *    "promotion": null, "capture": false, "check": false, "mate": false,
 *    "description": "Pawn to e4"}
 *
 * Castling is from the king to where it goes, and `rook` is the square of the
 * rook; in Chess960, where going there could mean a move of the king alone,
 * `uci` and `to` are the rook's square.  `promotion` is a letter of "qrbn". */
#include "app/wasm/room.h"
#include "core/chess/bitboard.h"
#include "core/chess/castling.h"

/* Everything about a position, written as line.h says: `start`, a FEN, or the
 * moves from the start.
 *
 *   {"fen": X-FEN, "key": sixteen hex digits, "turn": "white",
 *    "chess960": castling that only Chess960 has, "check": false,
 *    "checkers": ["h4"], "king": square of the king in check or null,
 *    "outcome": machine name of outcome.h, "sentence": "The game goes on.",
 *    "over": false, "can_win": {"white": "can", "black": "can_not"},
 *    "moves": [move]}
 *
 * Repetition counts only in a text of moves.  Who can still win is looked for
 * quickly, so that it mostly is "unknown". */
EXPORT(int32_t, tby_wasm_pos_look, (const char *text, uint32_t text_n))
{
    tby_line line;
    tby_ending e;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_rc rc = tby_ending_of(&line.pos, &line.history, TBY_DEAD_QUICK, &e);
    if (rc == TBY_OK) {
        tby_jsonw *w = tby_wasm_json_object();
        char key[TBY_KEY_TEXT];

        tby_key_write(line.pos.key, key);
        tby_wasm_json_fen(w, "fen", &line.pos);
        tby_jsonw_put_cstr(w, "key", key);
        tby_wasm_json_color(w, "turn", line.pos.turn);
        tby_jsonw_put_bool(w, "chess960", !tby_castling_is_orthodox(&line.pos));
        tby_bb checkers = tby_pos_checkers(&line.pos);
        tby_bb king = tby_pos_role(&line.pos, TBY_KING) &
                      tby_pos_color(&line.pos, line.pos.turn);

        tby_jsonw_put_bool(w, "check", checkers != 0);
        tby_jsonw_put_array(w, "checkers");
        while (checkers)
            tby_wasm_json_square(w, bb_pop(&checkers));
        tby_jsonw_array_end(w);
        if (tby_jsonw_known(w, "king", tby_pos_checkers(&line.pos) && king))
            tby_wasm_json_square(w, bb_first(king));
        tby_jsonw_put_cstr(w, "outcome", tby_outcome_name(e.outcome));
        tby_jsonw_put_cstr(w, "sentence", tby_outcome_text(e.outcome));
        tby_jsonw_put_bool(w, "over", tby_outcome_is_final(e.outcome));
        tby_jsonw_put_object(w, "can_win");
        tby_jsonw_put_cstr(w, "white", tby_can_name(e.can.white));
        tby_jsonw_put_cstr(w, "black", tby_can_name(e.can.black));
        tby_jsonw_object_end(w);
        tby_moves moves;

        tby_moves_legal(&line.pos, &moves);
        tby_jsonw_put_array(w, "moves");
        for (size_t i = 0; i < moves.n; i++) {
            tby_jsonw_object(w);
            tby_wasm_json_move(w, &line.pos, moves.at[i]);
            tby_jsonw_object_end(w);
        }
    }
    tby_line_free(&line);
    return rc == TBY_OK ? tby_wasm_json_end() : tby_wasm_refuse(rc);
}

/* A move in a position, in UCI, with castling in either form, or in SAN, read
 * tolerantly.  Answers the move with "fen", the position after it; refuses one
 * that is not legal with the sentence that says why. */
EXPORT(int32_t, tby_wasm_pos_play,
       (const char *fen, uint32_t fen_n, const char *move, uint32_t move_n))
{
    tby_line line;
    tby_move m;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){fen, fen_n}, &line));
    tby_pos pos = line.pos;
    tby_line_free(&line);
    TBY_WASM_TRY(tby_wasm_read_move(&pos, (tby_str){move, move_n}, &m));
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_move(w, &pos, m);
    tby_pos_play(&pos, m);
    tby_wasm_json_fen(w, "fen", &pos);
    return tby_wasm_json_end();
}

/* What someone has typed or pasted, as line.h reads it, move by move:
 *
 *   {"start": FEN, "fen": that at the end, "moves": [{"uci", "san", "fen"}]} */
EXPORT(int32_t, tby_wasm_line_look, (const char *text, uint32_t text_n))
{
    tby_line line;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_pos pos = line.plies ? tby_pos_start() : line.pos;
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_fen(w, "start", &pos);
    tby_wasm_json_fen(w, "fen", &line.pos);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < line.plies; i++) {
        tby_move m = line.moves[i];
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];

        tby_san_write(&pos, m, san);
        tby_uci_write(&pos, m, TBY_UCI_ORTHODOX, uci);
        tby_pos_play(&pos, m);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "uci", uci);
        tby_jsonw_put_cstr(w, "san", san);
        tby_wasm_json_fen(w, "fen", &pos);
        tby_jsonw_object_end(w);
    }
    tby_line_free(&line);
    return tby_wasm_json_end();
}

/* All moves of a position; `legacy` other than 0 asks for a pawn's move as its
 * square alone where that is shorter:
 *
 *   {"fen": FEN, "moves": [{"uci": "e2e4", "san": "e4", "shortest": "e4",
 *                           "all": every string that is equally short}]} */
EXPORT(int32_t, tby_wasm_short_look,
       (const char *text, uint32_t text_n, uint32_t legacy))
{
    tby_short_table t;
    tby_line line;

    TBY_WASM_TRY(tby_wasm_read_line((tby_str){text, text_n}, &line));
    tby_short_table_init(&t, &line.pos);
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_fen(w, "fen", &line.pos);
    tby_jsonw_put_array(w, "moves");
    for (size_t i = 0; i < t.legal.n; i++) {
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], shortest[TBY_SHORT_MAX];
        char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
        tby_move m = t.legal.at[i];
        size_t n = tby_short_all(&t, m, all);

        tby_san_write(&line.pos, m, san);
        tby_uci_write(&line.pos, m, TBY_UCI_ORTHODOX, uci);
        tby_short_table_write(
            &t, m, legacy ? TBY_SHORT_LEGACY : TBY_SHORT_STRICT, shortest);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "uci", uci);
        tby_jsonw_put_cstr(w, "san", san);
        tby_jsonw_put_cstr(w, "shortest", shortest);
        tby_jsonw_put_array(w, "all");
        for (size_t k = 0; k < n; k++)
            tby_jsonw_cstr(w, all[k]);
        tby_jsonw_array_end(w);
        tby_jsonw_object_end(w);
    }
    tby_line_free(&line);
    return tby_wasm_json_end();
}
