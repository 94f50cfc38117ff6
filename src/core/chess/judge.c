/* judge.c - is this move legal, and if not, why. */
#include "core/chess/judge.h"

#include "core/chess/castling.h"
#include "core/chess/play.h"
#include "core/chess/scene.h"
#include "core/chess/sources.h"

static bool is_promotion_role(tby_role role)
{
    return role == TBY_QUEEN || role == TBY_ROOK || role == TBY_BISHOP ||
           role == TBY_KNIGHT;
}

static tby_rc judge_promotion(const tby_pos *p, tby_move m, tby_role role)
{
    bool last = tby_bit(tby_move_to(m)) & home_rank(p->turn ^ 1);
    tby_role becomes = tby_move_promotion(m);

    if (m >> 15 || (becomes && !is_promotion_role(becomes)))
        return TBY_E_MOVE_NO_PROMOTION;
    if (role == TBY_PAWN && last)
        return becomes ? TBY_OK : TBY_E_MOVE_PROMOTION;
    return becomes ? TBY_E_MOVE_NO_PROMOTION : TBY_OK;
}

/* Why a piece that could go there if its king did not matter may not. */
static tby_rc refusal(const tby_pos *p, tby_role role, tby_square from)
{
    struct scene s = look_around(p, p->turn);

    if (role == TBY_KING)
        return TBY_E_MOVE_INTO_CHECK;
    if ((s.pin_diagonal | s.pin_straight) & tby_bit(from))
        return TBY_E_MOVE_PINNED;
    return s.checkers ? TBY_E_MOVE_IN_CHECK : TBY_E_MOVE_INTO_CHECK;
}

/* A pawn beside an enemy pawn that could have passed it just now. */
static bool looks_like_ep(const tby_pos *p, tby_square to)
{
    tby_bb rank = p->turn == TBY_WHITE ? BB_RANK(5) : BB_RANK(2);

    return tby_bit(to) & rank &&
           tby_pos_at(p, to ^ 8) == tby_piece_of(p->turn ^ 1, TBY_PAWN);
}

/* The king goes where castling would take it, and not by a step. */
static bool looks_like_castling(const tby_pos *p, tby_square from,
                                tby_square to)
{
    tby_bb both = tby_bit(from) | tby_bit(to);

    return !(both & ~home_rank(p->turn)) && from != to &&
           !(tby_table_king[from] & tby_bit(to)) &&
           to == castling_end(p->turn, to > from).king;
}

tby_rc tby_pawn_refusal(const tby_pos *p, tby_square to)
{
    return looks_like_ep(p, to) ? TBY_E_MOVE_EP : TBY_E_MOVE_NOTHING;
}

/* Why a piece cannot reach a square at all. */
static tby_rc unreachable(const tby_pos *p, tby_role role, tby_square from,
                          tby_square to)
{
    if (tby_pos_color(p, p->turn) & tby_bit(to))
        return TBY_E_MOVE_OWN;
    if (role == TBY_PAWN && tby_table_pawn[p->turn][from] & tby_bit(to))
        return tby_pawn_refusal(p, to);
    if (role == TBY_KING && looks_like_castling(p, from, to))
        return TBY_E_CASTLE_RIGHT;
    return TBY_E_MOVE_REACH;
}

/* The king takes its own rook on the home rank. */
static bool asks_for_castling(const tby_pos *p, tby_role role, tby_square from,
                              tby_square to)
{
    tby_bb both = tby_bit(from) | tby_bit(to);

    return role == TBY_KING && !(both & ~home_rank(p->turn)) &&
           tby_pos_at(p, to) == tby_piece_of(p->turn, TBY_ROOK);
}

tby_rc tby_pos_judge(const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_piece piece = tby_pos_at(p, from);
    tby_role role = tby_piece_role(piece);

    if (m == TBY_MOVE_NULL)
        return tby_pos_checkers(p) ? TBY_E_MOVE_NULL : TBY_OK;
    if (!piece)
        return TBY_E_MOVE_EMPTY;
    if (tby_piece_color(piece) != p->turn)
        return TBY_E_MOVE_TURN;
    tby_rc rc = judge_promotion(p, m, role);
    if (rc == TBY_E_MOVE_NO_PROMOTION)
        return rc;
    if (asks_for_castling(p, role, from, to))
        return castling_refusal(p, from, to);
    if (!(sources_pseudo(p, role, to) & tby_bit(from)))
        return unreachable(p, role, from, to);
    if (!sources_legal(p, role, to, tby_bit(from)))
        return refusal(p, role, from);
    return rc; /* only now: a missing promotion is the last thing to say */
}
