/* piece.c - letters and names of pieces. */
#include "tabiya/board.h"

static const char LETTERS[] = "?PBNRKQ";

char tby_role_char(tby_role role)
{
    return role <= TBY_QUEEN ? LETTERS[role] : '?';
}

char tby_piece_char(tby_piece piece)
{
    char c = tby_role_char(tby_piece_role(piece));

    if (c == '?' || piece >= TBY_PIECES)
        return '.';
    return tby_piece_color(piece) == TBY_BLACK ? (char)(c | 32) : c;
}

tby_piece tby_piece_from_char(char c)
{
    for (tby_role role = TBY_PAWN; role <= TBY_QUEEN; role++) {
        if (c == LETTERS[role])
            return tby_piece_of(TBY_WHITE, role);
        if (c == (LETTERS[role] | 32))
            return tby_piece_of(TBY_BLACK, role);
    }
    return TBY_NO_PIECE;
}

const char *tby_role_name(tby_role role)
{
    static const char *const names[] = {"nothing", "pawn", "bishop", "knight",
                                        "rook",    "king", "queen"};

    return role <= TBY_QUEEN ? names[role] : names[0];
}
