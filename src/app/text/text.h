/* text.h - printing that the command line and the console share: what a
 * terminal can show, boards, words within columns. */
#ifndef TBY_APP_TEXT_TEXT_H
#define TBY_APP_TEXT_TEXT_H

#include "tabiya/pos.h"

#include <stdio.h>

/* What standard output can show; all false when it is not a terminal. */
typedef struct tby_look {
    bool terminal;
    bool figurines; /* Unicode, in a font that has them */
    bool colour;    /* 256 of them */
    bool direct;    /* any, by its red, green and blue */
} tby_look;

tby_look tby_look_of_stdout(void);

/* Prints what a user or a file said, bytes that a terminal would obey as '?'.
 */
void tby_print_clean(FILE *out, tby_str text);

/* At most so many characters of it. */
void tby_print_short(FILE *out, tby_str text, unsigned characters);

/* Prints words within 80 columns, from column `at` on, later lines indented;
 * empty lines in the text part paragraphs.  Ends the last line. */
void tby_print_wrap(FILE *out, const char *text, size_t indent, size_t at);

/* part of whole, in percent; 0 of nothing. */
double tby_percent(uint64_t part, uint64_t whole);

/* --- boards (board.c) -----------------------------------------------------*/

/* Draws the board; `last` is marked on a terminal unless TBY_MOVE_NONE. */
void tby_print_board(FILE *out, const tby_pos *pos, tby_move last, bool flip,
                     tby_look look);

/* A square as it is drawn: which kind of square it is, and a character or
 * figurine, " " if it is empty. */
typedef struct tby_cell {
    const char *figure;
    unsigned char square; /* of TBY_SQUARES */
    bool white;           /* the figure */
} tby_cell;

tby_cell tby_board_cell(const tby_pos *pos, tby_move last, tby_square sq,
                        tby_look look);

/* The colours of each kind of square; white and black figures stand out on all
 * of them, so that it does not matter whether the terminal is light or dark. */
enum { TBY_SQUARES = 6 };
typedef struct tby_square_colour {
    int rgb;
    short of_256, of_8;
} tby_square_colour;
extern const tby_square_colour tby__square_colours[TBY_SQUARES];

#endif
