/* sources.h - from the target of a move back to the pieces that can make it.
 * This is how a move in notation is resolved: without a list of moves. */
#ifndef TBY_CORE_SOURCES_H
#define TBY_CORE_SOURCES_H

#include "core/chess/play.h"
#include "core/chess/scene.h"

TBY_INLINE tby_bb pawn_sources(const tby_pos *p, tby_square to)
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

/* Of these sliders, all on a line with `to`, those that see it. */
TBY_INLINE tby_bb seeing(tby_bb sliders, tby_square to, tby_bb occupied)
{
    tby_bb out = 0;

    for (; sliders; sliders = bb_rest(sliders))
        if (!(tby_table_between[to][bb_first(sliders)] & occupied))
            out |= sliders & -sliders;
    return out;
}

/* The pieces of that role and of the side to move that could go to `to` if
 * their king did not matter.  Castling is not asked for here.  There are
 * hardly ever more than two of a kind, so sliders are looked at one by one. */
TBY_INLINE tby_bb sources_pseudo(const tby_pos *p, tby_role role, tby_square to)
{
    tby_bb own = tby_pos_color(p, p->turn), occupied = tby_pos_occupied(p);

    if (own & tby_bit(to))
        return 0;
    switch (role) {
    case TBY_PAWN:
        return pawn_sources(p, to) & pos_pawns(p) & own;
    case TBY_KNIGHT:
        return tby_table_knight[to] & pos_knights(p) & own;
    case TBY_KING:
        return tby_table_king[to] & pos_kings(p) & own;
    case TBY_BISHOP:
        own &= tby_table_bishop[to] & tby_pos_role(p, TBY_BISHOP);
        break;
    case TBY_ROOK:
        own &= tby_table_rook[to] & tby_pos_role(p, TBY_ROOK);
        break;
    case TBY_QUEEN:
        own &= (tby_table_bishop[to] | tby_table_rook[to]) &
               tby_pos_role(p, TBY_QUEEN);
        break;
    default:
        return 0;
    }
    return seeing(own, to, occupied);
}

TBY_INLINE bool king_may_go(const tby_pos *p, const struct scene *s,
                            tby_square to)
{
    tby_bb occupied = s->occupied ^ tby_bit(s->king);

    return !(attackers_to(p, to, p->turn ^ 1, occupied) & s->foe);
}

/* Without the pinned pieces that would leave the line to their king. */
TBY_INLINE tby_bb unpinned(const struct scene *s, tby_bb from, tby_square to)
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

/* Those of `from` that may legally go to `to`; `from` must come from
 * sources_pseudo() for the same role and square. */
TBY_INLINE tby_bb sources_legal(const tby_pos *p, tby_role role, tby_square to,
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

#endif
