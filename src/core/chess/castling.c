/* castling.c - see castling.h. */
#include "core/chess/castling.h"

tby_square tby_castling_target(const tby_pos *p, tby_square from, tby_square to)
{
    tby_bb own = tby_pos_color(p, p->turn);
    tby_square rook = castling_rook(p, to > from);

    if (from != royal_square(p, p->turn) || rook == TBY_NO_SQUARE ||
        castling_end(p->turn, to > from).king != to)
        return to;
    /* A step of the king is a step, and a piece in the way stays in it. */
    return (tby_table_king[from] | own) & tby_bit(to) ? to : rook;
}
