/* pos.c - questions to a position, and the public way to play a move. */
#include "tabiya/pos.h"

#include "core/chess/sources.h"
#include "tabiya/key.h"

void tby_pos_play(tby_pos *p, tby_move m)
{
    if (m != TBY_MOVE_NULL) {
        play(p, m, true);
        return;
    }
    count_move(p, false);
    pass_turn(p, true);
}

tby_bb tby_pos_attackers(const tby_pos *p, tby_square sq, tby_color by)
{
    return attackers_to(p, sq, by, tby_pos_occupied(p)) & tby_pos_color(p, by);
}

/* Few sliders are ever in line with a king, so they are looked at one by one
 * instead of going out from the king in all directions. */
tby_bb tby_pos_checkers(const tby_pos *p)
{
    tby_square king = royal_square(p, p->turn);
    tby_bb foe = tby_pos_color(p, p->turn ^ 1);

    if (king == TBY_NO_SQUARE)
        return 0;
    tby_bb leapers = (tby_table_knight[king] & pos_knights(p)) |
                     (tby_table_pawn[p->turn][king] & pos_pawns(p)) |
                     (tby_table_king[king] & pos_kings(p));
    tby_bb sliders = (tby_table_bishop[king] & pos_diagonal(p)) |
                     (tby_table_rook[king] & pos_straight(p));
    return (leapers & foe) | seeing(sliders & foe, king, tby_pos_occupied(p));
}

bool tby_pos_is_castling(const tby_pos *p, tby_move m)
{
    return tby_pos_at(p, tby_move_from(m)) == tby_piece_of(p->turn, TBY_KING) &&
           tby_pos_at(p, tby_move_to(m)) == tby_piece_of(p->turn, TBY_ROOK);
}

bool tby_pos_is_capture(const tby_pos *p, tby_move m)
{
    tby_square to = tby_move_to(m);
    tby_piece moved = tby_pos_at(p, tby_move_from(m));
    tby_piece taken = tby_pos_at(p, to);

    if (taken)
        return tby_piece_color(taken) != p->turn;
    return to == p->ep && tby_piece_role(moved) == TBY_PAWN;
}

bool tby_pos_same(const tby_pos *a, const tby_pos *b)
{
    for (int i = 0; i < 4; i++)
        if (a->plane[i] != b->plane[i])
            return false;
    return a->castling == b->castling && a->turn == b->turn && a->ep == b->ep;
}
