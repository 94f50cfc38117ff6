/* board.c - a board drawn with characters.
 *
 * On a coloured terminal squares are three columns wide and have backgrounds;
 * elsewhere pieces stand two columns apart, and what would be a highlight is a
 * pair of brackets: [ ] around the last move, ( ) around a king in check. */
#include "app/text/text.h"

typedef enum mark { NONE, LAST_MOVE, CHECK } mark;

/* Dark and light: plain, of the last move, with a king in check. */
const tby_square_colour tby__square_colours[TBY_SQUARES] = {
    {0x7f6146, 94, 2}, {0xb58a5f, 137, 6}, {0x2b5c8a, 25, 5},
    {0x4f83b3, 67, 3}, {0xc8281e, 160, 1}, {0xc8281e, 160, 1},
};

/* Where castling takes the king is what a person calls its square. */
static tby_square castled_to(tby_move last)
{
    tby_square from = tby_move_from(last);
    tby_square rook = tby_move_to(last);

    return tby_sq(rook > from ? 6 : 2, tby_rank(from));
}

/* The squares of the last move.  Afterwards the rook is gone from where
 * king-takes-rook points to, or another piece stands there in Chess960. */
static tby_bb last_squares(const tby_pos *pos, tby_move last)
{
    tby_color mover = pos->turn ^ 1;
    tby_square from = tby_move_from(last);
    tby_square to = tby_move_to(last);
    tby_piece king = tby_piece_of(mover, TBY_KING);

    if (last == TBY_MOVE_NONE || last == TBY_MOVE_NULL)
        return 0;
    if (tby_rank(from) == tby_rank(to) && tby_pos_at(pos, to) != king &&
        tby_pos_at(pos, castled_to(last)) == king)
        to = castled_to(last);
    return tby_bit(from) | tby_bit(to);
}

static mark mark_of(const tby_pos *pos, tby_bb last, tby_square sq)
{
    tby_piece king = tby_piece_of(pos->turn, TBY_KING);

    if (tby_pos_at(pos, sq) == king && tby_pos_checkers(pos))
        return CHECK;
    return last & tby_bit(sq) ? LAST_MOVE : NONE;
}

static const char *figurine(tby_piece piece, bool solid)
{
    static const char *const OUTLINE[8] = {
        [TBY_PAWN] = "♙", [TBY_BISHOP] = "♗", [TBY_KNIGHT] = "♘",
        [TBY_ROOK] = "♖", [TBY_KING] = "♔",   [TBY_QUEEN] = "♕",
    };
    static const char *const SOLID[8] = {
        [TBY_PAWN] = "♟", [TBY_BISHOP] = "♝", [TBY_KNIGHT] = "♞",
        [TBY_ROOK] = "♜", [TBY_KING] = "♚",   [TBY_QUEEN] = "♛",
    };
    tby_role role = tby_piece_role(piece);

    return solid ? SOLID[role] : OUTLINE[role];
}

/* Of one character, for the NUL after it. */
static const char *figure_of(tby_piece piece, const char *empty, tby_look look)
{
    static const char LETTERS[] = "P\0N\0B\0R\0Q\0K\0p\0n\0b\0r\0q\0k";
    bool black = tby_piece_color(piece) == TBY_BLACK;
    const char *letter = LETTERS;

    if (piece == TBY_NO_PIECE)
        return empty;
    /* with colours the filled shape serves both sides and reads better */
    if (look.figurines)
        return figurine(piece, look.colour || black);
    while (*letter != tby_piece_char(piece))
        letter += 2;
    return letter;
}

tby_cell tby_board_cell(const tby_pos *pos, tby_move last, tby_square sq,
                        tby_look look)
{
    mark m = mark_of(pos, last_squares(pos, last), sq);
    tby_piece piece = tby_pos_at(pos, sq);
    int light = (tby_file(sq) + tby_rank(sq)) & 1;

    return (tby_cell){
        figure_of(piece, " ", look), (unsigned char)(2 * m + (unsigned)light),
        piece == TBY_NO_PIECE || tby_piece_color(piece) == TBY_WHITE};
}

static void coloured_rank(FILE *out, const tby_pos *pos, tby_move last,
                          int rank, bool flip, tby_look look)
{
    for (int i = 0; i < 8; i++) {
        tby_cell c =
            tby_board_cell(pos, last, tby_sq(flip ? 7 - i : i, rank), look);
        const tby_square_colour *k = &tby__square_colours[c.square];

        if (look.direct)
            fprintf(out, "\033[48;2;%d;%d;%d;38;2;%sm %s ", k->rgb >> 16,
                    k->rgb >> 8 & 255, k->rgb & 255,
                    c.white ? "255;255;255" : "0;0;0", c.figure);
        else
            fprintf(out, "\033[48;5;%d;38;5;%dm %s ", k->of_256,
                    c.white ? 231 : 16, c.figure);
    }
    fputs("\033[0m", out);
}

static void plain_rank(FILE *out, const tby_pos *pos, tby_bb last, int rank,
                       bool flip, tby_look look)
{
    mark before = NONE;

    for (int i = 0; i < 8; i++) {
        tby_square sq = tby_sq(flip ? 7 - i : i, rank);
        mark m = look.terminal ? mark_of(pos, last, sq) : NONE;

        if (m != NONE)
            fputc(m == CHECK ? '(' : '[', out);
        else
            fputc(before == NONE ? ' ' : before == CHECK ? ')' : ']', out);
        fputs(figure_of(tby_pos_at(pos, sq), ".", look), out);
        before = m;
    }
    if (before != NONE)
        fputc(before == CHECK ? ')' : ']', out);
}

void tby_print_board(FILE *out, const tby_pos *pos, tby_move last, bool flip,
                     tby_look look)
{
    tby_bb squares = last_squares(pos, last);

    for (int i = 0; i < 8; i++) {
        int rank = flip ? i : 7 - i;

        fprintf(out, " %d ", rank + 1);
        if (look.colour)
            coloured_rank(out, pos, last, rank, flip, look);
        else
            plain_rank(out, pos, squares, rank, flip, look);
        fputc('\n', out);
    }
    fputs("   ", out);
    for (int i = 0; i < 8; i++)
        fprintf(out, look.colour ? " %c " : " %c", 'a' + (flip ? 7 - i : i));
    fputc('\n', out);
}
