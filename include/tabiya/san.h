/* san.h - standard algebraic notation: Nf3, exd5, O-O-O, e8=Q+. */
#ifndef TBY_SAN_H
#define TBY_SAN_H

#include "tabiya/moves.h"

/* Enough for every move that is written here, NUL included. */
#define TBY_SAN_MAX 12

typedef enum tby_san_mode {
    TBY_SAN_STRICT,  /* exactly what tby_san_write() writes */
    TBY_SAN_TOLERANT /* what people and programs write, where it is clear */
} tby_san_mode;

TBY_BEGIN

/* Writes a legal move (or TBY_MOVE_NULL as "--") with as little
 * disambiguation as the standard asks for and the right check or mate sign.
 * Returns the length without the NUL. */
TBY_API size_t tby_san_write(const tby_pos *p, tby_move m,
                             char out[TBY_SAN_MAX]);

/* Reads one move, all of `san` and nothing but it.
 *
 * Tolerant reading also takes: 0-0 and o-o; long algebraic e2-e4, Ng1xf3 and
 * UCI e1g1; e8Q, e8(Q), e8/Q, e8=q; a missing or superfluous x; missing or
 * wrong + and #; needless disambiguation; a piece letter in lower case where
 * no other reading is legal; P for pawns; e.p.; figurines; ! and ?; and --,
 * Z0 and 0000 for the null move.
 *
 * On failure *out is untouched and *err, unless NULL, holds the reason and
 * the byte where reading stopped: TBY_E_SAN_SYNTAX if this is no move at all,
 * TBY_E_SAN_AMBIGUOUS, TBY_E_SAN_NOT_CANONICAL (strict only), or why the move
 * is illegal, one of TBY_E_MOVE_... and TBY_E_CASTLE_.... */
TBY_API TBY_MUST_USE tby_rc tby_san_parse(const tby_pos *p, tby_str san,
                                          tby_san_mode mode, tby_move *out,
                                          tby_err *err);

/* One sentence for a person on why `san` is refused here, naming pieces and
 * squares, e.g. "Nd2 is ambiguous: Nbd2 or Nfd2."; empty if it is accepted.
 * Works like snprintf(). */
TBY_API size_t tby_san_explain(const tby_pos *p, tby_str san, tby_san_mode mode,
                               char *buf, size_t cap);

TBY_END

#endif
