/* pins.h - checks and pins: which squares a side's moves may end on.
 *
 * A check is answered by going to a square of `allowed`; a pinned piece stays
 * on the pin it stands on.  With these masks a move is judged without playing
 * it. */
#ifndef TBY_CORE_PINS_H
#define TBY_CORE_PINS_H

#include "core/chess/attacks.h"

/* What the moves of one side depend on. */
struct pins {
    tby_bb own, foe, occupied;
    tby_square king; /* TBY_NO_SQUARE: see royal_square() */
    tby_bb checkers;
    tby_bb allowed; /* where a piece other than the king may go */
    tby_bb pin_diagonal, pin_straight; /* from the king to the pinner */
};

/* Finds checks and pins along one kind of line.  `foes` are the sliders that
 * would reach the king on an empty board. */
TBY_INLINE void pins_along(struct pins *s, tby_bb foes, tby_bb *pins)
{
    for (; foes; foes = bb_rest(foes)) {
        tby_bb between = bb_between(s->king, bb_first(foes));
        tby_bb blockers = between & s->occupied;
        tby_bb foe = foes & -foes;
        if (!blockers) {
            s->checkers |= foe;
            s->allowed = between;
        } else if (!bb_several(blockers) && blockers & s->own) {
            *pins |= between | foe;
        }
    }
}

TBY_INLINE struct pins find_pins(const tby_pos *p, const tby_color us)
{
    struct pins s = {.own = tby_pos_color(p, us),
                     .occupied = tby_pos_occupied(p),
                     .king = royal_square(p, us),
                     .allowed = BB_ALL};

    s.foe = s.occupied ^ s.own;
    if (s.king == TBY_NO_SQUARE)
        return s;
    s.checkers = ((tby_table_knight[s.king] & pos_knights(p)) |
                  (tby_table_pawn[us][s.king] & pos_pawns(p)) |
                  (tby_table_king[s.king] & pos_kings(p))) &
                 s.foe;
    if (s.checkers)
        s.allowed = 0;
    pins_along(&s, tby_table_bishop[s.king] & pos_diagonal(p) & s.foe,
               &s.pin_diagonal);
    pins_along(&s, tby_table_rook[s.king] & pos_straight(p) & s.foe,
               &s.pin_straight);
    if (bb_several(s.checkers))
        s.allowed = 0;
    else
        s.allowed |= s.checkers;
    return s;
}

#endif
