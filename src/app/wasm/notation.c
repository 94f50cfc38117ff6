/* notation.c - see notation.h. */
#include "app/wasm/notation.h"

#include "app/wasm/room.h"

static tby_short_style style_of(uint32_t legacy)
{
    return legacy ? TBY_SHORT_LEGACY : TBY_SHORT_STRICT;
}

static void put_move(tby_jsonw *w, const tby_pos *pos, const tby_short_table *t,
                     tby_move m, tby_short_style style)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX], text[TBY_SHORT_MAX];

    tby_san_write(pos, m, san);
    tby_uci_write(pos, m, TBY_UCI_ORTHODOX, uci);
    tby_short_table_write(t, m, style, text);
    tby_jsonw_put_cstr(w, "uci", uci);
    tby_jsonw_put_cstr(w, "san", san);
    tby_jsonw_put_cstr(w, "shortest", text);
}

static void put_all(tby_jsonw *w, const tby_short_table *t, tby_move m)
{
    char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    size_t n = tby_short_all(t, m, all);

    tby_jsonw_key(w, "all");
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++)
        tby_jsonw_cstr(w, all[i]);
    tby_jsonw_array_end(w);
}

int32_t tby_wasm_short_look(const char *text, uint32_t text_n, uint32_t legacy)
{
    tby_short_table t;
    tby_line line;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_short_table_init(&t, &line.pos);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_fen(w, "fen", &line.pos);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < t.legal.n; i++) {
        tby_jsonw_object(w);
        put_move(w, &line.pos, &t, t.legal.at[i], style_of(legacy));
        put_all(w, &t, t.legal.at[i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    tby_line_free(&line);
    return tby_wasm_json_end();
}

static void put_step(tby_jsonw *w, tby_pos *pos, tby_move m,
                     tby_short_style style)
{
    tby_short_table t;

    tby_short_table_init(&t, pos);
    tby_jsonw_object(w);
    put_move(w, pos, &t, m, style);
    tby_jsonw_object_end(w);
    tby_pos_play(pos, m);
}

int32_t tby_wasm_short_line(const char *text, uint32_t text_n, uint32_t legacy)
{
    tby_line line;
    tby_rc rc = tby_wasm_read_line((tby_str){text, text_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_pos pos = line.plies ? tby_pos_start() : line.pos;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_fen(w, "start", &pos);
    tby_jsonw_key(w, "moves");
    tby_jsonw_array(w);
    for (size_t i = 0; i < line.plies; i++)
        put_step(w, &pos, line.moves[i], style_of(legacy));
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    tby_line_free(&line);
    return tby_wasm_json_end();
}

int32_t tby_wasm_short_play(const char *fen, uint32_t fen_n, const char *text,
                            uint32_t text_n)
{
    tby_line line;
    tby_move m;
    tby_err err = {TBY_OK, 0};
    bool legacy;
    tby_rc rc = tby_wasm_read_line((tby_str){fen, fen_n}, &line);

    if (rc != TBY_OK)
        return (int32_t)rc;
    tby_pos pos = line.pos;
    tby_line_free(&line);
    rc = tby_short_parse(&pos, (tby_str){text, text_n}, &m, &legacy, &err);
    if (rc != TBY_OK)
        return tby_wasm_refuse_at(rc, NULL, err.at);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_move(w, &pos, m);
    tby_pos_play(&pos, m);
    tby_wasm_json_fen(w, "fen", &pos);
    tby_jsonw_put_bool(w, "legacy", legacy);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}
