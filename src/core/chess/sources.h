/* sources.h - from the target of a move back to the pieces that can make it.
 * This is how a move in notation is resolved: without a list of moves. */
#ifndef TBY_CORE_SOURCES_H
#define TBY_CORE_SOURCES_H

#include "core/chess/play.h"

/* All bits if the condition holds, none if not: what a pawn does is not worth
 * a guess. */
TBY_INLINE tby_bb mask_if(bool condition)
{
    return -(tby_bb)condition;
}

TBY_INLINE tby_bb pawn_sources(const tby_pos *p, tby_square to)
{
    tby_color us = p->turn;
    tby_bb occupied = tby_pos_occupied(p), target = tby_bit(to);
    tby_bb second = us == TBY_WHITE ? BB_RANK(1) : BB_RANK(6);
    tby_bb once = bb_forward(target, us ^ 1);
    tby_bb twice = bb_forward(once & ~occupied, us ^ 1) & second;
    tby_bb takes = mask_if((target & occupied) != 0) | mask_if(to == p->ep);

    return (tby_table_pawn[us ^ 1][to] & takes) | ((once | twice) & ~takes);
}

/* Of these sliders, all on a line with `to`, those that see it. */
TBY_INLINE tby_bb seeing(tby_bb sliders, tby_square to, tby_bb occupied)
{
    tby_bb out = 0;

    for (; sliders; sliders = bb_rest(sliders))
        if (!(bb_between(to, bb_first(sliders)) & occupied))
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

/* Is the king of the side to move safe after another piece has gone from one
 * square to another, taking what stood there?  Checks and pins are one
 * question: does a slider that is in line with the king see it then? */
TBY_INLINE bool king_safe_after(const tby_pos *p, tby_square king, tby_bb from,
                                tby_bb to)
{
    tby_bb foe = tby_pos_color(p, p->turn ^ 1) & ~to;
    tby_bb occupied = (tby_pos_occupied(p) & ~from) | to;
    tby_bb leapers = (tby_table_knight[king] & pos_knights(p)) |
                     (tby_table_pawn[p->turn][king] & pos_pawns(p)) |
                     (tby_table_king[king] & pos_kings(p));

    if (SLIDERS_ARE_LOOKED_UP) {
        tby_bb sliders = (bishop_attacks(king, occupied) & pos_diagonal(p)) |
                         (rook_attacks(king, occupied) & pos_straight(p));
        return !((leapers | sliders) & foe);
    }
    tby_bb sliders = (tby_table_bishop[king] & pos_diagonal(p)) |
                     (tby_table_rook[king] & pos_straight(p));
    return !(leapers & foe) && !seeing(sliders & foe, king, occupied);
}

TBY_INLINE bool king_safe_on(const tby_pos *p, tby_square king, tby_square to)
{
    tby_bb foe = tby_pos_color(p, p->turn ^ 1);
    tby_bb occupied = tby_pos_occupied(p) ^ tby_bit(king);

    return !(attackers_to(p, to, p->turn ^ 1, occupied) & foe);
}

/* May the one piece on `from` legally go to `to`?  It must come from
 * sources_pseudo() for the same role and square. */
TBY_INLINE bool source_is_legal(const tby_pos *p, tby_role role, tby_square to,
                                tby_bb from)
{
    tby_square king = royal_square(p, p->turn);

    if (king == TBY_NO_SQUARE)
        return true;
    if (role == TBY_KING)
        return king_safe_on(p, king, to);
    if (role == TBY_PAWN && to == p->ep)
        return from & ep_capturers(p, p->ep, p->turn);
    return king_safe_after(p, king, from, tby_bit(to));
}

/* Those of `from` that may. */
TBY_INLINE tby_bb sources_legal(const tby_pos *p, tby_role role, tby_square to,
                                tby_bb from)
{
    tby_bb legal = 0;

    for (; from; from = bb_rest(from))
        if (source_is_legal(p, role, to, from & -from))
            legal |= from & -from;
    return legal;
}

/* Why a pawn may not leave its file to go to an empty square. */
tby_rc tby_pawn_refusal(const tby_pos *p, tby_square to);

#endif
