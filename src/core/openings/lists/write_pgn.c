/* write_pgn.c - records as games, as pgn-extract's eco.pgn has them.
 */
#include "core/base/str.h"
#include "core/openings/lists/write_int.h"
#include "tabiya/fen.h"

#include <string.h>

/* Cuts s before the first separator if there is something on both sides; what
 * follows it, empty if it was not cut.  Joined again by the reader it is the
 * same name. */
static tby_str cut(tby_str *s, tby_str separator)
{
    for (size_t i = 1; i + separator.n < s->n; i++) {
        if (!tby_str_starts(tby_str_from(*s, i), separator))
            continue;
        tby_str rest = tby_str_from(*s, i + separator.n);
        if (tby_is_space(s->p[i - 1]) || tby_is_space(rest.p[0]))
            continue;
        s->n = i;
        return rest;
    }
    return (tby_str){"", 0};
}

static tby_rc add_tag(tby_game *g, const char *name, tby_str value)
{
    return value.n ? tby_game_add_tag(g, tby_str_of(name), value) : TBY_OK;
}

static tby_rc add_names(tby_game *g, const tby_opening *o)
{
    tby_str opening = o->name;
    tby_str variation = cut(&opening, TBY_STR(": "));
    tby_str rest = cut(&variation, TBY_STR(", "));
    tby_rc rc = add_tag(g, "ECO", tby_str_of(o->code));

    if (rc == TBY_OK)
        rc = add_tag(g, "Opening", opening);
    if (rc == TBY_OK)
        rc = add_tag(g, "Variation", variation);
    return rc == TBY_OK ? add_tag(g, "SubVariation", rest) : rc;
}

static tby_rc add_position(tby_game *g, const tby_opening *o)
{
    char fen[TBY_FEN_MAX];
    tby_str text = {fen, tby_fen_write_pos(&o->pos, fen, sizeof fen)};
    tby_rc rc = add_tag(g, "SetUp", TBY_STR("1"));

    g->start = o->pos;
    g->setup = true;
    return rc == TBY_OK ? add_tag(g, "FEN", text) : rc;
}

static tby_rc add_moves(tby_game *g, const tby_opening *o)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i < o->plies && rc == TBY_OK; i++)
        rc = tby_game_add_item(
            g, (tby_item){.kind = TBY_ITEM_MOVE, .move = o->line[i]});
    return rc;
}

/* Moves, and names and FEN with each byte escaped. */
enum { ROOM = TBY_OPENING_MOVES_TEXT + 2 * TBY_OPENING_NAME + 1024 };

tby_rc tby_openings_put_pgn(tby_buf *out, const tby_opening *o)
{
    char text[ROOM];
    tby_game g;

    tby_game_init(&g, &out->alloc);
    tby_rc rc = add_names(&g, o);
    if (rc == TBY_OK)
        rc = o->line ? add_moves(&g, o) : add_position(&g, o);
    size_t n = rc == TBY_OK ? tby_pgn_write(&g, text, sizeof text) : 0;
    tby_game_free(&g);
    if (rc == TBY_OK && n >= sizeof text)
        rc = TBY_E_LIMIT;
    if (rc == TBY_OK)
        tby_buf_add(out, (tby_str){text, n});
    return rc == TBY_OK ? out->rc : rc;
}
