/* winnable.c - which side can still win: the stages put together. */
#include "core/chess/outcome/int.h"
#include "tabiya/moves.h"

bool tby__winnable_is_orderly(const tby_pos *p)
{
    tby_square us = royal_square(p, p->turn);
    tby_square them = royal_square(p, p->turn ^ 1);

    return us != TBY_NO_SQUARE && them != TBY_NO_SQUARE &&
           bb_count(tby_pos_occupied(p)) <= UNITS_MAX &&
           !tby_pos_attackers(p, them, p->turn);
}

static unsigned not_by_material(const tby_pos *p, unsigned sides)
{
    unsigned out = 0;

    for (unsigned side = TBY_WHITE; side <= TBY_BLACK; side++)
        if (sides >> side & 1 &&
            tby__winnable_not_by_material(p, (tby_color)side))
            out |= 1u << side;
    return out;
}

static unsigned not_by_mobility(const tby_pos *p, struct claim claim)
{
    struct mobility m;
    unsigned out = 0;

    if (!claim.sides || !tby__winnable_mobility(p, claim, &m))
        return 0;
    for (unsigned side = TBY_WHITE; side <= TBY_BLACK; side++)
        if (claim.sides >> side & 1 && !m.promoting[side] &&
            tby__winnable_no_mate_square(&m, (tby_color)side))
            out |= 1u << side;
    return out;
}

unsigned tby__winnable_hopeless(const tby_pos *p, struct claim claim)
{
    unsigned out = not_by_material(p, claim.sides);

    claim.sides &= ~out;
    return out | not_by_mobility(p, claim);
}

/* The side to move has no move: it is mated, or it is stalemate. */
static void conclude(const tby_pos *p, tby_winnable *w)
{
    w->white = w->black = TBY_CAN_NOT;
    if (tby_pos_checkers(p))
        *(p->turn == TBY_WHITE ? &w->black : &w->white) = TBY_CAN;
}

/* The sides of which nothing is known yet. */
static unsigned open_sides(const tby_winnable *w)
{
    return (w->white == TBY_CAN_UNKNOWN ? SIDE_WHITE : 0u) |
           (w->black == TBY_CAN_UNKNOWN ? SIDE_BLACK : 0u);
}

/* Follows forced moves, which change nothing about who can win.  With `dead`
 * nothing is worth knowing but that neither side can. */
static tby_winnable look_quickly(const tby_pos *p, bool dead)
{
    enum { FORCED = 8 }; /* all but a few lines end before */
    tby_winnable out = {TBY_CAN_UNKNOWN, TBY_CAN_UNKNOWN, 0};
    bool orderly = tby__winnable_is_orderly(p);
    tby_pos at = *p;
    tby_moves moves;

    for (moves.n = 1; out.nodes <= FORCED && moves.n == 1 && open_sides(&out);
         out.nodes++) {
        if (out.nodes)
            tby_pos_play(&at, moves.at[0]);
        tby_moves_legal(&at, &moves);
        if (moves.n == 0) {
            conclude(&at, &out);
        } else if (orderly) {
            struct claim claim = {open_sides(&out), dead && moves.n > 1};
            unsigned hopeless = tby__winnable_hopeless(&at, claim);
            if (hopeless & SIDE_WHITE)
                out.white = TBY_CAN_NOT;
            if (hopeless & SIDE_BLACK)
                out.black = TBY_CAN_NOT;
        }
    }
    return out;
}

tby_winnable tby_winnable_quick(const tby_pos *p)
{
    return look_quickly(p, false);
}

bool tby_pos_dead_quick(const tby_pos *p)
{
    return tby_winnable_dead(look_quickly(p, true));
}

static tby_winnable_options fill_in(const tby_winnable_options *options)
{
    tby_winnable_options o = options ? *options : (tby_winnable_options){0};

    if (!o.max_nodes)
        o.max_nodes = TBY_WINNABLE_NODES;
    if (o.max_nodes > TBY_WINNABLE_NODES_MAX)
        o.max_nodes = TBY_WINNABLE_NODES_MAX;
    if (!o.alloc.realloc)
        o.alloc = tby_alloc_libc();
    return o;
}

tby_rc tby_winnable_full(const tby_pos *p, const tby_winnable_options *options,
                         tby_winnable *out)
{
    tby_winnable_options o = fill_in(options);
    tby_winnable w = tby_winnable_quick(p);
    bool orderly = tby__winnable_is_orderly(p);
    tby_rc rc = TBY_OK;

    if (w.white == TBY_CAN_UNKNOWN)
        rc =
            tby__winnable_search(p, TBY_WHITE, orderly, &o, &w.white, &w.nodes);
    if (rc == TBY_OK && w.black == TBY_CAN_UNKNOWN)
        rc =
            tby__winnable_search(p, TBY_BLACK, orderly, &o, &w.black, &w.nodes);
    if (rc == TBY_OK)
        *out = w;
    return rc;
}

const char *tby_can_name(tby_can can)
{
    static const char *const names[] = {"can_not", "can"};

    return can == TBY_CAN_NOT || can == TBY_CAN ? names[can] : "unknown";
}
