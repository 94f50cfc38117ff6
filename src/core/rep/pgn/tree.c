/* tree.c - one game with variations.
 *
 * A move is followed by those beside it, each a variation with all that comes
 * after it; then its own line goes on.  So what is open at any time is one
 * level for each bracket, whatever the length of the lines. */
#include "core/rep/pgn/int.h"

static tby_rc put(tby_rep_pgn *x, tby_game *game, rep_level *l, uint32_t edge)
{
    l->last = edge;
    l->after = l->before;
    tby_pos_play(&l->after, x->g->edges[edge].move);
    l->plies++;
    return tby__rep_pgn_put_move(x, game, edge, true);
}

/* Writes the first of some moves of a node. */
static tby_rc put_first(tby_rep_pgn *x, tby_game *game, rep_level *l,
                        uint32_t node, uint32_t edge)
{
    tby_rc rc = tby__rep_pgn_enter(x, node, rep_pgn_ply(&l->before));

    l->line_n = x->line.n;
    l->next = x->g->edges[edge].next_out;
    return rc == TBY_OK ? put(x, game, l, edge) : rc;
}

static bool has_to_end(const tby_rep_pgn *x, const rep_level *l,
                       const tby_node *to)
{
    return x->bytes >= REP_PGN_BYTES || l->plies >= REP_PGN_PLIES ||
           (l == &x->levels[REP_PGN_DEPTH] && to->out_n > 1);
}

/* Goes one move further; TBY_DONE where the line ends. */
static tby_rc go_on(tby_rep_pgn *x, tby_game *game, rep_level *l)
{
    uint32_t to = x->g->edges[l->last].to;
    const tby_node *n = &x->g->nodes[to];

    if (!tby__rep_pgn_goes_on(x, l->last))
        return TBY_DONE;
    if (has_to_end(x, l, n)) {
        tby_rc rc = tby__rep_pgn_defer(x, to, n->first_out, &l->after);
        return rc == TBY_OK ? TBY_DONE : rc;
    }
    l->before = l->after;
    return put_first(x, game, l, to, n->first_out);
}

/* Opens the variation of the next move beside the last one. */
static tby_rc branch(tby_rep_pgn *x, tby_game *game, rep_level **level)
{
    rep_level *l = *level;
    uint32_t edge = l->next;

    if (x->bytes >= REP_PGN_BYTES) {
        l->next = TBY_NONE;
        return tby__rep_pgn_defer(x, x->g->edges[edge].from, edge, &l->before);
    }
    l->next = x->g->edges[edge].next_out;
    *++*level = (rep_level){.before = l->before,
                            .plies = l->plies - 1,
                            .next = TBY_NONE,
                            .line_n = l->line_n};
    tby_rc rc = tby_game_add_item(game, (tby_item){.kind = TBY_ITEM_OPEN});
    return rc == TBY_OK ? put(x, game, *level, edge) : rc;
}

/* Goes back to the line that the last variation left; TBY_DONE if there is
 * none. */
static tby_rc end_line(tby_rep_pgn *x, tby_game *game, rep_level **level)
{
    if (*level == x->levels)
        return TBY_DONE;
    --*level;
    tby__rep_pgn_leave(x, (*level)->line_n);
    return tby_game_add_item(game, (tby_item){.kind = TBY_ITEM_CLOSE});
}

tby_rc tby__rep_pgn_tree(tby_rep_pgn *x, tby_game *game, const rep_start *start)
{
    rep_level *l = x->levels;

    *l = (rep_level){.before = start->pos};
    if (start->edge == TBY_NONE)
        return TBY_OK; /* a position without moves */
    tby_rc rc = put_first(x, game, l, start->node, start->edge);
    while (rc == TBY_OK) {
        rc = l->next != TBY_NONE ? branch(x, game, &l) : go_on(x, game, l);
        if (rc == TBY_DONE)
            rc = end_line(x, game, &l);
    }
    game->plies = x->levels->plies;
    tby__rep_pgn_leave(x, 0);
    return rc == TBY_DONE ? TBY_OK : rc;
}
