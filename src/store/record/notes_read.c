/* notes_read.c - the items of a game out of their streams. */
#include "core/base/str.h"
#include "core/game/game.h"
#include "store/record/notes.h"
#include "store/record/varint.h"
#include "tabiya/limits.h"

#include <string.h>

struct reader {
    tby_game *game;
    notes known;
    tby_str shape, text, moves, clock, eval; /* what is left of each */
    store_line *line;
    unsigned depth;
};

/* --- comments -------------------------------------------------------------*/

/* Writes the number that a byte of a template stands for. */
static bool fill_number(struct reader *r, unsigned kind, char *out, size_t *n)
{
    note_value value;

    if (!notes_take(&r->known, kind, note_is_eval(kind) ? &r->eval : &r->clock,
                    &value))
        return false;
    *n += note_write(kind, value, out + *n);
    return true;
}

/* Templates come out of a file, so that one may be long and full of numbers. */
enum { FILLED_MAX = NOTE_MAX * TEMPLATE_MAX };

static tby_rc add_filled(struct reader *r, tby_str template)
{
    char filled[FILLED_MAX];
    size_t n = 0;

    for (size_t i = 0; i < template.n; i++) {
        unsigned char c = (unsigned char)template.p[i];
        if (c == 0 || c >= NOTE_KINDS)
            filled[n++] = (char)c;
        else if (!fill_number(r, c, filled, &n))
            return TBY_E_STORE_DAMAGED;
    }
    return tby_game_add_comment(r->game, (tby_str){filled, n});
}

static tby_rc add_template(struct reader *r, uint32_t number)
{
    if (number >= r->known.templates_n)
        return TBY_E_STORE_DAMAGED;
    return add_filled(r, r->known.templates[number]);
}

static tby_rc define(struct reader *r)
{
    tby_str text;

    if (r->known.templates_n == NOTES_TEMPLATES ||
        !text_take(&r->text, &text) || text.n > TEMPLATE_MAX)
        return TBY_E_STORE_DAMAGED;
    r->known.templates[r->known.templates_n++] = text;
    return TBY_OK;
}

/* --- moves ----------------------------------------------------------------*/

static tby_move next_move(struct reader *r)
{
    tby_move move = TBY_MOVE_NONE;
    tby_str bytes;

    if (r->depth == 0)
        return store_line_next(r->line);
    if (bytes_take(&r->moves, sizeof move, &bytes))
        memcpy(&move, bytes.p, sizeof move);
    return move;
}

static tby_rc add_move(struct reader *r)
{
    tby_item item = {.kind = TBY_ITEM_MOVE, .move = next_move(r)};

    if (item.move == TBY_MOVE_NONE)
        return TBY_E_STORE_DAMAGED;
    r->known.moved++;
    return tby_game_add_item(r->game, item);
}

/* Many of them, which is what most games are. */
static tby_rc add_main_moves(struct reader *r, uint32_t n)
{
    store_line line = *r->line; /* a copy can be held in registers */
    tby_item *items = n <= line.left ? tby_game_room(r->game, n) : NULL;

    if (!items)
        return n <= line.left ? TBY_E_NOMEM : TBY_E_STORE_DAMAGED;
    for (uint32_t i = 0; i < n; i++) {
        items[i] =
            (tby_item){.kind = TBY_ITEM_MOVE, .move = store_line_next(&line)};
        if (items[i].move == TBY_MOVE_NONE)
            return TBY_E_STORE_DAMAGED;
    }
    *r->line = line;
    r->game->items_n += n;
    r->known.moved += n;
    return TBY_OK;
}

static tby_rc add_moves(struct reader *r, uint32_t n)
{
    tby_rc rc = TBY_OK;

    if (r->depth == 0 && n > 0)
        return add_main_moves(r, n);
    while (rc == TBY_OK && n-- > 0)
        rc = add_move(r);
    return rc;
}

static tby_rc add_pairs(struct reader *r, uint32_t n)
{
    uint32_t number;
    tby_rc rc = TBY_OK;

    if (!varint_take(&r->shape, &number))
        return TBY_E_STORE_DAMAGED;
    while (rc == TBY_OK && n-- > 0) {
        rc = add_move(r);
        if (rc == TBY_OK)
            rc = add_template(r, number);
    }
    return rc;
}

/* --- steps ----------------------------------------------------------------*/

static tby_rc add_text(struct reader *r)
{
    tby_str text;

    if (!text_take(&r->text, &text))
        return TBY_E_STORE_DAMAGED;
    return tby_game_add_comment(r->game, text);
}

static tby_rc add_nag(struct reader *r, uint32_t nag)
{
    if (nag > UINT8_MAX)
        return TBY_E_STORE_DAMAGED;
    return tby_game_add_item(
        r->game, (tby_item){.kind = TBY_ITEM_NAG, .nag = (uint8_t)nag});
}

static tby_rc add_bracket(struct reader *r, bool open)
{
    if (open ? r->depth == TBY_MAX_RAV_DEPTH : r->depth == 0)
        return TBY_E_STORE_DAMAGED;
    r->depth += open ? 1u : -1u;
    return tby_game_add_item(
        r->game, (tby_item){.kind = open ? TBY_ITEM_OPEN : TBY_ITEM_CLOSE});
}

static tby_rc add_step(struct reader *r, uint32_t step)
{
    uint32_t argument = step >> 3;

    switch (step & 7) {
    case SHAPE_MOVES:
        return add_moves(r, argument);
    case SHAPE_PAIRS:
        return add_pairs(r, argument);
    case SHAPE_NAG:
        return add_nag(r, argument);
    case SHAPE_COMMENT:
        return add_text(r);
    case SHAPE_TEMPLATE:
        return add_template(r, argument);
    case SHAPE_DEFINE:
        return define(r);
    default:
        return add_bracket(r, (step & 7) == SHAPE_OPEN);
    }
}

tby_rc notes_read(tby_game *g, const extra_parts *parts, tby_str text,
                  const notes *begin, store_line *line)
{
    struct reader r = {.game = g,
                       .known = *begin,
                       .shape = parts->part[EXTRA_SHAPE],
                       .text = text,
                       .moves = parts->part[EXTRA_MOVES],
                       .clock = parts->part[EXTRA_CLOCK],
                       .eval = parts->part[EXTRA_EVAL],
                       .line = line};
    uint32_t step;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && r.shape.n)
        rc = varint_take(&r.shape, &step) ? add_step(&r, step)
                                          : TBY_E_STORE_DAMAGED;
    if (rc == TBY_OK && r.depth == 0)
        rc = add_moves(&r, line->left);
    bool rest = r.text.n || r.moves.n || r.clock.n || r.eval.n || line->left;
    return rc == TBY_OK && rest ? TBY_E_STORE_DAMAGED : rc;
}
