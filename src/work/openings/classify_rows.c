/* classify_rows.c - what is known of a game's opening as a line of text. */
#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "tabiya/san.h"
#include "work/openings/classify_int.h"

#include <string.h>

static const char *order_name(const classes_game *g)
{
    static const char *const NAMES[] = {[TBY_ORDER_UNKNOWN] = "unknown",
                                        [TBY_ORDER_OWN] = "own",
                                        [TBY_ORDER_TRANSPOSED] =
                                            "transposition"};

    return NAMES[g->answer->order];
}

static bool is_named(const classes_game *g)
{
    return g->answer->entry != TBY_BOOK_NONE;
}

/* --- TSV ------------------------------------------------------------------*/

/* A row under construction: a player's name may be long, a row seldom is. */
typedef struct row {
    char p[1024];
    size_t n;
    tby_buf *out;
} row;

static void flush(row *r)
{
    tby_buf_add(r->out, (tby_str){r->p, r->n});
    r->n = 0;
}

static void put(row *r, tby_str text)
{
    if (text.n > sizeof r->p - r->n)
        flush(r);
    if (text.n > sizeof r->p) {
        tby_buf_add(r->out, text);
        return;
    }
    if (text.n)
        memcpy(r->p + r->n, text.p, text.n);
    r->n += text.n;
}

static bool has_control(tby_str text)
{
    bool found = false;

    for (size_t i = 0; i < text.n; i++)
        found |= (unsigned char)text.p[i] < ' ';
    return found;
}

/* A text in which nothing can be taken for the end of a field. */
static void put_field(row *r, tby_str text)
{
    put(r, TBY_STR("\t"));
    if (!has_control(text)) {
        put(r, text);
        return;
    }
    for (size_t i = 0; i < text.n; i++)
        put(r, (unsigned char)text.p[i] < ' ' ? TBY_STR(" ")
                                              : (tby_str){text.p + i, 1});
}

static void put_number(row *r, uint64_t n)
{
    char digits[24];
    tby_text t = {digits, sizeof digits, 0};

    tby_text_u64(&t, n);
    put(r, (tby_str){digits, t.len});
}

/* "6.Be3" or "6...e5". */
static void put_left(row *r, const tby_classified *a)
{
    char san[TBY_SAN_MAX];

    put(r, TBY_STR("\t"));
    if (a->left == TBY_MOVE_NONE)
        return;
    put_number(r, a->left_pos.fullmoves);
    put(r, a->left_pos.turn == TBY_WHITE ? TBY_STR(".") : TBY_STR("..."));
    put(r, (tby_str){san, tby_san_write(&a->left_pos, a->left, san)});
}

void classes_put_tsv(tby_buf *out, const classes_game *g)
{
    const tby_game *game = g->item->game;
    const tby_classified *a = g->answer;
    row r;

    r.out = out;
    r.n = 0;
    put_field(&r, tby_game_tag(game, "White"));
    put_field(&r, tby_game_tag(game, "Black"));
    put_field(&r, tby_str_of(a->opening.code));
    put_field(&r, a->opening.name);
    put(&r, TBY_STR("\t"));
    if (is_named(g))
        put_number(&r, a->ply);
    put_field(&r, tby_str_of(is_named(g) ? order_name(g) : ""));
    put_left(&r, a);
    put(&r, TBY_STR("\n"));
    flush(&r);
}

/* --- JSON -----------------------------------------------------------------*/

static void put_str(tby_jsonw *w, const char *key, tby_str value)
{
    tby_jsonw_key(w, key);
    if (value.p && value.n)
        tby_jsonw_str(w, value);
    else
        tby_jsonw_null(w);
}

static void put_opening(tby_jsonw *w, const tby_opening *o)
{
    put_str(w, "code", tby_str_of(o->code));
    put_str(w, "name", o->name);
}

static void put_place(tby_jsonw *w, const classes_game *g)
{
    if (!is_named(g)) {
        tby_jsonw_put_cstr(w, "ply", NULL);
        tby_jsonw_put_cstr(w, "order", NULL);
        return;
    }
    tby_jsonw_put_u64(w, "ply", g->answer->ply);
    tby_jsonw_put_cstr(w, "order", order_name(g));
}

static void put_left_json(tby_jsonw *w, const tby_classified *a)
{
    char san[TBY_SAN_MAX];

    tby_jsonw_key(w, "left");
    if (a->left == TBY_MOVE_NONE) {
        tby_jsonw_null(w);
        return;
    }
    tby_san_write(&a->left_pos, a->left, san);
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "ply", a->left_ply);
    tby_jsonw_put_cstr(w, "move", san);
    tby_jsonw_object_end(w);
}

static void put_trail(tby_jsonw *w, const classes_game *g)
{
    tby_named step;
    tby_opening o;

    tby_jsonw_key(w, "trail");
    tby_jsonw_array(w);
    for (size_t at = 0; tby_trail_next(g->naming, g->answer, &at, &step);) {
        tby_book_peek(g->book, step.entry, &o);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", step.ply);
        put_opening(w, &o);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

void classes_put_json(tby_buf *out, const classes_game *g)
{
    tby_jsonw w = {.buf = out};

    tby_jsonw_object(&w);
    put_str(&w, "white", tby_game_tag(g->item->game, "White"));
    put_str(&w, "black", tby_game_tag(g->item->game, "Black"));
    put_opening(&w, &g->answer->opening);
    put_place(&w, g);
    put_left_json(&w, g->answer);
    put_trail(&w, g);
    tby_jsonw_object_end(&w);
    if (tby_jsonw_end(&w) != TBY_OK)
        return; /* the buffer knows */
}
