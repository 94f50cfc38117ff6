/* screen.c - the console on a whole terminal: the board, the tree below it,
 * what is known beside it, and a line for commands.
 *
 * Keys are those of the page (web/src/keys.ts).  Nothing here waits for the
 * engine: it is asked for what it has said between two keys. */
#define _XOPEN_SOURCE 700 /* wcwidth() */
#include "app/console/console.h"
#include "core/base/utf8.h"
#include "io/system/clock.h"

#include <errno.h>
#include <ncursesw/curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum {
    LIST_HEAD = 2,    /* lines above a list of games */
    PANEL_LEAST = 20, /* columns that are worth a panel beside the board */
    PANEL_WELL = 50,  /* columns that a larger board leaves to it, */
    TREE_WELL = 8,    /* and rows to the tree */
    SCROLL = 3,       /* rows that a wheel turns */
    LINE_MOST = 4096,
    ESCAPE = 27,
    FRAME_MS = 50, /* between two frames that only an engine asks for */
    PASTE = 0x1001,
    PASTE_END = 0x1002
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
    char line[LINE_MOST]; /* what is being typed */
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

/* --- text -----------------------------------------------------------------*/

/* Columns of the character that a text begins with, and *n its bytes; what the
 * locale lacks, and no UTF-8, is one question mark. */
static size_t columns_of(tby_str text, size_t *n)
{
    uint32_t point = 0;

    *n = tby_utf8_decode(text, &point);
    int columns = *n && MB_CUR_MAX > 1 ? wcwidth((wchar_t)point) : 1;
    *n = *n ? *n : 1;
    return columns < 0 ? 1 : (size_t)columns;
}

static size_t width(tby_str text)
{
    size_t columns = 0, n;

    for (; text.n; text = tby_str_from(text, n))
        columns += columns_of(text, &n);
    return columns;
}

/* As much of a line as fits: bytes, up to a space if it goes on. */
static size_t fitting(tby_str line, size_t columns)
{
    size_t n = 0, space = 0, count = 0, step;

    while (n < line.n) {
        count += columns_of(tby_str_from(line, n), &step);
        if (count > columns)
            break;
        if (line.p[n] == ' ')
            space = n;
        n += step;
    }
    n = n || !line.n ? n : 1; /* a wide character in a single column */
    return n == line.n || !space || line.p[n] == ' ' ? n : space;
}

/* As much of a line as the screen has room for. */
static void put(int y, int x, tby_str text)
{
    size_t n;

    while (x < COLS && text.n) {
        int columns = (int)columns_of(text, &n);
        bool shown = n > 1 ? MB_CUR_MAX > 1 : (unsigned char)text.p[0] < 128;
        mvaddnstr(y, x, shown ? text.p : "?", shown ? (int)n : 1);
        x += columns;
        text = tby_str_from(text, n);
    }
}

/* The rows of a view's text, as long as they are wanted next.  A line that goes
 * on is indented as it was, and a little more. */
typedef struct row {
    tby_str text;
    int indent;
} row;

static row rows[1 << 16];

static size_t lay_out(const view *v)
{
    tby_str rest = {v->p.text ? v->p.text : "", v->p.n}, line;
    size_t n = 0, most = sizeof rows / sizeof *rows;

    while (rest.n && n < most && v->a.columns > 0 &&
           tby_str_field(&rest, '\n', &line)) {
        int spaces = 0, indent = 0;
        while ((size_t)spaces < line.n && line.p[spaces] == ' ')
            spaces++;
        do {
            size_t fits = fitting(line, (size_t)(v->a.columns - indent));
            rows[n++] = (row){{line.p, fits}, indent};
            line = tby_str_from(line, fits);
            while (line.n && line.p[0] == ' ')
                line = tby_str_from(line, 1);
            indent = spaces && spaces + 2 < v->a.columns / 2 ? spaces + 2 : 0;
        } while (line.n && n < most);
    }
    return n;
}

/* Draws a view; returns how many rows its text has. */
static size_t draw_view(const view *v)
{
    size_t n = lay_out(v);

    for (int i = 0; i < v->a.rows && v->from + (size_t)i < n; i++) {
        const row *r = &rows[v->from + (size_t)i];
        put(v->a.y + i, v->a.x + r->indent, r->text);
    }
    return n;
}

/* Lets something print to a page. */
static FILE *page_open(page *p)
{
    *p = (page){NULL, 0};
    return open_memstream(&p->text, &p->n);
}

static void page_drop(page *p)
{
    tby_path_free(p->text);
    *p = (page){NULL, 0};
}

/* --- the parts ------------------------------------------------------------*/

/* Squares of 11, 7 or 3 columns: the largest that leave room for the rest. */
static board_size size_of_board(const screen *s, bool full)
{
    board_size b = {11, 5, 3 + 8 * 11, 8 * 5 + 1};

    while (b.high > 1 &&
           (full || !s->colours || b.columns + PANEL_WELL > COLS ||
            b.rows + TREE_WELL + 2 > LINES)) {
        b.wide -= 4;
        b.high -= 2;
        b.columns = 3 + 8 * b.wide;
        b.rows = 8 * b.high + 1;
    }
    return b;
}

static void draw_board(const screen *s)
{
    const console *c = s->c;
    const tby_pos *pos = tby__con_pos(c);
    tby_move last =
        c->at == TBY_NONE ? TBY_MOVE_NONE : c->tree.moves[c->at].move;
    int wide = s->board.wide, high = s->board.high;
    view plain = {.a = {0, 0, s->board.rows, s->board.columns}};
    FILE *out;

    if (!s->colours) {
        tby_look look = {.terminal = true, .figurines = c->look.figurines};
        if ((out = page_open(&plain.p)) != NULL) {
            tby_print_board(out, pos, last, c->flip, look);
            fclose(out);
            draw_view(&plain);
            page_drop(&plain.p);
        }
        return;
    }
    for (int y = 0; y < 8 * high; y++) {
        int rank = c->flip ? y / high : 7 - y / high;
        bool middle = y % high == high / 2;
        mvprintw(y, 0, middle ? " %d " : "   ", rank + 1);
        for (int k = 0; k < 8; k++) {
            tby_square sq = tby_sq(c->flip ? 7 - k : k, rank);
            tby_cell cell = tby_board_cell(pos, last, sq, c->look);
            attrset(COLOR_PAIR(1 + 2 * cell.square + cell.white) |
                    (cell.white && COLORS < 256 ? A_BOLD : A_NORMAL) |
                    (sq == s->from ? A_REVERSE : A_NORMAL));
            printw("%*s%s%*s", wide / 2, "", middle ? cell.figure : " ",
                   wide / 2, "");
        }
        attrset(A_NORMAL);
    }
    for (int i = 0; i < 8; i++)
        mvprintw(8 * high, 3 + wide * i + wide / 2, "%c",
                 'a' + (c->flip ? 7 - i : i));
}

static void draw_tree(screen *s, area a)
{
    view *v = &s->parts[TREE];
    FILE *out = a.rows > 0 ? page_open(&v->p) : NULL;
    size_t at = 0, half = (size_t)a.rows / 2;

    v->a = a;
    if (!out)
        return;
    s->c->shown_at = 0;
    tby__con_print_tree(s->c, out);
    fclose(out);
    const char *shown = v->p.text + s->c->shown_at;
    size_t n = lay_out(v);
    while (at + 1 < n && rows[at + 1].text.p <= shown)
        at++;
    size_t most = n > (size_t)a.rows ? n - (size_t)a.rows : 0;
    v->from = at > half ? at - half : 0;
    v->from = v->from < most ? v->from : most;
    draw_view(v);
    if (s->c->shown_at) {
        tby_str before = {rows[at].text.p, (size_t)(shown - rows[at].text.p)};
        const char *end = strchr(shown, ']');
        mvchgat(a.y + (int)(at - v->from),
                a.x + rows[at].indent + (int)width(before),
                end ? (int)(end + 1 - shown) : 1, A_REVERSE, 0, NULL);
    }
}

static size_t list_room(const screen *s)
{
    return s->list.a.rows > LIST_HEAD ? (size_t)s->list.a.rows - LIST_HEAD : 1;
}

/* A line for each game, so that what is too long is cut off. */
static void draw_list(screen *s)
{
    view *v = &s->list;
    size_t room = list_room(s);
    tby_str rest = {v->p.text, v->p.n}, line;

    v->from = s->row < v->from ? s->row : v->from;
    v->from = s->row >= v->from + room ? s->row - room + 1 : v->from;
    for (size_t i = 0; rest.n && tby_str_field(&rest, '\n', &line); i++) {
        size_t y = i < LIST_HEAD ? i : i - v->from;
        if ((i >= LIST_HEAD && i < v->from + LIST_HEAD) ||
            y >= (size_t)v->a.rows)
            continue;
        attrset(i == s->row + LIST_HEAD ? A_REVERSE : A_NORMAL);
        put(v->a.y + (int)y, v->a.x, line);
        attrset(A_NORMAL);
    }
}

/* What is known here; the engine has up to half of the rows for itself. */
static void draw_panel(screen *s, area a)
{
    console *c = s->c;
    view *top = &s->parts[KNOWN], *below = &s->parts[ENGINE];
    FILE *known = page_open(&top->p), *out = page_open(&below->p);

    if (known && s->explorer) {
        tby__con_print_name(c, known);
        tby__con_print_status(c, known);
        if (c->drill)
            fputs("drill: type the move; h a hint, s the moves\n", known);
        if (c->dbs_n > 1 && !c->drill)
            tby__con_print_dbs(c, known);
        if (!c->drill)
            tby__con_print_choices(c, known, false);
    }
    if (out && c->engine_on) {
        fprintf(out, "%s%s  depth %u  %.1f M nodes\n",
                c->engine.name[0] ? c->engine.name : "engine",
                c->threat ? ", what threatens" : "",
                c->analysis.n ? c->analysis.lines[0].depth : 0,
                (double)c->analysis.nodes / 1e6);
        tby__con_print_engine(c, out);
    }
    if (known)
        fclose(known);
    if (out)
        fclose(out);
    top->a = below->a = a;
    int lines = (int)lay_out(below), half = a.rows / 2;
    top->a.rows -= lines < half ? lines : half;
    lines = (int)draw_view(top);
    mvchgat(a.y, a.x, -1, s->explorer ? A_BOLD : A_NORMAL, 0, NULL);
    if (lines > top->a.rows)
        lines = top->a.rows;
    top->a.rows = lines;
    below->a.y += lines;
    below->a.rows = a.rows - lines;
    draw_view(below);
}

static void draw(screen *s)
{
    int last = LINES - 1, columns = COLS;
    bool full = s->listing || s->answer.p.n;
    board_size b = s->board = size_of_board(s, full);
    bool board = last >= b.rows + 1 && columns >= b.columns;
    bool beside = board && columns >= b.columns + 1 + PANEL_LEAST;
    int left =
        columns / 3 > b.columns && columns >= 120 ? columns / 3 : b.columns;
    char where[TBY_SAN_MAX + 16] = "start";

    erase();
    for (int i = 0; i < PARTS; i++)
        page_drop(&s->parts[i].p);
    if (board)
        draw_board(s);
    else
        s->board.rows = 0;
    if (!board && s->c->at != TBY_NONE)
        tby__con_move_text(s->c, s->c->at, where, sizeof where);
    if (!board) /* too small for it: where we are must do */
        put(0, 0, tby_str_of(where));
    /* an answer takes the place of the tree, or of all below the board */
    area below = {board ? b.rows + beside : 1, 0, 0, columns};
    below.rows = last - below.y;
    s->answer.a = s->list.a = below;
    area panel = below;
    if (beside)
        panel = (area){0, left + 1, full ? b.rows : last, columns - left - 1};
    if (beside || !full)
        draw_panel(s, panel);
    if (s->listing) {
        draw_list(s);
    } else if (full && s->answer.from >= draw_view(&s->answer)) {
        s->answer.from = 0; /* after its end: from the start again */
        draw_view(&s->answer);
    } else if (beside && !full) {
        draw_tree(s, (area){below.y, 1, below.rows, left - 2});
    }
    /* what is typed is shown so that the cursor is */
    tby_str text = tby_str_of(s->typing ? s->line : s->message);
    size_t from = 0;
    while (s->typing && from < s->at &&
           width((tby_str){s->line + from, s->at - from}) + 2 > (size_t)columns)
        from++;
    move(last, 0);
    if (s->typing)
        addch(':');
    put(last, s->typing, tby_str_from(text, from));
    if (s->typing)
        move(last, 1 + (int)width((tby_str){s->line + from, s->at - from}));
    curs_set(s->typing);
    refresh();
}

/* --- commands -------------------------------------------------------------*/

static void set_message(screen *s)
{
    const console *c = s->c;

    if (c->rc == TBY_OK)
        return;
    snprintf(s->message, sizeof s->message, "%s (%s)", c->why,
             c->rc == TBY_DONE ? "nothing_found" : tby_rc_name(c->rc));
}

static void close_answer(screen *s)
{
    page_drop(&s->answer.p);
    s->answer.from = 0;
    s->listing = false;
    s->message[0] = '\0';
}

/* Runs a line to a page. */
static page answer_of(screen *s, const char *line)
{
    page p = {NULL, 0};

    s->c->out = page_open(&p);
    if (!s->c->out)
        return p;
    if (s->c->stop)
        atomic_store(s->c->stop, false);
    (void)tby__con_run(s->c, tby_str_of(line));
    fclose(s->c->out);
    s->c->out = stdout;
    return p;
}

/* Runs a line; an answer of one line is a message, a longer one a page, and a
 * list of games one to choose from. */
static void run(screen *s, const char *line)
{
    uint64_t lists = s->c->lists;

    close_answer(s);
    page p = answer_of(s, line);
    const char *end = p.n ? strchr(p.text, '\n') : NULL;
    if (end && end[1] == '\0') {
        snprintf(s->message, sizeof s->message, "%.*s", (int)(end - p.text),
                 p.text);
        page_drop(&p);
    } else if (s->c->lists != lists && s->c->list.n) {
        page_drop(&s->list.p);
        s->list.p = p;
        s->row = s->list.from = 0;
        s->listing = true;
        snprintf(s->message, sizeof s->message,
                 "Up, Down, Enter opens; Esc closes, Enter comes back");
    } else {
        s->answer.p = p;
    }
    set_message(s);
}

static size_t listed(const screen *s)
{
    return s->c->list.n / sizeof(tby_move_hit);
}

/* Goes to a row of the list; what it lacks is asked for. */
static void go_to_row(screen *s, size_t to)
{
    while (to >= listed(s) && listed(s) < s->c->list_total) {
        page more = answer_of(s, "more"), all;
        FILE *out = more.n ? page_open(&all) : NULL;
        if (out) {
            fprintf(out, "%s%s", s->list.p.text, more.text);
            fclose(out);
            page_drop(&s->list.p);
            s->list.p = all;
        }
        page_drop(&more);
        if (!out)
            break;
    }
    size_t n = listed(s);
    s->row = to < n ? to : n ? n - 1 : 0;
    snprintf(s->message, sizeof s->message, "%zu of %llu", s->row + 1,
             (unsigned long long)s->c->list_total);
    set_message(s);
}

static void open_row(screen *s)
{
    char text[32];

    if (s->row >= listed(s))
        return;
    s->c->list_at = s->row;
    snprintf(text, sizeof text, "open %llu",
             (unsigned long long)tby__con_listed(s->c, s->row).game);
    run(s, text);
}

/* --- the line -------------------------------------------------------------*/

static void set_line(screen *s, const char *text)
{
    snprintf(s->line, sizeof s->line, "%s", text);
    s->n = s->at = strlen(s->line);
}

static void type_line(screen *s, const char *text)
{
    set_line(s, text);
    s->typing = true;
    s->back = 0;
}

static void insert(screen *s, const char *text, size_t n)
{
    if (s->n + n >= sizeof s->line)
        return;
    memmove(s->line + s->at + n, s->line + s->at, s->n - s->at + 1);
    memcpy(s->line + s->at, text, n);
    s->n += n;
    s->at += n;
}

/* Takes out the bytes from one on up to the cursor. */
static void cut(screen *s, size_t from)
{
    memmove(s->line + from, s->line + s->at, s->n - s->at + 1);
    s->n -= s->at - from;
    s->at = from;
}

static size_t before(const screen *s)
{
    size_t at = s->at;

    while (at && ((unsigned char)s->line[--at] & 0xC0) == 0x80)
        ;
    return at;
}

static void complete(screen *s)
{
    char text[CONSOLE_MORE];
    size_t from;

    close_answer(s);
    FILE *out = page_open(&s->answer.p);
    size_t n =
        tby__con_complete(s->c, (tby_str){s->line, s->at}, &from, out, text);
    if (out)
        fclose(out);
    cut(s, from);
    insert(s, text, strlen(text));
    if (n < 2)
        page_drop(&s->answer.p);
}

static void edit(screen *s, int key)
{
    char byte = (char)key, line[LINE_MOST];
    const char *old;

    switch (key) {
    case ESCAPE:
        s->typing = false;
        close_answer(s);
        break;
    case '\n':
    case '\r':
    case KEY_ENTER:
        s->typing = false;
        snprintf(line, sizeof line, "%s", s->line);
        tby__con_history_add(s->history, line);
        run(s, line);
        break;
    case '\t':
        complete(s);
        break;
    case KEY_BACKSPACE:
    case 127:
    case 8:
        if (s->n == 0)
            s->typing = false;
        cut(s, before(s));
        break;
    case KEY_LEFT:
        s->at = before(s);
        break;
    case KEY_RIGHT:
        while (s->at < s->n && ((unsigned char)s->line[++s->at] & 0xC0) == 0x80)
            ;
        break;
    case KEY_HOME:
    case 1: /* Ctrl-A */
        s->at = 0;
        break;
    case KEY_END:
    case 5: /* Ctrl-E */
        s->at = s->n;
        break;
    case 21: /* Ctrl-U */
        cut(s, 0);
        break;
    case KEY_UP:
    case KEY_DOWN:
        s->back += key == KEY_UP ? 1 : -1;
        s->back = s->back > 0 ? s->back : 0;
        old = s->back ? tby__con_history_get(s->history, s->back) : "";
        s->back -= !old; /* it was the first */
        if (old)
            set_line(s, old);
        break;
    default:
        if (key >= ' ' && key < 256)
            insert(s, &byte, 1);
    }
}

/* --- keys -----------------------------------------------------------------*/

/* The page's table (web/src/keys.ts) in its words, then what only a terminal
 * has; tests/console/keys compares the two. */
static const struct {
    int key;
    const char *name, *does, *command;
} KEYS[] = {
    {KEY_RIGHT, "Right", "Next move", "next"},
    {KEY_LEFT, "Left", "Back", "back"},
    {KEY_DOWN, "Down", "Next alternative", "down"},
    {KEY_UP, "Up", "Previous alternative", "up"},
    {'u', "u", "Undo", "undo"},
    {'r', "r, Ctrl-Y", "Redo", "redo"},
    {25, NULL, NULL, "redo"},
    {KEY_HOME, "Home", "To the start", "start"},
    {KEY_END, "End", "To the end", "end"},
    {'f', "f", "Turn the board", "flip"},
    {'l', "l", "Engine on and off", NULL},
    {'e', "e", "Names and database on and off", NULL},
    {' ', "Space", "Play the best move", "choose 1"},
    {0, "1 - 9", "Play the first to ninth move of the list", NULL},
    {'/', "/, :", "Type a move", NULL},
    {'t', "t", "Go back by another order of moves", "transpose"},
    {'n', "n", "Comment on the move", NULL},
    {'+', "+", "Line up", "promote"},
    {'-', "-", "Line down", "demote"},
    {KEY_DC, "Delete", "Delete from here", "delete"},
    {'x', "x", "Engine: what threatens", "engine threat"},
    {'h', "h", "Practice: a hint", "hint"},
    {'s', "s", "Practice: show the moves", "reveal"},
    {11, "Ctrl-K", "Search everything", NULL},
    {ESCAPE, "Esc", "Close, or leave what is open", NULL},
    {'?', "?", "This list", NULL},
    {'\t', "Tab", "Ask the next database", NULL},
    {'\n', "Enter", "Open the game of the list", NULL},
    {0, "PgUp, PgDn", "Scroll", NULL},
    {'q', "q", "Leave", "quit"},
};

void tby__con_print_keys(FILE *out)
{
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (KEYS[i].name)
            fprintf(out, "%-11s %s\n", KEYS[i].name, KEYS[i].does);
    fputs("A letter of a move begins to type it. Ctrl-C stops the engine or a "
          "question,\nCtrl-Z suspends. 'help' lists the commands.\n"
          "A mouse moves a piece by two clicks, goes to a move of the tree, "
          "plays one of a\nlist and opens a game; its wheel goes on and back. "
          "With Shift it marks text.\n",
          out);
}

/* f and e do what they do on the page, but f4 and e4 are moves: a digit, an x
 * or a second letter of a square after the key takes that back. */
static bool goes_on_as_move(screen *s, int key)
{
    char text[3] = {(char)s->move_key, (char)key, '\0'};

    if (!s->move_key || !((key >= '1' && key <= '8') || key == 'x'))
        return false;
    if (s->move_key == 'f')
        s->c->flip = !s->c->flip;
    else if (s->move_key == 'e')
        s->explorer = !s->explorer;
    type_line(s, text);
    return true;
}

/* In the list of games: true if the key was for it. */
static bool press_in_list(screen *s, int key)
{
    size_t many = list_room(s);

    if (!s->listing)
        return false;
    if (key == '\n')
        open_row(s);
    else if (key == KEY_DOWN || key == KEY_NPAGE)
        go_to_row(s, s->row + (key == KEY_DOWN ? 1 : many));
    else if (key == KEY_UP || key == KEY_PPAGE)
        go_to_row(s, s->row - (key == KEY_UP   ? s->row > 0
                               : s->row < many ? s->row
                                               : many));
    else if (key == KEY_HOME || key == KEY_END)
        go_to_row(s, key == KEY_HOME ? 0 : listed(s) - 1);
    else
        return false;
    return true;
}

static void press(screen *s, int key)
{
    char text[32];

    key = key == '\r' || key == KEY_ENTER ? '\n' : key;
    s->from = TBY_NO_SQUARE;
    if (goes_on_as_move(s, key)) {
        s->move_key = 0;
        return;
    }
    s->move_key = key == 'f' || key == 'e' ? key : 0;
    if (press_in_list(s, key))
        return;
    if (key >= '1' && key <= '9') {
        snprintf(text, sizeof text, "choose %c", key);
        run(s, text);
    } else if (key == 'l') {
        run(s, s->c->engine_on ? "engine off" : "engine on");
    } else if (key == 'e') {
        s->explorer = !s->explorer;
    } else if (key == '?') {
        run(s, "help keys");
    } else if (key == ESCAPE) {
        close_answer(s);
    } else if (key == KEY_NPAGE || key == KEY_PPAGE) {
        size_t half = (size_t)LINES / 2, from = s->answer.from;
        s->answer.from = key == KEY_NPAGE ? from + half
                         : from > half    ? from - half
                                          : 0;
    } else if (key == '\t' && s->c->dbs_n > 1) {
        tby__con_choose_db(s->c, (s->c->db + 1) % s->c->dbs_n);
    } else if (key == '\n' && listed(s)) {
        close_answer(s);
        s->listing = true;
    } else if (key == '/' || key == ':' || key == 11 || key == 'n') {
        type_line(s, key == 'n' ? "comment " : "");
    } else if (key < 128 && key > ' ' && !(s->c->drill && key == 'h') &&
               strchr("abcdghNBRQKO", key)) {
        snprintf(text, sizeof text, "%c", key);
        type_line(s, text);
    } else {
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
            if (KEYS[i].key == key && KEYS[i].command)
                run(s, KEYS[i].command);
    }
}

/* --- the mouse ------------------------------------------------------------*/

/* Two clicks are a move; the second one on a piece that cannot be taken begins
 * anew. */
static void click_square(screen *s, tby_square sq)
{
    const tby_pos *pos = tby__con_pos(s->c);
    tby_piece piece = tby_pos_at(pos, sq);
    char text[8] = "";
    tby_move m;

    if (s->from != TBY_NO_SQUARE)
        snprintf(text, sizeof text, "%c%c%c%cq", 'a' + tby_file(s->from),
                 '1' + tby_rank(s->from), 'a' + tby_file(sq),
                 '1' + tby_rank(sq));
    s->from = TBY_NO_SQUARE;
    bool promotes = *text && !tby_uci_parse(pos, tby_str_of(text), &m, NULL);
    text[*text ? 4 : 0] = '\0';
    if (promotes) {
        type_line(s, text); /* and one says to what */
    } else if (*text && !tby_uci_parse(pos, tby_str_of(text), &m, NULL)) {
        run(s, text);
    } else if (piece != TBY_NO_PIECE && tby_piece_color(piece) == pos->turn) {
        s->from = sq;
        snprintf(s->message, sizeof s->message, "from %c%c: where to?",
                 'a' + tby_file(sq), '1' + tby_rank(sq));
    }
}

/* The place in a view's text that is on the screen at y, x; NULL: none. */
static const char *text_at(const view *v, int y, int x)
{
    size_t n = v->p.n ? lay_out(v) : 0, at = v->from + (size_t)(y - v->a.y);

    if (y < v->a.y || y >= v->a.y + v->a.rows || at >= n || x < v->a.x ||
        x >= v->a.x + v->a.columns)
        return NULL;
    tby_str text = rows[at].text;
    x -= v->a.x + rows[at].indent;
    while (text.n && (x -= (int)columns_of(text, &n)) >= 0)
        text = tby_str_from(text, n);
    return text.p;
}

/* The number that a row of a view begins with; 0: none does. */
static unsigned number_at(const view *v, int y, int x)
{
    unsigned n = 0;
    const char *p = text_at(v, y, x) ? text_at(v, y, v->a.x) : "";

    while (*p == ' ')
        p++;
    while (*p >= '0' && *p <= '9' && n < CONSOLE_CHOICES)
        n = 10 * n + (unsigned)(*p++ - '0');
    return *p == ' ' ? n : 0;
}

static void click(screen *s, int y, int x)
{
    board_size b = s->board;
    int file = (x - 3) / (s->colours ? b.wide : 2), rank = y / b.high;
    size_t n, i = s->list.from + (size_t)(y - s->list.a.y - LIST_HEAD);
    const char *place = text_at(&s->parts[TREE], y, x);
    char text[32];

    if (y < b.rows - 1 && x >= 3 && file < 8) {
        click_square(s, s->c->flip ? tby_sq(7 - file, rank)
                                   : tby_sq(file, 7 - rank));
    } else if (s->listing && y >= s->list.a.y + LIST_HEAD && i < listed(s)) {
        bool again = i == s->row;
        go_to_row(s, i);
        if (again)
            open_row(s);
    } else if ((n = number_at(&s->parts[KNOWN], y, x)) != 0) {
        snprintf(text, sizeof text, "choose %zu", n);
        run(s, text);
    } else if ((n = number_at(&s->parts[ENGINE], y, x)) != 0 &&
               n <= s->c->analysis.n && !s->c->threat) {
        tby_uci_write(tby__con_pos(s->c), s->c->analysis.lines[n - 1].pv[0],
                      TBY_UCI_ORTHODOX, text);
        run(s, text);
    } else if (place && !s->c->drill) {
        tby__con_go_to_shown(s->c, (size_t)(place - s->parts[TREE].p.text));
        close_answer(s);
    }
}

static void use_mouse(screen *s)
{
    MEVENT e;

    if (getmouse(&e) != OK || s->typing)
        return;
    bool down = e.bstate & BUTTON5_PRESSED;
    size_t at = s->listing ? s->row : s->answer.from;
    at = down ? at + SCROLL : at > SCROLL ? at - SCROLL : 0;
    if (e.bstate & BUTTON1_PRESSED)
        click(s, e.y, e.x);
    else if (s->listing)
        go_to_row(s, at);
    else if (s->answer.p.n)
        s->answer.from = at;
    else
        run(s, down ? "next" : "back");
}

/* What is pasted is one text, however many keys it looks like: a game, or
 * moves. */
static void paste(screen *s)
{
    tby_buf text;
    int key;

    tby_buf_init(&text, NULL, CONSOLE_TEXT_MOST);
    timeout(1000);
    while ((key = getch()) != PASTE_END && key != ERR)
        if (key < 256)
            tby_buf_char(&text, key == '\r' ? '\n' : (char)key);
    timeout(0);
    tby_str all = tby_str_trim(tby_buf_str(&text));
    if (s->typing && !memchr(all.p ? all.p : "", '\n', all.n)) {
        insert(s, all.p ? all.p : "", all.n);
    } else {
        size_t games = 0;
        close_answer(s);
        s->c->rc = TBY_OK;
        if (tby__con_paste(s->c, all, &games) == TBY_OK)
            snprintf(s->message, sizeof s->message,
                     games > 1 ? "pasted the first of %zu games"
                               : "pasted %zu bytes",
                     games > 1 ? games : all.n);
        set_message(s);
    }
    tby_buf_free(&text);
}

/* --- the loop -------------------------------------------------------------*/

/* Whether pasted text is to be said to be so. */
static void tell_paste(bool on)
{
    fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
    fflush(stdout);
}

static bool begin(screen *s)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    char direct[64];

    /* curses must not wait a second for what may follow Escape */
    setenv("ESCDELAY", "25", 0);
    /* true colours need an entry of the terminal's kind that has them */
    snprintf(direct, sizeof direct, "%.*s-direct", (int)strcspn(term, "-"),
             term);
    if (!(s->c->look.direct && newterm(direct, stdout, stdin)) &&
        !newterm(NULL, stdout, stdin))
        return false;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    timeout(0);
    define_key("\033[200~", PASTE);
    define_key("\033[201~", PASTE_END);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    s->colours = !(no_color && *no_color) && has_colors() &&
                 start_color() == OK && COLORS >= 8;
    s->c->look.colour = s->colours;
    use_default_colors();
    for (int i = 0; s->colours && i < 2 * TBY_SQUARES; i++) {
        const tby_square_colour *k = &tby__square_colours[i / 2];
        int white = COLORS > 256 ? 0xFFFFFF : COLORS == 256 ? 231 : COLOR_WHITE;
        init_extended_pair(1 + i,
                           i % 2           ? white
                           : COLORS == 256 ? 16
                                           : 0,
                           COLORS > 256    ? k->rgb
                           : COLORS == 256 ? k->of_256
                                           : k->of_8);
    }
    tell_paste(true);
    return true;
}

static void step(screen *s, double *next_frame)
{
    console *c = s->c;
    struct pollfd wait[2] = {{STDIN_FILENO, POLLIN, 0}, {-1, POLLIN, 0}};
    int ms = 1000, key;
    bool dirty = false;

    c->rc = TBY_OK;
    if (c->engine_on) {
        dirty = tby__con_engine_poll(c);
        set_message(s);
        if (c->engine_on && c->engine.stage != TBY_ENGINE_GONE)
            wait[1].fd = c->engine.process.out;
        ms = FRAME_MS;
    }
    if (dirty && tby_clock_now() >= *next_frame) {
        draw(s);
        *next_frame = tby_clock_now() + FRAME_MS / 1000.0;
    }
    /* an engine that talks all the time must not take all of our time */
    if (tby_clock_now() < *next_frame)
        wait[1].fd = -1;
    if (poll(wait, 2, ms) < 0)
        tell_paste(true); /* a shell had the terminal meanwhile, perhaps */
    if (atomic_exchange(c->stop, false) && !atomic_load(c->hangup)) {
        s->typing = false;
        run(s, "engine off");
        snprintf(s->message, sizeof s->message, "stopped");
        draw(s);
    }
    while ((key = getch()) != ERR && !c->quit) {
        if (key == PASTE)
            paste(s);
        else if (key == KEY_MOUSE)
            use_mouse(s);
        else if (key != KEY_RESIZE && s->typing)
            edit(s, key);
        else if (key != KEY_RESIZE)
            press(s, key);
        dirty = true;
        *next_frame = 0;
    }
    if (dirty && tby_clock_now() >= *next_frame)
        draw(s);
}

tby_rc tby__con_screen(console *c)
{
    static screen s; /* large, and there is one */
    double next_frame = 0;

    s = (screen){.c = c, .explorer = true, .from = TBY_NO_SQUARE};
    s.history = tby__con_history_open(true);
    snprintf(s.message, sizeof s.message, "%s", c->greeting);
    if (!begin(&s)) {
        tby__con_history_close(s.history);
        return TBY_DONE;
    }
    draw(&s);
    while (!c->quit && !atomic_load(c->hangup))
        step(&s, &next_frame);
    tell_paste(false);
    endwin();
    for (int i = 0; i < PARTS; i++)
        page_drop(&s.parts[i].p);
    page_drop(&s.answer.p);
    page_drop(&s.list.p);
    tby__con_history_close(s.history);
    return TBY_OK;
}
