/* code_table.h - the codes of moves as tools/gen_codes.c prints them. */
#ifndef TBY_STORE_CODE_TABLE_H
#define TBY_STORE_CODE_TABLE_H

#include "store/code.h"

/* What a code means, as White sees it; castling goes from 0 to the file of the
 * rook, and what passes has no role. */
struct store_code_row {
    tby_move move;
    tby_role role;
    bool castling;
};
extern const struct store_code_row store_code_rows[STORE_CODES];

/* The squares that a piece can come from and the code for the lowest. */
struct store_code_to {
    tby_bb sources;
    uint32_t first;
};
extern const struct store_code_to store_code_tos[7][64]; /* [role] */

#endif
