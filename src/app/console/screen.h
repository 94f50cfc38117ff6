/* screen.h - what is on the screen of the console: draw.c draws it, screen.c
 * reads keys and mouse. */
#ifndef TBY_APP_CONSOLE_SCREEN_H
#define TBY_APP_CONSOLE_SCREEN_H

#include "app/console/console.h"

enum {
    SCREEN_LIST_HEAD = 2, /* lines above a list of games */
    SCREEN_LINE_MOST = 4096
};

/* A text that is made for the screen. */
typedef struct page {
    char *text;
    size_t n;
} page;

typedef struct area {
    int y, x, rows, columns;
} area;

/* Columns and rows of a square, and of the board with its edge. */
typedef struct board_size {
    int wide, high, columns, rows;
} board_size;

/* A page where it is on the screen, from a row on. */
typedef struct view {
    page p;
    area a;
    size_t from;
} view;

enum { TREE, KNOWN, ENGINE, PARTS };

typedef struct screen {
    console *c;
    console_history *history;
    char line[SCREEN_LINE_MOST]; /* what is being typed */
    size_t n, at;
    bool typing;
    int back;    /* lines back in the history */
    view answer; /* of the last command; shown until a key leaves it */
    view list;   /* games, with two lines above */
    /* what a mouse may click on; rows 0: it is not there */
    view parts[PARTS];
    board_size board;
    tby_square from; /* of a piece that was clicked on; or TBY_NO_SQUARE */
    size_t row;      /* of them the chosen one */
    bool listing;
    char message[sizeof((console *)NULL)->why + 64];
    bool explorer; /* names and database are shown */
    int move_key;  /* a key that did something but may begin a move */
    bool colours;
} screen;

void tby__con_draw(screen *s);

/* Rows that a list of games has for them. */
size_t tby__con_list_room(const screen *s);

/* The place in a view's text that is on the screen at y, x; NULL: none. */
const char *tby__con_text_at(const view *v, int y, int x);

/* Lets something print to a page. */
FILE *tby__con_page_open(page *p);
void tby__con_page_drop(page *p);

#endif
