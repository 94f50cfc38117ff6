/* fen.h - a line of FEN or EPD to a setup, and back.  No allocation, no I/O.
 *
 * A setup is what the text says; a position is a setup that obeys the rules.
 * This header only reads and writes.  setup.h and pos.h judge. */
#ifndef TBY_FEN_H
#define TBY_FEN_H

#include "tabiya/pos.h"
#include "tabiya/setup.h"

/* Enough for every FEN that is written here, NUL included. */
#define TBY_FEN_MAX 112

TBY_BEGIN

/* Reads three to six fields: board, side, castling, then optionally the en
 * passant square, half-moves and the number of the move.  Castling may be
 * KQkq (the outermost rook, as X-FEN has it) or rook files (Shredder-FEN).
 * After any of these three to six EPD operations may follow: `hmvc` and
 * `fmvn` are obeyed, others must be well formed and are not kept.
 * On failure *out is untouched and *err, unless NULL, holds the code and the
 * byte offset of the first thing that is wrong. */
TBY_API TBY_MUST_USE tby_rc tby_fen_parse(tby_str fen, tby_setup *out,
                                          tby_err *err);

/* Reads a FEN and judges it, forgiving nothing: tby_fen_parse() followed by
 * tby_pos_from_setup().  A faulty position is TBY_E_POS_FAULTY at byte 0 and
 * *found, unless NULL, says why. */
TBY_API TBY_MUST_USE tby_rc tby_fen_parse_pos(tby_str fen, tby_pos *out,
                                              tby_faults *found, tby_err *err);

/* In a set of faults to forgive: a FEN may end after the board, with White to
 * move, or after the side to move; nobody may castle then. */
enum { TBY_FEN_SHORT = 1 << 30 };

/* The same, forgiving some faults.  *err has the byte of the field that the
 * other faults are about; *found, unless NULL, has all of them, those that were
 * forgiven too. */
TBY_API TBY_MUST_USE tby_rc tby_fen_parse_with(tby_str fen, tby_faults forgive,
                                               tby_pos *out, tby_faults *found,
                                               tby_err *err);

/* How castling rights are written. */
typedef enum tby_fen_style {
    TBY_FEN_X,       /* X-FEN: KQkq, a file only where KQkq would mislead */
    TBY_FEN_SHREDDER /* always the files of the rooks */
} tby_fen_style;

/* Writes six fields to buf and returns the length without the NUL.  Like
 * snprintf(), a result >= cap means buf was too small and holds the first
 * cap-1 bytes. */
TBY_API size_t tby_fen_write(const tby_setup *s, tby_fen_style style, char *buf,
                             size_t cap);

/* The same for a position, in X-FEN. */
TBY_API size_t tby_fen_write_pos(const tby_pos *p, char *buf, size_t cap);

TBY_END

#endif
