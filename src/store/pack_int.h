/* pack_int.h - what taking apart and putting together share. */
#ifndef TBY_STORE_PACK_INT_H
#define TBY_STORE_PACK_INT_H

#include "store/pack.h"

/* The first byte of EXTRA_HEAD; one byte for each tag follows. */
enum {
    PACK_NO_RESULT = 1, /* the movetext did not end with a result */
    PACK_FEN_TAG = 2,   /* the start was given by a tag */
    PACK_START = 4,     /* the first text is the FEN of the start */
    PACK_FLAGS = 7
};

/* Judges a FEN as readers of games do.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc pack_read_fen(tby_str fen, tby_pos *out);

#endif
