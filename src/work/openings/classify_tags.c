/* classify_tags.c - a game with tags that say its opening. */
#include "core/base/str.h"
#include "core/game/pgn/retag.h"
#include "tabiya/family.h"
#include "work/games/int.h"
#include "work/openings/classify_int.h"

/* What stands behind the family: "Najdorf Variation, English Attack". */
static tby_str behind_family(tby_str name, const tby_name_parts *parts)
{
    return parts->variation.n
               ? tby_str_trim(
                     tby_str_from(name, (size_t)(parts->variation.p - name.p)))
               : (tby_str){"", 0};
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
        variation = behind_family(o->name, &parts);
    }
    edits[n++] = (tby_retag){TBY_STR("ECO"), tby_str_of(o->code), false};
    edits[n++] = (tby_retag){TBY_STR("Opening"), opening, false};
    edits[n++] = (tby_retag){TBY_STR("Variation"), variation, false};
    edits[n++] = (tby_retag){TBY_STR("SubVariation"), {"", 0}, false};
    for (size_t i = 0; i < n; i++)
        edits[i].keep = options->keep;
    return n;
}

/* The text of a game that was read from another format; empty if there is no
 * memory. */
static tby_str write_pgn(const tby_game *g, classes_scratch *scratch)
{
    size_t n = tby_pgn_write(g, scratch->p, scratch->cap);

    if (n >= scratch->cap) {
        char *p = games_resize(scratch->p, scratch->cap, 2 * n + 1);
        if (!p)
            return (tby_str){"", 0};
        scratch->p = p;
        scratch->cap = 2 * n + 1;
        n = tby_pgn_write(g, scratch->p, scratch->cap);
    }
    return (tby_str){scratch->p, n};
}

/* Ends of lines behind the last word. */
static unsigned lines_at_end(tby_str text)
{
    unsigned n = 0;

    for (size_t i = text.n; i > 0 && tby_is_space(text.p[i - 1]); i--)
        n += text.p[i - 1] == '\n' ||
             (text.p[i - 1] == '\r' && (i == text.n || text.p[i] != '\n'));
    return n;
}

/* Takes back what was written behind byte `from` if nobody could read it. */
static tby_rc check_fit(tby_buf *out, size_t from, const tby_game *g)
{
    tby_rc rc = out->rc == TBY_OK ? tby_pgn_fit(g, out->n - from) : out->rc;

    if (rc == TBY_E_PGN_FIT)
        out->n = from;
    return rc;
}

tby_rc classes_put_pgn(tby_buf *out, classes_scratch *scratch,
                       const classes_game *g,
                       const tby_classes_options *options)
{
    tby_str text = g->item->text;
    tby_retag edits[TBY_RETAGS];
    /* the name of the start, which some books have, is no opening to tell */
    size_t n = g->answer->entry == TBY_BOOK_NONE || g->answer->ply == 0
                   ? 0
                   : edits_of(&g->answer->opening, options, edits);

    if (!text.p)
        text = write_pgn(g->item->game, scratch);
    if (!text.n)
        return TBY_E_NOMEM;
    size_t from = out->n;
    tby_pgn_retag(text, edits, n, out);
    for (unsigned lines = lines_at_end(text); lines < 2; lines++)
        tby_buf_char(out, '\n');
    return check_fit(out, from, g->item->game);
}
