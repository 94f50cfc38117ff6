/* json.c - see json.h. */
#include "core/openings/lists/json.h"
#include "core/openings/lists/write.h"
#include "tabiya/fen.h"

static void put_str(tby_jsonw *w, const char *key, tby_str value)
{
    if (tby_jsonw_known(w, key, value.n))
        tby_jsonw_str(w, value);
}

static void put_code(tby_jsonw *w, const char *key, const char *code)
{
    tby_jsonw_put_cstr(w, key, *code ? code : NULL);
}

void tby_opening_json(tby_jsonw *w, const tby_opening *o)
{
    char fen[TBY_FEN_MAX];

    tby_fen_write_pos(&o->pos, fen, sizeof fen);
    put_code(w, "code", o->code);
    put_str(w, "name", o->name);
    put_str(w, "source", o->source);
    if (o->root_source.n)
        put_str(w, "root_source", o->root_source);
    put_code(w, "scid", o->scid);
    tby_jsonw_put_bool(w, "eco_root", o->eco_root);
    char text[TBY_OPENING_MOVES_TEXT];

    if (tby_jsonw_known(w, "ply", o->line))
        tby_jsonw_u64(w, o->plies);
    tby_opening_write_moves(o, TBY_ROW_SPACED, text, sizeof text);
    tby_jsonw_put_cstr(w, "moves", o->line ? text : NULL);
    tby_opening_write_uci(o, text, sizeof text);
    tby_jsonw_put_cstr(w, "uci", o->line ? text : NULL);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_array(w, "aliases");
    for (size_t i = 0; i < o->aliases_n; i++) {
        tby_jsonw_object(w);
        put_str(w, "source", o->aliases[i].source);
        put_str(w, "name", o->aliases[i].name);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}
