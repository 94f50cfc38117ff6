/* classify_rows.c - what is known of a game's opening as a line of text, or as
 * its tags. */
#include "core/base/assert.h"

#include "core/base/jsonw.h"
#include "core/base/str.h"
#include "core/base/text.h"
#include "core/game/pgn/write.h"
#include "tabiya/family.h"
#include "tabiya/san.h"
#include "work/games/int.h"
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
    return g->answer->entry != TBY_NAMES_NONE;
}

/* A text in which nothing can be taken for the end of a field. */
static void put_field(tby_buf *out, tby_str text)
{
    size_t from = out->n + 1;

    tby_buf_char(out, '\t');
    tby_buf_add(out, text);
    for (size_t i = from; i < out->n; i++)
        if ((unsigned char)out->p[i] < ' ')
            out->p[i] = ' ';
}

void tby__classes_put_tsv(tby_buf *out, const classes_game *g)
{
    const tby_game *game = g->item->game;
    const tby_classified *a = g->answer;
    char san[TBY_SAN_MAX];

    TBY_ASSERT(g->names);
    put_field(out, tby_game_tag(game, "White"));
    put_field(out, tby_game_tag(game, "Black"));
    put_field(out, tby_str_of(a->opening.code));
    put_field(out, a->opening.name);
    tby_buf_char(out, '\t');
    if (is_named(g))
        tby_buf_u64(out, a->ply);
    tby_buf_join(out, "\t", is_named(g) ? order_name(g) : "", "\t");
    if (a->left != TBY_MOVE_NONE) { /* "6.Be3" or "6...e5" */
        tby_buf_u64(out, a->left_pos.fullmoves);
        tby_san_write(&a->left_pos, a->left, san);
        tby_buf_join(out, a->left_pos.turn == TBY_WHITE ? "." : "...", san);
    }
    tby_buf_char(out, '\n');
}

static void put_str(tby_jsonw *w, const char *key, tby_str value)
{
    if (tby_jsonw_known(w, key, value.p && value.n))
        tby_jsonw_str(w, value);
}

static void put_opening(tby_jsonw *w, const tby_opening *o)
{
    put_str(w, "code", tby_str_of(o->code));
    put_str(w, "name", o->name);
}

void tby__classes_put_json(tby_buf *out, const classes_game *g)
{
    const tby_classified *a = g->answer;
    tby_jsonw writer = {.buf = out}, *w = &writer;
    char san[TBY_SAN_MAX];
    tby_named step;
    tby_opening o;

    tby_jsonw_object(w);
    put_str(w, "white", tby_game_tag(g->item->game, "White"));
    put_str(w, "black", tby_game_tag(g->item->game, "Black"));
    put_opening(w, &a->opening);
    if (tby_jsonw_known(w, "ply", is_named(g)))
        tby_jsonw_u64(w, a->ply);
    tby_jsonw_put_cstr(w, "order", is_named(g) ? order_name(g) : NULL);
    if (tby_jsonw_known(w, "left", a->left != TBY_MOVE_NONE)) {
        tby_san_write(&a->left_pos, a->left, san);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", a->left_ply);
        tby_jsonw_put_cstr(w, "move", san);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_put_array(w, "trail");
    for (size_t at = 0; tby_naming_next_change(g->naming, a, &at, &step);) {
        tby_names_peek(g->names, step.entry, &o);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", step.ply);
        put_opening(w, &o);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    if (tby_jsonw_end(w) != TBY_OK)
        return; /* the buffer knows */
}

/* ECO, Opening, Variation; what would contradict them goes. */
static size_t edits_of(const tby_opening *o, const tby_classes_options *options,
                       tby_retag edits[TBY_RETAGS])
{
    tby_name_parts parts = tby_name_split(o->name);
    tby_str opening = o->name, variation = {"", 0};
    size_t n = 0;

    if (options->variation) {
        opening = parts.family;
        if (parts.variation.n) /* "Najdorf Variation, English Attack" */
            variation = tby_str_trim(
                tby_str_from(o->name, (size_t)(parts.variation.p - o->name.p)));
    }
    edits[n++] = (tby_retag){TBY_STR("ECO"), tby_str_of(o->code), false};
    edits[n++] = (tby_retag){TBY_STR("Opening"), opening, false};
    edits[n++] = (tby_retag){TBY_STR("Variation"), variation, false};
    edits[n++] = (tby_retag){TBY_STR("SubVariation"), {"", 0}, false};
    for (size_t i = 0; i < n; i++)
        edits[i].keep = options->keep;
    return n;
}

/* Ends of lines after the last word. */
static unsigned lines_at_end(tby_str text)
{
    unsigned n = 0;

    for (size_t i = text.n; i > 0 && tby_is_space(text.p[i - 1]); i--)
        n += text.p[i - 1] == '\n' ||
             (text.p[i - 1] == '\r' && (i == text.n || text.p[i] != '\n'));
    return n;
}

tby_rc tby__classes_put_pgn(tby_buf *out, tby_buf *scratch,
                            const classes_game *g,
                            const tby_classes_options *options)
{
    tby_str text = g->item->text;
    tby_retag edits[TBY_RETAGS];
    /* the name of the start, which some lists of names have, is no opening to
     * name */
    size_t n = g->answer->entry == TBY_NAMES_NONE || g->answer->ply == 0
                   ? 0
                   : edits_of(&g->answer->opening, options, edits);

    if (!text.p) {
        tby_buf_clear(scratch);
        TBY_TRY(games_write_pgn(g->item->game, scratch));
        text = tby_buf_str(scratch);
    }
    size_t from = out->n;
    tby_pgn_retag(text, edits, n, out);
    for (unsigned lines = lines_at_end(text); lines < 2; lines++)
        tby_buf_char(out, '\n');

    /* Takes back what was written after byte `from` if nobody could read it. */
    tby_rc rc =
        out->rc == TBY_OK ? tby_pgn_fit(g->item->game, out->n - from) : out->rc;

    if (rc == TBY_E_PGN_FIT)
        out->n = from;
    return rc;
}
