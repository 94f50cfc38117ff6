#include "core/base/assert.h"
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

/* Three rules (the proofs are in docs/endings.md): a bare king never mates; a
 * lone knight does not if the other side has nothing but queens; bishops on
 * squares of one colour do not if there is neither a pawn nor a knight nor a
 * bishop of the other colour on the whole board. */
static bool lacks_material(const tby_pos *p, tby_color winner)
{
    tby_bb own = tby_pos_color(p, winner) & ~pos_kings(p);
    tby_bb foe = tby_pos_color(p, winner ^ 1) & ~pos_kings(p);
    tby_bb knights = pos_knights(p), bishops = tby_pos_role(p, TBY_BISHOP);

    if (!own)
        return true;
    if (own & knights)
        return !bb_several(own) && !(foe & ~tby_pos_role(p, TBY_QUEEN));
    if (own & ~bishops || pos_pawns(p) | knights)
        return false;
    return !(bishops & BB_DARK) || !(bishops & ~BB_DARK);
}

unsigned tby__winnable_hopeless(const tby_pos *p, struct claim claim)
{
    struct mobility m;
    unsigned out = 0;

    for (unsigned side = TBY_WHITE; side <= TBY_BLACK; side++)
        if (claim.sides >> side & 1 && lacks_material(p, (tby_color)side))
            out |= 1u << side;
    TBY_ASSERT(!(claim.sides & ~(unsigned)(SIDE_WHITE | SIDE_BLACK)));
    claim.sides &= ~out;
    if (!claim.sides || !tby__winnable_mobility(p, claim, &m))
        return out;
    for (unsigned side = TBY_WHITE; side <= TBY_BLACK; side++)
        if (claim.sides >> side & 1 && !m.promoting[side] &&
            tby__winnable_no_mate_square(&m, (tby_color)side))
            out |= 1u << side;
    return out;
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
        if (moves.n == 0) { /* mate or stalemate */
            out.white = out.black = TBY_CAN_NOT;
            if (tby_pos_checkers(&at))
                *(at.turn == TBY_WHITE ? &out.black : &out.white) = TBY_CAN;
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

tby_rc tby_winnable_full(const tby_pos *p, const tby_winnable_options *options,
                         tby_winnable *out)
{
    tby_winnable_options o = options ? *options : (tby_winnable_options){0};
    tby_winnable w = tby_winnable_quick(p);
    bool orderly = tby__winnable_is_orderly(p);
    tby_rc rc = TBY_OK;

    if (!o.max_nodes)
        o.max_nodes = TBY_WINNABLE_NODES;
    if (o.max_nodes > TBY_WINNABLE_NODES_MAX)
        o.max_nodes = TBY_WINNABLE_NODES_MAX;
    if (!o.alloc.realloc)
        o.alloc = tby_alloc_libc();
    if (w.white == TBY_CAN_UNKNOWN)
        rc =
            tby__winnable_search(p, TBY_WHITE, orderly, &o, &w.white, &w.nodes);
    if (rc == TBY_OK && w.black == TBY_CAN_UNKNOWN)
        rc =
            tby__winnable_search(p, TBY_BLACK, orderly, &o, &w.black, &w.nodes);
    TBY_ASSERT(rc != TBY_OK || w.nodes > 0);
    if (rc == TBY_OK)
        *out = w;
    return rc;
}

const char *tby_can_name(tby_can can)
{
    static const char *const names[] = {"can_not", "can"};

    return can == TBY_CAN_NOT || can == TBY_CAN ? names[can] : "unknown";
}
