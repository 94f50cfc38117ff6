/* openings.c - named positions as JSON. */
#include "core/openings/lists/json.h"
#include "tabiya/key.h"
#include "work/json/answer.h"

/* --- an opening -----------------------------------------------------------*/

void tby_answer_opening(tby_jsonw *w, const tby_opening *o)
{
    tby_opening_json(w, o);
}

void tby_answer_near(tby_jsonw *w, const tby_eco_near *l)
{
    tby_jsonw_array(w);
    for (size_t i = 0; i < l->n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", l->at[i].san);
        tby_jsonw_put_cstr(w, "move_uci", l->at[i].uci);
        tby_answer_opening(w, l->at[i].opening);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void tby_answer_hit(tby_jsonw *w, const tby_opening *o,
                    const tby_search_hit *hit)
{
    tby_answer_opening(w, o);
    tby_jsonw_put_u64(w, "positions", hit->positions);
    tby_jsonw_key(w, "found_by");
    tby_jsonw_str(w, hit->alias.n ? hit->alias : o->name);
}

/* --- a position -----------------------------------------------------------*/

tby_rc tby_answer_find_of(tby_answer_find *out, const tby_book *b,
                          const tby_openings *t, const tby_line *line)
{
    size_t i = tby_openings_find(t, &line->pos);

    *out = (tby_answer_find){.last = tby_eco_last_named(b, line)};
    if (i != TBY_OPENINGS_NONE)
        out->opening = tby_openings_at(t, i);
    else if (out->last.entry != TBY_BOOK_NONE)
        out->before = tby_eco_record(t, b, out->last.entry);
    tby_rc rc = tby_eco_near_find(&out->from, t, &line->pos, true);
    return rc == TBY_OK ? tby_eco_near_find(&out->to, t, &line->pos, false)
                        : rc;
}

void tby_answer_find_free(tby_answer_find *a)
{
    tby_eco_near_free(&a->from);
    tby_eco_near_free(&a->to);
}

static void put_opening(tby_jsonw *w, const tby_answer_find *a)
{
    tby_jsonw_key(w, "opening");
    if (!a->opening) {
        tby_jsonw_null(w);
        return;
    }
    tby_jsonw_object(w);
    tby_answer_opening(w, a->opening);
    tby_jsonw_object_end(w);
}

/* The last named position before one that has no name. */
static void put_before(tby_jsonw *w, const tby_answer_find *a)
{
    tby_jsonw_key(w, "before");
    if (!a->before) {
        tby_jsonw_null(w);
        return;
    }
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "at_ply", a->last.ply);
    tby_last_named_json(w, &a->last);
    tby_answer_opening(w, a->before);
    tby_jsonw_object_end(w);
}

void tby_answer_found(tby_jsonw *w, const tby_line *line,
                      const tby_answer_find *a)
{
    char fen[TBY_FEN_MAX], key[TBY_KEY_TEXT];

    tby_fen_write_pos(&line->pos, fen, sizeof fen);
    tby_key_write(line->pos.key, key);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_cstr(w, "key", key);
    put_opening(w, a);
    put_before(w, a);
    tby_jsonw_key(w, "from");
    tby_answer_near(w, &a->from);
    tby_jsonw_key(w, "to");
    tby_answer_near(w, &a->to);
}

void tby_answer_name(tby_jsonw *w, const tby_book *b, const tby_line *line)
{
    tby_last_named at = tby_eco_last_named(b, line);
    char fen[TBY_FEN_MAX];
    tby_opening o;

    if (at.entry == TBY_BOOK_NONE) {
        tby_jsonw_null(w);
        return;
    }
    tby_book_peek(b, at.entry, &o);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "code", o.code[0] ? o.code : NULL);
    tby_jsonw_key(w, "name");
    tby_jsonw_str(w, o.name);
    tby_jsonw_put_u64(w, "ply", at.ply);
    tby_jsonw_put_bool(w, "here", at.then_n == 0);
    tby_last_named_json(w, &at);
    tby_fen_write_pos(&at.pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_object_end(w);
}
