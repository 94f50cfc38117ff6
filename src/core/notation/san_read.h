/* san_read.h - what the letters of a move say, before the board is asked. */
#ifndef TBY_CORE_SAN_READ_H
#define TBY_CORE_SAN_READ_H

#include "tabiya/san.h"

enum san_kind { SAN_MOVE, SAN_CASTLE_EAST, SAN_CASTLE_WEST, SAN_NULL };

struct san_reading {
    enum san_kind kind;
    tby_role role; /* TBY_NO_ROLE: no letter was written */
    tby_bb from;   /* squares it may come from */
    bool has_from; /* a file, a rank or both were written */
    bool takes;    /* an x was written */
    tby_square to;
    tby_role promotion; /* TBY_NO_ROLE: none was written */
};

/* Reads all of `text`.  A leading b is the b-file, or a bishop if b_is_bishop.
 * TBY_E_SAN_SYNTAX with the byte in *at, or TBY_OK. */
tby_rc tby_san_read(tby_str text, bool b_is_bishop, struct san_reading *out,
                    size_t *at);

#endif
