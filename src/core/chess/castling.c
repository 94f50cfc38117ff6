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

bool tby_castling_is_orthodox(const tby_pos *p)
{
    const tby_bb corners = 0x8100000000000081;

    for (int i = TBY_WHITE; i <= TBY_BLACK; i++) {
        tby_color color = (tby_color)i;
        if (p->castling & home_rank(color) &&
            royal_square(p, color) != tby_sq(4, color == TBY_WHITE ? 0 : 7))
            return false;
    }
    return !(p->castling & ~corners);
}
