/* code_table.h - the codes of moves as tools/gen_codes.c prints them. */
#ifndef TBY_STORE_RECORD_CODE_TABLE_H
#define TBY_STORE_RECORD_CODE_TABLE_H

#include "store/record/code.h"

/* What a code means, as White sees it; castling goes from 0 to the file of the
 * rook, and what passes has no role. */
struct store_code_row {
    tby_move move;
    tby_role role;
    bool castling;
};
extern const struct store_code_row store_code_rows[STORE_CODES];

/* By role << 12 | to << 6 | from: the code, STORE_ENDED if the piece cannot
 * move so.  Of the four that a pawn has to the last rank, the first. */
extern const store_code store_code_numbers[7 << 12];

#endif
