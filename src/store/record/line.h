/* line.h - the moves of a main line out of its codes, without playing them: all
 * that a code leaves open is where the king castles from. */
#ifndef TBY_STORE_RECORD_LINE_H
#define TBY_STORE_RECORD_LINE_H

#include "core/chess/castling.h"
#include "store/record/code_table.h"

typedef struct store_line {
    const store_code *codes; /* the next one */
    uint32_t left;
    tby_color turn;
    tby_square king[2];
} store_line;

static inline store_line store_line_begin(const tby_pos *start,
                                          const store_code *codes, uint32_t n)
{
    return (store_line){
        codes,
        n,
        start->turn,
        {royal_square(start, TBY_WHITE), royal_square(start, TBY_BLACK)}};
}

static inline tby_move store_line_castle(store_line *l, tby_square file,
                                         unsigned flip)
{
    tby_square king = l->king[l->turn], rook = (tby_square)(file ^ flip);

    if (king == TBY_NO_SQUARE || king == rook)
        return TBY_MOVE_NONE;
    l->king[l->turn] = castling_end(l->turn, rook > king).king;
    return tby_move_make(king, rook, TBY_NO_ROLE);
}

static inline tby_move store_line_move(store_line *l, struct store_code_row row)
{
    unsigned flip = l->turn == TBY_BLACK ? 56 : 0;
    tby_move m = (tby_move)(row.move ^ (flip | flip << 6));

    if (row.castling)
        return store_line_castle(l, tby_move_to(row.move), flip);
    if (row.role == TBY_NO_ROLE)
        return TBY_MOVE_NULL;
    if (row.role == TBY_KING)
        l->king[l->turn] = tby_move_to(m);
    return m;
}

/* TBY_MOVE_NONE behind the last and for what is no code. */
static inline tby_move store_line_next(store_line *l)
{
    if (l->left == 0 || (*l->codes & STORE_CODE) >= STORE_CODES)
        return TBY_MOVE_NONE;
    tby_move m = store_line_move(l, store_code_rows[*l->codes & STORE_CODE]);
    l->codes++;
    l->left--;
    l->turn ^= 1;
    return m;
}

#endif
