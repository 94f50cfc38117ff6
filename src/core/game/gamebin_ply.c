/* gamebin_ply.c - the main line of a game as the format sees it. */
#include "core/game/gamebin_int.h"

static void read_comment(const tby_game *g, tby_span text,
                         struct gamebin_ply *out)
{
    struct tby_comment_facts f = tby_comment_read(tby_game_text(g, text));
    bool rest = f.has_rest || f.has_elapsed;

    if (out->move == TBY_MOVE_NONE) { /* it belongs to no move */
        out->comments++;
        return;
    }
    /* of two evaluations, or clocks, the first is the move's */
    rest |= (f.has_eval && out->has_eval) || (f.has_clock && out->has_clock);
    if (f.has_eval && !out->has_eval) {
        out->has_eval = true;
        out->eval = f.eval;
    }
    if (f.has_clock && !out->has_clock) {
        out->has_clock = true;
        out->clock = f.clock;
    }
    out->comments += rest;
}

static void read_nag(uint8_t nag, struct gamebin_ply *out)
{
    uint8_t annotation = tby_gamebin_annotation(nag);

    if (annotation && !out->annotation && out->move != TBY_MOVE_NONE)
        out->annotation = annotation;
    else
        out->nags++;
}

/* Everything up to the next move of the main line. */
static void read_behind(struct gamebin_plies *it, struct gamebin_ply *out)
{
    const tby_game *g = it->game;
    unsigned depth = 0;

    for (; it->at < g->items_n; it->at++) {
        const tby_item *item = &g->items[it->at];
        switch ((tby_item_kind)item->kind) {
        case TBY_ITEM_MOVE:
            if (depth == 0)
                return;
            break;
        case TBY_ITEM_NAG:
            if (depth == 0)
                read_nag(item->nag, out);
            break;
        case TBY_ITEM_COMMENT:
            if (depth == 0)
                read_comment(g, item->text, out);
            break;
        case TBY_ITEM_OPEN:
            out->variations++;
            depth++;
            break;
        case TBY_ITEM_CLOSE:
            depth -= depth > 0;
            break;
        }
    }
}

void tby_gamebin_preface(struct gamebin_plies *it, struct gamebin_ply *out)
{
    *out = (struct gamebin_ply){.move = TBY_MOVE_NONE};
    read_behind(it, out);
}

bool tby_gamebin_next_ply(struct gamebin_plies *it, struct gamebin_ply *out)
{
    const tby_game *g = it->game;

    if (it->at == g->items_n)
        return false;
    *out = (struct gamebin_ply){.move = g->items[it->at++].move};
    read_behind(it, out);
    return true;
}
