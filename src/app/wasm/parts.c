/* parts.c - parts of answers: see room.h. */
#include "app/wasm/room.h"

#include "core/game/pgn/text.h"
#include "core/notation/describe.h"

void tby_wasm_json_text(tby_jsonw *w, const char *key, tby_str text)
{
    tby_jsonw_key(w, key);
    tby_jsonw_str(w, text);
}

void tby_wasm_json_fen_value(tby_jsonw *w, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_cstr(w, fen);
}

void tby_wasm_json_fen(tby_jsonw *w, const char *key, const tby_pos *pos)
{
    tby_jsonw_key(w, key);
    tby_wasm_json_fen_value(w, pos);
}

void tby_wasm_json_number(tby_jsonw *w, const char *key, uint32_t n)
{
    tby_jsonw_key(w, key);
    if (n == TBY_NONE)
        tby_jsonw_null(w);
    else
        tby_jsonw_u64(w, n);
}

void tby_wasm_json_color(tby_jsonw *w, const char *key, tby_color color)
{
    tby_jsonw_put_cstr(w, key, color == TBY_WHITE ? "white" : "black");
}

void tby_wasm_json_square(tby_jsonw *w, tby_square sq)
{
    char text[2] = {(char)('a' + tby_file(sq)), (char)('1' + tby_rank(sq))};

    tby_jsonw_str(w, (tby_str){text, sizeof text});
}

/* Squares as UCI has them, which is where a piece is dragged. */
static void put_squares(tby_jsonw *w, const char uci[TBY_UCI_MAX])
{
    const char promotion[2] = {uci[4], '\0'};

    tby_wasm_json_text(w, "from", (tby_str){uci, 2});
    tby_wasm_json_text(w, "to", (tby_str){uci + 2, 2});
    tby_jsonw_put_cstr(w, "promotion", *promotion ? promotion : NULL);
}

static void put_rook(tby_jsonw *w, const tby_pos *before, tby_move m)
{
    tby_jsonw_key(w, "rook");
    if (tby_pos_is_castling(before, m))
        tby_wasm_json_square(w, tby_move_to(m));
    else
        tby_jsonw_null(w);
}

void tby_wasm_json_move(tby_jsonw *w, const tby_pos *before, tby_move m)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX] = "";
    char description[TBY_DESCRIBE_MAX];
    tby_pos after = *before;

    tby_pos_play(&after, m);
    tby_san_write(before, m, san);
    tby_uci_write(before, m, TBY_UCI_ORTHODOX, uci);
    tby_describe_move(before, m, description, sizeof description);
    bool check = tby_pos_checkers(&after) != 0;
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "san", san);
    put_squares(w, uci);
    put_rook(w, before, m);
    tby_jsonw_put_bool(w, "capture", tby_pos_is_capture(before, m));
    tby_jsonw_put_bool(w, "check", check);
    tby_jsonw_put_bool(w, "mate", check && tby_moves_count(&after) == 0);
    tby_jsonw_put_cstr(w, "description", description);
}

static void put_nags(tby_jsonw *w, tby_str nags)
{
    tby_jsonw_key(w, "nags");
    tby_jsonw_array(w);
    for (size_t i = 0; i < nags.n; i++)
        tby_jsonw_u64(w, (unsigned char)nags.p[i]);
    tby_jsonw_array_end(w);
}

/* Those of the glyphs that have a sign. */
static void put_glyph(tby_jsonw *w, tby_str nags)
{
    char text[64];
    size_t n = 0;

    for (size_t i = 0; i < nags.n; i++) {
        const char *sign = tby_pgn_suffix((unsigned char)nags.p[i]);

        while (sign && *sign && n < sizeof text)
            text[n++] = *sign++;
    }
    tby_wasm_json_text(w, "glyph", (tby_str){text, n});
}

void tby_wasm_json_nags(tby_jsonw *w, tby_str nags)
{
    put_nags(w, nags);
    put_glyph(w, nags);
}

tby_rc tby_wasm_read_move(const tby_pos *pos, tby_str text, tby_move *out)
{
    char sentence[256];
    tby_err err = {TBY_OK, 0};

    if (tby_uci_parse(pos, text, out, NULL) == TBY_OK && *out != TBY_MOVE_NULL)
        return TBY_OK;
    tby_rc rc = tby_san_parse(pos, text, TBY_SAN_TOLERANT, out, &err);
    if (rc == TBY_OK && *out == TBY_MOVE_NULL) {
        err = (tby_err){TBY_E_SAN_SYNTAX, 0};
        rc = err.code;
    }
    if (rc != TBY_OK) {
        tby_san_explain(pos, text, TBY_SAN_TOLERANT, sentence, sizeof sentence);
        tby_wasm_refuse_at(rc, sentence, err.at);
    }
    return rc;
}

tby_rc tby_wasm_read_line(tby_str text, tby_line *line)
{
    char sentence[512];
    tby_faults found = 0;
    tby_err err = {TBY_OK, 0};
    tby_rc rc = tby_line_parse(text, NULL, line, &found, &err);

    if (rc == TBY_OK)
        return TBY_OK;
    tby_line_explain(text, &err, found, sentence, sizeof sentence);
    tby_wasm_refuse_at(rc, sentence, err.at);
    return rc;
}
