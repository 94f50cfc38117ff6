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
    static const tby_role roles[26] = {
        ['p' - 'a'] = TBY_PAWN,   ['n' - 'a'] = TBY_KNIGHT,
        ['b' - 'a'] = TBY_BISHOP, ['r' - 'a'] = TBY_ROOK,
        ['q' - 'a'] = TBY_QUEEN,  ['k' - 'a'] = TBY_KING,
    };
    unsigned letter = ((unsigned char)c | 32u) - 'a';

    if (letter >= 26 || (unsigned char)c < 'A' || !roles[letter])
        return TBY_NO_PIECE;
    return tby_piece_of(c >= 'a' ? TBY_BLACK : TBY_WHITE, roles[letter]);
}

const char *tby_role_name(tby_role role)
{
    static const char *const names[] = {"nothing", "pawn", "bishop", "knight",
                                        "rook",    "king", "queen"};

    return role <= TBY_QUEEN ? names[role] : names[0];
}
