/* eval.h - how good a position is, as an engine has judged it.
 *
 * An evaluation names the favoured side and by how much: centipawns, or the
 * moves until that side mates.  Repertoires write `white +0.35`, `black M3`;
 * comments of a PGN write 0.35 and #-3, White's view. */
#ifndef TBY_EVAL_H
#define TBY_EVAL_H

#include "tabiya/board.h"

enum { TBY_EVAL_NONE = 0, TBY_EVAL_CP, TBY_EVAL_MATE };

/* All zero is no evaluation at all.  An evaluation of no centipawns favours
 * White, so that two equal evaluations have equal fields. */
typedef struct tby_eval {
    uint8_t kind;    /* TBY_EVAL_... */
    tby_color side;  /* the favoured one */
    uint32_t amount; /* centipawns, or moves until mate: 0 is delivered mate */
} tby_eval;

/* No amount is larger. */
#define TBY_EVAL_MOST 2147483647u

/* Enough for every evaluation in either form, NUL included. */
#define TBY_EVAL_MAX 24

TBY_BEGIN

/* So many centipawns for White; negative ones are for Black. */
TBY_API tby_eval tby_eval_from_cp(int32_t white);

/* The side mates in so many moves, 0 if it has done so. */
TBY_API tby_eval tby_eval_from_mate(tby_color side, uint32_t moves);

/* The centipawns for White; false for a mate and for no evaluation. */
TBY_API bool tby_eval_to_cp(tby_eval e, int32_t *white);

/* The same kind, side and number. */
TBY_API bool tby_eval_equal(tby_eval a, tby_eval b);

/* Reads the form of repertoires: `white +0.35`, `black M3`, `white M0`.  Takes
 * any number of decimals, which are rounded, and the older `black -1.20` (the
 * word names the favoured side, the sign says nothing) and `M5` (the side to
 * move, turn, mates; for M0 it is mated).  TBY_E_EVAL for anything else. */
TBY_API TBY_MUST_USE tby_rc tby_eval_parse(tby_str text, tby_color turn,
                                           tby_eval *out);

/* Writes it, nothing for TBY_EVAL_NONE.  Works like snprintf(). */
TBY_API size_t tby_eval_write(tby_eval e, char *buf, size_t cap);

/* The same for the value of a PGN's [%eval]: 0.35, -1.20, #5, #-3; a depth as
 * in `0.35,20` is passed over.  Delivered mate is #0 or, by Black, #-0. */
TBY_API TBY_MUST_USE tby_rc tby_eval_parse_pgn(tby_str text, tby_eval *out);
TBY_API size_t tby_eval_write_pgn(tby_eval e, char *buf, size_t cap);

TBY_END

#endif
