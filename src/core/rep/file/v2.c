/* v2.c - the two ways in which version 2.0 writes a board, both from a8 to
 * h1 and rank by rank: base64 of one nibble for each square, or letters for
 * pieces and digits for runs of empty squares.  The side to move follows in
 * brackets. */
#include "core/base/str.h"
#include "core/rep/file/int.h"

static const tby_role ROLES[6] = {TBY_PAWN, TBY_KNIGHT, TBY_BISHOP,
                                  TBY_ROOK, TBY_QUEEN,  TBY_KING};

/* The piece with a number: 0 to 5 are White's, 6 to 11 Black's. */
static tby_piece piece_of(unsigned n)
{
    return tby_piece_of(n < 6 ? TBY_WHITE : TBY_BLACK, ROLES[n % 6]);
}

/* The square that is number n from a8 on. */
static tby_square square_of(unsigned n)
{
    return (tby_square)(n ^ 56);
}

/* --- letters and runs -----------------------------------------------------*/

static bool read_letters(tby_str s, tby_setup *out)
{
    unsigned at = 0;

    for (size_t i = 0; i < s.n && at < 64; i++) {
        char c = s.p[i];

        if (c >= '1' && c <= '9')
            at += (unsigned)(c - '0');
        else if (c >= 'A' && c <= 'L')
            out->board[square_of(at++)] = piece_of((unsigned)(c - 'A'));
        else
            return false;
        if (at == 64)
            return i == s.n - 1;
    }
    return false;
}

/* --- base64 ---------------------------------------------------------------*/

/* 32 bytes are 42 characters of six bits, one of four, and '='. */
enum { BASE64_LENGTH = 43 };

/* The six bits of a character; 64 if it is none. */
static unsigned sextet(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 26;
    if (tby_is_digit(c))
        return (unsigned)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

static bool put_nibble(tby_setup *out, unsigned square, unsigned nibble)
{
    if (nibble > 12)
        return false;
    if (nibble)
        out->board[square_of(square)] = piece_of(nibble - 1);
    return true;
}

static bool read_base64(tby_str s, tby_setup *out)
{
    unsigned bits = 0, have = 0, square = 0;

    if (s.n == BASE64_LENGTH + 1 && s.p[BASE64_LENGTH] == '=')
        s.n--;
    if (s.n != BASE64_LENGTH)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (sextet(s.p[i]) > 63)
            return false;
        bits = (bits << 6 | sextet(s.p[i])) & 0x3FF;
        have += 6;
        for (; have >= 4 && square < 64; have -= 4)
            if (!put_nibble(out, square++, bits >> (have - 4) & 15))
                return false;
    }
    return true;
}

/* --- either ---------------------------------------------------------------*/

bool tby_rep_v2_read(tby_str text, tby_setup *out)
{
    tby_setup letters = {.ep = TBY_NO_SQUARE, .fullmoves = 1},
              nibbles = letters;
    bool white =
        text.n > 3 && tby_str_is(tby_str_from(text, text.n - 3), "[w]");

    if (!white &&
        !(text.n > 3 && tby_str_is(tby_str_from(text, text.n - 3), "[b]")))
        return false;
    text.n -= 3;
    if (read_letters(text, &letters))
        *out = letters;
    else if (read_base64(text, &nibbles))
        *out = nibbles;
    else
        return false;
    out->turn = white ? TBY_WHITE : TBY_BLACK;
    return true;
}
