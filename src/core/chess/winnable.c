/* winnable.c - which side can still win: the stages put together. */
#include "core/chess/winnable_int.h"
#include "tabiya/moves.h"

/* What is proven of every board whose kings are in order. */
static bool has_two_kings(const tby_pos *p)
{
    return royal_square(p, TBY_WHITE) != TBY_NO_SQUARE &&
           royal_square(p, TBY_BLACK) != TBY_NO_SQUARE;
}

tby_winnable tby_winnable_quick(const tby_pos *p)
{
    tby_winnable out = {TBY_CAN_UNKNOWN, TBY_CAN_UNKNOWN, 1};
    tby_can *can[] = {&out.white, &out.black};

    if (!tby_moves_count(p)) {
        out.white = out.black = TBY_CAN_NOT;
        if (tby_pos_checkers(p))
            *can[p->turn ^ 1] = TBY_CAN;
        return out;
    }
    if (!has_two_kings(p))
        return out;
    for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++)
        if (winnable_not_by_material(p, side))
            *can[side] = TBY_CAN_NOT;
    return out;
}

tby_rc tby_winnable_full(const tby_pos *p, const tby_winnable_options *options,
                         tby_winnable *out)
{
    (void)options;
    *out = tby_winnable_quick(p);
    return TBY_OK;
}

bool tby_pos_dead_quick(const tby_pos *p)
{
    return tby_winnable_dead(tby_winnable_quick(p));
}

const char *tby_can_name(tby_can can)
{
    static const char *const names[] = {"can_not", "can"};

    return can == TBY_CAN_NOT || can == TBY_CAN ? names[can] : "unknown";
}
