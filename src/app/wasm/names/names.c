/* names.c - named openings, for a page.
 *
 * A module of its own, names.wasm, which has no names in it.  The page loads it
 * when it needs some, with openings.txt, which is built beside it, or with the
 * same of the names that a server uses.
 *
 * An opening is, wherever an answer has one, what the HTTP API has:
 *
 *   {"code": "B90" or null, "name", "source", "scid": Scid's finer code or
 *    null, "eco_root": true if its source calls its code after it, "ply": of
 *    its line or null, "moves": "1. e4 c5" or null, "uci": "e2e4 c7c5" or null,
 *    "fen", "aliases": [{"source", "name"}]} */
#include "core/openings/names.h"
#include "app/wasm/room.h"
#include "core/base/str.h"
#include "core/openings/lists/list.h"
#include "core/openings/lists/read.h"
#include "core/openings/lists/write.h"

typedef struct names {
    tby_buf block;
    tby_names names; /* a view of it */
    /* Made when they are asked for. */
    tby_search *search;
    tby_families families;
    bool divided;
} names;

#define BLOCK_MAX ((size_t)1 << 26)

static void free_views(names *b)
{
    tby_search_close(b->search);
    b->search = NULL;
    if (b->divided)
        tby_families_free(&b->families);
    b->divided = false;
}

EXPORT(void, tby_wasm_names_close, (uint32_t handle))
{
    names *b = tby_wasm_leave(TBY_WASM_NAMES, handle);

    if (b) {
        free_views(b);
        tby_buf_free(&b->block);
        tby_wasm_free(b, sizeof *b);
    }
}

static tby_rc read_rows(diags *t, tby_openings *table, tby_str text,
                        tby_str source)
{
    tby_openings_format format = tby_openings_guess(text);
    tby_opening_reader r;
    tby_opening o;
    tby_rc rc;

    if (format == TBY_OPENINGS_UNKNOWN || format == TBY_OPENINGS_JSON)
        return TBY_E_OPENING_FORMAT;
    tby_opening_reader_init(&r, format, text, NULL);
    r.diag = tby__diags_sink(t);
    if (source.n)
        r.source = source;
    while ((rc = tby_opening_next(&r, &o)) == TBY_OK) {
        rc = tby_openings_add(table, &o);
        if (rc != TBY_OK)
            break;
    }
    tby_opening_reader_free(&r);
    return rc == TBY_DONE ? TBY_OK : rc;
}

/* A list that was made for the page: a row that is refused means that it is
 * damaged. */
static tby_rc read_list(tby_openings *table, tby_str text)
{
    tby_list_reader list;
    tby_row_read read;
    tby_opening_row row;
    tby_rc rc = tby_list_open(&list, text);

    while (rc == TBY_OK && (rc = tby_list_next(&list, &row)) == TBY_OK) {
        rc = tby_opening_of_row(&row, &read);
        if (rc == TBY_OK)
            rc = tby_openings_add(table, &read.opening);
    }
    tby_list_close(&list);
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc read(diags *t, const tby_names *old, tby_str bytes, names *out)
{
    *out = (names){.search = NULL};
    tby__diags_begin(t);
    /* the block of what was given; a block is copied to where it is aligned */
    tby_rc rc = TBY_OK;

    tby_buf_init(&out->block, NULL, BLOCK_MAX);
    if (tby_str_starts(bytes, TBY_STR("TBYBOOK")) && !old->count)
        tby_buf_add(&out->block, bytes);
    else {
        /* A list, and before it what a list of names has, as a block. */
        tby_buf *block = &out->block;
        tby_openings *table = NULL;
        rc = tby_openings_open(&table, TBY_IDENTITY_POSITION, NULL);

        if (rc == TBY_OK)
            rc = tby_names_unpack(old, table);
        if (rc == TBY_OK)
            rc = tby_is_openings_list(bytes)
                     ? read_list(table, bytes)
                     : read_rows(t, table, bytes,
                                 old->count ? TBY_STR("overlay") : TBY_STR(""));
        if (rc == TBY_OK)
            rc = tby_names_compile(table, block);
        tby_openings_close(table);
    }
    if (rc == TBY_OK)
        rc = out->block.rc;
    if (rc == TBY_OK)
        rc = tby_names_open(&out->names, out->block.p, out->block.n);
    if (rc != TBY_OK)
        tby_buf_free(&out->block);
    tby__diags_end(t);
    tby_jsonw_put_u64(t->w, "errors", t->count[TBY_ERROR]);
    tby_jsonw_put_u64(t->w, "warnings", t->count[TBY_WARNING]);
    return rc;
}

static int32_t answer(diags *t, tby_rc rc, uint32_t handle, uint32_t entries)
{
    if (rc == TBY_OK) {
        tby_jsonw_put_u64(t->w, "names", handle);
        tby_jsonw_put_u64(t->w, "entries", entries);
    }
    return tby__diags_answer(t, rc);
}

/* A list of names from its bytes: a file of them, or a list of openings
 * (openings.txt, a TSV as lichess has it, scid.eco).  The bytes are copied.
 *
 *   {"diagnostics": as in rep.c, "errors", "warnings", "names": the handle,
 *    "entries": how many positions have a name} */
EXPORT(int32_t, tby_wasm_names_open, (const char *bytes, uint32_t n))
{
    const tby_names none = {.count = 0};
    uint32_t handle = 0;
    names made;
    diags t;
    tby_rc rc = read(&t, &none, (tby_str){bytes, n}, &made);

    if (rc == TBY_OK) {
        rc = tby_wasm_keep(TBY_WASM_NAMES, &made, sizeof made, &handle);
        if (rc != TBY_OK)
            tby_buf_free(&made.block);
    }
    return answer(&t, rc, handle, made.names.count);
}

/* Adds a list of the person's own, whose names come first.  The answer is the
 * same; after a refusal the names are as it was. */
EXPORT(int32_t, tby_wasm_names_overlay,
       (uint32_t handle, const char *text, uint32_t n))
{
    names made;
    diags t;

    TBY_WASM_OPEN(names *, b, TBY_WASM_NAMES, handle);
    tby_rc rc = read(&t, &b->names, (tby_str){text, n}, &made);
    if (rc == TBY_OK) {
        free_views(b);
        tby_buf_free(&b->block);
        *b = made;
    }
    return answer(&t, rc, handle, made.names.count);
}

enum { HITS_MAX = 500 };

static void put_entry(tby_jsonw *w, const tby_names *b, uint32_t entry)
{
    tby_alias aliases[TBY_OPENING_ALIASES];
    tby_opening o;

    tby_names_get(b, entry, &o);
    o.aliases_n = tby_names_aliases(b, entry, aliases, TBY_OPENING_ALIASES);
    o.aliases = aliases;
    tby_opening_json(w, &o);
}

/* A position and the moves that led to it. */
typedef struct path {
    tby_pos from, pos;
    tby_move *moves;
    size_t n, cap;
} path;

static void free_path(path *at)
{
    tby_wasm_free(at->moves, at->cap * sizeof *at->moves);
}

/* The moves that `from` has, and then those of `moves`.  What is refused has
 * been answered; free it in any case. */
static tby_rc read_path(tby_str from, tby_str moves, path *out)
{
    tby_line line;
    tby_str word;

    *out = (path){.n = 0};
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

static void put_named(tby_jsonw *w, const tby_names *b, const path *at)
{
    tby_last_named last = tby_names_last_named(b, &at->from, at->moves, at->n);
    bool inherited = tby_last_named_inherited(&last);

    for (int before = 0; before < 2; before++) {
        tby_jsonw_key(w, before ? "before" : "opening");
        if (last.entry == TBY_NAMES_NONE || inherited != (before == 1)) {
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

/* The named positions that one move leads to. */
static void put_steps(tby_jsonw *w, const tby_names *b, const tby_pos *pos)
{
    tby_moves moves;

    tby_moves_legal(pos, &moves);
    tby_jsonw_put_array(w, "to");
    for (size_t i = 0; i < moves.n; i++) {
        char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
        tby_pos after = *pos;

        tby_pos_play(&after, moves.at[i]);
        uint32_t entry = tby_names_find(b, &after);
        if (entry == TBY_NAMES_NONE)
            continue;
        tby_san_write(pos, moves.at[i], san);
        tby_uci_write(pos, moves.at[i], TBY_UCI_ORTHODOX, uci);
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "move", san);
        tby_jsonw_put_cstr(w, "move_uci", uci);
        put_entry(w, b, entry);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

/* What a position is called, and what follows.  It is the one that moves in
 * UCI, with spaces between them, lead to from one that is written as line.h
 * says and may have moves of its own:
 *
 *   {"fen", "key", "opening": opening or null,
 *    "before": null, or, if it has no name, the last one on the way that has:
 *      an opening with "at_ply": moves of the way before it, "inherited": true
 *      and "then": "3. e3 c5", the moves since,
 *    "to": [an opening one move after it, with "move": SAN and "move_uci"]} */
EXPORT(int32_t, tby_wasm_names_look,
       (uint32_t handle, const char *from, uint32_t from_n, const char *moves,
        uint32_t moves_n))
{
    char key[TBY_KEY_TEXT];
    path at;

    TBY_WASM_OPEN(const names *, b, TBY_WASM_NAMES, handle);
    tby_rc rc =
        read_path((tby_str){from, from_n}, (tby_str){moves, moves_n}, &at);
    if (rc != TBY_OK) {
        free_path(&at);
        return (int32_t)rc;
    }
    tby_key_write(at.pos.key, key);
    tby_jsonw *w = tby_wasm_json_object();
    tby_wasm_json_fen(w, "fen", &at.pos);
    tby_jsonw_put_cstr(w, "key", key);
    put_named(w, &b->names, &at);
    put_steps(w, &b->names, &at.pos);
    free_path(&at);
    return tby_wasm_json_end();
}

/* Openings by what a person types (search.h).  flags: 1 if the last word may
 * not be typed to its end, 2 for every position instead of every name; limit is
 * 500 at most.
 *
 *   {"total": 12, "openings": [an opening with "positions" that bear the name
 *     and "found_by": the name or alias that matched]} */
EXPORT(int32_t, tby_wasm_names_search,
       (uint32_t handle, const char *text, uint32_t text_n, uint32_t flags,
        uint32_t limit))
{
    tby_search_hit hits[HITS_MAX];
    size_t room = limit < HITS_MAX ? limit : HITS_MAX, found = 0;

    TBY_WASM_OPEN(names *, b, TBY_WASM_NAMES, handle);
    tby_rc rc =
        b->search ? TBY_OK : tby_search_open(&b->search, &b->names, NULL);
    if (rc == TBY_OK)
        rc = tby_search_find(b->search, (tby_str){text, text_n}, flags, hits,
                             room, &found);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_u64(w, "total", found);
    tby_jsonw_put_array(w, "openings");
    for (size_t i = 0; i < found && i < room; i++) {
        const tby_search_hit *hit = &hits[i];
        tby_opening o;

        tby_names_peek(&b->names, hit->entry, &o);
        tby_jsonw_object(w);
        put_entry(w, &b->names, hit->entry);
        tby_jsonw_put_u64(w, "positions", hit->positions);
        tby_jsonw_put_str(w, "found_by", hit->alias.n ? hit->alias : o.name);
        tby_jsonw_object_end(w);
    }
    return tby_wasm_json_end();
}

static tby_rc divide(names *b)
{
    tby_rc rc =
        b->divided ? TBY_OK : tby_families_open(&b->families, &b->names, NULL);

    b->divided = rc == TBY_OK;
    return rc;
}

static void put_family(tby_jsonw *w, const tby_names *b, const tby_family *f)
{
    char moves[TBY_OPENING_MOVES_TEXT];
    tby_opening o;

    tby_names_get(b, f->root, &o);
    tby_opening_write_moves(&o, TBY_ROW_SPACED, moves, sizeof moves);
    tby_jsonw_object(w);
    tby_jsonw_put_str(w, "name", f->name);
    tby_jsonw_put_u64(w, "count", f->count);
    tby_jsonw_put_cstr(w, "from", f->from[0] ? f->from : NULL);
    tby_jsonw_put_cstr(w, "to", f->to[0] ? f->to : NULL);
    tby_jsonw_put_cstr(w, "moves", o.line ? moves : NULL);
    tby_wasm_json_fen(w, "fen", &o.pos);
    tby_jsonw_object_end(w);
}

/* The families, by name:
 * [{"name": "Sicilian Defense", "count": openings, "from": "B20" or null,
 *   "to": "B99" or null, "moves": the shortest line to one of them or null,
 *   "fen": and its position}] */
EXPORT(int32_t, tby_wasm_names_families, (uint32_t handle))
{
    TBY_WASM_OPEN(names *, b, TBY_WASM_NAMES, handle);
    tby_rc rc = divide(b);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    tby_jsonw *w = tby_wasm_json();
    tby_jsonw_array(w);
    for (size_t i = 0; i < b->families.n; i++)
        put_family(w, &b->names, &b->families.at[i]);
    return tby_wasm_json_end();
}

/* The openings of a family, by name: {"total": 384, "openings": [opening]}; of
 * one that does not exist, none. */
EXPORT(int32_t, tby_wasm_names_family,
       (uint32_t handle, const char *name, uint32_t name_n))
{
    TBY_WASM_OPEN(names *, b, TBY_WASM_NAMES, handle);
    tby_rc rc = divide(b);
    if (rc != TBY_OK)
        return tby_wasm_refuse(rc);
    const tby_family *f =
        tby_families_find(&b->families, (tby_str){name, name_n});
    uint32_t n = f ? f->count : 0;
    tby_jsonw *w = tby_wasm_json_object();
    tby_jsonw_put_u64(w, "total", n);
    tby_jsonw_put_array(w, "openings");
    for (uint32_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        put_entry(w, &b->names, b->families.entries[f->first + i]);
        tby_jsonw_object_end(w);
    }
    return tby_wasm_json_end();
}
