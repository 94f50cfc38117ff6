/* ctree_order.c - the order of moves in a node: see tabiya/ctree.h. */
#include "tabiya/ctree.h"

/* The square a move is written to go to. */
static tby_square target(const tby_pos *p, tby_move m)
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);

    if (!tby_pos_is_castling(p, m))
        return to;
    return tby_sq(tby_file(to) > tby_file(from) ? 6 : 2, tby_rank(from));
}

/* 0 for a8, 7 for h8, 63 for h1. */
static uint32_t from_the_top(tby_square sq)
{
    return sq ^ 56u;
}

/* In Chess960 a king may go to a square by castling and without. */
static uint32_t kind(const tby_pos *p, tby_move m)
{
    static const uint8_t BY_ROLE[8] = {
        [TBY_BISHOP] = 1, [TBY_KNIGHT] = 2, [TBY_QUEEN] = 3, [TBY_ROOK] = 4};

    return tby_pos_is_castling(p, m) ? 5 : BY_ROLE[tby_move_promotion(m)];
}

uint32_t tby_ctree_rank(const tby_pos *p, tby_move m)
{
    return from_the_top(tby_move_from(m)) << 9 |
           from_the_top(target(p, m)) << 3 | kind(p, m);
}

static uint32_t rank_v2(const tby_pos *p, tby_move m)
{
    return (uint32_t)tby_move_from(m) << 9 | (uint32_t)target(p, m) << 3 |
           kind(p, m);
}

/* By insertion: there are about thirty. */
void tby_ctree_order(const tby_pos *p, tby_move *moves, size_t n,
                     tby_ctree_dialect dialect)
{
    uint32_t ranks[TBY_MOVES_MAX];

    for (size_t i = 0; i < n; i++) {
        tby_move m = moves[i];
        uint32_t rank =
            dialect == TBY_CTREE_V2 ? rank_v2(p, m) : tby_ctree_rank(p, m);
        size_t k = i;

        for (; k > 0 && ranks[k - 1] > rank; k--) {
            ranks[k] = ranks[k - 1];
            moves[k] = moves[k - 1];
        }
        ranks[k] = rank;
        moves[k] = m;
    }
}
