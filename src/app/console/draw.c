/* draw.c - the screen of the console: the board, the tree below it, what is
 * known beside it, and a line for commands. */
#define _XOPEN_SOURCE 700 /* wcwidth() */
#include "app/console/screen.h"
#include "core/base/utf8.h"

#include <ncursesw/curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
    PANEL_LEAST = 20, /* columns that are worth a panel beside the board */
    PANEL_WELL = 50,  /* columns that a larger board leaves to it, */
    TREE_WELL = 8     /* and rows to the tree */
};

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

const char *tby__con_text_at(const view *v, int y, int x)
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

FILE *tby__con_page_open(page *p)
{
    *p = (page){NULL, 0};
    return open_memstream(&p->text, &p->n);
}

void tby__con_page_drop(page *p)
{
    tby_path_free(p->text);
    *p = (page){NULL, 0};
}

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
        if ((out = tby__con_page_open(&plain.p)) != NULL) {
            tby_print_board(out, pos, last, c->flip, look);
            fclose(out);
            draw_view(&plain);
            tby__con_page_drop(&plain.p);
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
    FILE *out = a.rows > 0 ? tby__con_page_open(&v->p) : NULL;
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

size_t tby__con_list_room(const screen *s)
{
    return s->list.a.rows > SCREEN_LIST_HEAD
               ? (size_t)s->list.a.rows - SCREEN_LIST_HEAD
               : 1;
}

/* A line for each game, so that what is too long is cut off. */
static void draw_list(screen *s)
{
    view *v = &s->list;
    size_t room = tby__con_list_room(s);
    tby_str rest = {v->p.text, v->p.n}, line;

    v->from = s->row < v->from ? s->row : v->from;
    v->from = s->row >= v->from + room ? s->row - room + 1 : v->from;
    for (size_t i = 0; rest.n && tby_str_field(&rest, '\n', &line); i++) {
        size_t y = i < SCREEN_LIST_HEAD ? i : i - v->from;
        if ((i >= SCREEN_LIST_HEAD && i < v->from + SCREEN_LIST_HEAD) ||
            y >= (size_t)v->a.rows)
            continue;
        attrset(i == s->row + SCREEN_LIST_HEAD ? A_REVERSE : A_NORMAL);
        put(v->a.y + (int)y, v->a.x, line);
        attrset(A_NORMAL);
    }
}

/* What is known here; the engine has up to half of the rows for itself. */
static void draw_panel(screen *s, area a)
{
    console *c = s->c;
    view *top = &s->parts[KNOWN], *below = &s->parts[ENGINE];
    FILE *known = tby__con_page_open(&top->p),
         *out = tby__con_page_open(&below->p);

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

void tby__con_draw(screen *s)
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
        tby__con_page_drop(&s->parts[i].p);
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
