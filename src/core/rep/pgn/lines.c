/* lines.c - one game for each line. */
#include "core/rep/pgn/int.h"

static uint32_t last_of(const tby_rep_pgn *x)
{
    return x->path[x->path_n - 1];
}

/* Puts a move in place of the last one. */
static void set_last(tby_rep_pgn *x, uint32_t edge)
{
    size_t before = x->path_n > 1 ? x->path_bytes[x->path_n - 2] : 0;

    x->path[x->path_n - 1] = edge;
    x->path_bytes[x->path_n - 1] = before + tby__rep_pgn_bytes(x, edge);
}

static void push(tby_rep_pgn *x, uint32_t edge)
{
    x->path_n++;
    set_last(x, edge);
}

/* Goes to the next move beside the last one; those without one are passed on
 * the way back.  False when there is none. */
static bool turn(tby_rep_pgn *x)
{
    while (x->path_n) {
        uint32_t beside = x->g->edges[last_of(x)].next_out;

        if (beside != TBY_NONE) {
            set_last(x, beside);
            return true;
        }
        x->path_n--;
    }
    return false;
}

/* Follows first moves to the end of the line. */
static void descend(tby_rep_pgn *x)
{
    while (tby__rep_pgn_goes_on(x, last_of(x)) && x->path_n < REP_PGN_PLIES &&
           x->path_bytes[x->path_n - 1] < REP_PGN_BYTES)
        push(x, x->g->nodes[x->g->edges[last_of(x)].to].first_out);
}

static tby_rc put_line(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc = tby__rep_pgn_begin(x, game, &x->start);
    tby_pos pos = x->start.pos;

    game->plies = x->path_n;
    for (uint32_t i = 0; i < x->path_n && rc == TBY_OK; i++) {
        tby_pos_play(&pos, x->g->edges[x->path[i]].move);
        rc = tby__rep_pgn_put_move(x, game, x->path[i], i + 1 == x->path_n);
    }
    if (rc == TBY_OK && x->path_n && tby__rep_pgn_goes_on(x, last_of(x))) {
        uint32_t to = x->g->edges[last_of(x)].to; /* too long for one game */
        rc = tby__rep_pgn_defer(x, to, x->g->nodes[to].first_out, &pos);
    }
    return rc;
}

tby_rc tby__rep_pgn_line(tby_rep_pgn *x, tby_game *game)
{
    tby_rc rc = TBY_OK;

    if (!turn(x)) {
        rc = tby__rep_pgn_next_start(x, &x->start);
        if (rc == TBY_OK && x->start.edge != TBY_NONE)
            push(x, x->start.edge);
    }
    if (x->path_n)
        descend(x);
    return rc == TBY_OK ? put_line(x, game) : rc;
}
