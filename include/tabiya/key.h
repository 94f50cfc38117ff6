/* key.h - the 64-bit name of a position.
 *
 * Two positions have the same key when board, side to move, castling rights
 * and *legal* en passant square agree; the counters never matter.  Castling
 * rights are keyed by the file of the rook, so that Chess960 and orthodox
 * chess share their keys.  Keys are a file format (docs/formats/key.md): they
 * do not change between versions of tabiya.
 *
 * tby_pos_play() keeps tby_pos.key up to date. */
#ifndef TBY_KEY_H
#define TBY_KEY_H

#include "tabiya/pos.h"

/* Sixteen hex digits and the NUL. */
#define TBY_KEY_TEXT 17

TBY_BEGIN

/* The key computed from scratch; always equal to p->key. */
TBY_API uint64_t tby_key_of(const tby_pos *p);

/* Writes sixteen lower-case hex digits and a NUL. */
TBY_API void tby_key_write(uint64_t key, char out[TBY_KEY_TEXT]);

/* Reads exactly sixteen hex digits of either case. */
TBY_API TBY_MUST_USE tby_rc tby_key_parse(tby_str text, uint64_t *out,
                                          tby_err *err);

TBY_END

#endif
