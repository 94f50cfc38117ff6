/* san_resolve.c - see san_resolve.h. */
#include "core/notation/san_resolve.h"

#include "core/chess/castling.h"
#include "core/chess/judge.h"
#include "core/chess/sources.h"
#include "core/chess/tables.h"

static tby_rc resolve_castling(const tby_pos *p, bool east,
                               struct san_search *out)
{
    tby_square rook = castling_rook(p, east);

    out->role = TBY_KING;
    if (rook == TBY_NO_SQUARE)
        return TBY_E_CASTLE_RIGHT;
    tby_bb king = tby_pos_role(p, TBY_KING) & tby_pos_color(p, p->turn);
    out->move = tby_move_make(bb_first(king), rook, 0);
    return tby_pos_judge(p, out->move);
}

/* e2e4, e1g1, Ke1-g1: both squares are written.  The piece that stands there
 * moves, and a king that goes to where castling ends castles. */
static tby_rc resolve_long(const tby_pos *p, const struct san_reading *r,
                           struct san_search *out)
{
    tby_square from = bb_first(r->from);
    tby_square to = tby_castling_target(p, from, r->to);
    tby_piece piece = tby_pos_at(p, from);

    out->role = tby_piece_role(piece);
    out->pseudo = r->from;
    out->move = tby_move_make(from, to, r->promotion);
    if ((r->role && piece && r->role != out->role) ||
        out->move == TBY_MOVE_NULL) /* b1b1, spelt out */
        return TBY_E_MOVE_REACH;
    return tby_pos_judge(p, out->move);
}

/* A pawn changes its file exactly when it captures, and then says so. */
static tby_bb pawn_files(const struct san_reading *r)
{
    tby_bb same = BB_FILE_A << tby_file(r->to);

    if (r->takes)
        return r->from & ~same;
    return r->has_from ? r->from : same;
}

static tby_rc why_none(const tby_pos *p, const struct san_reading *r,
                       tby_role role)
{
    tby_bb pawns = tby_pos_role(p, TBY_PAWN) & tby_pos_color(p, p->turn);

    if (tby_pos_color(p, p->turn) & tby_bit(r->to))
        return TBY_E_MOVE_OWN;
    if (role == TBY_PAWN && (r->takes || r->has_from) &&
        tby_table_pawn[p->turn ^ 1][r->to] & pawns & r->from)
        return tby_pawn_refusal(p, r->to);
    return TBY_E_MOVE_REACH;
}

static tby_rc resolve_short(const tby_pos *p, const struct san_reading *r,
                            struct san_search *out)
{
    tby_role role = r->role ? r->role : TBY_PAWN;
    tby_bb from = role == TBY_PAWN ? pawn_files(r) : r->from;

    out->role = role;
    out->pseudo = sources_pseudo(p, role, r->to) & from;
    if (!out->pseudo)
        return why_none(p, r, role);
    out->legal = sources_legal(p, role, r->to, out->pseudo);
    if (bb_several(out->legal))
        return TBY_E_SAN_AMBIGUOUS;
    out->move = tby_move_make(bb_first(out->legal ? out->legal : out->pseudo),
                              r->to, r->promotion);
    if (out->legal && !r->promotion &&
        (role != TBY_PAWN || !(tby_bit(r->to) & home_rank(p->turn ^ 1))))
        return TBY_OK;
    return tby_pos_judge(p, out->move);
}

tby_rc tby_san_resolve(const tby_pos *p, const struct san_reading *r,
                       struct san_search *out)
{
    *out = (struct san_search){.move = TBY_MOVE_NULL};
    if (r->kind == SAN_NULL)
        return tby_pos_judge(p, TBY_MOVE_NULL);
    if (r->kind != SAN_MOVE)
        return resolve_castling(p, r->kind == SAN_CASTLE_EAST, out);
    if (!bb_several(r->from) && (!r->role || r->role == TBY_KING))
        return resolve_long(p, r, out);
    return resolve_short(p, r, out);
}

/* "b3c4" names a square and is what stands there.  Otherwise a pawn comes
 * before a bishop, and "bc4" without the x may as well be either. */
static bool b_may_be_bishop(const struct san_reading *pawn, tby_rc rc)
{
    if (rc == TBY_E_SAN_SYNTAX)
        return true;
    return bb_several(pawn->from) && (rc != TBY_OK || !pawn->takes);
}

tby_rc tby_san_find(const tby_pos *p, tby_str san, struct san_reading *reading,
                    struct san_search *found, size_t *at)
{
    tby_rc rc = tby_san_read(san, false, reading, at);
    struct san_reading bishop;
    struct san_search other;
    size_t ignored;

    *found = (struct san_search){.move = TBY_MOVE_NULL};
    if (rc == TBY_OK) {
        *at = 0;
        rc = tby_san_resolve(p, reading, found);
    }
    if (san.n == 0 || san.p[0] != 'b' || !b_may_be_bishop(reading, rc) ||
        tby_san_read(san, true, &bishop, &ignored) != TBY_OK)
        return rc;
    tby_rc second = tby_san_resolve(p, &bishop, &other);
    if (second != TBY_OK && second != TBY_E_SAN_AMBIGUOUS)
        return rc;
    if (rc == TBY_OK || second == TBY_E_SAN_AMBIGUOUS) {
        *at = 0;
        return TBY_E_SAN_AMBIGUOUS;
    }
    *at = 0;
    *reading = bishop;
    *found = other;
    return TBY_OK;
}
