/* material.c - who has not the material to mate.
 *
 * Three rules (the proofs are in docs/endings.md): a bare king never mates; a
 * lone knight does not if the other side has nothing but queens; bishops on
 * squares of one colour do not if there is neither a pawn nor a knight nor a
 * bishop of the other colour on the whole board. */
#include "core/chess/outcome/int.h"

bool tby__winnable_not_by_material(const tby_pos *p, tby_color winner)
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
