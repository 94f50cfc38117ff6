/* screen.c - the console on a whole terminal: its keys, its mouse and its line
 * for commands.
 *
 * Keys are those of the page (web/src/keys.ts).  Nothing here waits for the
 * engine: it is asked for what it has said between two keys. */
#include "app/console/screen.h"
#include "io/system/clock.h"

#include <errno.h>
#include <ncursesw/curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SCROLL = 3, /* rows that a wheel turns */
    ESCAPE = 27,
    FRAME_MS = 50, /* between two frames that only an engine asks for */
    PASTE = 0x1001,
    PASTE_END = 0x1002
};

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
    tby__con_page_drop(&s->answer.p);
    s->answer.from = 0;
    s->listing = false;
    s->message[0] = '\0';
}

/* Runs a line to a page. */
static page answer_of(screen *s, const char *line)
{
    page p = {NULL, 0};

    s->c->out = tby__con_page_open(&p);
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
        tby__con_page_drop(&p);
    } else if (s->c->lists != lists && s->c->list.n) {
        tby__con_page_drop(&s->list.p);
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
        FILE *out = more.n ? tby__con_page_open(&all) : NULL;
        if (out) {
            fprintf(out, "%s%s", s->list.p.text, more.text);
            fclose(out);
            tby__con_page_drop(&s->list.p);
            s->list.p = all;
        }
        tby__con_page_drop(&more);
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
    FILE *out = tby__con_page_open(&s->answer.p);
    size_t n =
        tby__con_complete(s->c, (tby_str){s->line, s->at}, &from, out, text);
    if (out)
        fclose(out);
    cut(s, from);
    insert(s, text, strlen(text));
    if (n < 2)
        tby__con_page_drop(&s->answer.p);
}

static void edit(screen *s, int key)
{
    char byte = (char)key, line[SCREEN_LINE_MOST];
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
    size_t many = tby__con_list_room(s);

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

/* The number that a row of a view begins with; 0: none does. */
static unsigned number_at(const view *v, int y, int x)
{
    unsigned n = 0;
    const char *p =
        tby__con_text_at(v, y, x) ? tby__con_text_at(v, y, v->a.x) : "";

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
    size_t n, i = s->list.from + (size_t)(y - s->list.a.y - SCREEN_LIST_HEAD);
    const char *place = tby__con_text_at(&s->parts[TREE], y, x);
    char text[32];

    if (y < b.rows - 1 && x >= 3 && file < 8) {
        click_square(s, s->c->flip ? tby_sq(7 - file, rank)
                                   : tby_sq(file, 7 - rank));
    } else if (s->listing && y >= s->list.a.y + SCREEN_LIST_HEAD &&
               i < listed(s)) {
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
        tby__con_draw(s);
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
        tby__con_draw(s);
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
        tby__con_draw(s);
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
    tby__con_draw(&s);
    while (!c->quit && !atomic_load(c->hangup))
        step(&s, &next_frame);
    tell_paste(false);
    endwin();
    for (int i = 0; i < PARTS; i++)
        tby__con_page_drop(&s.parts[i].p);
    tby__con_page_drop(&s.answer.p);
    tby__con_page_drop(&s.list.p);
    tby__con_history_close(s.history);
    return TBY_OK;
}
