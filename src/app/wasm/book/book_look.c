/* book_look.c - what openings are called: see book.h. */
#include "app/wasm/book/book_int.h"

#include "core/base/str.h"
#include "core/openings/last_named.h"
#include "core/openings/lists/json.h"
#include "core/openings/lists/write.h"

enum { HITS_MAX = 500 };

/* --- one opening ----------------------------------------------------------*/

static void put_entry(tby_jsonw *w, const tby_book *b, uint32_t entry)
{
    tby_alias aliases[TBY_OPENING_ALIASES];
    tby_opening o;

    tby_book_get(b, entry, &o);
    o.aliases_n = tby_book_aliases(b, entry, aliases, TBY_OPENING_ALIASES);
    o.aliases = aliases;
    tby_opening_json(w, &o);
}

/* --- a position -----------------------------------------------------------*/

/* A position and the moves that led to it. */
typedef struct way {
    tby_pos from, pos;
    tby_move *moves;
    size_t n, cap;
} way;

static void free_way(way *at)
{
    tby_wasm_free(at->moves, at->cap * sizeof *at->moves);
}

/* The moves that `from` has, and then those of `moves`.  What is refused has
 * been answered; free it in any case. */
static tby_rc read_way(tby_str from, tby_str moves, way *out)
{
    tby_line line;
    tby_str word;

    *out = (way){.n = 0};
    tby_rc rc = tby_wasm_read_line(from, &line);
    if (rc != TBY_OK)
        return rc;
    out->from = line.plies ? tby_pos_start() : line.pos;
    out->pos = line.pos;
    out->cap = line.plies + moves.n + 1; /* a move has more than one letter */
    out->moves = tby_wasm_alloc(out->cap * sizeof *out->moves);
    for (; out->moves && out->n < line.plies; out->n++)
        out->moves[out->n] = line.moves[out->n];
    tby_line_free(&line);
    if (!out->moves) {
        out->cap = 0;
        return tby_wasm_refuse(TBY_E_NOMEM);
    }
    while (tby_str_word(&moves, &word)) { /* a game may have null moves */
        tby_move *m = &out->moves[out->n];
        rc = tby_san_parse(&out->pos, word, TBY_SAN_TOLERANT, m, NULL);
        if (rc != TBY_OK)
            return tby_wasm_refuse(rc);
        tby_pos_play(&out->pos, *m);
        out->n++;
    }
    return TBY_OK;
}

static void put_named(tby_jsonw *w, const tby_book *b, const way *at)
{
    tby_last_named last = tby_book_last_named(b, &at->from, at->moves, at->n);
    bool inherited = tby_last_named_inherited(&last);

    for (int before = 0; before < 2; before++) {
        tby_jsonw_key(w, before ? "before" : "opening");
        if (last.entry == TBY_BOOK_NONE || inherited != (before == 1)) {
            tby_jsonw_null(w);
            continue;
        }
        tby_jsonw_object(w);
        put_entry(w, b, last.entry);
        if (before) {
            tby_jsonw_put_u64(w, "at_ply", last.ply);
            tby_last_named_json(w, &last);
        }
        tby_jsonw_object_end(w);
    }
}

static void put_step(tby_jsonw *w, const tby_book *b, const tby_pos *pos,
                     tby_move m)
{
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
    tby_pos after = *pos;

    tby_pos_play(&after, m);
    uint32_t entry = tby_book_find(b, &after);
    if (entry == TBY_BOOK_NONE)
        return;
    tby_san_write(pos, m, san);
    tby_uci_write(pos, m, TBY_UCI_ORTHODOX, uci);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "move", san);
    tby_jsonw_put_cstr(w, "move_uci", uci);
    put_entry(w, b, entry);
    tby_jsonw_object_end(w);
}

static void put_steps(tby_jsonw *w, const tby_book *b, const tby_pos *pos)
{
    tby_moves moves;

    tby_moves_legal(pos, &moves);
    tby_jsonw_key(w, "to");
    tby_jsonw_array(w);
    for (size_t i = 0; i < moves.n; i++)
        put_step(w, b, pos, moves.at[i]);
    tby_jsonw_array_end(w);
}

int32_t tby_wasm_book_look(uint32_t handle, const char *from, uint32_t from_n,
                           const char *moves, uint32_t moves_n)
{
    const book *b = book_of(handle);
    char key[TBY_KEY_TEXT];
    way at;

    if (!b)
        return TBY_E_HANDLE;
    tby_rc rc =
        read_way((tby_str){from, from_n}, (tby_str){moves, moves_n}, &at);
    if (rc != TBY_OK) {
        free_way(&at);
        return (int32_t)rc;
    }
    tby_key_write(at.pos.key, key);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_wasm_json_fen(w, "fen", &at.pos);
    tby_jsonw_put_cstr(w, "key", key);
    put_named(w, &b->book, &at);
    put_steps(w, &b->book, &at.pos);
    tby_jsonw_object_end(w);
    free_way(&at);
    return tby_wasm_json_end();
}

/* --- by name --------------------------------------------------------------*/

static void put_hit(tby_jsonw *w, const tby_book *b, const tby_search_hit *hit)
{
    tby_opening o;

    tby_book_peek(b, hit->entry, &o);
    tby_jsonw_object(w);
    put_entry(w, b, hit->entry);
    tby_jsonw_put_u64(w, "positions", hit->positions);
    tby_wasm_json_text(w, "found_by", hit->alias.n ? hit->alias : o.name);
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_book_search(uint32_t handle, const char *text, uint32_t text_n,
                             uint32_t flags, uint32_t limit)
{
    tby_search_hit hits[HITS_MAX];
    size_t room = limit < HITS_MAX ? limit : HITS_MAX, found = 0;
    book *b = book_of(handle);

    if (!b)
        return TBY_E_HANDLE;
    tby_rc rc =
        b->search ? TBY_OK : tby_search_open(&b->search, &b->book, NULL);
    if (rc == TBY_OK)
        rc = tby_search_find(b->search, (tby_str){text, text_n}, flags, hits,
                             room, &found);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "total", found);
    tby_jsonw_key(w, "openings");
    tby_jsonw_array(w);
    for (size_t i = 0; i < found && i < room; i++)
        put_hit(w, &b->book, &hits[i]);
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}

/* --- by family ------------------------------------------------------------*/

static tby_rc divide(book *b)
{
    tby_rc rc =
        b->divided ? TBY_OK : tby_families_open(&b->families, &b->book, NULL);

    b->divided = rc == TBY_OK;
    return rc;
}

static void put_family(tby_jsonw *w, const tby_book *b, const tby_family *f)
{
    char moves[TBY_OPENING_MOVES_TEXT];
    tby_opening o;

    tby_book_get(b, f->root, &o);
    tby_opening_write_moves(&o, TBY_ROW_SPACED, moves, sizeof moves);
    tby_jsonw_object(w);
    tby_wasm_json_text(w, "name", f->name);
    tby_jsonw_put_u64(w, "count", f->count);
    tby_jsonw_put_cstr(w, "from", f->from[0] ? f->from : NULL);
    tby_jsonw_put_cstr(w, "to", f->to[0] ? f->to : NULL);
    tby_jsonw_put_cstr(w, "moves", o.line ? moves : NULL);
    tby_wasm_json_fen(w, "fen", &o.pos);
    tby_jsonw_object_end(w);
}

int32_t tby_wasm_book_families(uint32_t handle)
{
    book *b = book_of(handle);

    if (!b)
        return TBY_E_HANDLE;
    tby_rc rc = divide(b);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_array(w);
    for (size_t i = 0; i < b->families.n; i++)
        put_family(w, &b->book, &b->families.at[i]);
    tby_jsonw_array_end(w);
    return tby_wasm_json_end();
}

int32_t tby_wasm_book_family(uint32_t handle, const char *name, uint32_t name_n)
{
    book *b = book_of(handle);

    if (!b)
        return TBY_E_HANDLE;
    tby_rc rc = divide(b);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    const tby_family *f =
        tby_families_find(&b->families, (tby_str){name, name_n});
    uint32_t n = f ? f->count : 0;
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "total", n);
    tby_jsonw_key(w, "openings");
    tby_jsonw_array(w);
    for (uint32_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        put_entry(w, &b->book, b->families.entries[f->first + i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_wasm_json_end();
}
