/* classify_rows.c - what is known of a game's opening as a line of text. */
#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "tabiya/san.h"
#include "work/classify_int.h"

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

/* A text in which nothing can be taken for the end of a field. */
static void put_field(tby_buf *out, tby_str text)
{
    size_t from = out->n;

    tby_buf_char(out, '\t');
    tby_buf_add(out, text);
    for (size_t i = from + 1; i < out->n; i++)
        if ((unsigned char)out->p[i] < ' ')
            out->p[i] = ' ';
}

/* "6.Be3" or "6...e5". */
static void put_left(tby_buf *out, const tby_classified *a)
{
    char san[TBY_SAN_MAX];

    tby_buf_char(out, '\t');
    if (a->left == TBY_MOVE_NONE)
        return;
    tby_buf_u64(out, a->left_pos.fullmoves);
    tby_buf_cstr(out, a->left_pos.turn == TBY_WHITE ? "." : "...");
    size_t n = tby_san_write(&a->left_pos, a->left, san);
    tby_buf_add(out, (tby_str){san, n});
}

void classes_put_tsv(tby_buf *out, const classes_game *g)
{
    const tby_game *game = g->item->game;
    bool named = is_named(g);

    put_field(out, tby_game_tag(game, "White"));
    put_field(out, tby_game_tag(game, "Black"));
    put_field(out, tby_str_of(g->answer->opening.code));
    put_field(out, g->answer->opening.name);
    tby_buf_char(out, '\t');
    if (named)
        tby_buf_u64(out, g->answer->ply);
    put_field(out, tby_str_of(named ? order_name(g) : ""));
    put_left(out, g->answer);
    tby_buf_char(out, '\n');
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
