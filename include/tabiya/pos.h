/* pos.h - a position: a setup that was judged, in one cache line.
 *
 * The board is four planes: bit n of the piece code (board.h) of each square
 * stands in plane[n].  A move copies four bits from one square to another
 * whatever moves and whatever is captured, and a copy of the whole position
 * costs less than taking a move back; so there is no unmake, only
 * `tby_pos child = parent; tby_pos_play(&child, move);`.
 *
 * The fields may be read; only the functions of this library write them. */
#ifndef TBY_POS_H
#define TBY_POS_H

#include "tabiya/move.h"
#include "tabiya/setup.h"

typedef struct tby_pos {
    tby_bb plane[4];    /* plane[3] marks Black's pieces */
    tby_bb castling;    /* rooks that may still castle */
    uint64_t key;       /* identity: see key.h */
    uint16_t halfmoves; /* since the last capture or pawn move */
    uint16_t fullmoves; /* number of the move, from 1 */
    tby_color turn;
    tby_square ep; /* only where a legal en passant capture exists */
    uint8_t unused[2];
} tby_pos;

/* All occupied squares. */
static inline tby_bb tby_pos_occupied(const tby_pos *p)
{
    return p->plane[0] | p->plane[1] | p->plane[2];
}

/* All pieces of a colour.  Without a branch: plane[3] for Black, what is not in
 * it for White. */
static inline tby_bb tby_pos_color(const tby_pos *p, tby_color color)
{
    return tby_pos_occupied(p) & (p->plane[3] ^ (TBY_CAST(tby_bb, color) - 1));
}

/* All pieces of a role, of either colour. */
static inline tby_bb tby_pos_role(const tby_pos *p, tby_role role)
{
    tby_bb a = role & 1 ? p->plane[0] : ~p->plane[0];
    tby_bb b = role & 2 ? p->plane[1] : ~p->plane[1];
    tby_bb c = role & 4 ? p->plane[2] : ~p->plane[2];

    return a & b & c;
}

/* The piece on a square, TBY_NO_PIECE if it is empty. */
static inline tby_piece tby_pos_at(const tby_pos *p, tby_square sq)
{
    return TBY_CAST(tby_piece, (p->plane[0] >> sq & 1) |
                                   (p->plane[1] >> sq & 1) << 1 |
                                   (p->plane[2] >> sq & 1) << 2 |
                                   (p->plane[3] >> sq & 1) << 3);
}

TBY_BEGIN

/* The position every orthodox game starts from. */
TBY_API tby_pos tby_pos_start(void);

/* The starting position number 0..959 of Chess960 (518 is the orthodox one);
 * a larger number counts modulo 960. */
TBY_API tby_pos tby_pos_start960(unsigned number);

/* Judges *s.  A fault that is not in `forgive` refuses it: *out is untouched,
 * *found (unless NULL) holds all faults and the result is TBY_E_POS_FAULTY.
 * Forgiven castling rights and en passant squares are dropped; the other
 * faults stay on the board, and a side without exactly one king has no king
 * that could be in check.  An en passant square that no pawn can legally
 * capture on is no fault and is dropped too. */
TBY_API TBY_MUST_USE tby_rc tby_pos_from_setup(const tby_setup *s,
                                               tby_faults forgive, tby_pos *out,
                                               tby_faults *found);

/* The setup that says exactly this position. */
TBY_API tby_setup tby_pos_to_setup(const tby_pos *p);

/* Plays a legal move, or TBY_MOVE_NULL when not in check.  The move is not
 * verified: take it from tby_moves_legal() or ask tby_pos_judge() first. */
TBY_API void tby_pos_play(tby_pos *p, tby_move m);

/* TBY_OK if the move is legal here, otherwise the reason why it is not (one
 * of TBY_E_MOVE_... and TBY_E_CASTLE_...).  Any sixteen bits may be asked. */
TBY_API tby_rc tby_pos_judge(const tby_pos *p, tby_move m);

/* The pieces that give check to the side to move. */
TBY_API tby_bb tby_pos_checkers(const tby_pos *p);

/* The pieces of a colour that attack a square. */
TBY_API tby_bb tby_pos_attackers(const tby_pos *p, tby_square sq, tby_color by);

/* True if the move takes something, en passant included. */
TBY_API bool tby_pos_is_capture(const tby_pos *p, tby_move m);

/* True if the legal move is castling. */
TBY_API bool tby_pos_is_castling(const tby_pos *p, tby_move m);

/* Same board, side to move, castling rights and legal en passant: never the
 * counters.  Compares the position itself, not the key. */
TBY_API bool tby_pos_same(const tby_pos *a, const tby_pos *b);

TBY_END

#endif
