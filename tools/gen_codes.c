/* gen_codes.c - prints the codes of moves (src/store/record/code.h) as C.
 *
 * A program of the build machine, not a part of the library.  Codes are given
 * out from 0 on: for each role in the order of tabiya/board.h and each square
 * the squares it can be reached from on an empty board, upwards from a1, as
 * White sees it; pawns capture too, and a square of the last rank comes four
 * times, with a bishop, knight, rook and queen.  Then castling by the file of
 * the rook; then passing.  The order is a file format: docs/formats/db.md. */
#include <stdio.h>
#include <stdlib.h>

#include "tabiya/move.h"

static const tby_role PROMOTIONS[] = {TBY_BISHOP, TBY_KNIGHT, TBY_ROOK,
                                      TBY_QUEEN};

static bool pawn_goes(int df, int from_rank, int dr)
{
    if (from_rank == 0 || from_rank == 7)
        return false;
    return (dr == 1 && abs(df) <= 1) || (from_rank == 1 && dr == 2 && df == 0);
}

/* Whether the piece goes so many files and ranks away on an empty board. */
static bool goes(tby_role role, int from_rank, int df, int dr)
{
    int f = abs(df), r = abs(dr);
    bool straight = (f == 0) != (r == 0), diagonal = f == r && f != 0;

    switch (role) {
    case TBY_PAWN:
        return pawn_goes(df, from_rank, dr);
    case TBY_BISHOP:
        return diagonal;
    case TBY_KNIGHT:
        return f * r == 2;
    case TBY_ROOK:
        return straight;
    case TBY_KING:
        return (straight || diagonal) && f <= 1 && r <= 1;
    default:
        return straight || diagonal;
    }
}

/* Where the piece can come from. */
static uint64_t sources_of(tby_role role, int to)
{
    uint64_t out = 0;

    for (int from = 0; from < 64; from++)
        if (goes(role, from / 8, to % 8 - from % 8, to / 8 - from / 8))
            out |= (uint64_t)1 << from;
    return out;
}

static unsigned print_row(int from, int to, tby_role becomes, tby_role role,
                          bool castling)
{
    tby_move m = tby_move_make((tby_square)from, (tby_square)to, becomes);

    printf("{%u,%u,%d},\n", (unsigned)m, (unsigned)role, castling);
    return 1;
}

static unsigned print_sources(tby_role role, int to, tby_role becomes)
{
    uint64_t sources = sources_of(role, to);
    unsigned n = 0;

    for (int from = 0; from < 64; from++)
        if (sources >> from & 1)
            n += print_row(from, to, becomes, role, false);
    return n;
}

/* The moves of a piece to a square; how many there are. */
static unsigned print_target(tby_role role, int to)
{
    unsigned n = 0;

    if (role != TBY_PAWN || to < 56)
        return print_sources(role, to, TBY_NO_ROLE);
    for (int i = 0; i < 4; i++)
        n += print_sources(role, to, PROMOTIONS[i]);
    return n;
}

/* The numbers of the moves to a square, by where they come from. */
static void print_numbers(tby_role role, int to, unsigned first)
{
    uint64_t sources = role ? sources_of(role, to) : 0;

    for (int from = 0; from < 64; from++)
        if (sources >> from & 1)
            printf("%u,", first++);
        else
            printf("STORE_ENDED,");
    printf("\n");
}

int main(void)
{
    unsigned n = 0, first[7][64] = {{0}};

    printf("#include \"store/record/code.h\"\n"
           "const struct store_code_row store_code_rows[STORE_CODES] = {\n");
    for (tby_role role = TBY_PAWN; role <= TBY_QUEEN; role++)
        for (int to = 0; to < 64; to++) {
            first[role][to] = n;
            n += print_target(role, to);
        }
    for (int file = 0; file < 8; file++)
        print_row(0, file, TBY_NO_ROLE, TBY_KING, true);
    print_row(0, 0, TBY_NO_ROLE, TBY_NO_ROLE, false);
    printf("};\nconst store_code tby__code_numbers[7 << 12] = {");
    for (tby_role role = TBY_NO_ROLE; role <= TBY_QUEEN; role++)
        for (int to = 0; to < 64; to++)
            print_numbers(role, to, first[role][to]);
    printf("};\n");
    return 0;
}
