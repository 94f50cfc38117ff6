/* line.c - see line.h. */
#include "store/line.h"

#include "core/chess/castling.h"
#include "store/code_table.h"

store_line store_line_begin(const tby_pos *start, const store_code *codes,
                            uint32_t n)
{
    return (store_line){
        codes,
        n,
        start->turn,
        {royal_square(start, TBY_WHITE), royal_square(start, TBY_BLACK)}};
}

static tby_move castle(store_line *l, tby_square file, unsigned flip)
{
    tby_square king = l->king[l->turn], rook = (tby_square)(file ^ flip);

    if (king == TBY_NO_SQUARE || king == rook)
        return TBY_MOVE_NONE;
    l->king[l->turn] = castling_end(l->turn, rook > king).king;
    return tby_move_make(king, rook, TBY_NO_ROLE);
}

static tby_move move_of(store_line *l, struct store_code_row row)
{
    unsigned flip = l->turn == TBY_BLACK ? 56 : 0;
    tby_move m = (tby_move)(row.move ^ (flip | flip << 6));

    if (row.castling)
        return castle(l, tby_move_to(row.move), flip);
    if (row.role == TBY_NO_ROLE)
        return TBY_MOVE_NULL;
    if (row.role == TBY_KING)
        l->king[l->turn] = tby_move_to(m);
    return m;
}

tby_move store_line_next(store_line *l)
{
    if (l->left == 0 || (*l->codes & STORE_CODE) >= STORE_CODES)
        return TBY_MOVE_NONE;
    tby_move m = move_of(l, store_code_rows[*l->codes & STORE_CODE]);
    l->codes++;
    l->left--;
    l->turn ^= 1;
    return m;
}
