/* line.h - the moves of a main line out of its codes, without playing them: all
 * that a code leaves open is where the king castles from. */
#ifndef TBY_STORE_LINE_H
#define TBY_STORE_LINE_H

#include "store/code.h"

typedef struct store_line {
    const store_code *codes; /* the next one */
    uint32_t left;
    tby_color turn;
    tby_square king[2];
} store_line;

store_line store_line_begin(const tby_pos *start, const store_code *codes,
                            uint32_t n);

/* TBY_MOVE_NONE behind the last and for what is no code. */
tby_move store_line_next(store_line *l);

#endif
