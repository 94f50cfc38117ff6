/* sources.c - see sources.h. */
#include "core/chess/sources.h"

#include "core/chess/play.h"
#include "core/chess/scene.h"

static tby_bb pawn_sources(const tby_pos *p, tby_square to)
{
    tby_color us = p->turn;
    tby_bb occupied = tby_pos_occupied(p), target = tby_bit(to);
    tby_bb second = us == TBY_WHITE ? BB_RANK(1) : BB_RANK(6);

    if (target & occupied || to == p->ep)
        return tby_table_pawn[us ^ 1][to];
    tby_bb once = bb_forward(target, us ^ 1);
    tby_bb twice = once & occupied ? 0 : bb_forward(once, us ^ 1) & second;
    return once | twice;
}

tby_bb tby_sources_pseudo(const tby_pos *p, tby_role role, tby_square to)
{
    tby_bb own = tby_pos_color(p, p->turn), occupied = tby_pos_occupied(p);
    tby_bb from = 0;

    if (own & tby_bit(to))
        return 0;
    if (role == TBY_PAWN)
        from = pawn_sources(p, to);
    if (role == TBY_KNIGHT)
        from = tby_table_knight[to];
    if (role == TBY_KING)
        from = tby_table_king[to];
    if (role == TBY_BISHOP || role == TBY_QUEEN)
        from |= bishop_attacks(to, occupied);
    if (role == TBY_ROOK || role == TBY_QUEEN)
        from |= rook_attacks(to, occupied);
    return from & own & tby_pos_role(p, role);
}

static bool king_may_go(const tby_pos *p, const struct scene *s, tby_square to)
{
    tby_bb occupied = s->occupied ^ tby_bit(s->king);

    return !(attackers_to(p, to, p->turn ^ 1, occupied) & s->foe);
}

/* Without the pinned pieces that would leave the line to their king. */
static tby_bb unpinned(const struct scene *s, tby_bb from, tby_square to)
{
    tby_bb pinned = from & (s->pin_diagonal | s->pin_straight);

    for (; pinned; pinned = bb_rest(pinned)) {
        tby_square sq = bb_first(pinned);
        if (!(tby_table_between[s->king][sq] & tby_bit(to)) &&
            !(tby_table_between[s->king][to] & tby_bit(sq)))
            from &= ~tby_bit(sq);
    }
    return from;
}

tby_bb tby_sources_legal(const tby_pos *p, tby_role role, tby_square to,
                         tby_bb from)
{
    if (!from)
        return 0;
    struct scene s = look_around(p, p->turn);

    if (s.king == TBY_NO_SQUARE)
        return from;
    if (role == TBY_KING)
        return king_may_go(p, &s, to) ? from : 0;
    if (role == TBY_PAWN && to == p->ep)
        return from & ep_capturers(p, p->ep, p->turn);
    return s.allowed & tby_bit(to) ? unpinned(&s, from, to) : 0;
}
