#include "tabiya/track_game.h"
#include "core/chess/bitboard.h"
#include "core/game/game.h"

static unsigned men_of(const tby_pos *pos)
{
    return bb_count(tby_pos_occupied(pos));
}

void tby_track_init(tby_track *f, const tby_graph *g)
{
    f->graph = g;
    f->plies = 0;
    f->nodes[0] = TBY_NONE;
    f->least = 64;
    for (size_t i = 0; i < g->nodes_n; i++) {
        unsigned men = men_of(&g->nodes[i].pos);

        if (g->nodes[i].alive && men < f->least)
            f->least = men;
    }
}

bool tby_track_visit(tby_track *f, const tby_pos *pos, uint32_t ply)
{
    if (ply > TBY_MAX_PLIES)
        return false;
    f->plies = ply;
    f->nodes[ply] = tby_graph_find(f->graph, pos);
    return men_of(pos) >= f->least;
}

/* The ply of the first position from one on that is there, or is not; after
 * the last if there is none. */
static uint32_t first_from(const tby_track *f, uint32_t ply, bool there)
{
    while (ply <= f->plies && (f->nodes[ply] != TBY_NONE) != there)
        ply++;
    return ply;
}

tby_leave tby_track_leave(const tby_track *f, const tby_game *game)
{
    tby_leave out = {.kind = TBY_LEAVE_NEVER, .node = TBY_NONE};
    uint32_t entered = first_from(f, 0, true);

    if (entered > f->plies)
        return out;
    uint32_t left = first_from(f, entered, false);
    uint32_t again = first_from(f, left, true);
    out.ply = left - 1;
    out.node = f->nodes[out.ply];
    out.kind = TBY_LEAVE_INSIDE;
    if (left <= f->plies) {
        const tby_node *node = &f->graph->nodes[out.node];
        out.kind = !node->out_n                  ? TBY_LEAVE_END
                   : node->pos.turn == TBY_WHITE ? TBY_LEAVE_WHITE
                                                 : TBY_LEAVE_BLACK;
        uint32_t ply = out.ply;
        tby_mainline m = {.game = game};
        tby_move move = tby_mainline_next(&m);
        while (ply-- && move != TBY_MOVE_NONE)
            move = tby_mainline_next(&m);
        out.move = move;
        out.returned = again <= f->plies ? again : 0;
    }
    return out;
}
