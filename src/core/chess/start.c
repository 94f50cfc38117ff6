/* start.c - the positions games start from. */
#include "core/chess/castling.h"
#include "core/chess/play.h"
#include "tabiya/key.h"

/* Puts a role on the nth square of the first rank that is still empty. */
static void put_nth(tby_role rank[8], size_t nth, tby_role role)
{
    for (int file = 0; file < 8; file++) {
        if (rank[file])
            continue;
        if (nth-- == 0) {
            rank[file] = role;
            return;
        }
    }
}

/* Reinhard Scharnagl's numbering: the remainders by 4, 4 and 6 place the
 * bishops and the queen, the rest picks one of ten pairs for the knights. */
static void first_rank(size_t number, tby_role rank[8])
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4},
                                           {1, 2}, {1, 3}, {1, 4}, {2, 3},
                                           {2, 4}, {3, 4}};

    rank[number % 4 * 2 + 1] = TBY_BISHOP;
    number /= 4;
    rank[number % 4 * 2] = TBY_BISHOP;
    number /= 4;
    put_nth(rank, number % 6, TBY_QUEEN);
    number /= 6;
    /* The outer one first, so that the inner one's place still counts. */
    put_nth(rank, knights[number][1], TBY_KNIGHT);
    put_nth(rank, knights[number][0], TBY_KNIGHT);
    put_nth(rank, 0, TBY_ROOK);
    put_nth(rank, 0, TBY_KING);
    put_nth(rank, 0, TBY_ROOK);
}

tby_pos tby_pos_start960(unsigned number)
{
    tby_pos p = {.ep = TBY_NO_SQUARE, .turn = TBY_WHITE, .fullmoves = 1};
    tby_role rank[8] = {TBY_NO_ROLE};

    first_rank(number % 960, rank);
    for (int file = 0; file < 8; file++) {
        board_put(&p, 0, tby_sq(file, 0), tby_piece_of(TBY_WHITE, rank[file]));
        board_put(&p, 0, tby_sq(file, 1), tby_piece_of(TBY_WHITE, TBY_PAWN));
        board_put(&p, 0, tby_sq(file, 6), tby_piece_of(TBY_BLACK, TBY_PAWN));
        board_put(&p, 0, tby_sq(file, 7), tby_piece_of(TBY_BLACK, rank[file]));
    }
    p.castling = tby_pos_role(&p, TBY_ROOK);
    p.key = tby_key_of(&p);
    return p;
}

/* Number 518, written down, key and all, because every game that is read begins
 * with it; a test compares it with the computed one. */
tby_pos tby_pos_start(void)
{
    return (tby_pos){.plane = {0x52ff00000000ff52, 0x6e0000000000006e,
                               0x9900000000000099, 0xffff000000000000},
                     .castling = 0x8100000000000081,
                     .key = 0x78ced00b6b2432d6,
                     .fullmoves = 1,
                     .turn = TBY_WHITE,
                     .ep = TBY_NO_SQUARE};
}
